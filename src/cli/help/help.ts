/** The help texts: pure functions of a node and a width. Plain text, so that it reads the same everywhere. */
import { type Field, type Fields, records } from '../../api/records.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Node } from '../command-spec.ts'
import { layOut, type Row, section, wrap } from './layout.ts'
import { globals, helpOption, optionSections, versionOption } from './options.ts'

type Described = Omit<Node, 'help'>

/** `kiva --help`. */
export function rootHelp(root: Described, width: number): string {
  const resources = root.children.filter((child) => child.children.some((verb) => verb.endpoint))
  const others = root.children.filter((child) => !resources.includes(child))
  return layOut([
    wrap(
      'Explore the Kiva micro-lending marketplace from the command line, through its public HTTP API.',
      width,
    ),
    section('Usage', ['kiva <resource> <verb> [ids] [options]']),
    section('Resources', briefs(resources), width),
    section('Other commands', briefs(others), width),
    examples('kiva', [
      'loans search --status fundraising --sector Agriculture',
      'loans show 2100001',
      "partners list -o json | jq '.[].name'",
      '--sandbox loans newest',
    ]),
    ...optionSections([...root.options, helpOption, versionOption], width),
    section('Exit codes', exitCodeRows(), width),
    wrap('More about a command: kiva <resource> --help, kiva <resource> <verb> --help.', width),
  ])
}

/** `kiva loans --help`. */
export function groupHelp(node: Described, width: number): string {
  const verb = node.children.some((child) => child.args.length > 0)
    ? '<verb> [ids] [options]'
    : '<verb> [options]'
  const firsts = node.children.map((child) => sample(child)[0])
  return layOut([
    wrap(node.brief, width),
    section('Usage', [`${node.path} ${verb}`]),
    section('Verbs', briefs(node.children), width),
    section('Examples', firsts.filter((line) => line !== undefined).slice(0, 4)),
    wrap(`More about a verb: ${node.path} <verb> --help.`, width),
  ])
}

/** `kiva loans search --help`. */
export function endpointHelp(node: Described, width: number): string {
  const endpoint = node.endpoint
  if (!endpoint) return groupHelp(node, width)
  const sending = `Sends GET /v1${endpoint.path}${endpoint.auth ? ', signed: log in first' : ''}.`
  return layOut([
    wrap(`${node.brief}. ${sending}`, width),
    ...usage(node, width),
    section('Examples', sample(node)),
    ...optionSections([...node.options, ...globals()], width),
    section(`Fields (${endpoint.returns})`, fieldRows(records[endpoint.returns]), width),
    section('Exit codes', exitCodeRows(), width),
  ])
}

/** `kiva login --help`. */
export function actionHelp(node: Described, width: number): string {
  return layOut([
    wrap(`${node.brief}.`, width),
    wrap(node.action?.about ?? '', width),
    ...usage(node, width),
    section('Examples', sample(node)),
    ...optionSections([...node.options, ...globals()], width),
    section('Exit codes', exitCodeRows(), width),
  ])
}

function usage(node: Described, width: number): readonly string[] {
  const args = node.args.map((arg) => ` ${arg.usage}`).join('')
  const also = node.aliases.length > 0 ? [`(or ${node.aliases.join(', ')} in place of ${node.name})`] : []
  const rows = node.args.map((arg): Row => [arg.usage, arg.brief])
  return [section('Usage', [`${node.path}${args} [options]`, ...also]), section('Arguments', rows, width)]
}

function briefs(nodes: readonly Node[]): readonly Row[] {
  return nodes.map((node) => [node.name, node.brief])
}

function fieldRows(fields: Fields): readonly Row[] {
  return Object.entries(fields).map(([name, field]) => [name, fieldBrief(field)])
}

function fieldBrief(field: Field): string {
  const type = field.list ? `list of ${field.type}` : field.type
  const inside = field.fields ? `: ${Object.keys(field.fields).join(', ')}` : ''
  const unit = field.unit ? `, in ${field.unit}` : ''
  return `${type}${field.optional ? '?' : ''}${unit} · ${field.brief}${inside}`
}

/** The examples of a node, ready to run. */
function sample(node: Described): readonly string[] {
  const lines = node.endpoint?.examples ?? node.action?.examples ?? []
  return lines.map((line) => `${node.path} ${line}`.trimEnd())
}

const examples = (path: string, lines: readonly string[]) =>
  section(
    'Examples',
    lines.map((line) => `${path} ${line}`),
  )

function exitCodeRows(): readonly Row[] {
  return Object.entries(exitCodes).map(([kind, { code, when }]) => [
    `${code}`.padStart(3),
    `${kind}: ${when}`,
  ])
}
