/** Small things done to texts. */
import { withThousands } from '../../thousands.ts'

/** Fills `{name}` and the like; a word that isn't given stays as it stands. */
export function fillIn(template: string, words: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => words[key] ?? whole)
}

/** As it is compared in a search: lower case, without accents. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // Most texts are plain ASCII, and normalising costs more than the whole search.
  return /[^\0-\x7f]/.test(lower)
    ? lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('ø', 'o')
    : lower
}

/** The words of a search, folded. A text matches when it holds each of them, in any order. */
export function searchWords(q: string): readonly string[] {
  return foldText(q).split(/\s+/).filter(Boolean)
}

/** Whether `text` holds every one of the folded `words`. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/** A text as a name in addresses: `Owls & Co` → `owls_co`. */
export function slugify(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** A US dollar amount in a sentence: `$1,250`. */
export function formatDollars(amount: number): string {
  return `$${withThousands(amount)}`
}
