/** The only door to commander: the words of a command line, matched to a command of the tree. */
import { Command, CommanderError, Option } from 'commander'
import { KivaError } from '../errors.ts'
import { type Given, givenOf } from './given.ts'
import type { OptionSpec } from './option-spec.ts'
import type { FamilyOption } from './options/index.ts'
import type { GlobalName, versionOption } from './settings/global-options.ts'
import { type CommandSpec, childNamed, optionsOf } from './tree/command-spec.ts'

/** The options whose names stand in the code; those of params stand in the declarations of the commands. */
export type OptionName = GlobalName | (typeof versionOption)['name'] | FamilyOption | 'param'

/** What was typed. Options were read by the command that the words name, and by those on the way to it, once. */
export interface ParsedCommand {
  /** The words after `kiva`. */
  readonly argv: readonly string[]
  /** The whole tree. */
  readonly root: CommandSpec
  /** Where the words lead in it. */
  readonly command: CommandSpec
  /** Words that are neither the command's name nor options. */
  readonly words: readonly string[]
  /** Every value of every option, of the command's own and of those that all take. */
  readonly given: Given<OptionName>
  /** The same, by the name of any param. */
  readonly params: Given<string>
  /** Why it could not be read to its end; what was given is there all the same. */
  readonly problem?: KivaError
}

/** Reads the words after `kiva`. Never throws what the words are to blame for. */
export function parse(argv: readonly string[], root: CommandSpec): ParsedCommand {
  const values = new Map<string, string[]>()
  const params = givenOf(values)
  let command = root
  let words: readonly string[] = []
  const reader: Reader = {
    take: ({ name }, value) => {
      values.set(name, [...(values.get(name) ?? []), value])
    },
    reach: (reached, rest) => {
      command = reached
      words = rest
    },
  }
  const program = toCommand(root, reader, argv)
  try {
    program.parse(argv, { from: 'user' })
    return { argv, root, command, words, given: params, params }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { argv, root, command, words, given: params, params, problem: problemOf(error, command) }
  }
}

interface Reader {
  take(option: OptionSpec, value: string): void
  reach(command: CommandSpec, words: readonly string[]): void
}

/**
 * Each command knows all the options that it may be given, and reads nothing beyond the name of its child: a value that
 * looks like an option of another command stays a value. All words are taken, so that it is ours to say what is wrong.
 */
function toCommand(spec: CommandSpec, reader: Reader, argv: readonly string[]): Command {
  const command = new Command(spec.name)
    .aliases(spec.aliases)
    .helpOption(false)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .enablePositionalOptions()
    .argument('[words...]')
    .action((words: readonly string[]) => reader.reach(spec, words))
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => {
      reader.reach(spec, [])
      throw error
    })
  for (const option of optionsOf(spec).filter((one) => argv.some((word) => mayMean(word, one)))) {
    const { long, short, value, bare, says = '1' } = option
    const taken = bare === undefined ? '<value>' : '[value]'
    const usage = value && !standsAlone(option, argv) ? `${long} ${taken}` : long
    command.addOption(new Option([short, usage].filter(Boolean).join(', ')))
    command.on(`option:${long.slice(2)}`, (text?: string | null) => {
      reader.take(option, text ?? bare ?? says)
    })
  }
  // Only what the words may name is made known to commander: each command and each option costs a start its time.
  const named = spec.children.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => argv.includes(word)),
  )
  for (const child of named) command.addCommand(toCommand(child, reader, argv))
  return command
}

/** Where the values of an option are a closed set that may be left out, the word behind it is one or an argument. */
function standsAlone({ long, bare, choices }: OptionSpec, argv: readonly string[]): boolean {
  const at = argv.lastIndexOf(long)
  return bare !== undefined && choices !== undefined && at >= 0 && !choices.includes(argv[at + 1] ?? '')
}

/** Whether a word may be, or begin with, an option: `--page=2`, `-vo`. */
function mayMean(word: string, { long, short }: OptionSpec): boolean {
  if (word.startsWith('--')) return word === long || word.startsWith(`${long}=`)
  return short !== undefined && word.startsWith('-') && word.includes(short.slice(1))
}

/** Without a suggestion, which `suggest/suggest-option.ts` adds where the problem is told. */
function problemOf(error: CommanderError, command: CommandSpec): KivaError {
  const [message = ''] = error.message.replace(/^error: /, '').split('\n')
  return new KivaError('usage', message, { hint: `See ${command.path} --help.`, cause: error })
}

/** Follows words down the tree: the command they reach, and the words that name none. */
export function followWords(
  command: CommandSpec,
  words: readonly string[],
): Pick<ParsedCommand, 'command' | 'words'> {
  const [first, ...rest] = words
  const child = first === undefined ? undefined : childNamed(command, first)
  return child ? followWords(child, rest) : { command, words }
}
