/** Answers that are made to be slow to read take steps in proportion to their length. */
import { expect, test } from 'vitest'
import { parseJson } from '../../src/api/wire/parse-json.ts'
import { saidIn } from '../../src/api/wire/problem.ts'
import { htmlText } from '../../src/output/terminal/html-text.ts'
import { expectLinear } from '../support/linear.ts'

test.each<readonly [string, (size: number) => string]>([
  ['backslashes', (size) => `["${'\\\\'.repeat(size)}",1e400]`],
  ['strings', (size) => `[${'"",'.repeat(size)}1e400]`],
  ['digits', (size) => `[${'9'.repeat(size)},-${'9'.repeat(size)}.${'9'.repeat(size)}]`],
  ['zeros', (size) => `[0.1${'0'.repeat(size)}1]`],
  ['exponents', (size) => `[1e${'9'.repeat(size)},1e-${'9'.repeat(size)}]`],
])('JSON with many %s', (_, page) => expectLinear(5_000, (size) => parseJson(page(size))))

test('markup of a failure', () =>
  expectLinear(5_000, (size) =>
    expect(saidIn('<title '.repeat(size))).toEqual({ code: undefined, message: undefined }),
  ))

test.each(['<p', '<p>', '<p> x', '<a href=x>', ' ', '<br> ', '\n ', '&'])('markup of a story: %j', (piece) =>
  expectLinear(2_000, (size) => expect(htmlText(`<p>x${piece.repeat(size)}`).startsWith('x')).toBe(true)),
)
