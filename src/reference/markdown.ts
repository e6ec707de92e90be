/** Generates README regions from declarations: commands, login states, formats, settings, exit codes. */
import { formatsOf } from '../api/endpoint.ts'
import type { CommandSpec } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import { authorizationStates } from '../cli/help/topics/running.ts'
import { type OptionSpec, usageOf } from '../cli/option-spec.ts'
import { globalOptions } from '../cli/settings/global-options.ts'
import type { Commands } from '../commands/action.ts'
import { exploreKeys, keyGroups, keyWordsOf } from '../commands/explore-keys.ts'
import { exitCodes } from '../exit-codes.ts'
import { endingsOf, formatNames, formats } from '../output/formats.ts'
import type { ErrorStyle } from '../output/view.ts'

/** Returns the text of each region by name. */
export function regions(commands: Commands): Readonly<Record<string, string>> {
  const leaves = commandTree(commands).children.flatMap(leavesOf)
  return {
    commands: table(
      ['command', 'description', 'path', 'formats of `--wire`'],
      leaves.filter((command) => command.endpoint).map(endpointRow),
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
    settings: table(['option', 'environment', 'default', 'description'], globalOptions.map(settingRow)),
    'exit-codes': table(
      ['code', 'kind', 'when'],
      Object.entries(exitCodes).map(([kind, { code, when }]) => [String(code), kind, when]),
    ),
  }
}

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

/** Returns a link to the command's example output. */
const shownAt = ({ path }: CommandSpec, args = '') =>
  `[${code(path + args)}](docs/commands.md#${path.replaceAll(' ', '-')})`

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

/* The generated region of `docs/explore.md`: all keys. */

/** Returns a table per group of keys. */
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

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
