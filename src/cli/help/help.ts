/** The help texts: pure functions of a command and a width. Plain text, so that it reads the same everywhere. */
import { type Field, type Fields, records } from '../../api/records.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { CommandSpec } from '../command-spec.ts'
import { globalOptions } from '../global-options.ts'
import { layOut, type Row, section, wrap } from './layout.ts'
import { optionSections } from './option-sections.ts'

type Described = Omit<CommandSpec, 'help'>

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
    ...optionSections(root.options, width),
    section('Exit codes', exitCodeRows(), width),
    wrap('More about a command: kiva <resource> --help, kiva <resource> <verb> --help.', width),
  ])
}

/** `kiva loans --help`. */
export function groupHelp(command: Described, width: number): string {
  const verb = command.children.some((child) => child.args.length > 0)
    ? '<verb> [ids] [options]'
    : '<verb> [options]'
  const firsts = command.children.map((child) => sample(child)[0])
  return layOut([
    wrap(command.brief, width),
    section('Usage', [`${command.path} ${verb}`]),
    section('Verbs', briefs(command.children), width),
    section('Examples', firsts.filter((line) => line !== undefined).slice(0, 4)),
    wrap(`More about a verb: ${command.path} <verb> --help.`, width),
  ])
}

/** `kiva loans search --help`. */
export function endpointHelp(command: Described, width: number): string {
  const endpoint = command.endpoint
  if (!endpoint) return groupHelp(command, width)
  const sending = `Sends GET /v1${endpoint.path}${endpoint.auth ? ', signed: log in first' : ''}.`
  return layOut([
    wrap(`${command.brief}. ${sending}`, width),
    ...usage(command, width),
    section('Examples', sample(command)),
    ...optionSections([...command.options, ...globalOptions], width),
    section(`Fields (${endpoint.returns})`, fieldRows(records[endpoint.returns]), width),
    section('Exit codes', exitCodeRows(), width),
  ])
}

/** `kiva login --help`. */
export function actionHelp(command: Described, width: number): string {
  return layOut([
    wrap(`${command.brief}.`, width),
    wrap(command.action?.about ?? '', width),
    ...usage(command, width),
    section('Examples', sample(command)),
    ...optionSections([...command.options, ...globalOptions], width),
    section('Exit codes', exitCodeRows(), width),
  ])
}

function usage(command: Described, width: number): readonly string[] {
  const args = command.args.map((arg) => ` ${arg.usage}`).join('')
  const also =
    command.aliases.length > 0 ? [`(or ${command.aliases.join(', ')} in place of ${command.name})`] : []
  const rows = command.args.map((arg): Row => [arg.usage, arg.brief])
  return [section('Usage', [`${command.path}${args} [options]`, ...also]), section('Arguments', rows, width)]
}

function briefs(commands: readonly CommandSpec[]): readonly Row[] {
  return commands.map(({ name, brief }) => [name, brief])
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

/** The examples of a command, ready to run. */
function sample(command: Described): readonly string[] {
  const lines = command.endpoint?.examples ?? command.action?.examples ?? []
  return lines.map((line) => `${command.path} ${line}`.trimEnd())
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
