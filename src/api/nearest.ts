import { distance } from 'fastest-levenshtein'

/**
 * Returns the candidate that `typed` probably means, if one is close: `typed` is its beginning, or at most
 * two fifths of its letters are wrong (one in a word of two). Ignores case, dashes, underscores and spaces.
 */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, off: offBy(fold(typed), fold(candidate)) }))
    .filter(({ off }) => off < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.off - b.off)
  return best?.candidate
}

/**
 * Returns the number of wrong letters, or infinity for a different word. A missing end counts less than one.
 */
function offBy(given: string, meant: string): number {
  const off = areSwapped(given, meant) ? 1 : distance(given, meant)
  if (given.length >= shortestBeginning && meant.startsWith(given)) return off / 100
  const tolerated = Math.max(1, Math.floor(meant.length * 0.4))
  // At least one letter must be right: `x` is not `q`.
  return off <= tolerated && off < meant.length ? off : Number.POSITIVE_INFINITY
}

const shortestBeginning = 3

/** Returns whether the only difference is two swapped neighboring letters, a common typing error. */
function areSwapped(given: string, meant: string): boolean {
  const at = [...given].findIndex((letter, index) => letter !== meant[index])
  const swapped = `${given.slice(0, at)}${given[at + 1]}${given[at]}${given.slice(at + 2)}`
  return at >= 0 && given.length === meant.length && swapped === meant
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')
