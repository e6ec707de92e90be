import { lazy } from './lazy.ts'

/**
 * Returns a function that compiles a pattern at its first call. V8 checks a literal when it reads the file, and a Unicode
 * class in it takes up to half a millisecond then, whether it is used or not.
 */
export const lazyPattern = (source: string, flags: string): (() => RegExp) =>
  lazy(() => new RegExp(source, flags))
