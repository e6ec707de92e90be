/** In which format records are printed, and failures told. */
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { ErrorStyle } from '../../output/format.ts'
import { errorStyle, formatNames, formatOf, formatOfFile, type OutputFormat } from '../../output/formats.ts'
import { dashed, type Given } from '../option-spec.ts'
import { choice, flagOf, lookups, type Sources, settingOf } from './sources.ts'

/** The name of a file is nearer than environment and settings file, farther than `-o`. Throws `KivaError` of kind `usage`. */
export function outputOf(sources: Sources, stdout: World['stdout']): OutputFormat {
  const output = chosenOutput(sources, stdout)
  if (sources.given.has('csv_safe') && !formatOf(output).cells) {
    throw new KivaError('usage', `--csv-safe does not go with ${output}`, {
      hint: 'It is about what spreadsheets open: -o csv, -o tsv.',
    })
  }
  const ofTables = tableOptions.find((name) => sources.given.has(name))
  if (ofTables && output !== 'table') {
    throw new KivaError('usage', `--${dashed(ofTables)} does not go with -o ${output}`, {
      hint: 'It is about tables: -o table, which may be left out beside it.',
    })
  }
  if (formatOf(output).binary && !sources.given.has('out')) {
    throw new KivaError('usage', `-o ${output} needs --out`, {
      hint: `It is no text: name a file, such as --out loans.${output}.`,
    })
  }
  return output
}

function chosenOutput(sources: Sources, stdout: World['stdout']): OutputFormat {
  const { given } = sources
  const flag = flagOf(given, 'output')
  if (flag) return choice(flag, formatNames)
  const implied = impliedFormat(given)
  if (implied) return implied
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
  return errorStyle(flag ?? impliedFormat(given) ?? setting ?? defaultOutput(given, stdout), {
    isTerminal: stderr.isTerminal,
    asked: setting !== undefined,
  })
}

/** The options that are about the format for people, and ask for it. */
export const tellingNames = ['read', 'lang', 'full'] as const

/** The options that are about tables, and ask for one. */
const tableOptions = ['wide', 'no_headers'] as const

export const asksForTable = (given: Given) => tableOptions.some((name) => given.has(name))

/** What other options ask for. */
function impliedFormat(given: Given): OutputFormat | undefined {
  if (given.has('raw_output')) return 'ndjson'
  if (['by', 'sum', 'count'].some((name) => given.has(name))) return 'chart'
  if (tellingNames.some((name) => given.has(name)) || asksForTable(given)) return 'table'
  return formatByFile(given)
}

const formatByFile = (given: Given) => formatOfFile(given.get('out')?.at(-1) ?? '')

const defaultOutput = (given: Given, stdout: World['stdout']): OutputFormat =>
  stdout.isTerminal && !given.has('out') ? 'table' : 'json'
