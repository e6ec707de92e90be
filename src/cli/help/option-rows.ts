/**
 * Describes options in help, with their values, defaults and environment variables. The most used options
 * come first.
 */
import { dashed, type OptionSpec, usageOf, wordList } from '../option-spec.ts'
import type { TopicName } from '../topic-names.ts'
import type { Row, Section } from './layout.ts'

/** The topics that explain the options listed only by name in a command's help. */
const topicOf = {
  'Bulk options': 'bulk',
  'Output options': 'output',
  'Global options': 'global-options',
} as const satisfies Partial<Record<OptionSpec['group'], TopicName>>

/**
 * Returns a command's options in two sections. The first explains the options of its examples, in that
 * order, then the command's other own options; the second lists the names of the rest.
 */
export function optionSections(
  options: readonly OptionSpec[],
  globals: readonly OptionSpec[],
  examples: readonly string[],
): readonly Section[] {
  const used = [...options, ...globals]
    .map((option) => ({ option, at: firstUse(option, examples) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ option }) => option)
  const others = options.filter((option) => !used.includes(option))
  const own = others.filter(({ group }) => group === 'Options')
  return [
    { heading: 'Options', content: optionRows([...used, ...own]) },
    { heading: 'More options', content: nameRows(others) },
  ]
}

/** Returns one row per option. */
export function optionRows(options: readonly OptionSpec[]): readonly Row[] {
  const shift = options.some(({ short }) => short) ? '    ' : ''
  return options.map((option): Row => [`${option.short ? '' : shift}${usageOf(option)}`, aboutOption(option)])
}

/** Returns the index of an option's first use in the examples, or -1. */
function firstUse({ long, short }: OptionSpec, examples: readonly string[]): number {
  const words = examples.join(' ').split(' ')
  return words.findIndex((word) => word === long || word === short || word.startsWith(`${long}=`))
}

function nameRows(options: readonly OptionSpec[]): readonly Row[] {
  return Object.entries(topicOf).flatMap(([group, topic]): readonly Row[] => {
    const named = options.filter((option) => option.group === group && option.beside === undefined)
    const names = named.map(({ long }) => long)
    return names.length === 0 ? [] : [[`kiva help ${topic}`, names.join(', ')]]
  })
}

/** Returns an option's description with its values, rules, default and environment variable. */
function aboutOption(option: OptionSpec): string {
  const notes = [
    option.list && (option.verbatim ? 'repeats' : 'repeats, and takes commas'),
    valuesOf(option),
    ...rulesOf(option),
    option.default !== undefined && `default: ${option.default}`,
    option.env && `environment: ${option.env}`,
  ].filter((note) => typeof note === 'string')
  return [option.brief, ...notes].join('; ')
}

/** Returns the short rules. Help leaves out conflicts and implied formats, which error messages explain. */
function rulesOf({ requires, formats, implies }: OptionSpec): readonly (string | undefined)[] {
  const few = formats && formats.length <= 3 && (formats.length > 1 || !implies)
  return [
    requires && `requires ${wordList(requires.map(({ option }) => `--${dashed(option)}`))}`,
    few ? `only with -o ${wordList(formats)}` : undefined,
  ]
}

function valuesOf({ choices, known, topic }: OptionSpec): string | undefined {
  if (topic) return `values: kiva help ${topic}`
  if (choices) return `one of: ${choices.join(', ')}`
  return known && `known: ${known.join(', ')}`
}
