import { lazyPattern } from './lazy.ts'

/** Returns the text in lower case and without accents, for comparison in a search. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // Skip normalization for plain ASCII, which most texts are: it costs more than the rest of the search.
  return /[^\0-\x7f]/.test(lower)
    ? lower.normalize('NFD').replace(marks(), '').replaceAll('đ', 'd').replaceAll('ø', 'o')
    : lower
}

const marks = lazyPattern(String.raw`\p{M}`, 'gu')
