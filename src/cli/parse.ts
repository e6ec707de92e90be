/** Matches the words of a command line to a command of the tree, and to its arguments. Only this module imports commander. */
import { Command, CommanderError, Option } from 'commander'
import { KivaError } from '../core/errors.ts'
import { type ArgumentSpec, type CommandSpec, childNamed, optionsOf } from './command-spec.ts'
import { type Given, givenOf } from './given.ts'
import type { OptionSpec } from './option-spec.ts'
import type { FamilyOption } from './options/index.ts'
import type { GlobalName, versionOption } from './settings/global-options.ts'

/** The options that code refers to by name. Options of params are known only from the declarations. */
type OptionName = GlobalName | (typeof versionOption)['name'] | FamilyOption | 'param'

/** A parsed command line. Each option is read once, by the named command or one of its parents. */
export interface ParsedCommand {
  /** All words after `kiva`. */
  readonly argv: readonly string[]
  /** The tree of all commands. */
  readonly root: CommandSpec
  /** The command that the words name. */
  readonly command: CommandSpec
  /** The words left after the command's name and the options; those before an unknown option, which is the `problem`. */
  readonly words: readonly string[]
  /** The values of all options, both the command's own and the global ones. */
  readonly given: Given<OptionName>
  /** The same values, with any param name as the key. */
  readonly params: Given<string>
  /** The parse error, if any. Values read before the error are present. */
  readonly problem?: KivaError
  /** Facts about the command line that -v prints. */
  readonly notes?: readonly string[]
}

/** Parses the words after `kiva`. Returns usage errors in `problem` instead of throwing them. */
export function parse(argv: readonly string[], root: CommandSpec): ParsedCommand {
  const values = new Map<string, string[]>()
  const params = givenOf(values)
  let command = root
  let words: readonly string[] = []
  const reader: Reader = {
    take: ({ name }, value) => {
      values.set(name, [...(values.get(name) ?? []), shown(value)])
    },
    reach: (reached, rest) => {
      command = reached
      words = rest.map(shown)
    },
  }
  const program = toCommand(root, reader, argv)
  try {
    program.parse(argv.map(hidden), { from: 'user' })
    return { argv, root, command, words, given: params, params }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { argv, root, command, words, given: params, params, problem: problemOf(error, command) }
  }
}

/** Hides a word from commander that is no option: one of SQL that begins with a comment. */
const hidden = (word: string) => (/^--(?:\s|[^=\n]*\n)/.test(word) ? `\0${word}` : word)
const shown = (word: string) => word.replace(/^\0(?=--)/, '')

/** Whether a command line asks for help by the word `help`. */
export const isHelp = ({ command, root, words }: ParsedCommand): boolean =>
  command === root && words[0] === 'help'

interface Reader {
  take(option: OptionSpec, value: string): void
  reach(command: CommandSpec, words: readonly string[]): void
}

/**
 * Builds the commander command. Each command declares every option it accepts and stops parsing at a
 * child's name, so a value that looks like another command's option stays a value. It accepts any words, so
 * that kiva can write the error messages.
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
      reader.reach(spec, wordsBefore(error, command.args))
      throw error
    })
  if (spec.args.some(({ rest }) => rest)) command.passThroughOptions()
  const options = optionsOf(spec).flatMap((option) => {
    const { alias, short, ...rest } = option
    return alias === undefined ? option : [option, { ...rest, long: alias }]
  })
  for (const option of options.filter((spec) => argv.some((word) => couldMatch(word, spec)))) {
    const { long, short, value, valueIfOmitted, flagValue = '1' } = option
    const taken = valueIfOmitted === undefined ? '<value>' : '[value]'
    const usage = value && !isValueOmitted(option, argv) ? `${long} ${taken}` : long
    command.addOption(new Option([short, usage].filter(Boolean).join(', ')))
    command.on(`option:${long.slice(2)}`, (text?: string | null) => {
      // A forgotten file name: the next option stands in its place.
      const isNextWord = argv.some((word, at) => word === long && argv[at + 1] === text)
      if (option.file && text && isNextWord && options.some((other) => isOption(text, other))) {
        command.error(missingFile(long))
      }
      reader.take(option, text ?? valueIfOmitted ?? flagValue)
    })
  }
  // Add only the commands and options that the words may name: each one slows down the start.
  const named = spec.children.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => argv.includes(word)),
  )
  for (const child of named) command.addCommand(toCommand(child, reader, argv))
  return command
}

/** Returns the words before an unknown option: one after it may be its value. */
function wordsBefore({ code }: CommanderError, words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word.startsWith('-'))
  return code === 'commander.unknownOption' ? words.slice(0, at) : []
}

/**
 * True if an option with an optional value is given without one: the next word matches no choice, so it is
 * an argument.
 */
function isValueOmitted({ long, valueIfOmitted, choices }: OptionSpec, argv: readonly string[]): boolean {
  const at = argv.lastIndexOf(long)
  return (
    valueIfOmitted !== undefined && choices !== undefined && at >= 0 && !choices.includes(argv[at + 1] ?? '')
  )
}

/** True if a word is this option, alone or with its value: `--page=2`, `-ojson`. */
const isOption = (word: string, { long, short }: OptionSpec) =>
  word === long || word.startsWith(`${long}=`) || (short !== undefined && word.startsWith(short))

const missingFile = (long: string) => `${long} requires a file name`

/** True if a word may be this option or start with it: `--page=2`, `-vo`. */
function couldMatch(word: string, { long, short }: OptionSpec): boolean {
  if (word.startsWith('--')) return word === long || word.startsWith(`${long}=`)
  return short !== undefined && word.startsWith('-') && word.includes(short.slice(1))
}

/** Converts commander's error. `suggest.ts` adds a suggestion later. */
function problemOf(error: CommanderError, command: CommandSpec): KivaError {
  const [message = ''] = error.message.replace(/^error: /, '').split('\n')
  const words = message
    .replace(/^unknown option '(.*)'$/, 'unknown option $1')
    .replace(/^option '.*?(--[\w-]+).*' argument missing$/, (_, long: string) =>
      optionsOf(command).some((option) => option.file && option.long === long)
        ? missingFile(long)
        : `missing value for ${long}`,
    )
  return new KivaError('usage', words, { hint: `See ${command.path} --help.`, cause: error })
}

/** Follows words down the tree. Returns the command they reach, and the words left over. */
export function followWords(
  command: CommandSpec,
  words: readonly string[],
): Pick<ParsedCommand, 'command' | 'words'> {
  const [first, ...rest] = words
  const child = first === undefined ? undefined : childNamed(command, first)
  return child ? followWords(child, rest) : { command, words }
}

export interface GivenArgument extends ArgumentSpec {
  readonly words: readonly string[]
}

/**
 * Returns each argument of a command with its words: one word each, and all remaining words for a list. Throws
 * `KivaError` of kind `usage` if an argument is missing or unexpected.
 */
export function assignArguments({ command, words }: ParsedCommand): readonly GivenArgument[] {
  const { args, path, endpoint, action } = command
  const missing = args.slice(words.length).find(({ optional }) => !optional)
  if (missing) {
    const example = (endpoint ?? action)?.examples.find((line) => line !== '') ?? missing.label
    throw new KivaError('usage', `missing required argument ${missing.label}`, {
      hint: `Example: ${path} ${example}`,
    })
  }
  const extra = args.at(-1)?.list ? [] : words.slice(args.length)
  if (extra.length > 0) {
    const noun = extra.length === 1 ? 'argument' : 'arguments'
    throw new KivaError('usage', `unexpected ${noun} "${extra.join(' ')}"`, { hint: `See ${path} --help.` })
  }
  return args.map((arg, at) => ({ ...arg, words: arg.list ? words.slice(at) : words.slice(at, at + 1) }))
}
