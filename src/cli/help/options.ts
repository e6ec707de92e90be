/** How options are told in help: by group, with their values, defaults and environment variables. */

import type { OptionNode } from '../command-spec.ts'
import { type GlobalOption, globalOptions } from '../global-options.ts'
import { section } from './layout.ts'

/** A section for each group of options, in the order of their first. */
export function optionSections(options: readonly OptionNode[], width: number): readonly string[] {
  const groups = [...new Set(options.map((option) => option.group))]
  return groups.map((group) =>
    section(
      group,
      options
        .filter((option) => option.group === group)
        .map((option) => [aligned(option.flags), about(option)]),
      width,
    ),
  )
}

/** Long options stand below each other, with or without a short one. */
const aligned = (flags: string) => (flags.startsWith('--') ? `    ${flags}` : flags)

function about(option: OptionNode & Pick<GlobalOption, 'env'>): string {
  const notes = [
    option.list && 'repeats, and takes commas',
    option.choices && `one of: ${option.choices.join(', ')}`,
    option.known && `known: ${shortened(option.known)}`,
    option.default !== undefined && `default: ${option.default}`,
    option.env && `environment: ${option.env}`,
  ].filter((note) => typeof note === 'string')
  return [option.brief, ...notes].join('; ')
}

const shortened = (values: readonly string[]) =>
  values.length > 20 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ')

export const helpOption: OptionNode = {
  name: 'help',
  flags: '-h, --help',
  brief: 'show this help',
  group: 'Global options',
}

export const versionOption: OptionNode = {
  ...helpOption,
  name: 'version',
  flags: '-V, --version',
  brief: 'show the version',
}

/** The options that every command takes. */
export function globals(): readonly (OptionNode & Pick<GlobalOption, 'env'>)[] {
  return [...Object.entries(globalOptions).map(([name, option]) => ({ name, ...option })), helpOption]
}
