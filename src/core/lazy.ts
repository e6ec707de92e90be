/** Returns a function that computes a value at its first call and then reuses it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Returns a function that compiles a pattern at its first call. V8 checks a literal when it reads the file, and a Unicode
 * class in it takes up to half a millisecond then, whether it is used or not.
 */
export const lazyPattern = (source: string, flags: string): (() => RegExp) =>
  lazy(() => new RegExp(source, flags))

/** Yields items in the form that readers and renderers take. */
export async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items
}
