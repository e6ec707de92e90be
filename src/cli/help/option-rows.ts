/** How options are told in help: with their values, defaults and environment variables, the most used ones first. */
import { dashed, type OptionSpec, usageOf, wordList } from '../option-spec.ts'
import type { TopicName } from '../topic-names.ts'
import type { Row, Section } from './layout.ts'

/** Where the options that a command's help only names are explained. */
const topicOf = {
  'Bulk options': 'bulk',
  'Output options': 'output',
  'Global options': 'global-options',
} as const satisfies Partial<Record<OptionSpec['group'], TopicName>>

/**
 * A command's options: those that its examples use, in their order, then the others that are its own, each with all that
 * is to be known; of the rest of its options their names.
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

/** A row for each option. */
export function optionRows(options: readonly OptionSpec[]): readonly Row[] {
  const shift = options.some(({ short }) => short) ? '    ' : ''
  return options.map((option): Row => [`${option.short ? '' : shift}${usageOf(option)}`, aboutOption(option)])
}

/** Where an option stands in the examples; -1 where it does not. */
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

/** What an option is for, and which values it takes. */
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

/** The rules that are short: conflicts, and formats that an option asks for by itself, are told when they are met. */
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
