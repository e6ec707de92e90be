/** The lake of `kiva mirror export`, as the built tool writes it. test/e2e reads it with engines. Needs `npm run build`. */
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decompress } from 'fzstd'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { type LakeRow, lakeAmounts, lakeRowsOf, sortedRows } from '../support/lake-rows.ts'
import { type Env, hasSqlite, kiva, preload, start } from '../support/process.ts'

const folder = folderForAll()
const env = { KIVA_DATA_DIR: join(folder, 'data') }
const ids = Array.from({ length: 400 }, (_, at) => 2100001 + 5 * at)
const tables = ['loans', 'payments', 'scheduled_payments', 'borrowers', 'stories', 'changes', 'partners']

interface Report {
  readonly table: string
  readonly version: number
  readonly rows: number
  readonly files: number
  readonly bytes: number
  readonly unchanged: number
}

async function exportTo(lake: string, words: readonly string[] = [], where: Env = env) {
  const { code, stdout, stderr } = await kiva(
    ['mirror', 'export', '--out', lake, '-o', 'json', ...words],
    where,
  )
  const reports: readonly Report[] = code === 0 ? JSON.parse(stdout) : []
  return { code, stderr, reports, of: (name: string) => reports.find(({ table }) => table === name) }
}

const put = (records: unknown, where: Env = env) =>
  kiva(['--sandbox', 'mirror', 'import', '-'], where, JSON.stringify(records))

// biome-ignore lint/suspicious/noExplicitAny: a log as it was written
type Loose = any

/** The versions of a table, each a list of actions. */
function logOf(lake: string, table: string): Loose[][] {
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
function activeFiles(lake: string, table: string): Loose[] {
  const files = new Map<string, Loose>()
  for (const { add, remove } of logOf(lake, table).flat()) {
    if (remove) expect(files.delete(remove.path)).toBe(true)
    if (add) files.set(add.path, add)
  }
  return [...files.values()]
}

const parquetIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort()

async function readTable(lake: string, table: string): Promise<LakeRow[]> {
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

/** A hash of everything below a folder. */
function contentOf(path: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
    const stats = statSync(join(path, name))
    hash.update(`${name} ${stats.mtimeMs}`)
    if (stats.isFile()) hash.update(readFileSync(join(path, name)))
  }
  return hash.digest('hex')
}

/** Starts an export that waits before it commits loans, until there is a file beside the lake. */
const startWaiting = (lake: string) =>
  start(['mirror', 'export', '--out', lake, '-o', 'json'], {
    ...env,
    ...preload('wait-at-commit.cjs'),
    TEST_WAIT_AT: `loans/_delta_log/${'1'.padStart(20, '0')}.json`,
    TEST_GO: `${lake}.go`,
  })

describe.runIf(hasSqlite)('kiva mirror export', () => {
  const lake = join(folder, 'lake')
  let loans: Loose[] = []
  let partners: Loose[] = []

  beforeAll(async () => {
    const shown = await kiva(['--sandbox', 'loans', 'show', '-', '-o', 'json'], env, ids.join('\n'))
    const listed = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'], env)
    loans = JSON.parse(shown.stdout)
    partners = JSON.parse(listed.stdout)
    expect((await put(loans)).code).toBe(0)
    expect((await put(partners)).code).toBe(0)
    const { code, stderr, reports } = await exportTo(lake)
    expect([code, stderr]).toEqual([0, ''])
    expect(reports.map(({ table, version, unchanged }) => [table, version, unchanged])).toEqual(
      tables.map((table) => [table, 1, 0]),
    )
  })

  test.each(tables)('%s has the values of the records', async (table) => {
    const expected = lakeRowsOf(loans, partners)[table as keyof ReturnType<typeof lakeRowsOf>]
    expect(expected.length).toBeGreaterThan(table === 'partners' ? 100 : 390)
    const rows = await readTable(lake, table)
    expect(sortedRows(rows, expected)).toEqual(sortedRows(expected, expected))
    const { of } = await exportTo(lake)
    expect(of(table)).toMatchObject({ rows: rows.length, files: activeFiles(lake, table).length })
  })

  test('the log follows the protocol', () => {
    const made = new Set<string>()
    for (const table of tables) {
      const [first = [], second = [], ...more] = logOf(lake, table)
      expect(more).toEqual([])
      const actions = [...first, ...second]
      for (const action of actions) expect(Object.keys(action)).toHaveLength(1)
      const [protocol] = first.flatMap(({ protocol }) => protocol ?? [])
      expect(protocol).toEqual({ minReaderVersion: 1, minWriterVersion: 2 })
      const [metaData, another] = actions.flatMap(({ metaData }) => metaData ?? [])
      expect(another).toBeUndefined()
      expect(metaData).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
        format: { provider: 'parquet', options: {} },
        partitionColumns: table === 'partners' ? [] : ['year'],
      })
      made.add(metaData.configuration['kiva.store'])
      const { fields } = JSON.parse(metaData.schemaString)
      for (const { add } of second.filter(({ add }) => add)) {
        expect(add).toMatchObject({ dataChange: true, modificationTime: expect.any(Number) })
        const year = table === 'partners' ? '' : `year=${add.partitionValues.year}/`
        expect(add.path).toMatch(new RegExp(`^${year}[0-9a-f-]{36}\\.parquet$`))
        // Partition columns are in the schema and not in the files.
        const { schema, row_groups } = parquetMetadata(
          Uint8Array.from(readFileSync(join(lake, table, add.path))).buffer,
        )
        const names = fields
          .map(({ name }: { name: string }) => name)
          .filter((name: string) => name !== 'year')
        expect(schema.slice(1).map(({ name }) => name)).toEqual(names)
        expect(row_groups[0]?.columns[0]?.meta_data?.codec).toBe('ZSTD')
      }
      expect(parquetIn(join(lake, table))).toEqual(
        activeFiles(lake, table)
          .map(({ path }) => path)
          .sort(),
      )
    }
    expect(made.size).toBe(1)
  })

  test('amounts are decimals, dates are in microseconds and UTC', () => {
    const [{ path }] = activeFiles(lake, 'loans')
    const { schema } = parquetMetadata(Uint8Array.from(readFileSync(join(lake, 'loans', path))).buffer)
    const element = (name: string) => schema.find((column) => column.name === name)
    expect(element('loan_amount')).toMatchObject({
      type: 'INT64',
      converted_type: 'DECIMAL',
      precision: 18,
      scale: 2,
    })
    expect(element('posted_date')?.logical_type).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MICROS',
    })
  })

  test('only years that changed are written again, and what they replace is deleted', async () => {
    const other = join(folder, 'changed')
    cpSync(lake, other, { recursive: true, preserveTimestamps: true })
    const before = contentOf(other)
    expect((await exportTo(other)).reports.map(({ files, unchanged }) => files - unchanged)).toEqual(
      tables.map(() => 0),
    )
    expect(contentOf(other)).toBe(before)

    const data = { KIVA_DATA_DIR: join(folder, 'changed-data') }
    cpSync(env.KIVA_DATA_DIR, data.KIVA_DATA_DIR, { recursive: true })
    const found = loans.find(({ posted_date }) => posted_date.startsWith('2025'))
    const changed = { ...found, paid_amount: 1234.56, lender_count: 99 }
    expect((await put([changed], data)).code).toBe(0)
    const old = activeFiles(other, 'payments').find(({ partitionValues }) => partitionValues.year === '2025')
    const { reports, of } = await exportTo(other, [], data)
    const written = reports.map(({ table, version, files, unchanged }) => [table, version, files - unchanged])
    expect(written).toEqual(tables.map((table) => (table === 'partners' ? [table, 1, 0] : [table, 2, 1])))
    expect(of('changes')?.rows).toBe(loans.length + 1)
    const [commitInfo, ...actions] = logOf(other, 'payments').at(-1) ?? []
    expect(commitInfo).toMatchObject({ commitInfo: { operation: 'WRITE' } })
    expect(actions).toEqual([
      {
        remove: expect.objectContaining({
          path: old.path,
          dataChange: true,
          partitionValues: { year: '2025' },
        }),
      },
      { add: expect.objectContaining({ partitionValues: { year: '2025' } }) },
    ])
    expect(existsSync(join(other, 'payments', old.path))).toBe(false)
    const all = lakeRowsOf(
      loans.map((loan) => (loan === found ? changed : loan)),
      partners,
    ).loans
    expect(sortedRows(await readTable(other, 'loans'), all)).toEqual(sortedRows(all, all))
  })

  test('a page of the past counts as a change, though it is not the newest', async () => {
    const data = { KIVA_DATA_DIR: join(folder, 'past') }
    const page = (date: string, id: number, name: string) =>
      put({ header: { date }, loans: [{ id, name, posted_date: '2012-01-01T00:00:00Z', terms: {} }] }, data)
    await page('2012-01-02T00:00:00Z', 1, 'A')
    await page('2012-06-01T00:00:00Z', 2, 'B')
    const other = join(folder, 'past-lake')
    await exportTo(other, [], data)
    await page('2012-03-01T00:00:00Z', 1, 'C')
    await exportTo(other, [], data)
    expect((await readTable(other, 'loans')).map(({ name }) => name).sort()).toEqual(['B', 'C'])
  })

  test('a loan without a date, and a table without rows', async () => {
    const data = { KIVA_DATA_DIR: join(folder, 'bare') }
    await put({ id: 8, terms: {} }, data)
    const other = join(folder, 'bare-lake')
    expect((await exportTo(other, [], data)).code).toBe(0)
    expect(await readTable(other, 'loans')).toEqual([
      expect.objectContaining({ id: 8, year: null, name: null }),
    ])
    expect(parquetIn(join(other, 'loans'))[0]).toMatch(/^year=__HIVE_DEFAULT_PARTITION__\//)
    expect(await readTable(other, 'payments')).toEqual([])
    // Nothing is read again for tables that have no rows of the year.
    expect((await exportTo(other, [], data)).of('payments')).toMatchObject({
      version: 1,
      rows: 0,
      unchanged: 1,
    })
  })

  test('--keep leaves replaced files to those who read an earlier version', async () => {
    const data = { KIVA_DATA_DIR: join(folder, 'kept-data') }
    cpSync(env.KIVA_DATA_DIR, data.KIVA_DATA_DIR, { recursive: true })
    const other = join(folder, 'kept')
    cpSync(lake, other, { recursive: true })
    const before = parquetIn(other)
    await put([{ ...loans[0], lender_count: 77 }], data)
    expect((await exportTo(other, ['--keep', '1h'], data)).code).toBe(0)
    expect(parquetIn(other)).toEqual(expect.arrayContaining([...before]))
    expect(parquetIn(other)).toHaveLength(before.length + 6)
    // They stay as long as each export asks for it.
    await exportTo(other, ['--keep', '30d'], data)
    expect(parquetIn(other)).toHaveLength(before.length + 6)
    await exportTo(other, ['--keep', '0s'], data)
    expect(parquetIn(other)).toEqual(
      tables.flatMap((table) => activeFiles(other, table).map(({ path }) => `${table}/${path}`)).sort(),
    )
  })

  test('what killed exports left is removed, and nothing else', async () => {
    const other = join(folder, 'orphans')
    cpSync(lake, other, { recursive: true })
    const clean = readdirSync(other, { recursive: true, encoding: 'utf8' }).sort()
    const put = (name: string) => writeFileSync(join(other, name), 'x')
    const orphans = [
      `loans/year=2026/${randomUUID()}.parquet`,
      `loans/year=2026/${randomUUID()}.parquet.0123abcd.tmp`,
      `partners/${randomUUID()}.parquet`,
    ]
    const others = [
      'loans/year=2026/mine.parquet',
      `loans/${randomUUID()}.csv`,
      `${randomUUID()}.parquet`,
      'notes.txt',
    ]
    for (const name of [...orphans, ...others]) put(name)
    expect((await exportTo(other)).code).toBe(0)
    expect(readdirSync(other, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
      [...clean, ...others].sort(),
    )
  })

  test('a file that cannot be deleted is left for the next export', async () => {
    const other = join(folder, 'left')
    cpSync(lake, other, { recursive: true })
    // A folder of that name: deleting a file fails for every user.
    const stuck = join(other, 'loans/year=2026', `${randomUUID()}.parquet`)
    mkdirSync(stuck)
    const { code, stderr } = await exportTo(other)
    expect([code, stderr]).toEqual([0, '1 old file cannot be deleted yet. The next export tries again.\n'])
    rmSync(stuck, { recursive: true })
    writeFileSync(stuck, 'x')
    expect((await exportTo(other)).stderr).toBe('')
    expect(existsSync(stuck)).toBe(false)
  })

  test('a folder with something else stays as it is', async () => {
    const foreign = [join(folder, 'foreign'), join(folder, 'foreign-table'), join(folder, 'other-store')]
    for (const path of foreign) mkdirSync(path)
    writeFileSync(join(foreign[0] ?? '', 'notes.txt'), 'mine')
    mkdirSync(join(foreign[1] ?? '', 'loans'))
    writeFileSync(join(foreign[1] ?? '', 'loans', `${randomUUID()}.parquet`), 'mine')
    const data = { KIVA_DATA_DIR: join(folder, 'another-store') }
    await put({ id: 8, terms: {} }, data)
    await exportTo(foreign[2] ?? '', [], data)
    for (const [path, within = ''] of [[foreign[0]], [foreign[1], '/loans'], [foreign[2]]]) {
      if (path === undefined) continue
      const before = contentOf(path)
      const { code, stderr } = await exportTo(path)
      expect([code, JSON.parse(stderr).error.message]).toEqual([
        3,
        `${path}${within} holds something else than an export of this mirror`,
      ])
      expect(contentOf(path)).toBe(before)
    }
    const { code, stderr } = await exportTo(join(foreign[0] ?? '', 'notes.txt'))
    expect([code, JSON.parse(stderr).error.message]).toEqual([3, expect.stringContaining('is not a folder')])
  })

  test('of a first export that was killed, the next one takes over the folder', async () => {
    const other = join(folder, 'early')
    mkdirSync(join(other, 'loans/_delta_log'), { recursive: true })
    mkdirSync(join(other, 'payments'))
    writeFileSync(join(other, 'loans/_delta_log', `${'0'.repeat(20)}.json.0123abcd.tmp`), '{"commi')
    expect((await exportTo(other)).code).toBe(0)
    expect((await readTable(other, 'loans')).length).toBe(loans.length)
  })

  test('of two exports at once, the second fails and loses nothing', async () => {
    const other = join(folder, 'twice')
    const slow = startWaiting(other)
    await slow.told(/waits/)
    const locked = await exportTo(other)
    expect([locked.code, JSON.parse(locked.stderr).error.message]).toEqual([
      3,
      expect.stringMatching(/^another kiva \(process \d+\) is writing /),
    ])
    // As on a file system that keeps no locks.
    rmSync(join(other, 'kiva.lock'))
    expect((await exportTo(other)).code).toBe(0)
    const before = parquetIn(other)
    writeFileSync(`${other}.go`, '')
    const { code, stdout, stderr } = await slow.ended
    expect([code, stdout]).toEqual([3, ''])
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.message).toMatch(
      /^another export has written /,
    )
    expect(parquetIn(other)).toEqual(before)
    expect((await readTable(other, 'loans')).length).toBe(loans.length)
  })

  test('Ctrl-C leaves the last version of each table whole', async () => {
    const other = join(folder, 'interrupted')
    const { child, told, ended } = startWaiting(other)
    await told(/waits/)
    child.kill('SIGINT')
    writeFileSync(`${other}.go`, '')
    const { code, stdout, stderr } = await ended
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toContain('Run the command again')
    expect((await readTable(other, 'loans')).length).toBe(loans.length)
    expect(await readTable(other, 'partners')).toEqual([])
    expect(parquetIn(join(other, 'partners'))).toEqual([])
    expect(readdirSync(other).sort()).toEqual([...tables].sort())
    expect((await exportTo(other)).of('partners')?.rows).toBe(partners.length)
  })

  test('the name of the folder has no part in the format', async () => {
    const { code, stdout } = await kiva(['mirror', 'export', '--out', join(folder, 'lake.csv')], env)
    expect([code, JSON.parse(stdout).length]).toEqual([0, tables.length])
  })

  test('works on a file system without links', async () => {
    const other = join(folder, 'no-links')
    const where = { ...env, ...preload('no-links.cjs') }
    expect((await exportTo(other, [], where)).code).toBe(0)
    expect((await readTable(other, 'loans')).length).toBe(loans.length)
    expect((await exportTo(other, [], where)).of('loans')).toMatchObject({ version: 1, unchanged: 4 })
  })

  test.each([
    ['', 'missing required option --out'],
    ['--out x --keep soon', 'invalid value "soon" for --keep: expected a duration'],
  ])('kiva mirror export %s is a usage error', async (words, message) => {
    const { code, stderr } = await kiva(
      ['mirror', 'export', ...words.split(' ').filter(Boolean), '-o', 'json'],
      env,
    )
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, message])
  })

  test('without a mirror there is nothing to export', async () => {
    const { code, stderr } = await exportTo(join(folder, 'none'), [], {
      KIVA_DATA_DIR: join(folder, 'no-data'),
    })
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      expect.stringContaining('there is no mirror at '),
    ])
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
