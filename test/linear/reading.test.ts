/** Replies that are crafted to be slow to parse take steps in proportion to their length. */
import { expect, test } from 'vitest'
import { parseJson } from '../../src/api/wire/json.ts'
import { readErrorBody } from '../../src/api/wire/problem.ts'
import { htmlText } from '../../src/output/terminal/html-text.ts'
import { expectLinear } from '../support/linear.ts'

test.each<readonly [string, (size: number) => string]>([
  ['backslashes', (size) => `["${'\\\\'.repeat(size)}",1e400]`],
  ['strings', (size) => `[${'"",'.repeat(size)}1e400]`],
  ['digits', (size) => `[${'9'.repeat(size)},-${'9'.repeat(size)}.${'9'.repeat(size)}]`],
  ['zeros', (size) => `[0.1${'0'.repeat(size)}1]`],
  ['exponents', (size) => `[1e${'9'.repeat(size)},1e-${'9'.repeat(size)}]`],
])('JSON with many %s is parsed in linear steps', (_, page) =>
  expectLinear(5_000, (size) => parseJson(page(size))),
)

test('unclosed tags in an error page are parsed in linear steps', () =>
  expectLinear(5_000, (size) =>
    expect(readErrorBody('<title '.repeat(size))).toEqual({ code: undefined, message: undefined }),
  ))

test.each([
  ...['<p', '<p>', '<p> x', '<a href=x>', ' ', '<br> ', '\n ', '&'],
  ...['<div>', '<div>x', '<svg>', '<form><b>', '<a href=https://x.example><b>x'],
])('HTML text with many %j is parsed in linear steps', (piece) =>
  expectLinear(2_000, (size) => expect(htmlText(`<p>x${piece.repeat(size)}`).startsWith('x')).toBe(true)),
)
