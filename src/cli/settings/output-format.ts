/** Chooses the format of records and errors. */
import type { World } from '../../context.ts'
import type { ErrorStyle } from '../../output/format.ts'
import { errorStyle, formatNames, formatOf, formatOfFile, type OutputFormat } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { checkFormat } from '../options/check-options.ts'
import type { ParsedCommand } from '../parse.ts'
import { optionsOf } from '../tree/command-spec.ts'
import type { GlobalName } from './global-options.ts'
import { choice, flagOf, lookups, type Sources, settingOf } from './sources.ts'

/** Returns the output format of the run. Throws `KivaError` of kind `usage` if it is invalid. */
export function outputOf(sources: Sources, stdout: World['stdout']): OutputFormat {
  const output = chosenOutput(sources, stdout)
  checkFormat(output, sources.given)
  return output
}

/**
 * Returns the first format found in: `-o`, another option or the output file's name, the settings, the
 * default for stdout.
 */
function chosenOutput(sources: Sources, stdout: World['stdout']): OutputFormat {
  const { given, implied } = sources
  const variantOf = implied && formatOf(implied).variantOf
  const flag = flagOf(given, 'output')
  if (flag) {
    const named = choice(flag, formatNames)
    return implied && named === variantOf ? implied : named
  }
  const asked = askedFormat(sources)
  if (asked) return asked
  const setting = settingOf(sources, 'output')
  return setting ? choice(setting, formatNames) : defaultOutput(given, stdout)
}

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
  const setting = lookups(sources)
    .map((look) => named(look('output')?.value))
    .find((format) => format)
  return errorStyle(flag ?? askedFormat(sources) ?? setting ?? defaultOutput(given, stdout), {
    isTerminal: stderr.isTerminal,
    asked: setting !== undefined,
  })
}

/** True if the user asked for a table explicitly, even for a command that prints records one by one. */
export const asksForTable = (given: Given<GlobalName>) => given.has('wide') || given.has('no_headers')

/** Returns the output format that a command's options imply, apart from `-o`. */
export const impliedFormat = ({ command, params }: Pick<ParsedCommand, 'command' | 'params'>) =>
  optionsOf(command).find(({ name, implies }) => implies && params.has(name))?.implies

/**
 * Returns the implied format if it is a variant, such as raw lines, which any file can hold. Otherwise the
 * output file's extension decides first.
 */
function askedFormat({ given, implied }: Sources): OutputFormat | undefined {
  if (implied && formatOf(implied).variantOf) return implied
  return formatOfFile(given.last('out') ?? '') ?? implied
}

const defaultOutput = (given: Given<'out'>, stdout: World['stdout']): OutputFormat =>
  stdout.isTerminal && !given.has('out') ? 'table' : 'json'
