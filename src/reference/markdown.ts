/** Generates regions of the README and the docs from declarations. */
import { formatsOf } from '../api/endpoint.ts'
import type { CommandSpec } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import { authorizationStates } from '../cli/help/topics/running.ts'
import { type OptionSpec, usageOf } from '../cli/option-spec.ts'
import { globalOptions, settingsAlone } from '../cli/settings/global-options.ts'
import type { Commands } from '../commands/action.ts'
import { exploreKeys, keyGroups, keyWordsOf } from '../commands/explore-keys.ts'
import { exitCodes } from '../core/exit-codes.ts'
import { endingsOf, formatNames, formats } from '../output/formats.ts'
import type { ErrorStyle } from '../output/view.ts'

/**
 * Returns the regions of the README and the docs by name: resources, commands, login states, formats, settings, exit
 * codes.
 */
export function regions(commands: Commands): Readonly<Record<string, string>> {
  const { children } = commandTree(commands)
  const leaves = children.flatMap(leavesOf)
  return {
    resources: table(
      ['resource', 'description', 'verbs'],
      children.filter((command) => command.children.some(({ endpoint }) => endpoint)).map(resourceRow),
    ),
    commands: table(
      ['command', 'description', 'path', 'formats of `--wire`'],
      leaves.filter((command) => command.endpoint && !command.action).map(endpointRow),
    ),
    actions: table(
      ['command', 'description'],
      leaves.filter((command) => command.action).map((command) => [shownAt(command), command.brief]),
    ),
    'authorization-states': table(['state', 'meaning'], authorizationStates),
    formats: table(
      ['format', 'description', 'file extensions', 'errors'],
      formatNames.map((name) => [
        code(name),
        formats[name].brief,
        endingsOf(name).map(code).join(', '),
        errorWords[formats[name].errors],
      ]),
    ),
    settings: table(
      ['option', 'environment', 'default', 'description'],
      [
        ...globalOptions.map(settingRow),
        ...settingsAlone.map((row) =>
          settingRow({ ...row, group: 'Global options', long: `config set ${row.name}` }),
        ),
      ],
    ),
    'exit-codes': table(
      ['code', 'kind', 'when'],
      Object.entries(exitCodes).map(([kind, { code, when }]) => [String(code), kind, when]),
    ),
  }
}

/** Returns the region of docs/explore.md: a table per group of keys. */
export const keyTables = (): string =>
  keyGroups
    .map(([group, actions]) => {
      const rows = actions.map((action) => [
        keyWordsOf(action)
          .split(' ')
          .map((key) => `\`${key}\``)
          .join(' '),
        exploreKeys[action].brief,
        `\`explore.keys.${action}\``,
      ])
      return `### ${group}\n\n${table(['keys', 'what they do', 'setting'], rows)}`
    })
    .join('\n\n')

/** Returns the text with its generated regions, marked by `<!-- name -->` and `<!-- /name -->`, replaced. */
export function fill(text: string, contents: Readonly<Record<string, string>>): string {
  return Object.entries(contents).reduce((before, [name, content]) => {
    const region = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    return before.replace(region, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`)
  }, text)
}

const errorWords = { words: 'text', json: 'one JSON line' } as const satisfies Record<ErrorStyle, string>

function leavesOf(command: CommandSpec): readonly CommandSpec[] {
  return command.children.length > 0 ? command.children.flatMap(leavesOf) : [command]
}

/** A row of the README: a resource and its verbs, with links into `docs/`. */
function resourceRow({ path, brief, children }: CommandSpec): readonly string[] {
  return [code(path), brief, children.map((verb) => `[${verb.name}](docs/${addressOf(verb)})`).join(', ')]
}

function endpointRow(command: CommandSpec): readonly string[] {
  const { endpoint } = command
  const args = command.args.map((arg) => ` ${arg.usage}`).join('')
  if (!endpoint) return [shownAt(command), command.brief]
  return [shownAt(command, args), command.brief, code(endpoint.path), formatsOf(endpoint).join(', ')]
}

function settingRow(option: OptionSpec): readonly string[] {
  const { env, default: fallback, brief, choices } = option
  return [
    code(usageOf(option)),
    env ? code(env) : '',
    fallback ?? '',
    choices ? `${brief}: ${choices.join(', ')}` : brief,
  ]
}

/** Returns a link from a page in `docs/` to the command's example output. */
const shownAt = (command: CommandSpec, args = '') => `[${code(command.path + args)}](${addressOf(command)})`

const addressOf = ({ path }: CommandSpec) => `commands.md#${path.replaceAll(' ', '-')}`

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
