/**
 * The option values of a command line. `Name` lists the declared options, so a misspelled name fails to
 * compile.
 */
export interface Given<Name extends string> {
  has(name: Name): boolean
  /** Returns the last value, or `undefined` if the option was not given. */
  last(name: Name): string | undefined
  /** Returns every value in the order given; empty if the option was not given. */
  all(name: Name): readonly string[]
}

/** Wraps a map of values by option name. A flag's value is the one its spec sets in `flagValue`. */
export const givenOf = (values: ReadonlyMap<string, readonly string[]>): Given<string> => ({
  has: (name) => values.has(name),
  last: (name) => values.get(name)?.at(-1),
  all: (name) => values.get(name) ?? [],
})
