/**
 * A mirror as an earlier version of kiva left it: each command that opens it works with a copy. It was made with the
 * sandbox by the code of commit 35384aa7: imports (one of an earlier day), and pulls that ended before the list of `@me`
 * was read; the times of readings were set to 6 January 2026, before the clock of any test. Needs `npm run build`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite } from '../support/process.ts'
import { activeFiles, type Loose, readTable } from '../support/read-lake.ts'

const folder = folderForAll()
const fixture = join(import.meta.dirname, '../fixtures/mirror-35384aa7.sqlite')
let count = 0

/** Returns an environment with a copy of the store. */
function olderStore() {
  const data = join(folder, `data-${count++}`)
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, 'mirror.sqlite'), readFileSync(fixture), { mode: 0o600 })
  return { KIVA_DATA_DIR: data }
}

async function run(line: string | readonly string[], env: Readonly<Record<string, string>>, input = '') {
  const words = typeof line === 'string' ? line.split(' ') : line
  const { code, stdout, stderr } = await kiva([...words, '-o', 'json'], env, input)
  expect([code, stderr], words.join(' ')).toEqual([0, ''])
  return JSON.parse(stdout)
}

const sql = (statement: string, env: Readonly<Record<string, string>>) => run(['sql', statement], env)
const info = { origin: 'https://sandbox.invalid', lender: 'robin1001', loans: 59, partners: 6, changes: 62 }

describe.runIf(hasSqlite)('a mirror of an earlier version', () => {
  test('is read by mirror info, kiva sql and --mirror', async () => {
    const env = olderStore()
    expect(await run('mirror info', env)).toMatchObject(info)
    const [found] = await sql(
      `SELECT (SELECT count(*) FROM loans) AS loans, count(*) AS payments, sum(amount) AS amount FROM payments`,
      env,
    )
    expect(found).toEqual({ loans: 59, payments: 28, amount: 3350 })
    const statuses = await sql('SELECT status, count(*) AS n FROM loans GROUP BY 1 ORDER BY 1', env)
    expect(statuses.map(({ status, n }: Loose) => `${status} ${n}`)).toEqual([
      'expired 1',
      'funded 34',
      'fundraising 5',
      'in_repayment 18',
      'paid 1',
    ])
    expect(
      await sql("SELECT derived(id, 'repayment.behind') AS behind FROM loans WHERE id = 2100001", env),
    ).toHaveLength(1)
    expect(await run('--mirror loans search --status paid', env)).toHaveLength(1)
    expect(await run('--mirror partners list', env)).toHaveLength(6)
  })

  test('takes an import and a pull', async () => {
    const env = olderStore()
    const [loan] = await run('--mirror loans show 2100001', env)
    const changed = { ...loan, status: 'paid', lender_count: 99 }
    expect(await run('--sandbox mirror import -', env, JSON.stringify([changed]))).toMatchObject({ loans: 1 })
    expect(await run('mirror info', env)).toMatchObject({ ...info, changes: 63 })
    expect(await run('--mirror loans show 2100001', env)).toEqual([changed])
    const pulled = await run('--sandbox mirror pull --requests 30 --quiet', env)
    expect(pulled.loans).toBeGreaterThan(0)
    expect((await run('mirror info', env)).loans).toBeGreaterThan(59)
  })

  test('is exported whole, and again only what was written since', async () => {
    const env = olderStore()
    const lake = join(folder, 'lake')
    const written = async () =>
      Object.fromEntries(
        (await run(`mirror export --out ${lake}`, env)).map(({ table, files, unchanged }: Loose) => [
          table,
          files - unchanged,
        ]),
      )
    const none = {
      loans: 0,
      payments: 0,
      scheduled_payments: 0,
      borrowers: 0,
      stories: 0,
      changes: 0,
      partners: 0,
      pulls: 0,
      lending_actions: 0,
    }
    const first = await written()
    expect(first).toMatchObject({ changes: 1, partners: 1 })
    expect(await readTable(lake, 'loans')).toHaveLength(59)
    expect(await readTable(lake, 'changes')).toHaveLength(62)
    expect(await written()).toEqual(none)
    const [loan] = await run('--mirror loans show 2100001', env)
    await run('--sandbox mirror import -', env, JSON.stringify([{ ...loan, lender_count: 99 }]))
    expect(await written()).toEqual({
      loans: 1,
      payments: 1,
      scheduled_payments: 1,
      borrowers: 1,
      stories: 1,
      changes: 1,
      partners: 0,
      pulls: 0,
      lending_actions: 0,
    })
    expect(await written()).toEqual(none)
  })

  test('has a lake of its time, which is written again once', async () => {
    const env = olderStore()
    const lake = join(folder, 'older-lake')
    await run(`mirror export --out ${lake}`, env)
    const filled = readdirSync(lake).filter((table) => !['pulls', 'lending_actions'].includes(table))
    for (const table of filled) {
      const log = join(lake, table, '_delta_log/00000000000000000001.json')
      // As that version described what a year had: rows, the newest reading, and the sum of all.
      writeFileSync(
        log,
        readFileSync(log, 'utf8').replaceAll(
          /"kiva\.state":"\d+"/g,
          '"kiva.state":"59 2026-11-26T01:16:34.731Z 105955200000 0 "',
        ),
      )
      expect(activeFiles(lake, table)[0]?.tags).toEqual({ 'kiva.state': expect.stringContaining('59 2026') })
    }
    const all: Loose[] = await run(`mirror export --out ${lake}`, env)
    expect(all.map(({ table, version, unchanged }) => [table, version, unchanged])).toEqual(
      all.map(({ table }) => [table, 2, 0]),
    )
    expect(await readTable(lake, 'loans')).toHaveLength(59)
    const again: Loose[] = await run(`mirror export --out ${lake}`, env)
    expect(again.map(({ version }) => version)).toEqual(all.map(({ version }) => version))
  })
})
