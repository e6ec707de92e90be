/** How options are told in help: by group, with their values, defaults and environment variables. */
import { type OptionSpec, usageOf } from '../option-spec.ts'
import { section } from './layout.ts'

/** A section for each group of options, in the order of their first. */
export function optionSections(options: readonly OptionSpec[], width: number): readonly string[] {
  const groups = [...new Set(options.map((option) => option.group))]
  return groups.map((group) =>
    section(
      group,
      options
        .filter((option) => option.group === group)
        .map((option) => [`${option.short ? '' : '    '}${usageOf(option)}`, about(option)]),
      width,
    ),
  )
}

function about(option: OptionSpec): string {
  const notes = [
    option.list && (option.verbatim ? 'repeats' : 'repeats, and takes commas'),
    option.choices && `one of: ${option.choices.join(', ')}`,
    option.known && `known: ${shortened(option.known)}`,
    option.default !== undefined && `default: ${option.default}`,
    option.env && `environment: ${option.env}`,
  ].filter((note) => typeof note === 'string')
  return [option.brief, ...notes].join('; ')
}

const shortened = (values: readonly string[]) =>
  values.length > 20 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ')
