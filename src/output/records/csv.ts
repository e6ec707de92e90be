import { linesOfCells } from './lines-of-cells.ts'

/**
 * Comma-separated values by RFC 4180, with CRLF line ends. Missing values and null are empty cells, an empty
 * string is `""`. A missing value that is alone in its line is also `""`, since some readers skip empty
 * lines.
 */
export const renderCsv = linesOfCells({
  cell: (text) => {
    if (text === undefined) return ''
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  },
  line: (cells) => `${cells.join(',') || '""'}\r\n`,
})
