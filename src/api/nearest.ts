import { distance } from 'fastest-levenshtein'

/**
 * The candidate that was probably meant by `typed`, if one is near: `typed` is its beginning, or at most two in
 * five of its letters are wrong (one in a word of two). Case, dashes, underscores and spaces don't count.
 */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, off: offBy(fold(typed), fold(candidate)) }))
    .filter(({ off }) => off < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.off - b.off)
  return best?.candidate
}

/** How many letters are wrong; the missing end of a word weighs less than any. Infinite when it is another word. */
function offBy(given: string, meant: string): number {
  const off = areSwapped(given, meant) ? 1 : distance(given, meant)
  if (given.length >= shortestBeginning && meant.startsWith(given)) return off / 100
  const bearable = Math.max(1, Math.floor(meant.length * 0.4))
  // Something of the word must be right: `x` is not `q`.
  return off <= bearable && off < meant.length ? off : Number.POSITIVE_INFINITY
}

const shortestBeginning = 3

/** Whether two neighbouring letters changed places, and nothing else: one slip of a hand. */
function areSwapped(given: string, meant: string): boolean {
  const at = [...given].findIndex((letter, index) => letter !== meant[index])
  const swapped = `${given.slice(0, at)}${given[at + 1]}${given[at]}${given.slice(at + 2)}`
  return at >= 0 && given.length === meant.length && swapped === meant
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')
