/** Groups options by their values into as few lookup rows as possible for the scripts. */
import { type CompletedOption, globalCompletions, type Place } from './places.ts'
import type { Values } from './values.ts'

/** An option, or an argument's number from 1. `path` is set if the values differ between places. */
export interface Key {
  readonly path?: string
  readonly word: string
}

/** Options and arguments that accept the same values. */
export interface ValueRow {
  readonly keys: readonly Key[]
  readonly values: Values
}

interface Use {
  readonly path: string
  readonly word: string
  readonly values: Values
}

/** Returns rows for every option and argument that takes a value. Words without a row take none. */
export function valueRows(places: readonly Place[]): readonly ValueRow[] {
  const uses = places.flatMap(({ paths: [path = ''], options, args }) => [
    ...usesOf(path, [...globalCompletions, ...options]),
    ...args.map((values, index) => ({ path, word: String(index + 1), values })),
  ])
  const keyed = grouped(uses, ({ word }) => word).flatMap(keysOf)
  const listed = keyed.filter(
    ({ word, values: { kind, set } }) =>
      set.length > 0 || kind === 'file' || (isOption(word) && kind !== 'none'),
  )
  return grouped(listed, ({ values }) => valuesKey(values)).map(([first, ...rest]) => ({
    keys: [first, ...rest].map(({ values: _, ...key }) => key),
    values: first.values,
  }))
}

const usesOf = (path: string, options: readonly CompletedOption[]): readonly Use[] =>
  options.flatMap(({ words, values }) => words.map((word) => ({ path, word, values })))

const isOption = (word: string) => word.startsWith('-')

/** Omits the path if the option means the same everywhere. */
function keysOf(uses: Group<Use>): readonly (Key & Pick<Use, 'values'>)[] {
  const [{ word, values }] = uses
  const isSame = isOption(word) && uses.every((use) => valuesKey(use.values) === valuesKey(values))
  return isSame ? [{ word, values }] : uses
}

const valuesKey = (values: Values) => JSON.stringify(values)

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
