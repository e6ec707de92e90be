/** Reads a lake as its documents say: the log by the protocol of Delta, the files with a reader of Parquet. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decompress } from 'fzstd'
import { parquetReadObjects } from 'hyparquet'
import { expect } from 'vitest'
import { type LakeRow, lakeAmounts } from './lake-rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: a log as it was written
export type Loose = any

/** The versions of a table, each a list of actions. */
export function logOf(lake: string, table: string): Loose[][] {
  const log = join(lake, table, '_delta_log')
  // What a killed export was writing is no version.
  const names = readdirSync(log)
    .filter((name) => !name.endsWith('.tmp'))
    .sort()
  expect(names).toEqual(names.map((_, at) => `${String(at).padStart(20, '0')}.json`))
  return names.map((name) =>
    readFileSync(join(log, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
}

/** The files of the last version, by the protocol: what was added and not removed later. */
export function activeFiles(lake: string, table: string): Loose[] {
  const files = new Map<string, Loose>()
  for (const { add, remove } of logOf(lake, table).flat()) {
    if (remove) expect(files.delete(remove.path)).toBe(true)
    if (add) files.set(add.path, add)
  }
  return [...files.values()]
}

export const parquetIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort()

/** The rows of the last version, by the log. */
export async function readTable(lake: string, table: string): Promise<LakeRow[]> {
  const rows = []
  for (const { path, partitionValues, size, stats } of activeFiles(lake, table)) {
    const { bytes, found } = await readFile(join(lake, table, path))
    expect(bytes).toBe(size)
    expect(JSON.parse(stats)).toEqual({ numRecords: found.length })
    rows.push(...inYear(found, partitionValues.year))
  }
  return rows
}

/** What `files.json` of a table has. */
export const listOf = (lake: string, table: string): Loose =>
  JSON.parse(readFileSync(join(lake, table, 'files.json'), 'utf8'))

/** The rows of the files that `files.json` names. */
export async function readListed(lake: string, table: string): Promise<LakeRow[]> {
  const rows = []
  for (const path of listOf(lake, table).files) {
    const { found } = await readFile(join(lake, table, path))
    const [, year] = /^year=(\w+)\//.exec(path) ?? []
    rows.push(...inYear(found, year === '__HIVE_DEFAULT_PARTITION__' ? null : year))
  }
  return rows
}

async function readFile(path: string) {
  const bytes = readFileSync(path)
  const rows = await parquetReadObjects({
    file: Uint8Array.from(bytes).buffer,
    compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
  })
  const found = rows.map((row) => Object.fromEntries(Object.entries(row).map(plainEntry)) as LakeRow)
  return { bytes: bytes.length, found }
}

const inYear = (rows: readonly LakeRow[], year: string | null | undefined): readonly LakeRow[] =>
  year === undefined ? rows : rows.map((row) => ({ ...row, year: year === null ? null : Number(year) }))

function plainEntry([name, value]: [string, unknown]) {
  if (value instanceof Date) return [name, value.getTime()]
  if (typeof value === 'bigint') return [name, Number(value)]
  return [name, lakeAmounts.test(name) && typeof value === 'number' ? Math.round(value * 100) : value]
}
