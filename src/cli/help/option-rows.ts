/** Describes options in help: what, allowed values, default, environment variable. */
import { dashed } from '../../core/shell-word.ts'
import { type OptionSpec, usageOf, wordList } from '../option-spec.ts'
import type { TopicName } from '../topic-names.ts'
import type { Row, Section } from './layout.ts'

/** The topics that explain the options listed only by name in a command's help. */
const topicOf = {
  'Filter options': 'filters',
  'Bulk options': 'bulk',
  'Output options': 'output',
  'Global options': 'global-options',
} as const satisfies Partial<Record<OptionSpec['group'], TopicName>>

/** Options that are explained wherever they apply, because most users need them. */
const common: readonly string[] = ['all', 'limit', 'output']

/** Options explained in the help of commands that show records by id, where they matter most. */
const ofPages: readonly string[] = ['web', 'images', 'lang', 'full']

/**
 * Returns a command's options in two sections, in the order of their declaration. The first explains its own
 * options, the common ones and those of its examples; the second lists the names of the rest.
 */
export function optionSections(
  options: readonly OptionSpec[],
  globals: readonly OptionSpec[],
  examples: readonly string[],
): readonly Section[] {
  const isPage = options.some(({ name, secondary }) => name === 'web' && !secondary)
  const words = new Set(examples.flatMap((line) => line.split(/[ =]/)))
  const isExplained = ({ group, name, long, short = '' }: OptionSpec) =>
    group === 'Options' ||
    common.includes(name) ||
    (isPage && ofPages.includes(name)) ||
    words.has(long) ||
    words.has(short)
  const explained = [...options, ...globals].filter(isExplained)
  return [
    { heading: 'Options', content: optionRows(explained.map(withoutFormats)) },
    { heading: 'More options', content: nameRows(options.filter((option) => !isExplained(option))) },
  ]
}

/** Returns one row per option. With `variables`, it also names the environment variable. */
export function optionRows(
  options: readonly OptionSpec[],
  { variables = false }: { readonly variables?: boolean } = {},
): readonly Row[] {
  const shift = options.some(({ short }) => short) ? '    ' : ''
  return options.map(
    (option): Row => [
      `${option.short ? '' : shift}${usageOf(option)}`,
      aboutOption(variables ? option : { ...option, env: undefined }),
    ],
  )
}

/** Explains the marks of options that take several values, if there are any. */
export const legendOf = (options: readonly OptionSpec[]): string =>
  [
    options.some(({ list, verbatim }) => list && !verbatim) &&
      '<x,…>: several values, comma-separated or repeated.',
    options.some(({ verbatim }) => verbatim) && '<x>...: can be repeated.',
  ]
    .filter(Boolean)
    .join(' ')

/** Leaves out the values of `-o`, which a command's help lists once below its options. */
const withoutFormats = ({ choices, topic, ...option }: OptionSpec): OptionSpec => ({
  ...option,
  ...(option.name !== 'output' && choices && { choices }),
  ...(option.name !== 'output' && topic && { topic }),
})

function nameRows(options: readonly OptionSpec[]): readonly Row[] {
  return Object.entries(topicOf).flatMap(([group, topic]): readonly Row[] => {
    const named = options.filter((option) => option.group === group && option.secondary === undefined)
    const names = named.map(({ long }) => long)
    return names.length === 0 ? [] : [[`kiva help ${topic}`, names.join(', ')]]
  })
}

type About = Omit<OptionSpec, 'env'> & { readonly env?: string | undefined }

/** Values that kiva takes besides those of the API, by option. */
const otherWords: Readonly<Record<string, string>> = {
  gender: 'women, men',
  country_code: 'a name',
}

/** Returns an option's description with its values, and in parentheses its rules, default and variable. */
function aboutOption(option: About): string {
  const facts = [
    option.topic && `kiva help ${option.topic}`,
    ...rulesOf(option),
    option.default !== undefined && `default: ${option.default}`,
    option.env,
  ].filter((fact) => typeof fact === 'string')
  const values = valuesOf(option)
  const others = option.name && otherWords[option.name]
  return `${option.brief}${values ? `: ${values}` : ''}${others ? `, or ${others}` : ''}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`
}

/** Returns the short rules. Help leaves out conflicts and implied formats, which error messages explain. */
function rulesOf({ requires, formats, implies }: About): readonly (string | undefined)[] {
  const few = formats && formats.length <= 3 && (formats.length > 1 || !implies)
  return [
    requires && `requires ${wordList(requires.map(({ option }) => `--${dashed(option)}`))}`,
    few ? `only with -o ${wordList(formats)}` : undefined,
  ]
}

/** Returns the values of an option, unless a topic lists them. Known values of an open set end with `…`. */
function valuesOf({ choices, known, topic }: About): string | undefined {
  if (topic) return undefined
  return choices ? choices.join(', ') : known && `${known.join(', ')}, …`
}
