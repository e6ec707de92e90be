import { expect } from 'vitest'

/** Reads RFC 4180. `null` is an empty cell without quotes. */
export function readCsv(csv: string): (string | null)[][] {
  const lines: (string | null)[][] = []
  for (let at = 0; at < csv.length; ) {
    const line: (string | null)[] = []
    for (let ended = false; !ended; ) {
      const [cell = ''] = /"(?:[^"]|"")*"|[^,\r\n"]*/y[Symbol.match](csv.slice(at)) ?? []
      at += cell.length
      line.push(cell === '' ? null : cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
      ended = csv[at] !== ','
      at += ended ? 2 : 1
      if (ended) expect(csv.slice(at - 2, at)).toBe('\r\n')
    }
    lines.push(line)
  }
  return lines
}

const unescapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
/** Reads cells whose tabs and line breaks are escaped with a backslash. */
export const readTsv = (tsv: string) =>
  tsv
    .slice(0, -1)
    .split('\n')
    .map((line) =>
      line.split('\t').map((cell) => cell.replace(/\\(.)/g, (_, letter) => unescapes[letter] ?? '?')),
    )
