import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../../../src/api/wire/json-text.ts'
import { ExactNumber, exactMark } from '../../../src/exact-number.ts'
import type { Json } from '../../../src/ports/json.ts'

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
