import { globalOptions } from '../../settings/global-options.ts'
import { type CommandSpec, withDescendants } from '../../tree/command-spec.ts'
import type { Row } from '../layout.ts'
import { optionRows } from '../option-rows.ts'
import type { Topic } from './topic.ts'

export const globals: Topic = {
  brief: 'Options that every command takes, and all short ones',
  page: (root) => [
    'They may stand before or behind the command. A flag wins over its variable, a variable over what kiva config set keeps, that over the default.',
    {
      heading: 'Which service, and how',
      content: optionRows(globalOptions.filter(({ group }) => group === 'Global options')),
    },
    'Those about what is printed: kiva help output.',
    { heading: 'All options of one letter', content: letterRows(root) },
  ],
}

function letterRows(root: CommandSpec): readonly Row[] {
  const rows = withDescendants(root).flatMap(({ path, options }) =>
    options.flatMap(({ short, long }): readonly [string, string, string][] =>
      short ? [[short, long, path]] : [],
    ),
  )
  const meanings = new Map(rows.map(([short, long, path]) => [`${short} ${long}`, path]))
  return [...meanings].map(([names, path]): Row => {
    const [short = '', long = ''] = names.split(' ')
    const several = rows.filter((row) => row[0] === short && row[1] === long).length > 1
    return [short, several || path === 'kiva' ? long : `${long}, of ${path}`]
  })
}
