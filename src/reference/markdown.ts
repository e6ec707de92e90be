/** Generates regions of the README and the docs from declarations. */
import { homepage, repository } from '../../package.json'
import type { CommandSpec } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import { type OptionSpec, usageOf } from '../cli/option-spec.ts'
import { globalOptions, settingsAlone } from '../cli/settings/global-options.ts'
import type { Commands } from '../commands/action.ts'
import { exitCodes } from '../core/exit-codes.ts'
import { endingsOf, formatNames, formats } from '../output/formats.ts'
import type { ErrorStyle } from '../output/view.ts'

/** Returns the regions of the README and the docs by name: resources, install, formats, settings, exit codes. */
export function regions(commands: Commands): Readonly<Record<string, string>> {
  const { children } = commandTree(commands)
  return {
    resources: table(
      ['resource', 'description', 'verbs'],
      children.filter((command) => command.children.some(({ endpoint }) => endpoint)).map(resourceRow),
    ),
    install: table(['system', 'install', 'newer version', 'remove'], installRows),
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

/** Returns the text with its generated regions, marked by `<!-- name -->` and `<!-- /name -->`, replaced. */
export function fill(text: string, contents: Readonly<Record<string, string>>): string {
  return Object.entries(contents).reduce((before, [name, content]) => {
    const region = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    return before.replace(region, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`)
  }, text)
}

const errorWords = { words: 'text', json: 'one JSON line' } as const satisfies Record<ErrorStyle, string>

/** The owner of the repository, who also has the tap of Homebrew. */
const owner = new URL(repository.url.replace('git+', '')).pathname.split('/')[1]

const script = `curl -fsSL ${homepage}install.sh | sh`

const installRows: readonly (readonly string[])[] = [
  ['Linux, macOS', code(script), 'the same', code(`${script} -s -- --uninstall`)],
  [
    'macOS, Linux with Homebrew',
    code(`brew install ${owner}/tap/kiva`),
    code('brew upgrade kiva'),
    code('brew uninstall kiva'),
  ],
  [
    'Windows with Scoop',
    code(`scoop install ${homepage}kiva.json`),
    code('scoop update kiva'),
    code('scoop uninstall kiva'),
  ],
  [
    'Debian, Ubuntu',
    code('sudo apt install ./kiva_X_amd64.deb'),
    'the same, with the new file',
    code('sudo apt remove kiva'),
  ],
  [
    'Node.js ≥ 20.18.1',
    code('npm install --global kiva'),
    code('npm install --global kiva@latest'),
    code('npm uninstall --global kiva'),
  ],
  ['to try', code('npx kiva --sandbox explore'), '', ''],
]

/** A row of the README: a resource and its verbs, with links to their output. */
function resourceRow({ path, brief, children }: CommandSpec): readonly string[] {
  const address = (verb: CommandSpec) => `docs/commands.md#${verb.path.replaceAll(' ', '-')}`
  return [code(path), brief, children.map((verb) => `[${verb.name}](${address(verb)})`).join(', ')]
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

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

/** Returns a Markdown table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
