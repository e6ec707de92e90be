import type { Format } from '../words/format.ts'
import { type ChartRow, shareWords } from './rows.ts'

/** Returns the rows of a chart as text, one per line: `Food: 3, 15%`. */
export function listRows(
  rows: readonly ChartRow[],
  {
    names,
    format,
  }: { readonly names: { readonly by: string; readonly value: string }; readonly format: Format },
): string {
  const lines = rows.map(({ label, value, share, kind }) => {
    const part = share === undefined || kind === 'total' ? '' : `, ${shareWords(share)}`
    return `${label}: ${format(value)}${part}`
  })
  return `${[`${names.value} by ${names.by}:`, ...lines].join('\n')}\n`
}
