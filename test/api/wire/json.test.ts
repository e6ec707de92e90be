import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText, parseJson } from '../../../src/api/wire/json.ts'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber, exactMark } from '../../../src/core/numbers.ts'

describe('json text', () => {
  test.each(['', '  ', '\t'])('has the layout of JSON.stringify, with exact numbers too: %j', (indent) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify([value, 0, {}, [], { a: 1 }])) as Json[]
        expect(jsonText(plain, indent)).toBe(JSON.stringify(plain, undefined, indent))
        const exact = [plain[0] ?? null, new ExactNumber('0'), ...plain.slice(2)]
        expect(jsonText(exact, indent)).toBe(JSON.stringify(plain, undefined, indent))
      }),
    )
  })

  test('a string or key that contains the marker of exact numbers stays text', () => {
    const forged = { [exactMark]: `${exactMark}1e400` }
    expect(jsonText(forged)).toBe(JSON.stringify(forged))
    expect(JSON.parse(jsonText({ ...forged, a: new ExactNumber('1e400') }, '  '))).toEqual({
      ...forged,
      a: Number.POSITIVE_INFINITY,
    })
  })
})

describe('parse json', () => {
  const digitsOf = (text: string) => {
    const value = parseJson(text)
    return value instanceof ExactNumber ? String(value) : value
  }

  describe('a number beyond the precision or range of a double keeps its digits', () => {
    test.each([
      '9007199254740993',
      '-9007199254740993',
      '12345678901234567890.12',
      '1e400',
      '-1E+400',
      '1e-400',
      '0.1000000000000000000000001',
      '1.00000000000000000000000000001e5',
      '123456789012345678901234567890',
      '179769313486231580793728971405301e300',
      `1${'0'.repeat(400)}`,
      `0.${'1'.repeat(5000)}`,
    ])('%s', (digits) => {
      expect(digitsOf(digits)).toBe(digits)
      expect(jsonText(parseJson(`{"a":[${digits} ,${digits}],"b":${digits}}`))).toBe(
        `{"a":[${digits},${digits}],"b":${digits}}`,
      )
    })
  })

  describe('a number that a double holds is a plain number in any notation', () => {
    test.each([
      ['0', 0],
      ['-0.0', -0],
      ['0e999', 0],
      ['0.000000000000000000000000', 0],
      ['1.50', 1.5],
      ['1e2', 100],
      ['1E+2', 100],
      ['100e-2', 1],
      ['9007199254740992', 9007199254740992],
      ['178.57000000000002', 178.57000000000002],
      ['1.7976931348623157e308', Number.MAX_VALUE],
      ['5e-324', 5e-324],
      ['10000000000000000000000', 1e22],
      ['1.0000000000000000000000', 1],
      ['0.30000000000000004', 0.30000000000000004],
      ['12345678901234500000', 12345678901234500000],
    ])('%s', (text, number) => expect(parseJson(text)).toBe(number))
  })

  test('long digits inside strings and keys stay text', () => {
    const text = '{"9007199254740993":"1e400","a\\"":"\\\\","1e400":[],"b":"\\\\\\"12345678901234567890.12"}'
    expect(parseJson(text)).toEqual(JSON.parse(text))
    expect(jsonText(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)))
  })

  test('values next to a long number are parsed as JSON.parse does', () => {
    const long = '12345678901234567890'
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t\r '), (text, space) => {
        const both = [text, long, text].join(`${space},${space}`)
        const read = parseJson(`[${both}]`) as readonly unknown[]
        expect(String(read[1])).toBe(long)
        expect([read[0], read[2]]).toEqual([JSON.parse(text), JSON.parse(text)])
      }),
    )
  })

  test('the last of two equal keys wins, and __proto__ stays an ordinary key', () => {
    const text = '{"a":1,"a":12345678901234567890,"__proto__":{"b":2}}'
    expect(jsonText(parseJson(text))).toBe('{"a":12345678901234567890,"__proto__":{"b":2}}')
  })

  test.each(['', '{', '[1,]', '{"a":01}', '{"a":12345678901234567890', '[12345678901234567890 1]', 'NaN'])(
    'invalid JSON throws a SyntaxError: %j',
    (text) => expect(() => parseJson(text)).toThrow(SyntaxError),
  )

  const nested = (levels: number, open = '[', close = ']', core = '1') =>
    open.repeat(levels) + core + close.repeat(levels)

  test('500 levels of nesting are read, more are a RangeError', () => {
    expect(() => parseJson(nested(500))).not.toThrow()
    expect(() => parseJson(nested(500, '{"a":', '}', '12345678901234567890'))).not.toThrow()
    for (const levels of [501, 5_000, 100_000])
      expect(() => parseJson(nested(levels))).toThrow('nested more than 500 levels deep')
    expect(() => parseJson(`{"a":1,"b":[1,${nested(5_000, '{"a":', '}')}]}`)).toThrow(RangeError)
  })
})
