/**
 * Builds the help pages of commands. Each page fits on one screen: examples come first, and common options
 * before rare ones.
 */
import type { Endpoint } from '../../api/endpoint.ts'
import { aboutActions } from '../../commands/about-actions.ts'
import { formatNames, savedToolFormats, toolFormats } from '../../output/formats.ts'
import { type CommandSpec, examplesOf, usageOfCommand } from '../command-spec.ts'
import { globalOptions } from '../settings/global-options.ts'
import { topicNames } from '../topic-names.ts'
import type { Page, Row, Section } from './layout.ts'
import { legendOf, optionSections } from './option-rows.ts'

/** Returns the page that `--help` prints for a command. That of `kiva` lists the names of saved commands too. */
export function commandHelp(command: CommandSpec, saved: readonly string[] = []): Page {
  if (command.path === 'kiva') return rootHelp(command, saved)
  if (command.endpoint) return endpointHelp(command, command.endpoint)
  return command.action ? actionHelp(command) : groupHelp(command)
}

const purpose = 'Browse Kiva loans, lenders and partners from the terminal.'

/** Returns the page that `kiva` alone prints: where to start, and the commands by purpose. */
export function firstScreen(root: CommandSpec): Page {
  return [
    purpose,
    {
      heading: 'Start here',
      content: [
        ['kiva explore', 'loans, lenders and teams on the full screen'],
        ['kiva loans newest', 'loans that need funding now'],
        ['kiva loans show <id>', 'one loan: story, terms, risk'],
        ['kiva loans show <id> --web', 'open it on kiva.org to lend'],
        ['kiva --sandbox loans newest', 'try it offline with made-up data'],
      ],
    },
    {
      heading: 'Commands',
      content: commandGroups(root).map(
        ([name, commands]): Row => [name, commands.map((command) => command.name).join('  ')],
      ),
    },
    'Help for a command: kiva <command> --help. All commands and topics: kiva help.',
  ]
}

/** Returns the page of `kiva help`, which lists all commands and topics. */
function rootHelp(root: CommandSpec, saved: readonly string[]): Page {
  const examples = [
    'kiva loans search --status fundraising --sector Agriculture',
    'kiva --sandbox loans newest',
  ]
  return [
    purpose,
    { heading: 'Usage', content: ['kiva <command> [ids] [options]'] },
    { heading: 'Examples', content: examples },
    ...commandGroups(root).map(([heading, commands]) => ({ heading, content: sharedRows(commands) })),
    { heading: 'Saved commands', content: saved.length > 0 ? [['', saved.join(', ')]] : [] },
    { heading: 'Topics (kiva help <topic>)', content: [['', topicNames.join(', ')]] },
    'Prints tables in a terminal and JSON in a pipe. Use --sandbox to try it offline.\nHelp for a command: kiva <command> --help',
  ]
}

/** The page of a group, such as `kiva loans --help`. */
function groupHelp(command: CommandSpec): Page {
  const verb = command.children.some((child) => child.args.length > 0)
    ? '<command> [ids] [options]'
    : '<command> [options]'
  const firsts = command.children.flatMap((child) => examplesOf(child).slice(0, 1))
  return [
    `${command.brief}.`,
    { heading: 'Usage', content: [`${command.path} ${verb}`] },
    { heading: 'Examples', content: firsts.slice(0, 4) },
    { heading: 'Commands', content: briefs(command.children) },
    `Help for a command: ${command.path} <command> --help`,
  ]
}

/** The page of an endpoint, such as `kiva loans search --help`. */
function endpointHelp(command: CommandSpec, endpoint: Endpoint): Page {
  const remarks = endpoint.auth
    ? ', signed. Log in first'
    : endpoint.finds && ', page by page, until all ids are found'
  const sending = `Sends GET /v1${endpoint.path}${remarks ?? ''}.`
  return [`${command.brief}. ${sending}`, ...leaf(command), footer(command, [`fields ${endpoint.returns}`])]
}

/** The page of an action, such as `kiva login --help`. */
function actionHelp(command: CommandSpec): Page {
  const topics = command.options.some(({ group }) => group === 'Output options') ? [] : ['output']
  return [
    `${command.brief}.`,
    aboutActions[command.action?.name ?? ''] ?? '',
    ...leaf(command),
    footer(command, topics),
  ]
}

function leaf(command: CommandSpec): readonly Section[] {
  const aliases = command.aliases.length > 0 ? [`(aliases: ${command.aliases.join(', ')})`] : []
  const examples = examplesOf(command)
  const printsText = command.action?.prints === 'text'
  const globals = globalOptions.filter(({ name }) => name !== 'output' || !printsText)
  return [
    { heading: 'Usage', content: [usageOfCommand(command), ...aliases] },
    { heading: 'Examples', content: examples },
    { heading: 'Arguments', content: command.args.map((arg): Row => [arg.usage, arg.brief]) },
    ...optionSections(command.options, globals, examples),
  ]
}

/** Says once what holds for several options, and where the rest is. */
function footer({ options, action }: CommandSpec, topics: readonly string[]): string {
  const ofAction = action?.saves === undefined ? toolFormats : savedToolFormats
  const formats = !action || action.prints === 'api-records' ? formatNames : ofAction
  return [
    action?.prints === 'text' ? '' : `Formats: ${formats.join(', ')}`,
    legendOf(options.filter(({ group }) => group === 'Options')),
    `See also: kiva help ${['global-options', 'exit-codes', ...topics].join(', ')}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function briefs(commands: readonly CommandSpec[]): readonly Row[] {
  return commands.map(({ name, brief }) => [name, brief])
}

/** The commands for developers. The others belong to the API's resources, or set kiva up. */
const building: readonly string[] = [
  'api',
  'sandbox',
  'mirror',
  'sql',
  'methods',
  'releases',
  'templates',
  'commands',
  'mcp',
  'skill',
]

/** The commands for browsing besides the API's resources. */
const browsing: readonly string[] = ['explore', 'today', 'portfolio', 'shortlist', 'saved']

/** Pairs of commands that share a row, because the list of all commands must fit on a screen. */
const pairs: readonly (readonly [first: string, second: string])[] = [
  ['shortlist', 'saved'],
  ['mirror', 'sql'],
  ['releases', 'templates'],
  ['mcp', 'skill'],
  ['login', 'logout'],
  ['config', 'cache'],
  ['doctor', 'auth'],
]

/** Returns the top-level commands by purpose. */
function commandGroups({ children }: CommandSpec): readonly [name: string, readonly CommandSpec[]][] {
  const forDevelopers = building.flatMap((name) => children.filter((command) => command.name === name))
  const others = children.filter((command) => !forDevelopers.includes(command))
  const isBrowsing = ({ name, children }: CommandSpec) =>
    browsing.includes(name) || children.some((child) => child.endpoint)
  return [
    ['Browse', others.filter(isBrowsing)],
    ['Build', forDevelopers],
    ['Set up', others.filter((command) => !isBrowsing(command))],
  ]
}

/** Returns one row per command, or per pair: `login, logout  Log in to Kiva; log out`. */
function sharedRows(commands: readonly CommandSpec[]): readonly Row[] {
  const named = (name: string | undefined) => commands.find((command) => command.name === name)
  const secondOf = ({ name }: CommandSpec) => named(pairs.find(([first]) => first === name)?.[1])
  const seconds = commands.map(secondOf)
  return commands
    .filter((command) => !seconds.includes(command))
    .map((command): Row => {
      const second = secondOf(command)
      if (!second) return [command.name, command.brief]
      return [`${command.name}, ${second.name}`, `${command.brief}; ${lowerFirst(second.brief)}`]
    })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
