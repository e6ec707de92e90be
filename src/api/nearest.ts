import { distance } from 'fastest-levenshtein'
import { foldName } from '../core/fold-text.ts'

/**
 * Returns the candidate that `typed` probably means, if one is close: `typed` is its beginning, or at most
 * two fifths of its letters are wrong (one in a word of two). Ignores case, dashes, underscores and spaces.
 */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const folded = foldName(typed)
  const [best] = candidates
    .map((candidate) => ({ candidate, errors: countErrors(folded, foldName(candidate)) }))
    .filter(({ errors }) => errors < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.errors - b.errors)
  return best?.candidate
}

/** Returns a hint: whether `meant` was meant, if something was, and then what else helps. */
export const didYouMean = (meant: string | undefined, rest = ''): string =>
  [meant ? `Did you mean ${meant}?` : '', rest].filter((part) => part !== '').join(' ')

/**
 * Returns the number of wrong letters, or infinity for a different word. A missing end counts less than one.
 */
function countErrors(typed: string, candidate: string): number {
  const maxErrors = Math.max(1, Math.floor(candidate.length * 0.4))
  // Comparing a text of megabytes letter by letter would take seconds.
  if (typed.length > candidate.length + maxErrors) return Number.POSITIVE_INFINITY
  const errors = areSwapped(typed, candidate) ? 1 : distance(typed, candidate)
  if (typed.length >= minPrefixLength && candidate.startsWith(typed)) return errors / 100
  // At least one letter must be right: `x` is not `q`.
  return errors <= maxErrors && errors < candidate.length ? errors : Number.POSITIVE_INFINITY
}

const minPrefixLength = 3

/** Returns whether the only difference is two swapped neighboring letters, a common typing error. */
function areSwapped(typed: string, candidate: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== candidate[index])
  const swapped = `${typed.slice(0, at)}${typed[at + 1]}${typed[at]}${typed.slice(at + 2)}`
  return at >= 0 && typed.length === candidate.length && swapped === candidate
}
