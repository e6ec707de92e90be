import { linesOfCells } from './lines-of-cells.ts'

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * Tab-separated values as PostgreSQL's COPY reads them: `\t`, `\n`, `\r` and `\\` stand for what would break a line, so
 * that a line is a record and a tab ends a cell, always. What is missing or null is empty.
 */
export const renderTsv = linesOfCells({
  cell: (text = '') => text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign),
  line: (cells) => `${cells.join('\t')}\n`,
})
