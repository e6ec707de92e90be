/** What kiva writes, read back by parsers that its authors did not write, to the same records. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { isNested } from '../../src/api/json.ts'
import type { Json } from '../../src/context.ts'
import { formats } from '../../src/output/formats.ts'
import { each, recordFormats } from '../output/helpers.ts'
import { type Answer, everyAnswer } from '../support/answers.ts'
import { folderForAll } from '../support/folder.ts'
import { queryRows } from './duckdb.ts'

const folder = folderForAll()
let answers: readonly Answer[]
beforeAll(async () => {
  answers = await everyAnswer()
})

async function write(format: keyof typeof formats, { name, records, view }: Answer): Promise<string> {
  const path = join(folder, `${name.replaceAll(' ', '-')}.${format}`)
  const render = await formats[format].load()
  const pieces: Uint8Array[] = []
  for await (const piece of render(each(records), view)) pieces.push(Buffer.from(piece))
  await writeFile(path, Buffer.concat(pieces))
  return path
}

test('text of all 25 commands: by Python, sqlite3, jq, xmllint and GDAL', async () => {
  for (const answer of answers)
    for (const format of recordFormats) if (format !== 'table') await write(format, answer)
  const script = fileURLToPath(new URL('read-back.py', import.meta.url))
  const { stdout } = await promisify(execFile)('python3', [script, folder])
  expect(stdout).toBe('')
})

test('parquet of all 25 commands: by DuckDB', async () => {
  for (const answer of answers) {
    const rows = await queryRows(`SELECT * FROM '${await write('parquet', answer)}'`)
    expect(rows.map(plain), answer.line).toEqual(answer.records.map(plain))
  }
})

const instant = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00|Z)$/

/** A value without what means the same as nothing, dates as milliseconds, and maps, which DuckDB has as text, as they are. */
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
