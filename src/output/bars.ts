/** Bars for a share of a number of columns. */

/** A bar with a precision of one eighth of a column. Positive shares get at least one eighth. */
export function blockBar(share: number, columns: number): string {
  const length = Math.round(share * columns * 8)
  const seen = share > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(seen / 8)) + (eighths[seen % 8] ?? '')
}

/** Blocks from zero to seven eighths of a column. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of whole columns in ASCII. Positive shares get at least one column. */
export function plainBar(share: number, columns: number): string {
  return '#'.repeat(share > 0 ? Math.max(1, Math.round(share * columns)) : 0)
}
