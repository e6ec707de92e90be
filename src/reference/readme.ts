/** The regions of the README that derive from declarations: commands, settings, exit codes. */
import { formatsOf } from '../api/endpoint.ts'
import type { Node } from '../cli/command-spec.ts'
import { type GlobalOption, globalOptions } from '../cli/global-options.ts'
import type { Commands } from '../cli/parse.ts'
import { rootNode } from '../cli/tree/command-tree.ts'
import { exitCodes } from '../exit-codes.ts'

/** Each region by its name: the text that stands between its marks. */
export function regions(commands: Commands): Readonly<Record<string, string>> {
  const leaves = rootNode(commands).children.flatMap(leavesOf)
  return {
    commands: table(
      ['command', 'what it does', 'path', 'formats of `--wire`'],
      leaves.filter((node) => node.endpoint).map(endpointRow),
    ),
    actions: table(
      ['command', 'what it does'],
      leaves.filter((node) => node.action).map((node) => [code(node.path), node.brief]),
    ),
    settings: table(
      ['flag', 'environment', 'default', 'what it is'],
      Object.values(globalOptions).map(settingRow),
    ),
    'exit-codes': table(
      ['code', 'kind', 'when'],
      Object.entries(exitCodes).map(([kind, { code, when }]) => [String(code), kind, when]),
    ),
  }
}

/** A text with its generated regions replaced: what stands between `<!-- name -->` and `<!-- /name -->`. */
export function fill(text: string, contents: Readonly<Record<string, string>>): string {
  return Object.entries(contents).reduce((before, [name, content]) => {
    const region = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    return before.replace(region, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`)
  }, text)
}

function leavesOf(node: Node): readonly Node[] {
  return node.children.length > 0 ? node.children.flatMap(leavesOf) : [node]
}

function endpointRow(node: Node): readonly string[] {
  const { endpoint } = node
  const args = node.args.map((arg) => ` ${arg.usage}`).join('')
  if (!endpoint) return [code(node.path), node.brief]
  return [code(node.path + args), node.brief, code(endpoint.path), formatsOf(endpoint).join(', ')]
}

function settingRow({ flags, env, default: fallback, brief, choices }: GlobalOption): readonly string[] {
  return [
    code(flags),
    env ? code(env) : '',
    fallback ?? '',
    choices ? `${brief}: ${choices.join(', ')}` : brief,
  ]
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
