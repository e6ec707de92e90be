import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { chooseColumns, shareWidth } from '../../../src/output/terminal/fit.ts'
import { shorten, width, wrap } from '../../../src/output/terminal/width.ts'

const line = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('李', 'Đặ', 'นงลักษณ์', '👩‍🌾', 'é', '한', ' ')))
  .map((parts) => parts.join('').replaceAll(/\s+/g, ' ').trim())

describe('display width', () => {
  it.each([
    ['plain', 5],
    ['Đặng', 4],
    ['นงลักษณ์', 6],
    ['李小龙', 6],
    ['👩‍🌾', 2],
    ['e\u0301', 1],
    ['\x1b[1mbold\x1b[22m', 4],
    // string-width 8 measures two columns, 9 one.
    ['#\u20e3', 2],
  ])('%s takes %d columns', (text, columns) => expect(width(text)).toBe(columns))

  it.each<readonly [string, number]>([
    ...['🇰🇪', '1️⃣', '☎️', '☝🏽', '🤝🏽', '🌱', '❤️', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'].map((text) => [text, 2] as const),
    ...['❤', '1', 'ﾊ', '€', '\u0915\u094d'].map((text) => [text, 1] as const),
    ['', 0],
    ['\u0301', 0],
    ['\u200d', 0],
    ['ﾊﾞ', 2],
    ['का', 2],
    ['\u1112\u1161\u11ab', 2],
    ['ｗｉｄｅ', 8],
  ])('%s takes %d columns, like in string-width', (text, columns) => {
    expect(width(text)).toBe(columns)
    expect(stringWidth(text)).toBe(columns)
  })

  it('no text is measured narrower than by string-width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = text.replaceAll(/[\x1b\x9b\t]/g, '')
        expect(width(bare)).toBeGreaterThanOrEqual(stringWidth(bare))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['fertiliser', 10, 'fertiliser'],
    ['fertiliser', 9, 'fertilis…'],
    ['to buy maize', 8, 'to buy…'],
    ['李小龙的', 6, '李小…'],
    ['นงลักษณ์ก', 4, 'นงลั…'],
    ['abc', 0, ''],
  ])('%s in %d columns is %s', (text, columns, short) => expect(shorten(text, columns)).toBe(short))

  it.each([1, 2, 3, 4, 5])('emoji in a long text are measured whole, after %i letters', (letters) => {
    const farmers = '\u{1f469}\u200d\u{1f33e}'.repeat(60)
    expect(width('a'.repeat(letters) + farmers)).toBe(letters + 120)
  })

  it('shortened text fits, whatever the script', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 30 }), (text, columns) => {
        expect(width(shorten(text, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('wrapping', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one\n\ntwo', 7, ['one', '', 'two']],
    ['abcdefghij kl', 4, ['abcd', 'efgh', 'ij', 'kl']],
    ['李小龙的', 4, ['李小', '龙的']],
    ['', 4, ['']],
  ])('%j in %d columns', (text, columns, lines) => expect(wrap(text, columns)).toEqual(lines))

  it('loses no letter, and no line is too long', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const one of lines) expect(width(one)).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it.each(['x', '漢', 'é', '\u0e01\u0e33'])('a word of 100,000 times %s is broken into lines', (letter) => {
    const word = letter.repeat(100_000)
    expect(width(word)).toBe(word.length)
    expect(wrap(word, 80).join('')).toBe(word)
  })

  it('the rest of a broken word shares its line with the next word', () => {
    expect(wrap('ab 李小龙的 x', 4)).toEqual(['ab', '李小', '龙的', 'x'])
    expect(wrap('abcdef gh', 4)).toEqual(['abcd', 'ef', 'gh'])
    expect(wrap('abcdef g', 4)).toEqual(['abcd', 'ef g'])
    expect(wrap('李', 1)).toEqual(['李'])
  })

  it('breaks only at newlines if there is no width', () => {
    expect(wrap('a long line\nanother', undefined)).toEqual(['a long line', 'another'])
  })
})

describe('fitting columns', () => {
  const need = (natural: number, minWidth: number, rank: number) => ({ natural, minWidth, rank })

  it('drops the least important columns first, and never those of rank 0', () => {
    const needs = [need(7, 24, 0), need(30, 10, 2), need(20, 10, 5), need(9, 24, 3)]
    expect(chooseColumns(needs, 200)).toEqual([0, 1, 2, 3])
    expect(chooseColumns(needs, 40)).toEqual([0, 1, 3])
    expect(chooseColumns(needs, 20)).toEqual([0, 1])
    expect(chooseColumns(needs, 3)).toEqual([0])
    expect(chooseColumns(needs, undefined)).toEqual([0, 1, 2, 3])
  })

  it('shows an extra column only if the others keep their comfortable width', () => {
    const needs = [need(50, 18, 1), need(11, 24, 8)]
    expect(chooseColumns(needs, 48)).toEqual([0])
    expect(chooseColumns(needs, 49)).toEqual([0, 1])
  })

  it('drops a column without text before all others', () => {
    const needs = [need(7, 24, 0), need(30, 10, 2), { ...need(11, 24, 1), cells: [0, 0] }]
    expect(chooseColumns(needs, 200)).toEqual([0, 1, 2])
    expect(chooseColumns(needs, 40)).toEqual([0, 1])
  })

  it('distributes width so that the most cells fit: one long name does not shorten many countries', () => {
    const names = { ...need(30, 8, 0), cells: [5, 6, 30, 8] }
    const countries = { ...need(11, 8, 0), cells: [11, 11, 5, 11] }
    const uses = { ...need(50, 18, 0), cells: [48, 50, 49, 50] }
    expect(shareWidth([names, countries, uses], 41)).toEqual([8, 11, 18])
    expect(shareWidth([names, countries, uses], 44)).toEqual([9, 11, 20])
    expect(shareWidth([names, countries, uses], 80)).toEqual([15, 11, 50])
  })

  it('gives short columns all they need and shares the rest', () => {
    expect(shareWidth([need(7, 24, 0), need(14, 10, 0), need(60, 10, 0)], 60)).toEqual([7, 14, 35])
    expect(shareWidth([need(7, 24, 0), need(60, 10, 0)], 200)).toEqual([7, 60])
    expect(shareWidth([need(7, 24, 0), need(600, 10, 0)], undefined)).toEqual([7, 600])
  })
})
