import type { OptionSpec } from '../../../option-spec.ts'
import { globalOptions } from '../../../settings/global-options.ts'
import { type CommandSpec, withDescendants } from '../../../tree/command-spec.ts'
import { optionRows } from '../../option-rows.ts'
import type { Topic } from '../topic.ts'

export const output: Topic = {
  brief: 'Where the answer goes, and what is told beside it',
  page: (root) => [
    'stdout is the answer, stderr is the conversation: progress, notes, errors. Text of strangers is made safe for where it is shown.',
    {
      heading: 'Options of commands that print records',
      content: optionRows(optionsOfGroup(root, 'Output options')),
    },
    {
      heading: 'Options of every command',
      content: optionRows(globalOptions.filter(({ group }) => group === 'Output options')),
    },
    'See also: kiva help formats, kiva help scripts.',
  ],
}

/** Returns the options of a group from all commands except `kiva` itself, without duplicates. */
export function optionsOfGroup(root: CommandSpec, group: OptionSpec['group']): readonly OptionSpec[] {
  const options = withDescendants(root)
    .filter((command) => command !== root)
    .flatMap((command) => command.options)
    .filter((option) => option.group === group)
  return [...new Map(options.map((option) => [option.long, option])).values()]
}
