/**
 * The lake of `kiva mirror export`, read by engines that share no code with kiva: ClickHouse reads the log of Delta with
 * delta-kernel-rs, DuckDB all Parquet files of a folder.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { folderForAll } from '../support/folder.ts'
import {
  lakeAmounts,
  lakeDates,
  lakeRowsOf,
  lakeTables,
  sortedRows,
  wholeTables,
} from '../support/lake-rows.ts'
import { queryClickHouse } from './clickhouse.ts'
import { queryRows } from './duckdb.ts'
import { isLong } from './how-long.ts'

/** Differs in each run. KIVA_CHAOS_SEED repeats the seed of a failure. */
const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)
const kills = isLong ? 20 : 4

const folder = folderForAll()
const lake = join(folder, 'lake')
const ids = Array.from({ length: isLong ? 2000 : 500 }, (_, at) => 2100001 + at * (isLong ? 1 : 4))

// The tests run on Node.js 20, which has no SQLite.
const modules = fileURLToPath(new URL('../../build/node-24/node_modules', import.meta.url))
const [machine = ''] = readdirSync(modules).filter((name) => name.startsWith('node-'))
const tool = fileURLToPath(new URL('../../bin/kiva.cjs', import.meta.url))

interface Run {
  readonly child: ChildProcess
  /** Resolves with stdout. Rejects for an exit code other than 0, unless the process was killed. */
  readonly ended: Promise<string>
}

function start(words: readonly string[], input = ''): Run {
  const child = spawn(join(modules, machine, 'bin/node'), [tool, ...words], {
    env: { KIVA_DATA_DIR: join(folder, 'data'), KIVA_CONFIG_DIR: join(folder, 'none') },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<string>((resolve, reject) => {
    child.on('close', (code) => (code ? reject(new Error(`${words}: ${code} ${stderr}`)) : resolve(stdout)))
  })
  return { child, ended }
}

const kiva = (line: string, input?: string) => start(line.split(' '), input).ended
const exportLake = (...words: readonly string[]) => kiva(['mirror export --out', lake, ...words].join(' '))

// biome-ignore lint/suspicious/noExplicitAny: records as they came
let loans: any[]
let expected: ReturnType<typeof lakeRowsOf>

beforeAll(async () => {
  loans = JSON.parse(await kiva('--sandbox loans show - -o json', ids.join('\n')))
  const partners = JSON.parse(await kiva('--sandbox partners list --all -o json'))
  await kiva('--sandbox mirror import -', JSON.stringify(loans))
  await kiva('--sandbox mirror import -', JSON.stringify(partners))
  // One request is that for the lending actions.
  await kiva('--sandbox mirror pull --requests 1')
  const rowsOf = async (table: string) => JSON.parse(await start(['sql', `SELECT * FROM ${table}`]).ended)
  await exportLake()
  expected = lakeRowsOf(loans, partners, {
    actions: await rowsOf('lending_actions'),
    pulls: await rowsOf('pulls'),
  })
})

/** Turns what an engine prints into the values of `lakeRowsOf`. */
const plain = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (value === null) return [name, null]
        if (lakeDates.test(name))
          return [
            name,
            Date.parse(`${/^[\d\-: .]+/.exec(String(value))?.[0].slice(0, 23).replace(' ', 'T')}Z`),
          ]
        return [name, lakeAmounts.test(name) ? Math.round(Number(value) * 100) : value]
      }),
    ),
  )

const inDuckDb = (table: string) =>
  wholeTables.includes(table)
    ? `read_parquet('${lake}/${table}/*.parquet')`
    : `read_parquet('${lake}/${table}/*/*.parquet', hive_partitioning = true)`
const inClickHouse = (table: string) => `deltaLakeLocal('${lake}/${table}')`

test.each(lakeTables)('each value of %s is that of the records', async (table) => {
  const rows = expected[table]
  const [byLog = []] = queryClickHouse(folder, `SELECT * FROM ${inClickHouse(table)}`)
  expect(sortedRows(plain(byLog), rows)).toEqual(sortedRows(rows, rows))
  const byFiles = await queryRows(`SELECT * FROM ${inDuckDb(table)}`)
  expect(sortedRows(plain(byFiles), rows)).toEqual(sortedRows(rows, rows))
})

test('sums of amounts are exact', async () => {
  const cents = expected.payments.reduce((sum, { amount }) => sum + Number(amount), 0)
  const sum = 'SELECT CAST(sum(amount) AS varchar) AS sum FROM'
  const [[byLog] = []] = queryClickHouse(folder, `${sum} ${inClickHouse('payments')}`)
  const [byFiles] = await queryRows(`${sum} ${inDuckDb('payments')}`)
  expect([byLog?.['sum'], byFiles?.['sum']].map((text) => Math.round(Number(text) * 100))).toEqual([
    cents,
    cents,
  ])
  expect(byFiles?.['sum']).toMatch(/^\d+\.\d\d$/)
})

test('dates have microseconds, amounts two decimals', async () => {
  const type = 'SELECT typeof(posted_date) AS type, typeof(loan_amount) AS amount FROM'
  expect((await queryRows(`${type} ${inDuckDb('loans')} LIMIT 1`))[0]).toEqual({
    type: 'TIMESTAMP WITH TIME ZONE',
    amount: 'DECIMAL(18,2)',
  })
  const [[first] = []] = queryClickHouse(
    folder,
    `SELECT toTypeName(posted_date) AS type, toTypeName(loan_amount) AS amount FROM ${inClickHouse('loans')} LIMIT 1`,
  )
  expect(first).toEqual({
    type: 'Nullable(DateTime64(6))',
    amount: 'Nullable(Decimal(18, 2))',
  })
})

test('after an import, engines see the new version, and with --keep the one before', async () => {
  const changed = { ...loans[0], lender_count: 98_765 }
  await kiva('--sandbox mirror import -', JSON.stringify([changed]))
  await exportLake('--keep', '1h')
  const count = `SELECT count(*) AS n, countIf(lender_count = 98765) AS changed FROM ${inClickHouse('loans')}`
  const [now, before] = queryClickHouse(folder, count, `${count} SETTINGS delta_lake_snapshot_version = 1`)
  expect([now?.[0], before?.[0]]).toEqual([
    { n: loans.length, changed: 1 },
    { n: loans.length, changed: 0 },
  ])
  await kiva('--sandbox mirror import -', JSON.stringify([loans[0]]))
  // Without --keep, those who read all files of a folder count each loan once.
  await exportLake()
  expect(await queryRows(`SELECT count(*) AS n FROM ${inDuckDb('loans')}`)).toEqual([{ n: loans.length }])
})

test('a loan without a date and a table without rows can be read', async () => {
  const bare = join(folder, 'bare')
  const data = { KIVA_DATA_DIR: join(folder, 'bare-data') }
  const run = (words: readonly string[], input: string) =>
    new Promise((resolve) => {
      const child = spawn(join(modules, machine, 'bin/node'), [tool, ...words], { env: data })
      child.stdin.end(input)
      child.on('close', resolve)
    })
  expect(await run(['mirror', 'import', '-'], '{"id":8,"terms":{}}')).toBe(0)
  expect(await run(['mirror', 'export', '--out', bare], '')).toBe(0)
  const [byLog, none] = queryClickHouse(
    folder,
    `SELECT id, year FROM deltaLakeLocal('${bare}/loans')`,
    `SELECT * FROM deltaLakeLocal('${bare}/payments')`,
  )
  expect([byLog, none]).toEqual([[{ id: 8, year: null }], []])
  const files = `read_parquet('${bare}/loans/*/*.parquet', hive_partitioning = true)`
  expect(await queryRows(`SELECT id, year FROM ${files}`)).toEqual([{ id: 8, year: null }])
})

test(`after each of ${kills} kills, engines read a whole lake`, { timeout: 600_000 }, async () => {
  const random = seedRandom(seed)('kills', 0)
  const started = Date.now()
  await exportLake()
  let length = Date.now() - started
  const sums = ['loans', 'payments', 'stories', 'changes'].map(
    (table) => `SELECT count(*) AS n FROM ${inClickHouse(table)}`,
  )
  const [whole] = [queryClickHouse(folder, ...sums).flat()]
  let killed = 0
  for (let at = 0; at < kills; at++) {
    // Each loan was read again, so all years are written again.
    await kiva('--sandbox mirror import -', JSON.stringify(loans))
    const begun = Date.now()
    const { child, ended } = start(['mirror', 'export', '--out', lake])
    // A timer on purpose: the kill must not depend on any step of the export.
    const timer = setTimeout(() => child.kill('SIGKILL'), random.below(1.2 * length))
    await ended
    clearTimeout(timer)
    if (child.killed) killed += 1
    else length = Date.now() - begun
    expect(queryClickHouse(folder, ...sums).flat(), `seed ${seed}, kill ${at}`).toEqual(whole)
  }
  await exportLake()
  expect(queryClickHouse(folder, ...sums).flat()).toEqual(whole)
  const rows = expected.stories
  const byFiles = await queryRows(`SELECT * FROM ${inDuckDb('stories')}`)
  expect(sortedRows(plain(byFiles), rows)).toEqual(sortedRows(rows, rows))
  expect(killed, `seed ${seed}: killed runs`).toBeGreaterThan(0)
})
