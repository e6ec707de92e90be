/** Counts and groups of kiva, computed by DuckDB from the same 2,000 loans. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { queryRows } from './duckdb.ts'

const folder = folderForAll()
const file = join(folder, 'loans.parquet')

let sandbox: RunningSandbox
const kiva = (...words: readonly string[]) =>
  kivaHere(['loans', 'search', ...words, '--base-url', sandbox.base_url])

beforeAll(async () => {
  sandbox = await startSandbox(['--http'])
  expect(await kiva('--all', '--with', 'people', '--out', file)).toMatchObject({ code: 0 })
})
afterAll(() => sandbox.stop())

async function groupsOf(...words: readonly string[]): Promise<readonly Group[]> {
  const ended = await kiva('--all', '-o', 'ndjson', ...words)
  expect(ended).toMatchObject({ code: 0 })
  return ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

type Group = Readonly<Record<string, unknown>>

/** The statistics of a column of decimals. DuckDB rounds half away from zero, which is half up for positive numbers. */
const statisticsOf = (column: string, decimals: number) => {
  const exact = `${column}::DECIMAL(38, 10)`
  return {
    sum: `round(coalesce(sum(${exact}), 0), 10)::DOUBLE`,
    avg: `round(sum(${exact}) / count(${column}), ${decimals})::DOUBLE`,
    median: `round(median(${exact}), ${decimals})::DOUBLE`,
    min: `min(${column})`,
    max: `max(${column})`,
  }
}

describe('of 2,000 loans', () => {
  test.each([
    { by: 'sector,status', keys: 'sector, status', field: 'loan_amount', column: 'loan_amount', decimals: 2 },
    { by: 'country', keys: 'location.country', field: 'funded_amount', column: 'funded_amount', decimals: 2 },
    { by: 'partner_id', keys: 'partner_id', field: 'lender_count', column: 'lender_count', decimals: 4 },
    {
      ...{ by: 'month', keys: "strftime(posted_date, '%Y-%m')", decimals: 4 },
      ...{ field: 'derived.people.women', column: 'derived.people.women' },
    },
    {
      ...{ by: 'tag', keys: 'unnest(if(len(tags) > 0, list_distinct([tag.name for tag in tags]), [NULL]))' },
      ...{ field: 'basket_amount', column: 'basket_amount', decimals: 2 },
    },
  ])('by $by: every statistic of $field', async ({ by, keys, field, column, decimals }) => {
    const sql = statisticsOf(column, decimals)
    const names = by.split(',')
    const chosen = keys.split(', ').length === names.length ? keys.split(', ') : [keys]
    const inner = chosen.map((key, at) => `${key} AS "${names[at]}"`)
    const rows = await queryRows(
      `SELECT ${names.map((name) => `"${name}"`).join(', ')}, count(*) AS count, ${Object.entries(sql)
        .map(([name, expression]) => `${expression.replaceAll(column, 'number')} AS ${name}`)
        .join(', ')} FROM (SELECT ${inner.join(', ')}, ${column} AS number FROM '${file}') GROUP BY ALL`,
    )
    const statistics = Object.keys(sql).flatMap((name) => [`--${name}`, field])
    const groups = await groupsOf('--by', by, ...statistics)
    const flat = groups.map((group) =>
      Object.fromEntries(
        Object.entries(group).map(([key, value]) => [
          key,
          key in sql ? (value as Record<string, unknown>)[field] : value,
        ]),
      ),
    )
    const keyOf = (group: Group) => JSON.stringify(names.map((name) => group[name]))
    const sorted = (list: readonly Group[]) => list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    expect(flat.length).toBeGreaterThan(1)
    expect(sorted(flat)).toEqual(sorted(rows))
  })

  test('in all, and after --where', async () => {
    const [row] = await queryRows(`SELECT count(*) AS count, sum(loan_amount) AS sum FROM '${file}'`)
    expect(await groupsOf('--sum', 'loan_amount')).toEqual([
      { count: row?.['count'], sum: { loan_amount: row?.['sum'] } },
    ])
    const [small] = await queryRows(`SELECT count(*) AS count FROM '${file}' WHERE loan_amount < 300`)
    const counted = await kiva('--where', '.loan_amount < 300', '--count')
    expect(counted.stdout).toBe(`${small?.['count']}\n`)
    const all = await kiva('--count')
    expect(all.stdout).toBe(`${row?.['count']}\n`)
  })
})
