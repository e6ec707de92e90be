/** Small text helpers. */
import { foldText } from '../../core/fold-text.ts'
import { withThousands } from '../../core/numbers.ts'

/** Replaces placeholders such as `{name}`. Placeholders without a value stay unchanged. */
export function fillIn(template: string, words: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => words[key] ?? whole)
}

/** Returns the folded words of a search. A text matches if it contains all of them, in any order. */
export function searchWords(q: string): readonly string[] {
  return foldText(q).split(/\s+/).filter(Boolean)
}

/** Whether `text` contains all of the folded `words`. */
export function containsAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/** Converts a text to a name for addresses: `Owls & Co` → `owls_co`. */
export function slugify(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Formats an amount of US dollars: `$1,250`. */
export function formatDollars(amount: number): string {
  return `$${withThousands(amount)}`
}

/** Splits rows of data into their cells: a line break or `; ` stands between two. */
export const splitCells = (rows: string): readonly string[] => rows.trim().split(/\n|; /)
