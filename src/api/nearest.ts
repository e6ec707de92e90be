import { distance } from 'fastest-levenshtein'

/** The candidate that was probably meant by `typed`, if one is near: at most two in five letters are different. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')
  const scored = candidates
    .map((candidate) => ({ candidate, off: distance(fold(typed), fold(candidate)) }))
    .filter(({ candidate, off }) => off <= Math.max(1, Math.floor(fold(candidate).length * 0.4)))
    .sort((a, b) => a.off - b.off)
  return scored[0]?.candidate
}
