/** What a command line gave for each option, asked for by the names that are declared: a typo does not compile. */
export interface Given<Name extends string> {
  has(name: Name): boolean
  /** The value that was given last. */
  last(name: Name): string | undefined
  /** Every value in the order given; none where the option was not given. */
  all(name: Name): readonly string[]
}

/** Values by name; a flag gives what it `says`. */
export const givenOf = (values: ReadonlyMap<string, readonly string[]>): Given<string> => ({
  has: (name) => values.has(name),
  last: (name) => values.get(name)?.at(-1),
  all: (name) => values.get(name) ?? [],
})
