import type { OptionSpec } from '../../../option-spec.ts'
import { globalOptions } from '../../../settings/global-options.ts'
import type { TopicName } from '../../../topic-names.ts'
import { type CommandSpec, withDescendants } from '../../../tree/command-spec.ts'
import type { Row } from '../../layout.ts'
import { legendOf, optionRows } from '../../option-rows.ts'
import type { Topic } from '../topic.ts'

export const output: Topic = {
  brief: 'Output options',
  page: (root) => [
    'Records go to stdout; progress, notes and errors go to stderr. Text from the API is sanitized before it is printed.',
    {
      heading: 'Options of commands that print records',
      content: optionRows(optionsOfGroup(root, 'Output options')),
    },
    {
      heading: 'Options of all commands',
      content: optionRows(
        globalOptions.filter(({ group }) => group === 'Output options'),
        { variables: true },
      ),
    },
    `${legendOf(optionsOfGroup(root, 'Output options'))}\nSee also: kiva help formats, scripts`,
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

/** Returns rows for the options that a topic explains. */
export const rowsOfTopic = (root: CommandSpec, topic: TopicName): readonly Row[] =>
  optionRows(
    optionsOfGroup(root, 'Filter options')
      .filter((option) => option.topic === topic)
      .map(({ topic: _, ...option }) => option),
  )
