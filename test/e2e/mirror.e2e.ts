/**
 * The store of the mirror: other programs read it, and an import that is killed leaves it whole. Runs the tool on the
 * Node.js 24 of .ci/download, because this one may lack SQLite. `npm run test:long` kills more often.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { folderForAll } from '../support/folder.ts'
import { until } from '../support/until.ts'
import { isLong } from './how-long.ts'

const packages = 'build/node-24/node_modules'
const [platform = ''] = existsSync(packages)
  ? readdirSync(packages).filter((name) => /^node-/.test(name))
  : []
process.env['KIVA_NODE'] = join(import.meta.dirname, '../..', packages, platform, 'bin/node')
const { kiva, start } = await import('../support/process.ts')

const folder = folderForAll()
const file = join(folder, 'loans.ndjson')
const count = 6000
const envOf = (name: string) => ({ KIVA_DATA_DIR: join(folder, name) })
const storeOf = (name: string) => join(folder, name, 'mirror.sqlite')

beforeAll(async () => {
  const ids = Array.from({ length: 2000 }, (_, at) => 2100001 + at)
  const { code, stdout } = await kiva(['--sandbox', 'loans', 'show', '-', '-o', 'ndjson'], {}, ids.join('\n'))
  expect(code).toBe(0)
  const loans = stdout.trim().split('\n')
  const copies = (by: number) =>
    loans.map((line) => line.replace(/"id":(\d+)/, (_, id) => `"id":${+id + by}`))
  writeFileSync(file, [...loans, ...copies(2000), ...copies(4000)].join('\n'))
  expect((await kiva(['--sandbox', 'mirror', 'import', file], envOf('whole'))).code).toBe(0)
  const partners = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'])
  expect((await kiva(['--sandbox', 'mirror', 'import', '-'], envOf('whole'), partners.stdout)).code).toBe(0)
})

/** Returns the rows of a query, as Debian's sqlite3 reads them. */
const sqlite3 = (store: string, query: string) => {
  // Another reader locks the store while it makes up for a killed import.
  const words = ['-cmd', '.timeout 60000', '-json', store, query]
  const text = execFileSync('sqlite3', words, { encoding: 'utf8', maxBuffer: 1 << 28 })
  return text === '' ? [] : JSON.parse(text)
}

const names = ['loan_amount', 'posted_date', 'country', 'gender', 'latitude', 'delinquent', 'repayment_term']

/** Statements whose tables are compared: names, NULL, numbers, and more rows than decide the widths. */
const statements = [
  `SELECT id, ${names.join(', ')} FROM loans ORDER BY id LIMIT 40`,
  `SELECT ${names.map((name) => `max(${name}), min(${name}), count(${name})`).join(', ')} FROM loans`,
  ...['posted_date', 'gender', 'delinquent'].map(
    (name) => `SELECT ${name}, count(*) FROM loans GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
  ),
  ...['loan_amount', 'country', 'latitude', 'repayment_term'].map(
    (name) =>
      `SELECT count(*) AS n, ${name} AS "${name} of a loan" FROM loans GROUP BY 2 ORDER BY 1, 2 LIMIT 5`,
  ),
  'SELECT 1 AS a, NULL AS b, 1.5 AS c',
  'SELECT 2026 AS year, 1234567 AS n, -5 AS m, 0 AS z',
  'SELECT 7 AS id, 8 AS id, 9 AS "2", 10 AS "1"',
  'SELECT 9007199254740993 AS big, -9223372036854775808 AS least, 1e300 AS large, 0.000001 AS small',
  "SELECT 'NULL' AS text, NULL AS none, 'unknown' AS word, '2026' AS digits",
  'SELECT NULL AS a UNION ALL SELECT 5 UNION ALL SELECT NULL',
  'SELECT id FROM loans ORDER BY id LIMIT 3000',
  'SELECT id, paid_date, funded_amount, paid_amount FROM loans ORDER BY id DESC LIMIT 1200',
  'SELECT loan_id, at, until, status, funded_amount FROM changes ORDER BY 1 LIMIT 100',
  'SELECT code, region, name FROM countries ORDER BY 1',
  'SELECT id, status, rating FROM partners ORDER BY 1',
  'SELECT count(*) FROM loans l JOIN partners p ON p.id = l.partner_id GROUP BY p.id ORDER BY p.id',
]

/** Returns the cells of a table. Columns have two spaces between them, and no value of these statements has them. */
const cellsOf = (text: string, columns: RegExp | string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(columns)
        .map((cell) => (/^-?[\d.]+(?:e[-+]\d+)?$/.test(cell) ? Number(cell) : cell)),
    )

test.each(statements)('the table of kiva sql has what sqlite3 prints: %s', async (statement) => {
  const printed = execFileSync(
    'sqlite3',
    ['-header', '-nullvalue', 'NULL', '-separator', '\u0001', storeOf('whole'), statement],
    { encoding: 'utf8' },
  )
  const { code, stdout } = await kiva(['sql', statement, '-o', 'table'], envOf('whole'))
  expect([code, cellsOf(stdout, / {2,}/)]).toEqual([0, cellsOf(printed, '\u0001')])
})

const queries = [
  'SELECT count(*) AS n, sum(loan_amount) AS asked, min(posted_date) AS first FROM loans',
  'SELECT status, count(*) AS n, avg(loan_amount) AS mean FROM loans GROUP BY 1 ORDER BY 1',
  'SELECT country, sector, sum(funded_amount) AS funded FROM loans GROUP BY 1, 2 ORDER BY 1, 2',
  'SELECT * FROM loans ORDER BY id LIMIT 300',
  "SELECT id, name, use FROM loans WHERE status = 'fundraising' ORDER BY posted_date DESC, id LIMIT 100",
  `SELECT country, avg(julianday(funded_date) - julianday(posted_date)) AS days FROM loans
   WHERE funded_date IS NOT NULL GROUP BY 1 HAVING count(*) > 5 ORDER BY 2, 1`,
  'SELECT p.name, p.rating, count(*) AS n FROM loans l JOIN partners p ON p.id = l.partner_id GROUP BY p.id ORDER BY p.id',
  'SELECT c.region, count(*) AS n FROM loans l JOIN countries c ON c.code = l.country_code GROUP BY 1 ORDER BY 1',
  'SELECT tag.value AS tag, count(*) AS n FROM loans l, json_each(l.tags) AS tag GROUP BY 1 ORDER BY 1',
  `SELECT loan_id, status, paid_amount, row_number() OVER (PARTITION BY status ORDER BY paid_amount DESC, loan_id) AS place
   FROM changes ORDER BY loan_id LIMIT 500`,
]

test.each(queries)('sqlite3 and kiva sql give the same rows: %s', async (query) => {
  const rows = sqlite3(storeOf('whole'), query)
  const { code, stdout } = await kiva(['sql', query, '-o', 'json'], envOf('whole'))
  expect([code, rows.length > 0]).toEqual([0, true])
  expect(JSON.parse(stdout)).toEqual(rows)
})

const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)
const kills = isLong ? 20 : 4

test(`an import that is killed ${kills} times leaves each loan once, seed ${seed}`, {
  timeout: 600_000,
}, async () => {
  const random = seedRandom(seed)('kills of an import', 1)
  const env = envOf('killed')
  const store = storeOf('killed')
  let isOver = false
  const reads = async () => {
    let seen = 0
    while (!isOver) {
      const both = 'SELECT (SELECT count(*) FROM loans) AS loans, (SELECT count(*) FROM records) AS records'
      const { code, stdout, stderr } = await kiva(['sql', both, '-o', 'json'], env)
      // Before the first commit there is no mirror.
      if (code === 3) expect(stderr).toContain('there is no mirror')
      else {
        expect([code, stderr]).toEqual([0, ''])
        const [{ loans, records }] = JSON.parse(stdout)
        expect(records).toBe(loans)
        expect(loans).toBeGreaterThanOrEqual(seen)
        seen = loans
      }
    }
  }
  const kill = async () => {
    for (let killed = 0; killed < kills; ) {
      const { child, ended } = start(['--sandbox', 'mirror', 'import', file], env)
      let hasEnded = false
      void ended.then(() => {
        hasEnded = true
      })
      const before = sizeOf(store)
      const isWriting = () => hasEnded || sizeOf(store) !== before
      await until('the import writes', isWriting, { every: 1, patience: 100_000 })
      await new Promise((resolve) => setTimeout(resolve, random.below(1500)))
      child.kill('SIGKILL')
      const { code } = await ended
      // One that was faster than its kill does not count.
      if (code === 137) killed += 1
      expect(sqlite3(store, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
      const [counts] = sqlite3(
        store,
        `SELECT (SELECT count(*) FROM loans) AS loans, (SELECT count(*) FROM records) AS records,
          (SELECT count(*) FROM words_docsize) AS words, (SELECT count(DISTINCT loan_id) FROM changes) AS changed`,
      )
      const { loans } = counts
      expect(counts).toEqual({ loans, records: loans, words: loans, changed: loans })
    }
  }
  const killing = kill().finally(() => {
    isOver = true
  })
  await Promise.all([killing, reads()])
  const { code, stderr } = await kiva(['--sandbox', 'mirror', 'import', file], env)
  expect([code, stderr]).toEqual([0, ''])
  const columns = sqlite3(store, "SELECT name FROM pragma_table_info('loans') WHERE name <> 'read_at'")
  const list = columns.map(({ name }: { readonly name: string }) => `"${name}"`).join(', ')
  const [same] = sqlite3(
    store,
    `ATTACH '${storeOf('whole')}' AS whole; SELECT count(*) AS n, (SELECT count(*) FROM
     (SELECT ${list} FROM main.loans EXCEPT SELECT ${list} FROM whole.loans)) AS others FROM main.loans`,
  )
  expect(same).toEqual({ n: count, others: 0 })
})

function sizeOf(store: string): number {
  const text = execFileSync('sh', ['-c', `cat ${store} ${store}-wal 2>/dev/null | wc -c`], {
    encoding: 'utf8',
  })
  return Number(text)
}
