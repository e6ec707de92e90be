/** Ids from standard input are read in steps in proportion to the length of the text, however it is cut into lines. */
import { expect, test } from 'vitest'
import { readInput } from '../../src/records/input-ids.ts'
import { expectLinear } from '../support/linear.ts'

const { signal } = new AbortController()

async function read(text: string): Promise<number> {
  const lines = text.split('\n')
  let next = 0
  let count = 0
  try {
    for await (const found of readInput(
      { readLine: async () => lines[next++] },
      signal,
      'loan',
      (ids) => ids,
    ))
      count += found.length
  } catch {
    return 0
  }
  return count
}

const record = '{"name":"x","id":1}'

test.each<readonly [string, (size: number) => string, isRead: boolean]>([
  ['records of a list on one line', (size) => `[${`${record},`.repeat(size)}1]`, true],
  ['records on one line', (size) => record.repeat(size), true],
  ['records on lines', (size) => `${record}\n`.repeat(size), true],
  ['lines of a list', (size) => `[\n${`${record},\n`.repeat(size)}1]`, true],
  ['lines of records', (size) => '{\n"name":"x",\n"id":1\n}\n'.repeat(size), true],
  [
    'letters and backslashes of a name',
    (size) => `${record}{"name":"${'x\\\\\\"'.repeat(size)}","id":1}`,
    true,
  ],
  ['lists that end nowhere', (size) => `${record}${'[\n'.repeat(size)}`, false],
  ['objects that end nowhere', (size) => `{"id":1,${'"x":{'.repeat(size)}`, false],
  ['quotes of a cell', (size) => `id,name\n1,"${'""'.repeat(size)}"\n`, true],
  ['lines of a cell', (size) => `id,name\n1,"${'x\n'.repeat(size)}"\n`, true],
  ['cells', (size) => `${'name,'.repeat(size)}id\n${'x,'.repeat(size)}1\n`, true],
  ['words', (size) => '1 '.repeat(size), true],
])('%s', (_, text, isRead) =>
  expectLinear(500, async (size) => expect((await read(text(size))) > 0).toBe(isRead)),
)
