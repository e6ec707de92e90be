/**
 * The lake of `kiva mirror export`, read by engines that share no code with kiva: ClickHouse reads the log of Delta with
 * delta-kernel-rs, DuckDB the files that files.json names, by the lines that `kiva help mirror` prints.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'
import { mirror as topic } from '../../src/cli/help/topics/mirror.ts'
import { commands } from '../../src/commands/index.ts'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { folderForAll } from '../support/folder.ts'
import { lakeAmounts, lakeDates, lakeRowsOf, lakeTables, sortedRows } from '../support/lake-rows.ts'
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

function start(words: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(join(modules, machine, 'bin/node'), [tool, ...words], {
    env: { KIVA_DATA_DIR: join(folder, 'data'), KIVA_CONFIG_DIR: join(folder, 'none'), ...env },
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

/** The statements for DuckDB in `kiva help mirror`: the first sets a variable, the second reads. */
const [setList = '', fromFiles = ''] = (() => {
  const text = topic
    .page(commandTree(commands))
    .flatMap((part) =>
      typeof part === 'object' && 'heading' in part && part.heading === 'Engines' ? part.content : [],
    )
    .map((row) => (typeof row === 'string' ? ['', row] : row))
  const from = text.findIndex(([engine]) => engine === 'DuckDB')
  return text
    .slice(from, from + 3)
    .map((row) => row[1])
    .join(' ')
    .split('; ')
})()

/** Returns the rows that DuckDB finds in a table, with `what` of each. */
const inDuckDb = (table: string, what = '*', where = lake) =>
  queryRows(`SELECT ${what} ${fromFiles}`, setList.replaceAll('lake/loans', `${where}/${table}`))

const inClickHouse = (table: string) => `deltaLakeLocal('${lake}/${table}')`

test.each(lakeTables)('each value of %s is that of the records', async (table) => {
  const rows = expected[table]
  const [byLog = []] = queryClickHouse(folder, `SELECT * FROM ${inClickHouse(table)}`)
  expect(sortedRows(plain(byLog), rows)).toEqual(sortedRows(rows, rows))
  const byFiles = await inDuckDb(table)
  expect(sortedRows(plain(byFiles), rows)).toEqual(sortedRows(rows, rows))
})

test('sums of amounts are exact', async () => {
  const cents = expected.payments.reduce((sum, { amount }) => sum + Number(amount), 0)
  const sum = 'CAST(sum(amount) AS varchar) AS sum'
  const [[byLog] = []] = queryClickHouse(folder, `SELECT ${sum} FROM ${inClickHouse('payments')}`)
  const [byFiles] = await inDuckDb('payments', sum)
  expect([byLog?.['sum'], byFiles?.['sum']].map((text) => Math.round(Number(text) * 100))).toEqual([
    cents,
    cents,
  ])
  expect(byFiles?.['sum']).toMatch(/^\d+\.\d\d$/)
})

test('dates have microseconds, amounts two decimals', async () => {
  const type = 'typeof(posted_date) AS type, typeof(loan_amount) AS amount'
  expect((await inDuckDb('loans', type))[0]).toEqual({
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
  const many = 'count(*) AS n, count(DISTINCT id) AS loans'
  expect(await inDuckDb('loans', many)).toEqual([{ n: loans.length, loans: loans.length }])
  await kiva('--sandbox mirror import -', JSON.stringify([loans[0]]))
  await exportLake('--keep', '30d')
  expect(await inDuckDb('loans', many)).toEqual([{ n: loans.length, loans: loans.length }])
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
  expect(await inDuckDb('loans', 'id, year', bare)).toEqual([{ id: 8, year: null }])
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
    expect(await inDuckDb('loans', 'count(*) AS n'), `seed ${seed}, kill ${at}`).toEqual([whole?.[0]])
  }
  await exportLake()
  expect(queryClickHouse(folder, ...sums).flat()).toEqual(whole)
  const rows = expected.stories
  const byFiles = await inDuckDb('stories')
  expect(sortedRows(plain(byFiles), rows)).toEqual(sortedRows(rows, rows))
  expect(killed, `seed ${seed}: killed runs`).toBeGreaterThan(0)
})

/** Killed before this change of its files: of about 75, those that a first export and a later one have in common. */
const steps = Array.from({ length: isLong ? 75 : 15 }, (_, at) => 1 + (isLong ? at : 5 * at + (seed % 5)))

test.each(['1d', '0s'])(
  'killed at any step, with --keep %s, both engines read a whole version',
  async (keep) => {
    const loan = loans.find(({ payments }) => payments.length > 0)
    const paid = { ...loan, lender_count: 77_777, payments: [...loan.payments, { amount: '7.00' }] }
    await kiva('--sandbox mirror import -', JSON.stringify([loan]))
    await exportLake('--keep', '0s')
    await kiva('--sandbox mirror import -', JSON.stringify([paid]))
    const copies = steps.map((step) => `${lake} ${keep} ${step}`)
    const ends = []
    for (const [at, copy] of copies.entries()) {
      cpSync(lake, copy, { recursive: true })
      const { ended, child } = start(['mirror', 'export', '--out', copy, '--keep', keep], '', {
        NODE_OPTIONS: `--require ${fileURLToPath(new URL('../support/die-at-write.cjs', import.meta.url))}`,
        TEST_FOLDER: copy,
        TEST_DIE_AT: String(steps[at]),
      })
      await ended
      ends.push(child.signalCode)
    }
    expect(ends.filter((signal) => signal === 'SIGKILL').length).toBeGreaterThan(steps.length / 2)
    const facts = {
      loans: `count(*) AS n, count(DISTINCT id) AS ids, max(lender_count) = 77777 AS isNew`,
      payments: `count(*) AS n, count(DISTINCT loan_id) AS ids, CAST(sum(amount) AS varchar) AS sum`,
    }
    const seen = new Set<string>()
    const byLog = queryClickHouse(
      folder,
      ...copies.flatMap((copy) =>
        Object.entries(facts).map(
          ([table, what]) => `SELECT ${what} FROM deltaLakeLocal('${copy}/${table}')`,
        ),
      ),
    )
    for (const [at, copy] of copies.entries()) {
      for (const [place, [table, what]] of Object.entries(facts).entries()) {
        const [found] = await inDuckDb(table, what, copy)
        const [log] = byLog[2 * at + place] ?? []
        const numbers = [found, log].map((row) =>
          JSON.stringify([table, ...Object.values(row ?? {}).map(Number)]),
        )
        for (const text of numbers) seen.add(text)
      }
      rmSync(copy, { recursive: true })
    }
    const { length } = expected.payments
    const cents = (rows: readonly { amount: unknown }[]) =>
      rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    const sum = cents(expected.payments)
    const payers = new Set(expected.payments.map(({ loan_id }) => loan_id)).size
    expect([...seen].sort()).toEqual(
      [
        ...[0, 1].map((isNew) => ['loans', loans.length, loans.length, isNew]),
        ['payments', length, payers, sum / 100],
        ['payments', length + 1, payers, (sum + 700) / 100],
      ]
        .map((row) => JSON.stringify(row))
        .sort(),
    )
  },
)
