/** A hundred thousand records, through whatever reads them: whole, or cleanly cut, and in a memory that holds few of them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kiva, shell } from '../support/process.ts'
import { idsIn, smallHeap } from './bulk.ts'
import { queryRows } from './duckdb.ts'
import { type IndependentService, serveIndependently } from './independent-service.ts'

const loans = 100_000
/** Less than the records of this list take, brief as they are. */
const littleMemory = smallHeap(16)
/** The same, with room for a group of rows and for what is known of those before it. */
const groupMemory = smallHeap(32)
const patience = { timeout: 300_000 }

const folder = folderForAll()
let service: IndependentService
let ids: readonly number[]
beforeAll(async () => {
  service = await serveIndependently({ loans, brief: true })
  ids = await service.start()
})
afterAll(() => service.close())

const file = (name: string) => join(folder, name)
const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** `kiva … | reader > file`; `$?` of the tool is told on stderr. */
const piped = (format: string, reader: string, to: string) =>
  shell(
    `($KIVA loans search --all -o ${format} --base-url $1; echo "code $?" >&2) | ${reader} > $2`,
    [service.url, to],
    littleMemory,
  )

test.each(['ndjson', 'json', 'xml', 'csv'])(
  '%s is whole in a file, and through readers quick and late',
  patience,
  async (format) => {
    const out = file(`out.${format}`)
    const words = ['loans', 'search', '--all', '-o', format, '--out', out, '--base-url', service.url]
    const { code, stderr } = await kiva(words, littleMemory)
    expect(code, stderr).toBe(0)
    expect(await idsIn(format, out)).toEqual(ids)
    for (const reader of ['cat', '(sleep 2; cat)']) {
      expect((await piped(format, reader, file('piped'))).stderr).toBe('code 0\n')
      expect(await digest(file('piped')), reader).toBe(await digest(out))
    }
  },
)

/** What is made as those are, takes longer, or holds a group of rows at a time has less to do. */
test.each(['tsv', 'geojson', 'yaml', 'parquet'])(
  '%s of ten thousand is whole, in as little memory',
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

test('what jq makes of each record is whole too', patience, async () => {
  const words = ['loans', 'search', '--all', '--jq', '{id}', '-o', 'ndjson', '--base-url', service.url]
  const out = file('jq.ndjson')
  const { code, stderr } = await kiva([...words, '--out', out], littleMemory)
  expect(code, stderr).toBe(0)
  expect(await idsIn('ndjson', out)).toEqual(ids)
})

test('a reader that takes one line and goes gets it whole, and no more is asked for', async () => {
  const before = (await service.log()).length
  expect((await piped('ndjson', 'head -1', file('line'))).stderr).toBe('code 0\n')
  expect(await idsIn('ndjson', file('line'))).toEqual(ids.slice(0, 1))
  expect((await service.log()).length - before).toBeLessThan(100)
})
