/** What the scripts share: `case` statements for bash and zsh, and rows of values for all shells. */
import { shellWord } from '../../core/shell-word.ts'
import {
  type Candidate,
  type CompletedOption,
  type ConflictRow,
  globalCompletions,
  listedPlaces,
  optionWords,
  type Place,
  type Values,
} from './places.ts'

/** Patterns, and the commands to run on a match. */
type Row = readonly [patterns: readonly string[], body: string]

/** Writes words as an array, with their descriptions if the shell shows them. */
type List = (all: readonly Candidate[]) => string

/**
 * Returns the `case` that sets `verbs` and `flags` by `place`. It also replaces a `place` reached by
 * aliases with the main name.
 */
export const placeCases = (places: readonly Place[], list: List): string =>
  caseText(
    '$place',
    listedPlaces(places).map(({ paths, commands, options }): Row => {
      const sets = [
        ...(paths.length > 1 ? [`place=${shellWord(paths[0] ?? '')}`] : []),
        ...(commands.length > 0 ? [`verbs=${list(commands)}`] : []),
        ...(options.length > 0 ? [`flags=${list(optionWords(options))}`] : []),
      ]
      return [paths.map(shellWord), sets.join(' ')]
    }),
  )

/** Returns the `case` that sets `kind` and `values` by `place` and the word to complete. */
export const valueCases = (places: readonly Place[], list: List): string =>
  caseText(
    '"$place $1"',
    valueRows(places).map(({ keys, values: { kind, set, names } }: ValueRow): Row => {
      const values = set.length > 0 ? ` values=${list(set)}` : ''
      const more = names === undefined ? '' : `; _kiva_names ${names}`
      return [keys.map(keyPattern), `kind=${kind}${values}${more}`]
    }),
  )

/** Returns the `case` that adds to `taken` what cannot be used with the option `$1`. */
export const conflictCases = (conflicts: readonly ConflictRow[]): string =>
  caseText(
    '$1',
    conflicts.map(({ words, excluded }): Row => [words, `taken+=${excluded.join(',')},`]),
  )

/** Returns words as a shell array. */
export const array = (words: readonly string[]): string => `(${words.map(shellWord).join(' ')})`

/** An option, an argument's number from 1, or a column of conditions, such as `filter:status`. `path` is set if the values differ between places. */
interface Key {
  readonly path?: string
  readonly word: string
}

/** Options and arguments that accept the same values. */
export interface ValueRow {
  readonly keys: readonly Key[]
  readonly values: Values
}

/**
 * Returns rows for every option and argument that takes a value, as few as possible: those with the same values share
 * one. Words without a row take none.
 */
export function valueRows(places: readonly Place[]): readonly ValueRow[] {
  const uses = places.flatMap(({ paths: [path = ''], options, args }) => [
    ...usesOf(path, [...globalCompletions, ...options]),
    ...args.map((values, index) => ({ path, word: String(index + 1), values })),
  ])
  const keyed = grouped(uses, ({ word }) => word).flatMap(keysOf)
  const listed = keyed.filter(
    ({ word, values: { kind, set, names } }) =>
      set.length > 0 || names !== undefined || kind === 'file' || (isOption(word) && kind !== 'none'),
  )
  return grouped(listed, ({ values }) => valuesKey(values)).map(([first, ...rest]) => ({
    keys: [first, ...rest].map(({ values: _, ...key }) => key),
    values: first.values,
  }))
}

function caseText(subject: string, rows: readonly Row[]): string {
  const lines = rows.map(([patterns, body]) => `    ${patterns.join(' | ')}) ${body} ;;`)
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n')
}

/** Returns a pattern that matches a path, a space and a word. */
const keyPattern = ({ path, word }: Key): string =>
  path === undefined ? `*${shellWord(` ${word}`)}` : shellWord(`${path} ${word}`)

interface Use {
  readonly path: string
  readonly word: string
  readonly values: Values
}

const usesOf = (path: string, options: readonly CompletedOption[]): readonly Use[] =>
  options.flatMap(({ words, values }) => [
    ...words.map((word) => ({ path, word, values })),
    ...Object.entries(values.columns ?? {}).map(([column, known]) => ({
      path,
      word: `filter:${column}`,
      values: { kind: 'list' as const, set: known.map((word) => ({ word, brief: '' })) },
    })),
  ])

const isOption = (word: string) => word.startsWith('-')
const isArgument = (word: string) => /^\d+$/.test(word)

/** Omits the path if the option means the same everywhere. */
function keysOf(uses: Group<Use>): readonly (Key & Pick<Use, 'values'>)[] {
  const [{ word, values }] = uses
  const isSame = !isArgument(word) && uses.every((use) => valuesKey(use.values) === valuesKey(values))
  return isSame ? [{ word, values }] : uses
}

const valuesKey = (values: Values) => JSON.stringify(values)

type Group<T> = readonly [T, ...T[]]

function grouped<T>(all: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of all) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}
