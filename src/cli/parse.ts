/** The only door to commander: from the catalogue and the actions to a command tree that runs them. */
import { Command, CommanderError, Option } from 'commander'
import type { Action } from '../commands/action.ts'
import type { Catalogue } from '../commands/index.ts'
import { KivaError } from '../errors.ts'
import { version } from '../version.ts'
import type { Node } from './command-spec.ts'
import type { GlobalFlags } from './global-options.ts'
import { rootNode } from './tree/command-tree.ts'

/** Help is as wide everywhere, so that the build can make it beforehand: the launcher answers without loading this. */
export const helpWidth = 80

/** Everything the command line can do. */
export interface Commands {
  readonly catalogue: Catalogue
  readonly actions: readonly Action[]
  /** What the first words of two-word actions are for. */
  readonly groups: Readonly<Record<string, string>>
}

/** What was typed, matched to a node of the tree. */
export interface Matched {
  readonly node: Node
  /** Arguments in the order of the node's, each with all its words. */
  readonly words: readonly (readonly string[])[]
  /** Values of the node's own options by flag name, each with every text it was given; empty for a flag. */
  readonly options: ReadonlyMap<string, readonly string[]>
  readonly globals: GlobalFlags
}

/** Help or the version was asked for: a text for stdout. */
export interface Told {
  readonly text: string
}

/**
 * Reads a command line. Throws `KivaError` of kind `usage` with the nearest command or option.
 * Only the groups that the words name are built, the whole tree when none is.
 */
export function parse(argv: readonly string[], commands: Commands): Matched | Told {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
  let matched: Matched | undefined
  let told = ''
  const tell = (text: string) => {
    told += text
  }
  const program = new Command('kiva').exitOverride().configureOutput({ writeOut: tell, writeErr: tell })
  fill(program, commands, words, (match) => {
    matched = { ...match, globals: program.opts() }
  })
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (!/^commander\.(help|helpDisplayed|version)$/.test(error.code)) throw usageError(error, words, program)
  }
  return matched ?? { text: told }
}

type OnMatch = (match: Omit<Matched, 'globals'>) => void

/** Settings of the program reach the nodes that `command` makes; those made otherwise would not have them. */
function fill(program: Command, commands: Commands, words: readonly string[], onMatch: OnMatch): void {
  const root = rootNode(commands)
  const named = root.children.filter((child) => words.includes(child.name))
  program.version(version, '-V, --version', 'show the version').helpCommand(false)
  program.helpInformation = () => root.help(helpWidth)
  for (const option of root.options) program.addOption(toOption(option.flags, option.name, false))
  for (const child of named.length > 0 ? named : root.children) addNode(program, child, onMatch)
}

function addNode(parent: Command, node: Node, onMatch: OnMatch): void {
  const command = parent.command(node.name).aliases(node.aliases).helpCommand(false)
  command.helpInformation = () => node.help(helpWidth)
  for (const child of node.children) addNode(command, child, onMatch)
  for (const argument of node.args) command.argument(argument.usage, argument.brief)
  for (const option of node.options) command.addOption(toOption(option.flags, option.name, true))
  if (node.children.length > 0) return
  command.action((...parts: readonly unknown[]) => {
    const args = parts.slice(0, node.args.length)
    const given = command.opts<Record<string, true | readonly string[]>>()
    const options = Object.entries(given).map(([name, value]) => [name, value === true ? [] : value] as const)
    onMatch({
      node,
      words: args.map((arg) => (arg === undefined ? [] : Array.isArray(arg) ? arg : [String(arg)])),
      options: new Map(options),
    })
  })
}

/** An option under our own name; `gather` keeps every text, so that lists repeat. */
function toOption(flags: string, name: string, gather: boolean): Option {
  const option = new Option(flags)
  option.attributeName = () => name
  // To commander `--no-browser` says "browser, on unless told": it would stand as given in every run.
  option.negate = false
  if (gather && option.required) {
    option.argParser((text: string, before: readonly string[] = []) => [...before, text])
  }
  return option
}

function usageError(error: CommanderError, words: readonly string[], program: Command): KivaError {
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n')
  const meant = suggestion?.replace(/^\((.*)\)$/, '$1')
  const node = program.commands.find((child) => words.includes(child.name()))
  const leaf = node?.commands.find((child) => words.includes(child.name()))
  const path = ['kiva', node?.name(), leaf?.name()].filter((part) => part !== undefined).join(' ')
  return new KivaError('usage', message, {
    hint: [meant, `See ${path} --help.`].filter((part) => part !== undefined).join(' '),
    cause: error,
  })
}
