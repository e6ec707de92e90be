/**
 * Builds the help pages of commands. Each page fits on one screen: examples come first, and common options
 * before rare ones.
 */

import type { Endpoint } from '../../api/endpoint.ts'
import { globalOptions } from '../settings/global-options.ts'
import { topicNames } from '../topic-names.ts'
import { type CommandSpec, examplesOf } from '../tree/command-spec.ts'
import type { Page, Row, Section } from './layout.ts'
import { optionSections } from './option-rows.ts'

/** Returns the page that `--help` prints for a command. */
export function commandHelp(command: CommandSpec): Page {
  if (command.path === 'kiva') return rootHelp(command)
  if (command.endpoint) return endpointHelp(command, command.endpoint)
  return command.action ? actionHelp(command) : groupHelp(command)
}

/** The page of `kiva --help`. */
function rootHelp(root: CommandSpec): Page {
  const resources = root.children.filter((child) => child.children.some((verb) => verb.endpoint))
  const others = root.children.filter((child) => !resources.includes(child))
  const examples = [
    'kiva loans search --status fundraising --sector Agriculture',
    'kiva loans show 2100001 -o json',
    'kiva --sandbox loans newest',
  ]
  return [
    'Explore the Kiva micro-lending marketplace through its public HTTP API.',
    { heading: 'Usage', content: ['kiva <resource> <verb> [ids] [options]'] },
    { heading: 'Examples', content: examples },
    { heading: 'Resources', content: briefs(resources) },
    { heading: 'Other commands', content: briefs(others) },
    { heading: 'Topics', content: [['kiva help <topic>', topicNames.join(', ')]] },
    'Terminals get tables, pipes JSON. --sandbox: made-up data, without network.',
    'More about a command: kiva <resource> --help, kiva <resource> <verb> --help. Options of every command: kiva help output, kiva help global-options.',
  ]
}

/** The page of a group, such as `kiva loans --help`. */
function groupHelp(command: CommandSpec): Page {
  const verb = command.children.some((child) => child.args.length > 0)
    ? '<verb> [ids] [options]'
    : '<verb> [options]'
  const firsts = command.children.flatMap((child) => examplesOf(child).slice(0, 1))
  return [
    command.brief,
    { heading: 'Usage', content: [`${command.path} ${verb}`] },
    { heading: 'Examples', content: firsts.slice(0, 4) },
    { heading: 'Verbs', content: briefs(command.children) },
    `More about a verb: ${command.path} <verb> --help.`,
  ]
}

/** The page of an endpoint, such as `kiva loans search --help`. */
function endpointHelp(command: CommandSpec, endpoint: Endpoint): Page {
  const sending = `Sends GET /v1${endpoint.path}${endpoint.auth ? ', signed: log in first' : ''}.`
  return [`${command.brief}. ${sending}`, ...leaf(command), also(command, `fields ${endpoint.returns}`)]
}

/** The page of an action, such as `kiva login --help`. */
function actionHelp(command: CommandSpec): Page {
  return [`${command.brief}.`, command.action?.about ?? '', ...leaf(command), also(command)]
}

function leaf(command: CommandSpec): readonly Section[] {
  const args = command.args.map((arg) => ` ${arg.usage}`).join('')
  const also =
    command.aliases.length > 0 ? [`(or ${command.aliases.join(', ')} in place of ${command.name})`] : []
  const examples = examplesOf(command)
  return [
    { heading: 'Usage', content: [`${command.path}${args} [options]`, ...also] },
    { heading: 'Examples', content: examples },
    { heading: 'Arguments', content: command.args.map((arg): Row => [arg.usage, arg.brief]) },
    ...optionSections(command.options, globalOptions, examples),
  ]
}

function also({ options }: CommandSpec, ...more: readonly string[]): string {
  const bulk = options.some(({ group }) => group === 'Bulk options') ? ['bulk'] : []
  return `Also: kiva help ${['output', ...bulk, 'global-options', 'exit-codes', ...more].join(', ')}`
}

function briefs(commands: readonly CommandSpec[]): readonly Row[] {
  return commands.map(({ name, brief }) => [name, brief])
}
