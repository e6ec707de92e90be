/** Chooses the format of records and errors. */
import { api } from '../../commands/api.ts'
import type { World } from '../../core/context.ts'
import { needsService } from '../../core/shell-word.ts'
import type { Sink } from '../../core/streams.ts'
import { errorStyle, formatNames, formatOf, formatOfFile, type OutputFormat } from '../../output/formats.ts'
import type { ErrorStyle } from '../../output/view.ts'
import { optionsOf } from '../command-spec.ts'
import type { Given } from '../given.ts'
import { drawsChart } from '../options/groups.ts'
import type { ParsedCommand } from '../parse.ts'
import type { GlobalName } from './global-options.ts'
import { choice, type SettingValue } from './parse-setting.ts'
import { flagOf, lookups, type SettingsTable, type Sources, settingOf } from './sources.ts'

/** The part of stdout that settings depend on. */
export type Stdout = Pick<Sink, 'isTerminal'>

/**
 * Returns the first format found in: `-o`, another option or the output file's name, the settings, the
 * default for stdout. Throws `KivaError` of kind `usage` if it is invalid.
 */
export function outputOf(sources: Sources, stdout: Stdout): OutputFormat {
  const { given, implied } = sources
  const variantOf = implied && formatOf(implied).variantOf
  const flag = flagOf(given, 'output')
  if (flag) {
    const named = choice(flag, formatNames)
    return implied && named === variantOf ? implied : named
  }
  const explicit = explicitFormat(sources)
  if (explicit) return explicit
  const setting = outputSetting(sources)
  return setting ? choice(setting, formatNames) : defaultOutput(sources, stdout)
}

/**
 * Returns the format that a flag, a variable or a setting names. The latter two are about the API's records:
 * what kiva says of itself keeps its form in a shell that exports KIVA_OUTPUT.
 */
export const outputSetting = (sources: Sources): SettingValue | undefined =>
  sources.isOwnOutput ? flagOf(sources.given, 'output') : settingOf(sources, 'output')

/**
 * Returns the style of error messages: one JSON line if stdout carries JSON for a program and stderr is not
 * a terminal, or if a flag or setting chose JSON. An output file's name does not count as a choice. Invalid
 * formats are ignored here.
 */
export function styleOfErrors(
  sources: Sources,
  { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>,
): ErrorStyle {
  const { given } = sources
  const named = (format: string | undefined) => formatNames.find((name) => name === format)
  const flag = named(flagOf(given, 'output')?.value)
  const setting = (sources.isOwnOutput ? [] : lookups(sources))
    .map((look) => named(look('output')?.value))
    .find((format) => format)
  return errorStyle(flag ?? explicitFormat(sources) ?? setting ?? defaultOutput(sources, stdout), {
    isTerminal: stderr.isTerminal,
    isExplicit: (flag ?? setting) !== undefined,
  })
}

/** True if the user asked for a table explicitly, even for a command that prints records one by one. */
export const asksForTable = (given: Given<GlobalName>) => given.has('wide') || given.has('no_headers')

/** Returns the option that implies an output format, if one was given. */
export const implyingOption = ({ command, params }: Pick<ParsedCommand, 'command' | 'params'>) =>
  optionsOf(command).find(({ name, implies }) => implies && params.has(name))

/** Returns the sources of a run's settings. `tables` are those of the settings file. */
export function sourcesOf(
  typed: Pick<ParsedCommand, 'given' | 'params' | 'command'>,
  env: World['env'],
  tables: readonly SettingsTable[],
): Sources {
  const { given, params, command } = typed
  const asksForRecords = command.endpoint !== undefined || command.action === api
  return {
    given,
    // With `mirror export --out`, the folder is not where the output goes.
    out: 'out' in (command.action?.params ?? {}) ? undefined : given.last('out'),
    env,
    tables,
    implied: implyingOption(typed)?.implies,
    ...(asksForRecords && drawsChart(params) && { onTerminal: 'chart' as const }),
    isLive: needsService(command.action?.name ?? ''),
    serves: command.action?.name === 'sandbox',
    isOwnOutput: !asksForRecords || params.last('fields') === '',
  }
}

/**
 * Returns the implied format if it is a variant, such as raw lines, which any file can hold. Otherwise the
 * output file's extension decides first.
 */
function explicitFormat({ out = '', implied }: Sources): OutputFormat | undefined {
  if (implied && formatOf(implied).variantOf) return implied
  return formatOfFile(out) ?? implied
}

const defaultOutput = (
  { out, onTerminal = 'table' }: Pick<Sources, 'out' | 'onTerminal'>,
  stdout: Stdout,
): OutputFormat => (stdout.isTerminal && out === undefined ? onTerminal : 'json')
