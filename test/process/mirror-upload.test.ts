/** `kiva mirror export --manifest`, and copies of a lake that stop at any point. Needs `npm run build`. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { lakeTables as tables } from '../support/lake-rows.ts'
import { hasSqlite } from '../support/process.ts'
import { type Loose, readListed, readTable } from '../support/read-lake.ts'

const folder = folderForAll()
const data = { KIVA_DATA_DIR: join(folder, 'data') }
const lake = join(folder, 'lake')
const manifest = join(folder, 'upload.json')

const allIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort()

describe.runIf(hasSqlite)('an upload of the lake', () => {
  let day = 0
  /** The rows of each table at each version. */
  const versions: Readonly<Record<string, string>>[] = []

  const content = async (path: string, read: typeof readTable) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(
          async (table) =>
            [
              table,
              JSON.stringify((await read(path, table)).map((row) => JSON.stringify(row)).sort()),
            ] as const,
        ),
      ),
    )

  /** A day with a new loan, another payment of the first loan, and an export. */
  async function nextDay(...words: readonly string[]): Promise<Loose> {
    day += 1
    const of = (id: number, payments: number) => ({
      id,
      posted_date: `${2020 + (id % 2)}-01-01T00:00:00Z`,
      terms: {},
      payments: Array.from({ length: payments }, (_, at) => ({ payment_id: at, amount: '5' })),
    })
    const page = { header: { date: `2026-03-0${day}T12:00:00Z` }, loans: [of(1, day), of(1 + day, 1)] }
    const put = await kiva(['--sandbox', 'mirror', 'import', '-'], data, JSON.stringify(page))
    const line = ['mirror', 'export', '--out', lake, '--manifest', manifest, '-o', 'json', ...words]
    const { code, stderr } = await kiva(line, data)
    expect([put.code, code, stderr]).toEqual([0, 0, ''])
    versions.push(await content(lake, readListed))
    return JSON.parse(readFileSync(manifest, 'utf8'))
  }

  /** Copies files one after the other, and looks at the copy after each: `seen` gets the version that each table has. */
  async function copy(files: readonly string[], bucket: string): Promise<void> {
    for (const [at, path] of files.entries()) {
      mkdirSync(dirname(join(bucket, path)), { recursive: true })
      copyFileSync(join(lake, path), join(bucket, path))
      const [table = ''] = path.split('/')
      const about = `file ${at}: ${path}`
      const known = ['[]', ...versions.map((rows) => rows[table])]
      const read = async (reader: typeof readTable) =>
        JSON.stringify((await reader(bucket, table)).map((row) => JSON.stringify(row)).sort())
      if (existsSync(join(bucket, table, '_delta_log'))) expect(known, about).toContain(await read(readTable))
      if (existsSync(join(bucket, table, 'files.json')))
        expect(known, about).toContain(await read(readListed))
    }
  }

  const filesOf = ({ data, log, lists }: Loose): readonly string[] => [...data, ...log, ...lists]
  const bucket = join(folder, 'bucket')

  beforeAll(async () => {
    const first = await nextDay()
    expect(first).toMatchObject({ version: 1, since: null, deletable: [] })
    expect([...filesOf(first)].sort()).toEqual(allIn(lake))
    await copy(filesOf(first), bucket)
    expect(await content(bucket, readTable)).toEqual(versions[0])
    renameSync(manifest, `${manifest}.done`)
  })

  test('stopped after any file, the copy has a whole version', async () => {
    // No upload came between.
    await nextDay()
    await nextDay()
    const third = await nextDay()
    expect(third).toMatchObject({ version: 4, since: 1 })
    expect(third.log).toHaveLength(3 * tables.length)
    const had = allIn(bucket)
    expect(third.data.filter((path: string) => had.includes(path))).toEqual([])
    await copy(filesOf(third), bucket)
    for (const read of [readTable, readListed]) expect(await content(bucket, read)).toEqual(versions.at(-1))
    expect(allIn(bucket)).toEqual(allIn(lake))
    // After the time of --keep, what may be deleted may be deleted.
    const replaced = third.deletable.map(({ path }: Loose) => path)
    expect(replaced.length).toBeGreaterThan(0)
    for (const { path, after } of third.deletable) {
      expect(Math.abs(Date.parse(after) - Date.now() - 86_400_000)).toBeLessThan(600_000)
      rmSync(join(bucket, path))
    }
    for (const read of [readTable, readListed]) expect(await content(bucket, read)).toEqual(versions.at(-1))
    renameSync(manifest, `${manifest}.done`)
    // Until the day is over, the next manifest names them again: they could not be deleted yet.
    const fourth = await nextDay()
    expect(fourth).toMatchObject({ version: 5, since: 4 })
    expect(fourth.deletable.map(({ path }: Loose) => path)).toEqual(expect.arrayContaining(replaced))
  })

  test('two passes over the whole folder do the same', async () => {
    const other = join(folder, 'two passes')
    const before = join(folder, 'before')
    cpSync(lake, before, { recursive: true })
    await copy(ordered(allIn(lake)), other)
    await nextDay('--keep', '30d')
    await copy(ordered(allIn(lake)), other)
    for (const read of [readTable, readListed]) expect(await content(other, read)).toEqual(versions.at(-1))
  })

  test('what a day replaced and deleted at once is not listed', async () => {
    const { data: files, deletable } = await nextDay('--keep', '0s')
    expect(files.filter((path: string) => !existsSync(join(lake, path)))).toEqual([])
    expect(deletable.length).toBeGreaterThan(0)
  })

  test.each(['{}', 'x', '{"version":99,"at":"2026-01-01T00:00:00Z"}'])(
    '%s is not a manifest',
    async (text) => {
      writeFileSync(`${manifest}.done`, text)
      const { code, stderr } = await kiva(
        ['mirror', 'export', '--out', lake, '--manifest', manifest, '-o', 'json'],
        data,
      )
      expect([code, JSON.parse(stderr).error.message]).toEqual([
        3,
        `${manifest}.done is not a manifest of this lake`,
      ])
    },
  )
})

/** Data, then commits, then lists: as docs/mirror.md has the lines for copiers. */
function ordered(files: readonly string[]): readonly string[] {
  const place = (path: string) => (path.endsWith('/files.json') ? 2 : path.includes('/_delta_log/') ? 1 : 0)
  return files.toSorted((one, other) => place(one) - place(other))
}
