/** The column `version` of the lake, and how many rows `kiva mirror export` says have changed. Needs `npm run build`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type LakeRow, lakeTables as tables } from '../support/lake-rows.ts'
import { hasSqlite } from '../support/process.ts'
import { activeFiles, type Loose, logOf, readListed, readTable } from '../support/read-lake.ts'

const folder = folderForAll()

/** A store and a lake of their own. */
function open(name: string) {
  const data = { KIVA_DATA_DIR: join(folder, `${name}-data`) }
  const lake = join(folder, name)
  const run = async (words: readonly string[], input = '') => {
    const { code, stdout, stderr } = await kiva(words, data, input)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  return {
    run,
    lake,
    put: (date: string, loans: readonly Loose[]) =>
      run(
        ['--sandbox', 'mirror', 'import', '-'],
        JSON.stringify({ header: { date }, loans: loans.map((loan) => ({ terms: {}, ...loan })) }),
      ),
    export: async (...words: readonly string[]): Promise<readonly Loose[]> =>
      JSON.parse(await run(['mirror', 'export', '--out', lake, '-o', 'json', ...words])),
    rows: async () =>
      Object.fromEntries(
        await Promise.all(tables.map(async (table) => [table, await readListed(lake, table)] as const)),
      ),
  }
}

/** The files of a lake with two loans, by path: logs as text, Parquet in base64. */
const older = fileURLToPath(new URL('../fixtures/lake-31ee872f.json', import.meta.url))

type Rows = Readonly<Record<string, readonly LakeRow[]>>

const textOf = (row: LakeRow) => JSON.stringify(row)
const idOf = (row: LakeRow | undefined) => row?.['id'] ?? row?.['loan_id']
const sorted = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([table, found]) => [table, found.map(textOf).sort()]))

/** Tables whose rows are replaced by the loan that they belong to. */
const ofLoans = ['payments', 'scheduled_payments', 'borrowers', 'stories']

/** Takes over the rows that came after version `last`, as docs/mirror.md says. */
function follow(copy: Rows, lake: Rows, last: number): Rows {
  const isNew = (row: LakeRow) => Number(row['version']) > last
  const ids = (table: string) => new Set((lake[table] ?? []).filter(isNew).map(idOf))
  return Object.fromEntries(
    tables.map((table) => {
      const changed = ids(ofLoans.includes(table) ? 'loans' : table)
      const isTaken = (row: LakeRow) => changed.has(idOf(row))
      return [
        table,
        [...(copy[table] ?? []).filter((row) => !isTaken(row)), ...(lake[table] ?? []).filter(isTaken)],
      ]
    }),
  )
}

/** Counts the rows that differ, in pairs of one id. */
function differences(before: readonly LakeRow[], after: readonly LakeRow[]) {
  const left = before.map(textOf)
  const came = after.filter((row) => {
    const place = left.indexOf(textOf(row))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  const went = left.map((text) => idOf(JSON.parse(text)))
  let changed = 0
  for (const row of came) {
    const place = went.indexOf(idOf(row))
    if (place < 0) continue
    went.splice(place, 1)
    changed += 1
  }
  return { added: came.length - changed, changed, removed: went.length }
}

describe.runIf(hasSqlite)('the versions of rows', () => {
  /** Differs in each run. KIVA_CHAOS_SEED repeats the seed of a failure. */
  const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)

  test('a week of exports, followed by version, has the rows of the last one', {
    timeout: 300_000,
  }, async () => {
    const { lake, put, rows, ...kept } = open('week')
    const random = seedRandom(seed)('week', 0)
    const pick = <T>(items: readonly T[]): T => items[random.below(items.length)] as T
    const amounts = ['5.00', '7.25', '12.00']
    const payment = () => ({ payment_id: random.below(5), amount: pick(amounts) })
    const make = (id: number): Loose => ({
      id,
      name: `A ${id}`,
      status: 'in_repayment',
      lender_count: 3,
      posted_date: `${pick([2024, 2025])}-0${1 + random.below(9)}-05T00:00:00Z`,
      payments: Array.from({ length: random.below(4) }, payment),
      borrowers: [{ first_name: 'B', gender: 'F', pictured: true }],
      description: { languages: ['en'], texts: { en: `Story ${id} \ud800`, es: '\ufeffHistoria' } },
    })
    const changes: readonly ((loan: Loose) => Loose)[] = [
      (loan) => ({ ...loan, payments: [...loan.payments, payment()] }),
      (loan) => ({ ...loan, payments: loan.payments.slice(1) }),
      (loan) => ({ ...loan, payments: [payment(), ...loan.payments] }),
      (loan) => ({ ...loan, payments: [] }),
      (loan) => ({ ...loan, borrowers: [...loan.borrowers, { first_name: 'C', pictured: false }] }),
      (loan) => ({ ...loan, lender_count: loan.lender_count + 1, paid_amount: 0.1 * loan.lender_count }),
      (loan) => ({ ...loan, status: 'ended' }),
      (loan) => ({ ...loan, description: { languages: [], texts: { en: `Other ${random.below(9)}` } } }),
      (loan) => ({ ...loan, posted_date: make(1).posted_date }),
      (loan) => ({ ...loan, posted_date: null }),
      (loan) => loan,
    ]
    let loans = Array.from({ length: 30 }, (_, at) => make(at + 1))
    await put('2026-03-01T12:00:00Z', loans)
    let whole: Rows = Object.fromEntries(tables.map((table) => [table, []]))
    let copy = whole
    let last = 0
    for (let day = 1; day <= 7; day++) {
      const reports = await kept.export('--keep', pick(['0s', '1d', '30d']))
      const found = await rows()
      const version = Number(reports[0].version)
      for (const { table, added, changed, removed, ...report } of reports) {
        const about = `seed ${seed}, day ${day}, ${table}`
        expect(report.version, about).toBe(version)
        expect(report.rows, about).toBe(found[table]?.length)
        expect({ added, changed, removed }, about).toEqual(
          differences(whole[table] ?? [], found[table] ?? []),
        )
        const written = found[table]?.filter((row) => row['version'] === version).length
        if (version > last) expect(written, about).toBe(added + changed)
      }
      copy = follow(copy, found, last)
      expect(sorted(copy), `seed ${seed}, day ${day}`).toEqual(sorted(found))
      whole = found
      // Some days nothing is new.
      last = version
      if (day === 4) continue
      const some = loans.filter(() => random.below(3) === 0).map((loan) => pick(changes)(loan))
      // The second is a reading of the same moment: the row of the loan may stay, while its payments change.
      await put(`2026-03-0${day + 1}T12:00:00Z`, [...some, make(30 + day)])
      const again = some.filter(() => random.below(2) === 0).map((loan) => pick(changes)(loan))
      await put(`2026-03-0${day + 1}T12:00:00Z`, again)
      const latest = new Map([...loans, ...some, ...again].map((loan) => [loan.id, loan]))
      loans = [...latest.values()]
    }
    expect(last).toBe(6)
    // The store is whole after such readings.
    expect(JSON.parse(await kept.run(['mirror', 'verify', '-o', 'json'])), `seed ${seed}`).toMatchObject({
      fault_count: 0,
    })
  })

  const loan = { id: 1, posted_date: '2012-01-01T00:00:00Z', status: 'funded', payments: [{ amount: '5' }] }
  const other = { ...loan, id: 2 }

  test('a loan that loses all payments has a new version, also in a reading of the same moment', async () => {
    const { put, rows, ...kept } = open('lost payments')
    await put('2026-03-01T12:00:00Z', [loan, other])
    await kept.export()
    await put('2026-03-01T12:00:00Z', [{ ...loan, payments: [] }])
    const reports = await kept.export()
    const countsOf = (name: string) => reports.find(({ table }) => table === name)
    expect(countsOf('payments')).toMatchObject({ rows: 1, added: 0, changed: 0, removed: 1 })
    expect(countsOf('loans')).toMatchObject({ rows: 2, added: 0, changed: 1, removed: 0 })
    const found = await rows()
    expect(found['loans']?.map(({ id, version }) => [id, version]).sort()).toEqual([
      [1, 2],
      [2, 1],
    ])
    expect(found['payments']?.map(({ loan_id, version }) => [loan_id, version])).toEqual([[2, 1]])
  })

  test('a lake that an older kiva exported is written again once, and goes on', async () => {
    const { lake, put, rows, ...kept } = open('older')
    await put('2026-03-01T12:00:00Z', [loan, other])
    await kept.export()
    const [, , metaData] = logOf(lake, 'loans')[0] ?? []
    rmSync(lake, { recursive: true })
    // Its tables have versions of their own, no files.json and no column `version`.
    const files: Readonly<Record<string, string>> = JSON.parse(readFileSync(older, 'utf8'))
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(lake, path)), { recursive: true })
      const log = content.replace(
        'ff553ce6-e518-4d15-ab34-77a932aa02c3',
        metaData.metaData.configuration['kiva.store'],
      )
      writeFileSync(join(lake, path), path.endsWith('.json') ? log : Buffer.from(content, 'base64'))
    }
    await put('2026-03-02T12:00:00Z', [other])
    const reports = await kept.export()
    expect(reports.map(({ table, version, unchanged }) => [table, version, unchanged])).toEqual(
      tables.map((table) => [table, 2, 0]),
    )
    const counts = ({ added, changed, removed }: Loose) => [added, changed, removed]
    const [first, ...more] = reports.map(counts)
    expect([first, more.filter((found) => found.some(Boolean))]).toEqual([[0, 1, 0], [[0, 1, 0]]])
    for (const [table, found] of Object.entries(await rows())) {
      expect(found.map(({ version }) => version)).toEqual(found.map(() => 2))
      expect(sorted({ found: await readTable(lake, table) })).toEqual(sorted({ found }))
    }
    expect((await kept.export()).map(counts)).toEqual(tables.map(() => [0, 0, 0]))
  })

  test('rows of a file that was cut count as changed', async () => {
    const { lake, put, ...kept } = open('cut')
    await put('2026-03-01T12:00:00Z', [loan, other])
    await kept.export()
    const [{ path }] = activeFiles(lake, 'payments')
    writeFileSync(join(lake, 'payments', path), readFileSync(join(lake, 'payments', path)).subarray(0, -9))
    const reports = await kept.export()
    const counts = reports.map(({ table, added, changed, removed }) => [table, added, changed, removed])
    expect(counts.filter(([, ...found]) => found.some(Boolean))).toEqual([['payments', 0, 2, 0]])
  })

  test('after a killed export, the tables have one version again', async () => {
    const { lake, put, ...kept } = open('behind')
    await put('2026-03-01T12:00:00Z', [loan, other])
    await kept.export()
    const behind = `${lake} behind`
    cpSync(lake, behind, { recursive: true })
    await put('2026-03-02T12:00:00Z', [other])
    await kept.export()
    // As if it was killed after the tables of loans.
    for (const table of tables.filter((name) => !['loans', ...ofLoans].includes(name))) {
      rmSync(join(lake, table), { recursive: true })
      cpSync(join(behind, table), join(lake, table), { recursive: true })
    }
    const reports = await kept.export()
    expect(reports.map(({ version }) => version)).toEqual(tables.map(() => 3))
    expect(reports.filter(({ changed }) => changed > 0).map(({ table }) => table)).toEqual(['changes'])
  })
})
