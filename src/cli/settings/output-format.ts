/** In which format records are printed, and failures told. */
import type { World } from '../../context.ts'
import type { ErrorStyle } from '../../output/format.ts'
import { errorStyle, formatNames, formatOf, formatOfFile, type OutputFormat } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { checkFormat } from '../options/check-options.ts'
import type { ParsedCommand } from '../parse.ts'
import { optionsOf } from '../tree/command-spec.ts'
import type { GlobalName } from './global-options.ts'
import { choice, flagOf, lookups, type Sources, settingOf } from './sources.ts'

/** Throws `KivaError` of kind `usage`. */
export function outputOf(sources: Sources, stdout: World['stdout']): OutputFormat {
  const output = chosenOutput(sources, stdout)
  checkFormat(output, sources.given)
  return output
}

/** `-o`, else what another option or the name of the file asks for, else a setting, else what suits stdout. */
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
 * How failures are told: one JSON line where a program reads records as JSON and nobody reads stderr, or where that
 * format was asked for by name. A format that is none is no wish, and the name of a file is none either.
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

/** Whether a table itself is asked for, even where records would be read one by one. */
export const asksForTable = (given: Given<GlobalName>) => given.has('wide') || given.has('no_headers')

/** The output format that the options of a command ask for beside `-o`. */
export const impliedFormat = ({ command, params }: Pick<ParsedCommand, 'command' | 'params'>) =>
  optionsOf(command).find(({ name, implies }) => implies && params.has(name))?.implies

/** A variant, such as raw lines, may stand in any file; other formats are those of the file's name. */
function askedFormat({ given, implied }: Sources): OutputFormat | undefined {
  if (implied && formatOf(implied).variantOf) return implied
  return formatOfFile(given.last('out') ?? '') ?? implied
}

const defaultOutput = (given: Given<'out'>, stdout: World['stdout']): OutputFormat =>
  stdout.isTerminal && !given.has('out') ? 'table' : 'json'
