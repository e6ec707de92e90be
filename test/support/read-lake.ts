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
  const names = readdirSync(log).sort()
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

export async function readTable(lake: string, table: string): Promise<LakeRow[]> {
  const rows = []
  for (const { path, partitionValues, size, stats } of activeFiles(lake, table)) {
    const bytes = readFileSync(join(lake, table, path))
    expect(bytes.length).toBe(size)
    const file = Uint8Array.from(bytes).buffer
    const within = await parquetReadObjects({
      file,
      compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
    })
    expect(JSON.parse(stats)).toEqual({ numRecords: within.length })
    const year = partitionValues.year
    for (const row of within) rows.push({ ...row, ...(year !== undefined && { year: year && Number(year) }) })
  }
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(plainEntry)) as LakeRow)
}

function plainEntry([name, value]: [string, unknown]) {
  if (value instanceof Date) return [name, value.getTime()]
  if (typeof value === 'bigint') return [name, Number(value)]
  return [name, lakeAmounts.test(name) && typeof value === 'number' ? Math.round(value * 100) : value]
}
