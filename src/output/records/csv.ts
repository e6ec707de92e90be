import { linesOfCells } from './lines-of-cells.ts'

/**
 * Comma-separated values by RFC 4180, lines ended by CR and LF. What is missing or null is an empty cell, an empty text
 * is `""`; so is what is missing alone in its line, which would be no line to some readers.
 */
export const renderCsv = linesOfCells({
  cell: (text) => {
    if (text === undefined) return ''
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  },
  line: (cells) => `${cells.join(',') || '""'}\r\n`,
})
