import { linesOfCells } from './lines-of-cells.ts'

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * Tab-separated values as PostgreSQL's COPY reads them. Tabs, newlines, returns and backslashes are escaped
 * as `\t`, `\n`, `\r` and `\\`, so every line is one record and every tab ends a cell. Missing values and
 * null are empty.
 */
export const renderTsv = linesOfCells({
  cell: (text = '') => text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign),
  line: (cells) => `${cells.join('\t')}\n`,
})
