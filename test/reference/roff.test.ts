import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeRoff, paragraph, roffPage } from '../../src/reference/roff.ts'

/** What roff prints for these escapes, by groff_char(7); written independently of the table in the code. */
const printed: Readonly<Record<string, string>> = {
  '\\e': '\\',
  '\\-': '-',
  '\\&': '',
  '\\(aq': "'",
  '\\(ga': '`',
  '\\(ha': '^',
  '\\(ti': '~',
  '\\(dq': '"',
}

function readRoff(line: string): string {
  return line.replaceAll(/\\(?:\[u([0-9A-F]{4,6})\]|\(..|.)/g, (written, code?: string) =>
    code === undefined
      ? (printed[written] ?? expect.unreachable(`unknown escape ${written}`))
      : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

const anything = fc.string({
  unit: fc.oneof(fc.constantFrom(...'\\-.\'"`^~%[](u '), fc.string({ unit: 'binary' })),
})
const printable = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')

describe('text in roff', () => {
  test('is ASCII on one line, and prints as the original text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const roff = escapeRoff(text)
        expect(roff).toMatch(/^[\x20-\x7e]*$/)
        expect(readRoff(roff)).toBe(printable(text))
      }),
    )
  })

  test('never starts a roff request', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('.', "'", ''), (text, first) => {
        expect(escapeRoff(first + text)).not.toMatch(/^[.']/)
      }),
    )
  })

  test.each([
    ['.SH NAME', '\\&.SH NAME'],
    ["'so /etc/passwd", '\\(aqso /etc/passwd'],
    ['a\\fBb', 'a\\efBb'],
    ['--sort-by', '\\-\\-sort\\-by'],
    ['key=value,…', 'key=value,\\[u2026]'],
    ['\u{1f600}', '\\[u1F600]'],
    ['a\n.so b', 'a .so b'],
  ])('%j is %s', (text, roff) => {
    expect(escapeRoff(text)).toBe(roff)
  })

  test('paragraphs have short lines and keep all words', () => {
    const word = fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom(..."ab.-\\'") })
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const lines = paragraph(words.join(' '))
        expect(lines.map(readRoff).join(' ')).toBe(words.join(' '))
        for (const line of lines) expect(line).toMatch(/^(?![.']).{1,78}$/)
      }),
    )
  })
})

test('a page has paragraphs, subsections, rows and literal lines', () => {
  const page = [
    'First.\n\nSecond.',
    { heading: 'Options', content: [['--all', 'read every page']] },
    { heading: 'Empty', content: [] },
    { heading: 'Examples', content: ['kiva  loans', '.dot'] },
    '',
  ] as const
  expect(roffPage(page)).toEqual([
    'First.',
    '.PP',
    'Second.',
    '.SS Options',
    '.TP',
    '\\fB\\-\\-all\\fP',
    'read every page',
    '.SS Examples',
    '.EX',
    'kiva  loans',
    '\\&.dot',
    '.EE',
  ])
})
