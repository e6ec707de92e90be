/** Which option takes which values, in as few rows as can say it: what the scripts look up. */
import { type CompletedOption, everywhere, type Place } from './places.ts'
import type { Values } from './values.ts'

/** An option, or the number of an argument from 1 up; with a path where other places differ. */
export interface Key {
  readonly path?: string
  readonly word: string
}

/** Options and arguments that take the same values. */
export interface ValueRow {
  readonly keys: readonly Key[]
  readonly values: Values
}

interface Use {
  readonly path: string
  readonly word: string
  readonly values: Values
}

/** Rows for all that takes a value; what stands in none takes none. */
export function valueRows(places: readonly Place[]): readonly ValueRow[] {
  const uses = places.flatMap(({ paths: [path = ''], options, args }) => [
    ...usesOf(path, [...everywhere, ...options]),
    ...args.map((values, index) => ({ path, word: String(index + 1), values })),
  ])
  const keyed = grouped(uses, ({ word }) => word).flatMap(keysOf)
  const told = keyed.filter(
    ({ word, values: { kind, set } }) =>
      set.length > 0 || kind === 'file' || (isOption(word) && kind !== 'none'),
  )
  return grouped(told, ({ values }) => sameness(values)).map(([first, ...rest]) => ({
    keys: [first, ...rest].map(({ values: _, ...key }) => key),
    values: first.values,
  }))
}

const usesOf = (path: string, options: readonly CompletedOption[]): readonly Use[] =>
  options.flatMap(({ words, values }) => words.map((word) => ({ path, word, values })))

const isOption = (word: string) => word.startsWith('-')

/** The path of a word is left out where the word means the same everywhere. */
function keysOf(uses: Group<Use>): readonly (Key & Pick<Use, 'values'>)[] {
  const [{ word, values }] = uses
  const isSame = isOption(word) && uses.every((use) => sameness(use.values) === sameness(values))
  return isSame ? [{ word, values }] : uses
}

const sameness = (values: Values) => JSON.stringify(values)

type Group<T> = readonly [T, ...T[]]

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly Group<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}
