/**
 * The tables of the lists within records, and the view over their texts, in `kiva sql`: values of each kind, next to the
 * rows of the lake. Needs `npm run build`.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { lakeAmounts, lakeDates } from '../support/lake-rows.ts'
import { hasSqlite } from '../support/process.ts'
import { type Loose, readTable } from '../support/read-lake.ts'

const folder = folderForAll()
const env = { KIVA_DATA_DIR: join(folder, 'data') }
const lake = join(folder, 'lake')

/** JSON of values that some field has, or that a service could send by mistake. */
const values = [
  ...['null', 'true', 'false', '0', '-0', '1', '25', '1.5', '-7.25', '1e3', '1e400', '123456789012345678'],
  ...['9007199254740991', '9007199254740993', '0.1', '33.799999999999997', '1e-7', '99999999999999.99'],
  ...['"9.50"', '"100.00"', '" 7 "', '"1e3"', '"1e400"', '"0x10"', '".5"', '"5."', '"+5"', '"-"', '"1,000"'],
  ...[
    '""',
    '" "',
    '"abc"',
    '"true"',
    '"null"',
    '"it\'s"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"é大😀"',
  ],
  ...[
    '"2026-01-01"',
    '"2026-01-01T00:30:00Z"',
    '"2026-01-01T00:30:00+02:00"',
    '"2026-01-01T00:30:00.5-00:30"',
  ],
  ...['"2026-02-30"', '"2026-01-01T25:00:00Z"', '"2026-01-01T00:30:00+02:99"', '"20260101"', '"2026-01-01 "'],
  ...['[]', '{}', '[1]', '{"amount":1}', '[["2026-01-01"]]', '"[1]"', '"{}"'],
]

const parts = {
  payments: [
    'payment_id',
    'processed_date',
    'settlement_date',
    'amount',
    'local_amount',
    'rounded_local_amount',
    'currency_exchange_loss_amount',
    'comment',
  ],
  scheduled_payments: ['due_date', 'amount'],
  borrowers: ['first_name', 'last_name', 'gender', 'pictured'],
}

/** An item with the value in each column. */
const item = (columns: readonly string[], value: string) =>
  `{${columns.map((name) => `"${name}":${value}`).join(',')}}`

/** A loan with the parts as JSON. */
const loanWith = (id: number, payments: string, scheduled: string, borrowers: string, texts: string) =>
  `{"id":${id},"posted_date":"2026-01-01T00:00:00Z","payments":${payments},"terms":{"scheduled_payments":${scheduled}},"borrowers":${borrowers},"description":{"texts":${texts}}}`

async function sql(statement: string): Promise<Loose> {
  const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'json'], env)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** A value of a view as `readTable` reads it from a lake. */
function asInLake([name, value]: [string, Loose]): [string, Loose] {
  if (value === null) return [name, null]
  if (name === 'pictured') return [name, value === 1]
  // Without a time zone, Date.parse would use the local one.
  if (lakeDates.test(name)) return [name, Date.parse(value)]
  if (!lakeAmounts.test(name)) return [name, value]
  const cents = Math.round(value * 100)
  return [name, Number.isSafeInteger(cents) ? cents : null]
}

const sorted = (rows: readonly Loose[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([one], [two]) => (one < two ? -1 : 1)))).sort()

describe.runIf(hasSqlite)('what belongs to loans in kiva sql', () => {
  beforeAll(async () => {
    const items = Object.values(parts).map((columns) => values.map((value) => item(columns, value)).join(','))
    const texts = values.map((value, at) => `"l${at}":${value}`).join(',')
    const loans = [
      loanWith(1, `[${items[0]}]`, `[${items[1]}]`, `[${items[2]}]`, `{${texts},"":"none","__proto__":"p"}`),
      // Values in the place of a list, and in the place of an item.
      ...values.map((value, at) => loanWith(100 + at, value, value, value, value)),
      ...values.map((value, at) =>
        loanWith(200 + at, ...(Array(4).fill(`[${value}]`) as [string, string, string, string])),
      ),
      `{"id":300,"posted_date":"2026-01-01T00:00:00Z","terms":"none","description":[1]}`,
      `{"id":301,"posted_date":"2026-01-01T00:00:00Z","borrowers":7}`,
    ]
    const { code, stderr } = await kiva(['mirror', 'import', '-'], env, loans.join('\n'))
    expect([code, stderr]).toEqual([
      0,
      '34 numbers do not fit their columns and are NULL there: first payments.payment_id of loan 1. Whole records keep all digits.\n',
    ])
    expect((await kiva(['mirror', 'export', '--out', lake], env)).code).toBe(0)
  })

  test.each([...Object.keys(parts), 'stories'])(
    '%s has the rows of the lake, value by value',
    async (name) => {
      const rows: Loose[] = (await sql(`SELECT * FROM ${name}`)).map(({ place: _, ...row }: Loose) => row)
      expect(rows.length).toBeGreaterThan(values.length)
      const inLake = (await readTable(lake, name)).map(({ year: _, version: __, ...row }) => row)
      expect(sorted(rows.map((row) => Object.fromEntries(Object.entries(row).map(asInLake))))).toEqual(
        sorted(inLake),
      )
    },
  )

  test('values are converted by their kind', async () => {
    const column = async (name: string, view: string) =>
      (await sql(`SELECT ${name} AS value FROM ${view} WHERE loan_id = 1 AND ${name} IS NOT NULL`)).map(
        ({ value }: Loose) => value,
      )
    const numbers = [0, 0, 1, 25, 1.5, -7.25, 1000, 123456789012345680, 9007199254740991, 9007199254740992]
    const more = [0.1, 33.8, 1e-7, 99999999999999.98, 9.5, 100, 7, 1000, 0.5, 5, 5, 20260101]
    expect(await column('amount', 'payments')).toEqual([...numbers, ...more])
    expect(await column('payment_id', 'payments')).toEqual([
      ...[0, 0, 1, 25, 1000, 9007199254740991, 100, 7, 1000, 5, 5, 20260101],
    ])
    expect(await column('pictured', 'borrowers')).toEqual([1, 0])
    expect(await column('due_date', 'scheduled_payments')).toEqual([
      ...['2026-01-01', '2026-01-01T00:30:00Z', '2025-12-31T22:30:00Z', '2026-01-01T01:00:00.500Z'],
    ])
  })

  test('amounts that were sent as text compare and add as numbers', async () => {
    const of = (id: number, ...amounts: readonly string[]) => ({
      id,
      terms: {},
      payments: amounts.map((amount) => ({ amount })),
    })
    await kiva(['mirror', 'import', '-'], env, JSON.stringify(of(400, '9.50', '100.00', '25')))
    expect(
      await sql('SELECT max(amount) AS most, sum(amount) AS sum FROM payments WHERE loan_id = 400'),
    ).toEqual([{ most: 100, sum: 134.5 }])
    // Not the quotient of whole numbers.
    expect(await sql('SELECT amount / 2 AS half FROM payments WHERE loan_id = 400 AND amount = 25')).toEqual([
      { half: 12.5 },
    ])
  })

  test('what is no object in a list is one row less', async () => {
    const loan = {
      id: 401,
      terms: {},
      payments: ['odd', { amount: 1 }, 5, null, [{ amount: 3 }], { amount: 2 }],
    }
    await kiva(['mirror', 'import', '-'], env, JSON.stringify(loan))
    expect(await sql('SELECT amount, place FROM payments WHERE loan_id = 401 ORDER BY place')).toEqual([
      { amount: 1, place: 0 },
      { amount: 2, place: 1 },
    ])
    expect(await sql('SELECT story_rows(99) AS rows')).toEqual([{ rows: null }])
  })

  test('a loan that is read again has the rows and the words of its last record', async () => {
    const read = async (record: object) => {
      const { code } = await kiva(['mirror', 'import', '-'], env, JSON.stringify({ id: 402, ...record }))
      expect(code).toBe(0)
      const count = (name: string) => `(SELECT group_concat(${name === 'borrowers' ? 'first_name' : 'amount'})
        FROM (SELECT * FROM ${name} WHERE loan_id = 402 ORDER BY place)) AS ${name}`
      const [rows] = await sql(`SELECT ${Object.keys(parts).map(count).join(', ')}`)
      const found = await kiva(['--mirror', 'loans', 'search', '--q', 'maize', '-o', 'json'], env)
      return { ...rows, ids: JSON.parse(found.stdout).map(({ id }: Loose) => id) }
    }
    const scheduled_payments = [{ amount: 4 }, { amount: 5 }]
    const first = {
      terms: { scheduled_payments },
      payments: [{ amount: 1 }, { amount: 2 }, { amount: 3 }],
      borrowers: [{ first_name: 'Amina' }, { first_name: 'Bo' }],
      use: 'to buy maize',
    }
    const rows = { payments: '1.0,2.0,3.0', scheduled_payments: '4.0,5.0', borrowers: 'Amina,Bo', ids: [402] }
    expect(await read(first)).toEqual(rows)
    expect(await read(first)).toEqual(rows)
    const last = {
      terms: { scheduled_payments },
      payments: [{ amount: 7 }],
      borrowers: [{ first_name: 'Cy' }],
    }
    expect(await read({ ...last, use: 'to buy rice' })).toEqual({
      ...rows,
      payments: '7.0',
      borrowers: 'Cy',
      ids: [],
    })
  })

  test('the list of columns has their types', async () => {
    const { stdout } = await kiva(['sql', '-o', 'json'], env)
    const listed = JSON.parse(stdout).filter(
      ({ table }: Loose) => table === 'payments' || table === 'borrowers',
    )
    expect(listed.map(({ column, type }: Loose) => [column, type])).toEqual([
      ['loan_id', 'integer'],
      ['payment_id', 'integer'],
      ['processed_date', 'text'],
      ['settlement_date', 'text'],
      ['amount', 'real'],
      ['local_amount', 'real'],
      ['rounded_local_amount', 'real'],
      ['currency_exchange_loss_amount', 'real'],
      ['comment', 'text'],
      ['loan_id', 'integer'],
      ['first_name', 'text'],
      ['last_name', 'text'],
      ['gender', 'text'],
      ['pictured', 'integer'],
    ])
  })
})
