/** A bar as long as a share of so many columns. */

/** Blocks of one eighth of a column up to seven. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** To an eighth of a column; what is more than nothing is seen. */
export function blockBar(share: number, columns: number): string {
  const length = Math.round(share * columns * 8)
  const seen = share > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(seen / 8)) + (eighths[seen % 8] ?? '')
}

/** To a whole column, of letters that every printer has. */
export function plainBar(share: number, columns: number): string {
  return '#'.repeat(share > 0 ? Math.max(1, Math.round(share * columns)) : 0)
}
