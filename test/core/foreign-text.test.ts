import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import { foreign, oneLine, sentence, summarizeNames } from '../../src/core/foreign-text.ts'

/** All line ends of Unicode, of terminals, and of `splitlines` in other languages. */
const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029']

test.each(lineEnds)('the line end %j becomes a space', (end) => {
  expect(oneLine(`a${end}hint: b${end}`)).toBe('a hint: b')
})

test('any text becomes one trimmed line of at most 200 characters', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...lineEnds))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const line = oneLine(pieces.join(''))
      expect(line).not.toMatch(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/)
      expect(line.length).toBeLessThanOrEqual(200)
      expect(line).toBe(line.trim())
    }),
  )
})

test('text of up to 200 characters is kept, and longer text ends with an ellipsis', () => {
  expect(oneLine('x'.repeat(200))).toBe('x'.repeat(200))
  expect(oneLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(oneLine(`a${' '.repeat(10_000_000)}b`)).toBe('a…')
  expect(oneLine('')).toBe('')
  expect(oneLine(' \n ')).toBe('')
})

test('a surrogate pair is not split', () => {
  expect(oneLine('x'.repeat(198) + '😀'.repeat(9))).toBe(`${'x'.repeat(198)}\ufffd…`)
})

test('summarizeNames lists ten names and counts the others', () => {
  const names = Array.from({ length: 12_345 }, (_, index) => `n${index}`)
  expect(String(summarizeNames(names))).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 12,335 more')
  expect(String(summarizeNames(names.slice(0, 10)))).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9')
  expect(String(summarizeNames(['a\nb', 'c']))).toBe('a b, c')
  expect(String(summarizeNames(['n0', 'n1'], 12_346))).toBe('n0, n1 and 12,344 more')
})

test('a sentence masks only its foreign parts', () => {
  const shout = (text: string) => text.toUpperCase()
  const inner = sentence`to ${foreign('x\ny')}`
  const whole = sentence`${3} redirects ${inner}, ${summarizeNames(['a', 'b'])}.`
  expect(whole.mask(shout)).toBe('3 redirects to X\nY, A, B.')
  expect(`${whole}`).toBe('3 redirects to x y, a, b.')
  expect(sentence`${foreign('abcdef', 3)}`.mask(shout)).toBe('ABC')
})

test('an error keeps the beginning and the end of long words of its own, and no long hint', () => {
  const whole = 'x'.repeat(600)
  expect(String(sentence`${whole}`)).toBe(whole)
  const error = new KivaError('usage', `invalid "${'x'.repeat(600)}😀" for --q`, { hint: 'y'.repeat(1001) })
  expect(error.sentence.mask((text) => text)).toBe(
    `invalid "${'x'.repeat(391)} … ${'x'.repeat(189)}😀" for --q`,
  )
  expect([error.hint, new KivaError('usage', '', { hint: 'y'.repeat(1000) }).hint]).toEqual([
    undefined,
    'y'.repeat(1000),
  ])
})
