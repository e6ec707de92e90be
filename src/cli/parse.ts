/** The only door to commander: the words of a command line, matched to a command of the tree. */
import { Command, CommanderError, Option } from 'commander'
import { nearest } from '../api/nearest.ts'
import { findCountry } from '../api/values/countries.ts'
import { KivaError } from '../errors.ts'
import type { Given, OptionSpec } from './option-spec.ts'
import { globalOptions } from './settings/global-options.ts'
import { meantByOption } from './suggest/suggest-option.ts'
import { type CommandSpec, childNamed } from './tree/command-spec.ts'

/** What was typed. Options were read by the command that the words name, and by those on the way to it, once. */
export interface ParsedCommand {
  /** The whole tree. */
  readonly root: CommandSpec
  /** Where the words lead in it. */
  readonly command: CommandSpec
  /** Words that are neither the command's name nor options. */
  readonly words: readonly string[]
  /** Every value of every option, of the command's own and of those that all take. */
  readonly given: Given
  /** Why it could not be read to its end; what was given is there all the same. */
  readonly problem?: KivaError
}

/** Reads the words after `kiva`. Never throws what the words are to blame for. */
export function parse(argv: readonly string[], root: CommandSpec): ParsedCommand {
  const given = new Map<string, string[]>()
  let command = root
  let words: readonly string[] = []
  const reader: Reader = {
    take: ({ name }, value) => {
      given.set(name, [...(given.get(name) ?? []), value])
    },
    reach: (reached, rest) => {
      command = reached
      words = rest
    },
  }
  const program = toCommand(root, reader, argv)
  try {
    program.parse(argv, { from: 'user' })
    return { root, command, words, given }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { root, command, words, given, problem: problemOf(error, command, argv) }
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

/** The options that a command takes: of its own, and those that all take. */
export function optionsOf({ options }: CommandSpec): readonly OptionSpec[] {
  return [...options, ...globalOptions.filter((option) => !options.includes(option))]
}

function problemOf(error: CommanderError, command: CommandSpec, argv: readonly string[]): KivaError {
  const [message = ''] = error.message.replace(/^error: /, '').split('\n')
  const typed = message.match(/^unknown option '([^'=]*)/)?.[1]
  const meant = typed === undefined ? '' : meantBy(typed, command, argv)
  return new KivaError('usage', message, { hint: `${meant}See ${command.path} --help.`, cause: error })
}

function meantBy(typed: string, command: CommandSpec, argv: readonly string[]): string {
  const slip = meantByOption(command.path, typed)
  if (slip !== undefined) return `${slip} `
  const near = nearestOption(typed, command)
  if (near === undefined) return ''
  // One step, not two: what was typed for it is a country's name where a code is taken.
  const country = near.topic === 'countries' ? findCountry(typedFor(typed, argv)) : undefined
  return `Did you mean ${near.long}${country ? ` ${country.code}` : ''}? `
}

/** What was typed for an option, behind it or behind its `=`. */
function typedFor(typed: string, argv: readonly string[]): string {
  const at = argv.findIndex((word) => word === typed || word.startsWith(`${typed}=`))
  return argv[at]?.slice(typed.length + 1) || (argv[at + 1] ?? '')
}

function nearestOption(typed: string, command: CommandSpec): OptionSpec | undefined {
  const options = optionsOf(command)
  const long = nearest(
    typed,
    options.map((option) => option.long),
  )
  return options.find((option) => option.long === long)
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
