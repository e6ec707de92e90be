import { globalOptions } from '../../settings/global-options.ts'
import { type CommandSpec, withDescendants } from '../../tree/command-spec.ts'
import type { Row } from '../layout.ts'
import { optionRows } from '../option-rows.ts'
import type { Topic } from './topic.ts'

export const globals: Topic = {
  brief: 'Options of all commands, and all short options',
  page: (root) => [
    'These options can stand before or after the command. An option overrides its environment variable, a variable overrides saved settings (kiva config), and settings override the default. The variable of an option is shown in parentheses after its default.',
    {
      heading: 'API, sandbox and network',
      content: optionRows(
        globalOptions.filter(({ group }) => group === 'Global options'),
        { variables: true },
      ),
    },
    'Output options: kiva help output.',
    { heading: 'Short options', content: letterRows(root) },
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
    return [short, several || path === 'kiva' ? long : `${long} (${path})`]
  })
}
