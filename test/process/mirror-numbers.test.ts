/**
 * Numbers of the service in the mirror of the built tool: whole records keep the digits, and what a column of SQL or of the
 * lake cannot hold is NULL, which the run says once. Needs `npm run build`, and a runtime with SQLite.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { decompress } from 'fzstd'
import { parquetReadObjects } from 'hyparquet'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyNumber, valueOfDigits } from '../support/any-number.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()
const env = { KIVA_DATA_DIR: join(folder, 'data') }

const special = [
  '33.799999999999997',
  '9007199254740992',
  '9007199254740993',
  '-0',
  '1e400',
  '1e-400',
  '-1E+400',
]
const values = [...special, '12.5', '84', ...fc.sample(anyNumber, { numRuns: 200, seed: 84 })]
/** A loan per number. Its number stands in a field that kiva does not know, and in a column of each kind. */
const loans = values.map(
  (digits, at) =>
    `{"id":${at + 1},"terms":{"disbursal_amount":${digits}},"loan_amount":${digits},"lender_count":${digits},"x":${digits},` +
    `"payments":[{"amount":${digits},"payment_id":${digits}}],"posted_date":"2012-01-01T00:00:00Z"}`,
)

afterEach(closeServers)

const rowsOf = async (statement: string) => {
  const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'ndjson'], env)
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim().split('\n')
}
const digitsOf = (line: string) => valueOfDigits(/"x":\s*([^,}\s]+)/.exec(line)?.[1] ?? 'nothing')

/** What a column has of a number: the nearest double, or null where there is none. */
const double = (digits: string) => {
  const found = Number(digits)
  return Number.isFinite(found) && (found !== 0 || valueOfDigits(digits) === '0') ? found : null
}
const isWhole = (digits: string) =>
  Number.isSafeInteger(Number(digits)) && valueOfDigits(digits) === valueOfDigits(String(Number(digits) + 0))
const integer = (digits: string) => (isWhole(digits) ? Number(digits) + 0 : null)

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  let said: string
  beforeAll(async () => {
    const { code, stderr } = await kiva(['mirror', 'import', '-'], env, loans.join('\n'))
    expect(code).toBe(0)
    said = stderr
  })

  test('--mirror prints the digits in every format of the service', async () => {
    const ids = values.map((_, at) => at + 1).join('\n')
    const { stdout } = await kiva(['--mirror', 'loans', 'show', '-', '-o', 'ndjson', '--quiet'], env, ids)
    expect(stdout.trim().split('\n').map(digitsOf)).toEqual(values.map(valueOfDigits))
    const xml = await kiva(['--mirror', 'loans', 'show', '1,2,3,4,5,6,7', '--wire', 'xml', '--quiet'], env)
    const found = [...xml.stdout.matchAll(/<x>([^<]*)<\/x>/g)].map(([, digits = '']) => digits)
    expect(found.map(valueOfDigits)).toEqual(special.map(valueOfDigits))
  })

  test('record() has the digits', async () => {
    const rows = await rowsOf('SELECT record(id) AS record FROM loans ORDER BY id')
    const records = rows.map((row): string => JSON.parse(row).record)
    expect(records.map(digitsOf)).toEqual(values.map(valueOfDigits))
  })

  test('columns have the nearest double, whole numbers, or NULL', async () => {
    const rows = await rowsOf('SELECT loan_amount, disbursal_amount, lender_count FROM loans ORDER BY id')
    expect(rows.map((row) => JSON.parse(row))).toEqual(
      values.map((digits) => ({
        loan_amount: double(digits) === null ? null : Number(digits) + 0,
        disbursal_amount: double(digits) === null ? null : Number(digits) + 0,
        lender_count: integer(digits),
      })),
    )
  })

  test('the import says once how many numbers are NULL, and where the first is', () => {
    const doubles = values.filter((digits) => double(digits) === null).length
    const integers = values.filter((digits) => integer(digits) === null).length
    expect(said).toBe(
      `${3 * doubles + 2 * integers} numbers do not fit their columns and are NULL there: first loans.lender_count of loan 1. ` +
        'Whole records keep all digits.\n',
    )
  })

  test('a pull says it too, and stores the digits', async () => {
    const loan = '{"id":84,"terms":{},"loan_amount":1e400,"lender_count":1.5,"x":9007199254740993}'
    const url = await serveHttp((request, response) => {
      const path = request.url ?? ''
      const total = path.includes('/partners') ? 0 : 1
      const paging = `"paging":{"page":1,"total":${total},"page_size":20,"pages":1}`
      const listed = path.includes('/search') ? '{"id":84}' : /\b84\b/.test(path) ? loan : ''
      const list = path.includes('/partners') ? '"partners":[]' : `"loans":[${listed}]`
      response.setHeader('content-type', 'application/json').end(`{${paging},${list}}`)
    })
    const own = { KIVA_DATA_DIR: join(folder, 'pulled'), KIVA_BASE_URL: url, KIVA_APP_ID: 'org.example.pull' }
    const { code, stderr } = await kiva(['mirror', 'pull'], own)
    expect([code, stderr]).toEqual([
      0,
      '2 numbers do not fit their columns and are NULL there: first loans.loan_amount of loan 84. Whole records keep all digits.\n',
    ])
    const shown = await kiva(['--mirror', 'loans', 'show', '84', '-o', 'ndjson', '--quiet'], own)
    expect([shown.stdout, shown.code]).toEqual([`${loan}\n`, 0])
  })

  test('no statement over numbers of any size fails', async () => {
    expect(
      await rowsOf('SELECT count(*) AS n, max(loan_amount) > 0 AS m, min(lender_count) < 9 AS k FROM loans'),
    ).toEqual([`{"n":${values.length},"m":1,"k":1}`])
    expect(await rowsOf('SELECT count(payment_id) > 1 AS n, max(amount) > 0 AS m FROM payments')).toEqual([
      '{"n":1,"m":1}',
    ])
    const json = await kiva(['sql', 'SELECT 9007199254740993 AS n, 9e999 AS m', '-o', 'ndjson'], env)
    expect([json.code, json.stdout, json.stderr]).toEqual([
      0,
      '{"n":9007199254740993,"m":null}\n',
      '1 infinite number printed as NULL.\n',
    ])
    const csv = await kiva(['sql', 'SELECT 9e999 AS n, -9e999 AS m, 1 AS k', '-o', 'csv'], env)
    expect([csv.code, csv.stdout]).toEqual([0, 'n,m,k\r\n,,1\r\n'])
  })

  test('the lake has cents, doubles, whole numbers, or null, and its export says once how many are null', async () => {
    const lake = join(folder, 'lake')
    const { code, stderr } = await kiva(['mirror', 'export', '--out', lake], env)
    expect(code).toBe(0)
    const place = join(lake, 'payments', 'year=2012')
    const [name = ''] = readdirSync(place)
    const rows = await parquetReadObjects({
      file: new Uint8Array(readFileSync(join(place, name))).buffer,
      compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
    })
    /** In cents, as far as decimal(18,2) and a double hold them. */
    const cents = (digits: string) => {
      const found = Math.round((double(digits) ?? Number.NaN) * 100)
      return Number.isSafeInteger(found) ? found + 0 : null
    }
    const numberOf = (value: unknown) => (value === null ? null : Number(value))
    const found = rows
      .toSorted((a, b) => Number(a['loan_id']) - Number(b['loan_id']))
      .map(({ amount, payment_id }) => [
        amount === null ? null : Math.round(Number(amount) * 100),
        numberOf(payment_id),
      ])
    expect(found).toEqual(values.map((digits) => [cents(digits), integer(digits)]))
    // What is NULL in SQL was told by the import. The others are amounts of a loan and of its payment.
    const unfit = values.flatMap((digits, at) =>
      double(digits) !== null && cents(digits) === null ? [at + 1] : [],
    )
    expect(unfit.length).toBeGreaterThan(0)
    expect(stderr).toBe(
      `${2 * unfit.length} numbers do not fit their columns and are NULL there: first payments.amount of loan ${unfit[0]}. ` +
        'Whole records keep all digits.\n',
    )
  })
})
