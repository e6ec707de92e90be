/**
 * Long lists through files and pipes, complete or cut between two records, in a heap that holds few records.
 * `npm run test:long` reads a hundred thousand records in each format.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kiva, shell } from '../support/process.ts'
import { idsIn, smallHeap } from './bulk.ts'
import { queryRows } from './duckdb.ts'
import { isLong } from './how-long.ts'
import { type IndependentService, serveIndependently } from './independent-service.ts'

const loans = isLong ? 100_000 : 20_000
/** Still too many for the heap. */
const fewer = isLong ? loans : 15_000
/** Less than the records of this list take, although they are brief. */
const littleMemory = smallHeap(16)
/** The same, with room for a row group and for the metadata of earlier row groups. */
const groupMemory = smallHeap(32)
const patience = { timeout: 300_000 }

const folder = folderForAll()
let service: IndependentService
let smaller: IndependentService
let ids: readonly number[]
beforeAll(async () => {
  service = await serveIndependently({ loans, brief: true })
  smaller = await serveIndependently({ loans: fewer, brief: true })
  ids = await service.start()
})
afterAll(() => Promise.all([service.close(), smaller.close()]))

const file = (name: string) => join(folder, name)
const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** Runs `kiva … | reader > file`. The exit code of kiva is printed on stderr. */
const piped = (format: string, reader: string, to: string, from = service) =>
  shell(
    `($KIVA loans search --all -o ${format} --base-url $1; echo "code $?" >&2) | ${reader} > $2`,
    [from.url, to],
    littleMemory,
  )

const formats = ['ndjson', 'json', 'xml', 'csv']
const listFor = (format: string) => (format === 'ndjson' ? service : smaller)

test.each(formats)('%s is complete in a file', patience, async (format) => {
  const from = listFor(format)
  const out = file(`out.${format}`)
  const words = ['loans', 'search', '--all', '-o', format, '--out', out, '--base-url', from.url]
  const { code, stderr } = await kiva(words, littleMemory)
  expect(code, stderr).toBe(0)
  expect(await idsIn(format, out)).toEqual(await from.start())
})

// All formats share the code that waits for a reader.
test.each(isLong ? formats : ['ndjson'])(
  '%s is complete through a late reader, and the same as in a file',
  patience,
  async (format) => {
    expect((await piped(format, '(sleep 2; cat)', file('piped'), listFor(format))).stderr).toBe('code 0\n')
    expect(await digest(file('piped'))).toBe(await digest(file(`out.${format}`)))
  },
)

test('a fast reader gets all of a list', patience, async () => {
  expect((await piped('ndjson', 'cat', file('fast'), smaller)).stderr).toBe('code 0\n')
  expect(await idsIn('ndjson', file('fast'))).toEqual(await smaller.start())
})

/**
 * Formats that share code with those above, are slower, or hold a row group at a time, read fewer records.
 */
test.each([...(isLong ? ['tsv'] : []), 'geojson', 'yaml', 'parquet'])(
  '%s of 10 000 records is complete in little memory',
  patience,
  async (format) => {
    const out = file(`some.${format}`)
    const words = ['loans', 'search', '--limit', '10000', '--out', out, '--base-url', service.url]
    const { code, stderr } = await kiva(words, format === 'parquet' ? groupMemory : littleMemory)
    expect(code, stderr).toBe(0)
    const found =
      format === 'parquet'
        ? (await queryRows(`SELECT id FROM '${out}'`)).map(({ id }) => Number(id))
        : await idsIn(format, out)
    expect(found).toEqual(ids.slice(0, 10_000))
  },
)

test('the output of --jq is complete in little memory', patience, async () => {
  const words = ['loans', 'search', '--all', '--jq', '{id}', '-o', 'ndjson', '--base-url', smaller.url]
  const out = file('jq.ndjson')
  const { code, stderr } = await kiva([...words, '--out', out], littleMemory)
  expect(code, stderr).toBe(0)
  expect(await idsIn('ndjson', out)).toEqual(await smaller.start())
})

/** As `records.py` computes it. */
const amountOf = (id: number) => 25 * (1 + (id % 80))

test.each([
  [
    '--where',
    ['--all', '--where', '.id % 100 == 7'],
    (all: readonly number[]) => all.filter((id) => id % 100 === 7),
  ],
  [
    '--order with --limit',
    ['--all', '--order', 'loan_amount:desc', '--limit', '20'],
    (all: readonly number[]) =>
      all.toSorted((one, other) => amountOf(other) - amountOf(one) || one - other).slice(0, 20),
  ],
  [
    '--with funding',
    ['--limit', '10000', '--with', 'funding'],
    (all: readonly number[]) => all.slice(0, 10_000),
  ],
])('%s reads a long list in little memory', patience, async (name, options, expected) => {
  const out = file(`${name}.ndjson`)
  const words = ['loans', 'search', ...options, '-o', 'ndjson', '--base-url', smaller.url, '--out', out]
  const { code, stderr } = await kiva(words, littleMemory)
  expect(code, stderr).toBe(0)
  expect(await idsIn('ndjson', out)).toEqual(expected(await smaller.start()))
})

test('a reader that closes after one line gets it whole, and ends the run within 100 requests', async () => {
  const before = (await service.log()).length
  expect((await piped('ndjson', 'head -1', file('line'))).stderr).toBe('code 0\n')
  expect(await idsIn('ndjson', file('line'))).toEqual(ids.slice(0, 1))
  expect((await service.log()).length - before).toBeLessThan(100)
})
