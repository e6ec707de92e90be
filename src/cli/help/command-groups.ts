/** The top-level commands by purpose, and their rows on the page that lists them all. */
import type { CommandSpec } from '../tree/command-spec.ts'
import type { Row } from './layout.ts'

/** The commands for developers. The others belong to the API's resources, or set kiva up. */
const building: readonly string[] = [
  'api',
  'sandbox',
  'methods',
  'releases',
  'templates',
  'commands',
  'skill',
  'mcp',
]

/** The commands for browsing besides the API's resources. */
const browsing: readonly string[] = ['explore', 'portfolio', 'shortlist', 'saved']

/** Pairs of commands that share a row, because the list of all commands must fit on a screen. */
const pairs: readonly (readonly [first: string, second: string])[] = [
  ['shortlist', 'saved'],
  ['releases', 'templates'],
  ['login', 'logout'],
  ['doctor', 'auth'],
]

/** Returns the top-level commands by purpose. */
export function commandGroups({ children }: CommandSpec): readonly [name: string, readonly CommandSpec[]][] {
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
export function sharedRows(commands: readonly CommandSpec[]): readonly Row[] {
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
