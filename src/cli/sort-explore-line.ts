import { explore } from '../commands/actions/explore.ts'
import { type ParsedCommand, parse } from './parse.ts'
import { globalOptions } from './settings/global-options.ts'
import { optionWords, typedOptions } from './typed-options.ts'

/**
 * Returns the command line of `explore` with its own and the global options first, wherever they were typed: the words
 * after the list's name belong to the list. Errors in those words are reported when the list is opened.
 */
export function sortExploreLine(typed: ParsedCommand): ParsedCommand {
  const { root, words, problem } = typed
  if (problem || words.length === 0) return typed
  const { options, rest } = takeOptions(words)
  const inner = parse(rest, root)
  const isGlobal = (name: string) => globalOptions.some((option) => option.name === name)
  const moved = inner.problem
    ? []
    : typedOptions(inner).flatMap(({ name, long, value }) =>
        isGlobal(name) ? [value === undefined ? long : `${long}=${value}`] : [],
      )
  const place = inner.problem ? rest : placeWords(inner, isGlobal)
  return parse([explore.name, ...optionWords(typed), ...moved, ...options, '--', ...place], root)
}

/** The words of the list, without global options. */
function placeWords(
  { command, params, words }: ParsedCommand,
  isGlobal: (name: string) => boolean,
): readonly string[] {
  const options = typedOptions({ command, params })
    .filter(({ name }) => !isGlobal(name))
    .map(({ long, value }) => (value === undefined ? long : `${long}=${value}`))
  const end = words.some((word) => /^-./.test(word)) ? ['--'] : []
  return [...command.path.split(' ').slice(1), ...options, ...end, ...words]
}

/** The options of `explore` itself, which all take a value. */
const ownOptions = Object.entries(explore.params).flatMap(([name, param]) =>
  'argument' in param ? [] : [`--${name}`],
)

/** Takes the options of `explore` and their values out of the words. */
function takeOptions(words: readonly string[]): {
  readonly options: readonly string[]
  readonly rest: readonly string[]
} {
  const at = words.findIndex((word) =>
    ownOptions.some((option) => word === option || word.startsWith(`${option}=`)),
  )
  if (at < 0) return { options: [], rest: words }
  const count = ownOptions.includes(words[at] ?? '') ? 2 : 1
  const { options, rest } = takeOptions(words.toSpliced(at, count))
  return { options: [...words.slice(at, at + count), ...options], rest }
}
