/** The lake of `kiva mirror export`, as the built tool writes it. test/e2e reads it with engines. Needs `npm run build`. */
import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parquetMetadata } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import {
  type LakeRow,
  lakeRowsOf,
  sortedRows,
  lakeTables as tables,
  wholeTables,
} from '../support/lake-rows.ts'
import { type Env, hasSqlite, preload, start } from '../support/process.ts'
import {
  activeFiles,
  type Loose,
  listOf,
  logOf,
  parquetIn,
  readListed,
  readTable,
} from '../support/read-lake.ts'

const folder = folderForAll()
const env = { KIVA_DATA_DIR: join(folder, 'data') }
const ids = Array.from({ length: 400 }, (_, at) => 2100001 + 5 * at)

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

/** The rows of each table, in an order of their own. */
async function contentIn(lake: string, read = readListed) {
  const entries = tables.map(async (table) => [table, (await read(lake, table)).map(textOf).sort()] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Without the version: a killed export may take one, so that the next one writes a row with a higher one. */
const textOf = ({ version: _, ...row }: LakeRow) => JSON.stringify(row)

const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000

/** Starts an export that waits before it commits loans, until there is a file beside the lake. */
const startWaiting = (lake: string, where: Env = env) =>
  start(['mirror', 'export', '--out', lake, '-o', 'json'], {
    ...where,
    ...preload('wait-at-commit.cjs'),
    TEST_WAIT_AT: `loans/_delta_log/${'1'.padStart(20, '0')}.json`,
    TEST_GO: `${lake}.go`,
  })

describe.runIf(hasSqlite)('kiva mirror export', () => {
  const lake = join(folder, 'lake')
  let loans: Loose[] = []
  let partners: Loose[] = []
  let actions: Loose[] = []
  let pulls: Loose[] = []

  beforeAll(async () => {
    const shown = await kiva(['--sandbox', 'loans', 'show', '-', '-o', 'json'], env, ids.join('\n'))
    const listed = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'], env)
    loans = JSON.parse(shown.stdout)
    partners = JSON.parse(listed.stdout)
    expect((await put(loans)).code).toBe(0)
    expect((await put(partners)).code).toBe(0)
    // One request is that for the lending actions.
    expect((await kiva(['--sandbox', 'mirror', 'pull', '--requests', '1'], env)).code).toBe(0)
    const rowsOf = async (table: string): Promise<Loose[]> =>
      JSON.parse((await kiva(['sql', `SELECT * FROM ${table}`, '-o', 'json'], env)).stdout)
    pulls = await rowsOf('pulls')
    actions = await rowsOf('lending_actions')
    const { code, stderr, reports } = await exportTo(lake)
    expect([code, stderr]).toEqual([0, ''])
    expect(reports.map(({ table, version, unchanged }) => [table, version, unchanged])).toEqual(
      tables.map((table) => [table, 1, 0]),
    )
  })

  test.each(tables)('%s has the values of the records', async (table) => {
    const expected = lakeRowsOf(loans, partners, { actions, pulls })[
      table as keyof ReturnType<typeof lakeRowsOf>
    ]
    const least: Readonly<Record<string, number>> = { partners: 101, lending_actions: 100, pulls: 1 }
    expect(expected.length).toBeGreaterThanOrEqual(least[table] ?? 391)
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
        partitionColumns: wholeTables.includes(table) ? [] : ['year'],
      })
      made.add(metaData.configuration['kiva.store'])
      const { fields } = JSON.parse(metaData.schemaString)
      for (const { add } of second.filter(({ add }) => add)) {
        expect(add).toMatchObject({ dataChange: true, modificationTime: expect.any(Number) })
        const year = wholeTables.includes(table) ? '' : `year=${add.partitionValues.year}/`
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
    const now = ['--keep', '0s']
    expect((await exportTo(other, now)).reports.map(({ files, unchanged }) => files - unchanged)).toEqual(
      tables.map(() => 0),
    )
    expect(contentOf(other)).toBe(before)

    const data = { KIVA_DATA_DIR: join(folder, 'changed-data') }
    cpSync(env.KIVA_DATA_DIR, data.KIVA_DATA_DIR, { recursive: true })
    const found = loans.find(({ posted_date }) => posted_date.startsWith('2025'))
    const changed = { ...found, paid_amount: 1234.56, lender_count: 99 }
    expect((await put([changed], data)).code).toBe(0)
    const old = activeFiles(other, 'payments').find(({ partitionValues }) => partitionValues.year === '2025')
    const { reports, of } = await exportTo(other, now, data)
    const written = reports.map(({ table, version, files, unchanged }) => [table, version, files - unchanged])
    const others = ['partners', 'pulls', 'lending_actions']
    // All tables have one version.
    expect(written).toEqual(tables.map((table) => [table, 2, others.includes(table) ? 0 : 1]))
    expect(logOf(other, 'partners').at(-1)).toEqual([{ commitInfo: expect.anything() }])
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

  /** A store and a lake of their own, of loans with few fields. */
  function bareLake(name: string) {
    const data = { KIVA_DATA_DIR: join(folder, `${name}-data`) }
    const other = join(folder, name)
    return {
      data,
      other,
      read: async (date: string, ...loans: readonly Loose[]) => {
        const page = { header: { date }, loans: loans.map((loan) => ({ terms: {}, ...loan })) }
        expect((await put(page, data)).code).toBe(0)
      },
      export: async (...words: readonly string[]) => {
        const { code, stderr, reports } = await exportTo(other, words, data)
        expect([code, stderr]).toEqual([0, ''])
        return Object.fromEntries(reports.map(({ table, files, unchanged }) => [table, files - unchanged]))
      },
      sql: async (statement: string): Promise<Loose> => {
        const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'json'], data)
        expect([code, stderr]).toEqual([0, ''])
        return JSON.parse(stdout)
      },
    }
  }

  const noon = '2026-03-01T12:00:00Z'
  const loan = { id: 1, posted_date: '2012-01-01T00:00:00Z', status: 'funded', funded_amount: '100.00' }

  test.each([
    ['another amount', { ...loan, funded_amount: '500.00' }, 1],
    ['another status', { ...loan, status: 'in_repayment' }, 1],
    ['another name', { ...loan, name: 'B' }, 0],
  ])('a second reading of the same moment with %s is a change', async (what, second, changes) => {
    const { other, read, sql, ...lake } = bareLake(`same moment, ${what}`)
    await read(noon, loan)
    expect(await lake.export()).toMatchObject({ loans: 1, changes: 1 })
    await read(noon, second)
    expect(await lake.export()).toMatchObject({ loans: 1, payments: 1, changes })
    for (const table of ['loans', 'changes']) {
      const [inStore, inLake] = [await sql(`SELECT * FROM ${table}`), await readTable(other, table)]
      expect(inStore).toMatchObject([{ status: second.status, funded_amount: Number(second.funded_amount) }])
      expect(inLake).toMatchObject([
        { status: second.status, funded_amount: 100 * Number(second.funded_amount) },
      ])
    }
    expect(await readTable(other, 'loans')).toMatchObject([{ name: 'name' in second ? 'B' : null }])
  })

  test('an older reading goes into the history alone', async () => {
    const { other, read, ...lake } = bareLake('older reading')
    await read(noon, loan)
    await lake.export()
    await read('2026-02-28T12:00:00Z', { ...loan, funded_amount: '75.00' })
    expect(await lake.export()).toEqual(
      Object.fromEntries(tables.map((table) => [table, Number(table === 'changes')])),
    )
    expect(await readTable(other, 'loans')).toMatchObject([{ funded_amount: 10_000 }])
    const amounts = (await readTable(other, 'changes')).map(({ funded_amount }) => Number(funded_amount))
    expect(amounts.sort((a, b) => a - b)).toEqual([7500, 10_000])
    // The same reading again says nothing new.
    await read('2026-02-28T12:00:00Z', { ...loan, funded_amount: '75.00' })
    expect(await lake.export()).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  })

  test('a second reading of a field partner of the same moment is a change', async () => {
    const { data, other, ...lake } = bareLake('partner')
    const partner = { id: 7, name: 'A', countries: [] }
    const page = (name: string) => put({ header: { date: noon }, partners: [{ ...partner, name }] }, data)
    for (const name of ['A', 'B', 'C']) {
      await page(name)
      expect(await lake.export()).toMatchObject({ partners: 1, loans: 0 })
      expect(await readTable(other, 'partners')).toMatchObject([{ id: 7, name }])
    }
    expect(await lake.export()).toMatchObject({ partners: 0 })
  })

  test('a loan that leaves a year, and a loan that no longer has a date, count for both years', async () => {
    const { other, read, ...lake } = bareLake('moved')
    const of = (year: number, id: number) => ({ id, posted_date: `${year}-05-05T00:00:00Z` })
    await read(noon, of(2012, 1), of(2012, 2), of(2013, 3), of(2014, 4))
    expect(await lake.export()).toMatchObject({ loans: 3 })
    await read(noon, of(2013, 1))
    expect(await lake.export()).toMatchObject({ loans: 2, stories: 2, changes: 0 })
    await read(noon, { id: 4 })
    expect(await lake.export('--keep', '0s')).toMatchObject({ loans: 1 })
    const years = (await readTable(other, 'loans')).map(({ id, year }) => [id, year])
    expect(years.sort()).toEqual([
      [1, 2013],
      [2, 2012],
      [3, 2013],
      [4, null],
    ])
    const removed = (logOf(other, 'loans').at(-1) ?? []).flatMap(({ remove }) => remove ?? [])
    expect(removed.map(({ partitionValues }) => partitionValues)).toEqual([{ year: '2014' }])
    expect(parquetIn(join(other, 'loans'))).toHaveLength(3)
  })

  test('a store restored from a backup is another one, also after as many writes', async () => {
    const { data, other, read, ...lake } = bareLake('restored')
    await read(noon, loan)
    const backup = join(folder, 'backup')
    await lake.export()
    cpSync(data.KIVA_DATA_DIR, backup, { recursive: true })
    await read('2026-03-02T12:00:00Z', { ...loan, name: 'lost' })
    await lake.export()
    rmSync(data.KIVA_DATA_DIR, { recursive: true })
    cpSync(backup, data.KIVA_DATA_DIR, { recursive: true })
    await read('2026-03-02T12:00:00Z', { ...loan, name: 'found' })
    expect(await lake.export()).toMatchObject({ loans: 1 })
    expect(await readTable(other, 'loans')).toMatchObject([{ name: 'found' }])
  })

  test('a date with an offset is UTC, in the year of UTC', async () => {
    const { data, other, read, sql, ...lake } = bareLake('offsets')
    const dates = [
      ['2026-01-01T00:30:00+02:00', '2025-12-31T22:30:00Z'],
      ['2025-12-31T23:00:00.250-01:30', '2026-01-01T00:30:00.250Z'],
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
      ['2026-01-01', '2026-01-01'],
      ['2026-01-01T00:10:00', '2026-01-01T00:10:00'],
      ['2026-02-30T00:00:00Z', null],
      ['2026-01-01T00:30:00+02:99', null],
      ['0000-01-01T00:30:00+02:00', null],
      ['9999-12-31T23:30:00-02:00', null],
      ['2026-01-01 and later', null],
    ] as const
    const sent = dates.map(([posted_date], at) => ({
      id: at + 1,
      posted_date,
      payments: [{ processed_date: posted_date }],
    }))
    await read(noon, ...sent)
    const inUtc = dates.map(([, posted_date], at) => ({ id: at + 1, posted_date }))
    expect(await sql('SELECT id, posted_date FROM loans ORDER BY id')).toEqual(inUtc)
    expect(
      await sql('SELECT loan_id AS id, processed_date AS posted_date FROM payments ORDER BY loan_id'),
    ).toEqual(inUtc)
    await lake.export()
    const found = (await readTable(other, 'loans')).map(({ id, posted_date, year }) => [
      id,
      posted_date,
      year,
    ])
    expect(found.sort(([one], [two]) => Number(one) - Number(two))).toEqual(
      inUtc.map(({ id, posted_date: date }) => {
        const text = date && (date.length === 19 ? `${date}Z` : date)
        return [id, text && Date.parse(text), date && Number(date.slice(0, 4))]
      }),
    )
    const ids = inUtc
      .filter(({ posted_date }) => posted_date)
      .sort((one, two) => (String(one.posted_date) < String(two.posted_date) ? 1 : -1))
      .map(({ id }) => id)
    const listed = await kiva(['--mirror', 'loans', 'search', '--sort-by', 'newest', '-o', 'json'], data)
    const records: Loose[] = JSON.parse(listed.stdout)
    expect(records.map(({ id }) => id).slice(0, ids.length)).toEqual(ids)
    // The record stays as it was sent.
    expect(records.find(({ id }) => id === 1).posted_date).toBe('2026-01-01T00:30:00+02:00')
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

  test('a file that somebody removed or cut is written again, and its entry leaves the log', async () => {
    const other = join(folder, 'damaged')
    cpSync(lake, other, { recursive: true })
    const of = (table: string) => activeFiles(other, table)
    const [missing, cut, whole] = of('payments')
    const [longer] = of('partners')
    rmSync(join(other, 'payments', missing.path))
    truncateSync(join(other, 'payments', cut.path), cut.size - 1)
    appendFileSync(join(other, 'partners', longer.path), 'x')
    const { code, stderr, reports } = await exportTo(other, ['--keep', '0s'])
    expect([code, stderr]).toEqual([0, ''])
    const written = reports.map(({ table, files, unchanged }) => [table, files - unchanged])
    expect(written).toEqual(
      tables.map((table) => [table, table === 'payments' ? 2 : table === 'partners' ? 1 : 0]),
    )
    const removed = (logOf(other, 'payments').at(-1) ?? []).flatMap(({ remove }) => remove?.path ?? [])
    expect(removed.sort()).toEqual([missing.path, cut.path].sort())
    expect(of('payments')).toContainEqual(whole)
    const expected = lakeRowsOf(loans, partners)
    for (const table of ['payments', 'partners'] as const) {
      const rows = await readTable(other, table)
      expect(sortedRows(rows, expected[table])).toEqual(sortedRows(expected[table], expected[table]))
      expect(parquetIn(join(other, table))).toEqual(
        of(table)
          .map(({ path }) => path)
          .sort(),
      )
    }
    expect((await exportTo(other)).of('payments')).toMatchObject({ version: 2 })
  })

  /** Changes the actions of a version in the log. */
  function rewriteLog(lake: string, table: string, version: number, change: (action: Loose) => Loose) {
    const actions = (logOf(lake, table)[version] ?? []).map((action) => JSON.stringify(change(action)))
    const name = `${String(version).padStart(20, '0')}.json`
    writeFileSync(join(lake, table, '_delta_log', name), `${actions.join('\n')}\n`)
  }

  test('a table with the columns of an earlier version is written again', async () => {
    const other = join(folder, 'columns')
    cpSync(lake, other, { recursive: true })
    const [{ path: old }] = activeFiles(other, 'borrowers')
    rewriteLog(other, 'borrowers', 0, (action) => ({
      ...action,
      ...(action.metaData && {
        metaData: {
          ...action.metaData,
          schemaString: action.metaData.schemaString.replace('pictured', 'photo'),
        },
      }),
    }))
    const { of } = await exportTo(other)
    expect(of('borrowers')).toMatchObject({ version: 2, unchanged: 0 })
    expect(of('stories')).toMatchObject({ version: 2, unchanged: 4 })
    const [metaData] = (logOf(other, 'borrowers').at(-1) ?? []).flatMap(({ metaData }) => metaData ?? [])
    expect(metaData.schemaString).toContain('pictured')
    expect(activeFiles(other, 'borrowers').map(({ path }) => path)).not.toContain(old)
    expect((await exportTo(other)).of('borrowers')).toMatchObject({ version: 2 })
  })

  test('a file of a year that the store does not have leaves the log', async () => {
    const other = join(folder, 'no-such-year')
    cpSync(lake, other, { recursive: true })
    const [add] = activeFiles(other, 'loans')
    const extra = { ...add, path: 'year=1999/theirs.parquet', partitionValues: { year: '1999' } }
    mkdirSync(join(other, 'loans/year=1999'))
    cpSync(join(other, 'loans', add.path), join(other, 'loans', extra.path))
    const name = `${'2'.padStart(20, '0')}.json`
    writeFileSync(join(other, 'loans/_delta_log', name), `${JSON.stringify({ add: extra })}\n`)
    expect((await exportTo(other)).of('loans')).toMatchObject({ version: 3, rows: loans.length })
    const [, ...actions] = logOf(other, 'loans').at(-1) ?? []
    expect(actions).toEqual([{ remove: expect.objectContaining({ path: extra.path }) }])
    expect((await exportTo(other)).of('loans')).toMatchObject({ version: 3 })
  })

  test.each([
    ['reader', 'minReaderVersion', 2],
    ['writer', 'minWriterVersion', 3],
  ])('a table that needs a later %s is left alone', async (name, key, version) => {
    const other = join(folder, `upgraded ${name}`)
    cpSync(lake, other, { recursive: true })
    rewriteLog(other, 'stories', 1, (action) =>
      action.commitInfo ? { protocol: { minReaderVersion: 1, minWriterVersion: 2, [key]: version } } : action,
    )
    const before = contentOf(other)
    const { code, stderr } = await exportTo(other)
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      `another program has upgraded the table ${other}/stories`,
    ])
    expect(contentOf(other)).toBe(before)
  })

  test('--keep counts from when a file was replaced', async () => {
    const { data, other, read, ...bare } = bareLake('kept since')
    await read(noon, loan)
    await bare.export()
    const [{ path }] = activeFiles(other, 'loans')
    await read('2026-03-02T12:00:00Z', loan)
    await bare.export('--keep', '1d')
    rewriteLog(other, 'loans', 2, (action) => ({
      ...action,
      ...(action.remove && { remove: { ...action.remove, deletionTimestamp: hoursAgo(2) } }),
    }))
    const list = listOf(other, 'loans')
    expect(list.replaced).toEqual([{ path, at: expect.any(String) }])
    const leftOut = (hours: number) =>
      writeFileSync(
        join(other, 'loans/files.json'),
        JSON.stringify({ ...list, replaced: [{ path, at: new Date(hoursAgo(hours)).toISOString() }] }),
      )
    leftOut(2)
    await bare.export('--keep', '3h')
    expect(existsSync(join(other, 'loans', path))).toBe(true)
    // An export that was killed has left it out of the log, and a later one of the list.
    leftOut(0)
    await bare.export('--keep', '1h')
    expect(existsSync(join(other, 'loans', path))).toBe(true)
    leftOut(2)
    await bare.export('--keep', '1h')
    expect(existsSync(join(other, 'loans', path))).toBe(false)
    expect(listOf(other, 'loans').replaced).toEqual([])
  })

  test.each([
    ['1d', 1],
    ['0s', 3],
  ])(
    'with --keep %s, an export that is killed before any of its changes leaves lists of whole versions',
    { timeout: 300_000 },
    async (keep, stride) => {
      const { data, other, read, ...bare } = bareLake(`killed, ${keep}`)
      const others = [2, 3].map((id) => ({ id, posted_date: `201${id}-01-01T00:00:00Z` }))
      await read(noon, loan, ...others)
      await bare.export()
      const earlier = listOf(other, 'loans').files
      const before = await contentIn(other)
      await read('2026-03-02T12:00:00Z', { ...loan, funded_amount: '500.00', payments: [{ amount: '5' }] })
      const whole = `${other} whole`
      cpSync(other, whole, { recursive: true })
      expect((await exportTo(whole, ['--keep', keep], data)).code).toBe(0)
      const after = await contentIn(whole)
      expect(after).not.toEqual(before)
      const killAt = async (step: number) => {
        const copy = `${other} ${step}`
        cpSync(other, copy, { recursive: true })
        const { code } = await start(['mirror', 'export', '--out', copy, '--keep', keep], {
          ...data,
          ...preload('die-at-write.cjs'),
          TEST_FOLDER: copy,
          TEST_DIE_AT: String(step),
        }).ended
        return { step, copy, isDead: code !== 0 }
      }
      let steps = 0
      for (let isDead = true; isDead; ) {
        const runs = await Promise.all([1, 2, 3].map((more) => killAt(steps + more * stride)))
        for (const { step, copy } of runs) {
          for (const read of [readListed, readTable])
            for (const [table, rows] of Object.entries(await contentIn(copy, read)))
              expect([before[table], after[table]], `step ${step}, ${table}`).toContainEqual(rows)
          expect((await exportTo(copy, ['--keep', keep], data)).code).toBe(0)
          expect(await contentIn(copy), `after step ${step}`).toEqual(after)
          const isThere = (path: string) => existsSync(join(copy, 'loans', path))
          expect(earlier.every(isThere), `step ${step}`).toBe(keep === '1d')
          rmSync(copy, { recursive: true })
        }
        isDead = runs.every((run) => run.isDead)
        steps += runs.filter((run) => run.isDead).length * stride
      }
      expect(steps).toBeGreaterThan(40)
    },
  )

  test('rows of changes are in the order of loans and times', async () => {
    const { other, read, ...bare } = bareLake('ordered')
    await read('2026-03-02T12:00:00Z', { id: 2, status: 'paid' }, { id: 1, status: 'paid' })
    await read('2026-03-03T12:00:00Z', { id: 1, status: 'defaulted' }, { id: 3, status: 'paid' })
    await bare.export()
    expect((await readTable(other, 'changes')).map(({ loan_id, status }) => [loan_id, status])).toEqual([
      [1, 'paid'],
      [1, 'defaulted'],
      [2, 'paid'],
      [3, 'paid'],
    ])
  })

  test('all tables are of the moment in which the export began', async () => {
    const data = { KIVA_DATA_DIR: join(folder, 'moment-data') }
    cpSync(env.KIVA_DATA_DIR, data.KIVA_DATA_DIR, { recursive: true })
    const other = join(folder, 'moment')
    const slow = startWaiting(other, data)
    await slow.told(/waits/)
    expect((await put([{ ...loans[0], status: 'unheard of' }], data)).code).toBe(0)
    writeFileSync(`${other}.go`, '')
    expect((await slow.ended).code).toBe(0)
    for (const table of ['loans', 'changes']) {
      const rows = await readTable(other, table)
      expect(rows).toHaveLength(loans.length)
      expect(rows.filter(({ status }) => status === 'unheard of')).toEqual([])
    }
    const { of } = await exportTo(other, [], data)
    expect([of('loans')?.rows, of('changes')?.rows]).toEqual([loans.length, loans.length + 1])
    expect((await readTable(other, 'loans')).filter(({ status }) => status === 'unheard of')).toHaveLength(1)
  })

  test('an export that fails leaves no temporary file', async () => {
    const other = join(folder, 'failed')
    cpSync(lake, other, { recursive: true })
    const data = { KIVA_DATA_DIR: join(folder, 'failed-data') }
    cpSync(env.KIVA_DATA_DIR, data.KIVA_DATA_DIR, { recursive: true })
    await put([{ ...loans[0], id: 9, posted_date: '2001-01-01T00:00:00Z' }], data)
    // The file of payments is written when the folder of a later table cannot be made.
    writeFileSync(join(other, 'loans/year=2001'), '')
    const before = activeFiles(other, 'payments')
    const { code } = await exportTo(other, [], data)
    expect(code).toBe(3)
    expect(activeFiles(other, 'payments')).toEqual(before)
    expect(parquetIn(join(other, 'payments'))).toHaveLength(before.length)
    expect(readdirSync(join(other, 'payments/year=2001'))).toEqual([])
  })

  test('of two exports at once, the second fails and loses nothing', async () => {
    const other = join(folder, 'twice')
    const slow = startWaiting(other)
    await slow.told(/waits/)
    const locked = await exportTo(other)
    expect([locked.code, JSON.parse(locked.stderr).error]).toEqual([
      3,
      expect.objectContaining({
        code: 'locked',
        message: expect.stringMatching(/^another kiva \(process \d+\) is writing /),
      }),
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
