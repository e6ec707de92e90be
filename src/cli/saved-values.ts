/**
 * Values of saved commands: `{1}` is a word that is typed when the command runs. It stands for a whole argument, or for the whole
 * value of an option; within a text it is text.
 */
import { KivaError } from '../core/errors.ts'
import { asGiven } from '../core/foreign-text.ts'
import { dashed } from '../core/shell-word.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'
import type { Given } from './given.ts'
import { type ParsedCommand, parse } from './parse.ts'
import { optionWords, typedOptions } from './typed-options.ts'

/** A word of a saved line that holds a value: `{1}`, or `--country-code={1}`. */
const holder = /^(--[\w-]+=)?\{([1-9])\}$/

/** Returns whether a saved line takes values. */
export const takesValues = (argv: readonly string[]): boolean => argv.some((word) => holder.test(word))

/** What a value of a saved command stands for. */
interface SavedValue {
  /** The option or argument as usage shows it, such as `<country-code>`. */
  readonly label: string
  /** What completion knows it by: the option, such as `--country-code`, or the number of the argument. */
  readonly key: string
}

/** A saved line: the command that it runs, in words after `kiva`, and its values in the order of their numbers. */
interface SavedLine {
  readonly path: readonly string[]
  readonly values: readonly SavedValue[]
}

/** Returns the command and the values of a saved line. Throws `KivaError` of kind `usage` for a value that is in no place for one. */
export function savedLineOf(line: ParsedCommand): SavedLine {
  const isExplore = line.command.action?.rewrite === 'explore-line'
  const inner = isExplore ? parse(line.words, line.root) : line
  const { command, words } = inner
  const found = new Map<number, SavedValue>()
  const note = (text: string | undefined, value: SavedValue | undefined) => {
    const number = text !== undefined && isHolder(text) ? text.charAt(1) : undefined
    if (number === undefined) return
    if (!value)
      throw refused(`{${number}} in a saved command is neither an argument nor the value of an option`)
    if (!found.has(Number(number))) found.set(Number(number), value)
  }
  for (const { name, long, value } of isExplore ? [line, inner].flatMap(typedOptions) : typedOptions(line))
    note(value, { label: `<${dashed(name)}>`, key: long })
  words.forEach((word, at) => {
    const arg = argumentAt(inner, at)
    note(word, arg && { label: arg.label, key: String(Math.min(at + 1, command.args.length)) })
  })
  const numbers = [...found.keys()].toSorted()
  const gap = numbers.findIndex((number, at) => number !== at + 1)
  if (gap >= 0) throw refused(`a saved command has {${numbers[gap]}}, but not {${gap + 1}}`)
  return {
    path: [...(isExplore ? wordsOf(line.command) : []), ...wordsOf(command)],
    values: numbers.flatMap((number) => found.get(number) ?? []),
  }
}

const wordsOf = ({ path }: CommandSpec): readonly string[] => path.split(' ').slice(1)

const refused = (message: string) =>
  new KivaError('usage', message, {
    hint: 'Number the values from {1}: each is a whole argument, or the whole value of an option.',
  })

const argumentAt = (
  { command: { args } }: Pick<ParsedCommand, 'command'>,
  at: number,
): ArgumentSpec | undefined => args[at] ?? (args.at(-1)?.list ? args.at(-1) : undefined)

/** Returns the line to type for a saved command: `kiva in <country-code> [options]`. */
export const usageOfSaved = (name: string, values: readonly SavedValue[]): string =>
  [`kiva ${name}`, ...values.map(({ label }) => label), '[options]'].join(' ')

/** A saved command with the words that were typed after its name. */
interface FilledLine {
  readonly options: readonly string[]
  readonly words: readonly string[]
  /** What was typed besides the values. */
  readonly more: readonly string[]
}

/**
 * Returns a saved line with the first of the typed words as its values. Throws `KivaError` of kind `usage` with the line to type
 * if a value is missing, or could be read as an option.
 */
export function fillLine(name: string, saved: ParsedCommand, more: readonly string[]): FilledLine {
  const { values } = savedLineOf(saved)
  const options = optionWords(saved)
  const typed = parse([...wordsOf(saved.command), ...more], saved.root)
  if (values.length === 0 || typed.problem || typed.given.has('help'))
    return { options, words: saved.words, more }
  const hint = `Usage: ${usageOfSaved(name, values)}`
  const texts = values.map(({ label }, at) => {
    const text = typed.words[at]
    if (text === undefined) throw new KivaError('usage', `missing required argument ${label}`, { hint })
    if (!text.startsWith('-')) return text
    throw new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}: it begins with -`, { hint })
  })
  const extra = typed.words.slice(texts.length)
  const first = extra[0]
  if (first !== undefined && !argumentAt(saved, saved.words.length))
    throw new KivaError('usage', `unexpected argument "${asGiven(first)}"`, { hint })
  const filled = (word: string) =>
    word.replace(
      holder,
      (_, option: string | undefined, number: string) => `${option ?? ''}${texts[Number(number) - 1]}`,
    )
  return {
    options: options.map(filled),
    words: saved.words.map(filled),
    more: [...optionWords(typed), ...extra],
  }
}

/**
 * Returns a saved line for the checks before its values are known: options with a value to come are given and have none, and
 * arguments have a valid one.
 */
export function withoutValues(line: ParsedCommand): ParsedCommand {
  const all = (name: string) => line.params.all(name).filter((text) => !isHolder(text))
  const params: Given<string> = { has: line.params.has, all, last: (name) => all(name).at(-1) }
  const words = line.words.map((word, at) => {
    const arg = isHolder(word) ? argumentAt(line, at) : undefined
    return arg ? (arg.choices?.[0] ?? '1') : word
  })
  return { ...line, params, given: params, words }
}

const isHolder = (text: string) => text.startsWith('{') && holder.test(text)
