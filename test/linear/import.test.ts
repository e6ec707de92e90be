/** An import takes steps in proportion to the length of its text, and copies of it too, however long a record is. */
import { expect, test } from 'vitest'
import { importRecords } from '../../src/mirror/import.ts'
import type { Store } from '../../src/mirror/store.ts'
import { expectLinear } from '../support/linear.ts'

/** In characters: a file is read in such chunks. */
const chunkSize = 64 * 1024

async function* chunksOf(text: string) {
  for (let from = 0; from < text.length; from += chunkSize) yield text.slice(from, from + chunkSize)
}

async function importText(text: string): Promise<number> {
  let stored = 0
  const store: Pick<Store, 'beginFill' | 'putLoans'> = {
    beginFill: () => () => {},
    putLoans: (loans) => loans.length,
  }
  for await (const { loans } of importRecords(chunksOf(text), store as Store, 0)) stored = loans
  return stored
}

const texts: readonly (readonly [string, (size: number) => string, loans: (size: number) => number])[] = [
  ['a string', (size) => `{"id":1,"terms":{},"x":"${'x'.repeat(10 * size)}"}\n`, () => 1],
  ['quotes and backslashes', (size) => `{"id":1,"terms":{},"x":"${'\\\\\\"x'.repeat(2 * size)}"}\n`, () => 1],
  ['numbers', (size) => `{"id":1,"terms":{},"x":[${'1,2,3,4,5,'.repeat(size)}6]}\n`, () => 1],
  [
    'objects',
    (size) => `{"id":1,"terms":{},"x":[${`{"y":"${'z'.repeat(200)}"},`.repeat(size / 20)}6]}\n`,
    () => 1,
  ],
  [
    'a long record after others',
    (size) => `${'{"id":1,"terms":{}}\n'.repeat(10)}{"id":2,"terms":{},"x":"${'é'.repeat(10 * size)}"}\n`,
    () => 11,
  ],
]

test.each(texts)('a record with %s is read in linear steps', (_, textOf, loans) =>
  expectLinear(20_000, async (size) => expect(await importText(textOf(size))).toBe(loans(size))),
)

const { exec } = RegExp.prototype
const { indexOf } = String.prototype

/** Counts the characters of texts that are searched after they grew: V8 then makes one text of their parts. */
async function countCopied(work: () => unknown): Promise<number> {
  let copied = 0
  let last = 0
  const note = ({ length }: string) => {
    if (length > last) copied += length
    last = length
  }
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    note(text)
    return exec.call(this, text)
  }
  String.prototype.indexOf = function (this: string, part: string, from = 0) {
    note(this)
    return indexOf.call(this, part, from)
  }
  try {
    await work()
  } finally {
    RegExp.prototype.exec = exec
    String.prototype.indexOf = indexOf
  }
  return copied
}

test.each(texts)('a record with %s is copied a few times at most', async (_, textOf) => {
  const text = textOf(150_000)
  const copied = await countCopied(() => importText(text))
  expect(copied).toBeGreaterThanOrEqual(text.length)
  expect(copied).toBeLessThan(6 * text.length)
})
