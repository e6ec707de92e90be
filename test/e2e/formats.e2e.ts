/** Output of kiva, parsed by independent programs, contains the same records. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { isNested, type Json } from '../../src/core/json.ts'
import { formats } from '../../src/output/formats.ts'
import { openGate } from '../../src/output/gate/gate.ts'
import { each, recordFormats, viewOf } from '../output/helpers.ts'
import { type Answer, everyAnswer } from '../support/answers.ts'
import { folderForAll } from '../support/folder.ts'
import { kiva } from '../support/process.ts'
import { queryRows } from './duckdb.ts'

const folder = folderForAll()
let answers: readonly Answer[]
beforeAll(async () => {
  answers = await everyAnswer()
})

async function write(format: keyof typeof formats, { name, records, view }: Answer): Promise<string> {
  const path = join(folder, `${name.replaceAll(' ', '-')}.${format}`)
  const { load, destination } = formats[format]
  const pieces: Uint8Array[] = []
  const sink = {
    isTerminal: false,
    columns: 80,
    write: async (chunk: string | Uint8Array) => void pieces.push(Buffer.from(chunk)),
  }
  const gate = openGate(sink, { color: false })
  for await (const piece of (await load())(each(records), view)) await gate.write(piece, destination)
  await writeFile(path, Buffer.concat(pieces))
  return path
}

/** Characters above C0 that YAML 1.2 does not count as printable. */
const unprintable: Answer = {
  name: 'unprintable',
  line: '',
  records: ['\x7f', '\x80', '\x9f', '\ufdd0', '\ufffe', '\uffff', '\u{1fffe}'].map((sign) => ({
    id: 1,
    body: `a${sign}b`,
  })),
  view: viewOf('comment'),
}

test('text formats of all API commands are read back by Python, sqlite3, jq, xmllint and GDAL', async () => {
  for (const answer of [...answers, unprintable])
    for (const format of recordFormats) if (format !== 'table') await write(format, answer)
  const script = fileURLToPath(new URL('read-back.py', import.meta.url))
  const { stdout } = await promisify(execFile)('python3', [script, folder])
  expect(stdout).toBe('')
})

test('Parquet of all API commands is read back by DuckDB', async () => {
  for (const answer of answers) {
    const rows = await queryRows(`SELECT * FROM '${await write('parquet', answer)}'`)
    expect(rows.map(plain), answer.line).toEqual(answer.records.map(plain))
  }
})

test.each([
  { words: ['--fields', 'id,id'], columns: ['id', '_other'] },
  { words: ['--jq', '{_other: .id}'], columns: ['_other', '_other_2'] },
  { words: ['--jq', '{_OTHER: .id, _other_2: 1}'], columns: ['_OTHER', '_other_2', '_other_3'] },
])('DuckDB reads Parquet columns with unique names: $words', async ({ words, columns }) => {
  const path = join(folder, `${columns.join('-')}.parquet`)
  const ended = await kiva(['--sandbox', 'loans', 'search', '--limit', '1', ...words, '--out', path])
  expect(ended).toMatchObject({ code: 0 })
  const [row = {}] = await queryRows(`SELECT * FROM '${path}'`)
  expect(Object.keys(row)).toEqual(columns)
  expect(row[columns[0] ?? '']).toBeGreaterThan(2_000_000)
})

const instant = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00|Z)$/

/** Drops empty entries, turns dates into milliseconds, and parses maps, which DuckDB returns as text. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') {
    if (instant.test(value)) return new Date(value.replace(/\+00$/, 'Z')).getTime()
    return value.startsWith('{') ? plain(JSON.parse(value)) : value
  }
  if (Array.isArray(value)) return value.map(plain)
  if (!isNested(value as Json)) return value
  const entries = Object.entries(value as object).map(([key, item]) => [key, plain(item)] as const)
  const some = entries.filter(([, item]) => item !== null && item !== '' && item !== undefined)
  return some.length > 0 ? Object.fromEntries(some) : undefined
}
