import type { Entry } from '../../cli/shortlists/shortlist-text.ts'

/** Returns one line per id, with the notes aligned. */
export function entryLines(entries: readonly Entry[]): readonly string[] {
  const width = entries.reduce((longest, { id }) => Math.max(longest, id.length), 0)
  return entries.map(({ id, note }) => (note === '' ? id : `${id.padEnd(width)}  # ${note}`))
}
