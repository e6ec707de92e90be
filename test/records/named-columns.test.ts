/** Headings of tables as names of fields, in every option that names fields. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

/** To go: 75, 300, 75, none, 0. Funded: 25, 0, 25, none, 100 percent. Repaid: of the fourth 50 percent. */
const loans = [
  { id: 1, status: 'fundraising', loan_amount: 100, funded_amount: 25, sector: 'Food' },
  { id: 2, status: 'fundraising', loan_amount: 300, funded_amount: 0, sector: 'Arts' },
  { id: 3, status: 'fundraising', loan_amount: 100.5, funded_amount: 25.5, sector: 'Arts' },
  { id: 4, status: 'in_repayment', loan_amount: 50, funded_amount: 50, paid_amount: 25, sector: 'Arts' },
  { id: 5, status: 'fundraising', loan_amount: 90, funded_amount: 90, sector: 'Food' },
]

const service: Send = async () =>
  jsonReply({ paging: { page: 1, total: loans.length, page_size: 20, pages: 1 }, loans })
const search = (...words: readonly string[]) => run(['loans', 'search', ...words], { send: service })

async function parsed(...words: readonly string[]) {
  const { code, stdout, stderr } = await search(...words, '-o', 'json')
  expect([code, stderr.includes('error')]).toEqual([0, false])
  return JSON.parse(stdout)
}
const ids = async (...words: readonly string[]) =>
  (await parsed(...words)).map(({ id }: { id: number }) => id)

describe.each(['to-go', 'TO GO', 'to_go', 'togo'])('%s', (name) => {
  test('is a field of --fields, in dollars', async () => {
    expect(await parsed('--fields', `id,${name}`)).toEqual([
      { id: 1, to_go: 75 },
      { id: 2, to_go: 300 },
      { id: 3, to_go: 75 },
      { id: 4, to_go: null },
      { id: 5, to_go: 0 },
    ])
    const csv = await search('--fields', `${name},id`, '-o', 'csv')
    expect(csv.stdout).toBe('to_go,id\r\n75,1\r\n300,2\r\n75,3\r\n,4\r\n0,5\r\n')
    const table = await search('--fields', `id,${name}`, '-o', 'table')
    expect(table.stdout).toBe('ID  TO GO\n 1    $75\n 2   $300\n 3    $75\n 4\n 5     $0\n')
  })

  test('sorts, and no record has a further field', async () => {
    expect(await ids('--order', `${name}:desc`)).toEqual([2, 1, 3, 5, 4])
    expect(await ids('--order', name)).toEqual([5, 1, 3, 2, 4])
    expect(await parsed('--order', name, '--limit', '1')).toEqual([loans[4]])
    expect(await parsed('--at-most', `1:${name}`, '--limit', '1')).toEqual([loans[0]])
    const counted = ['--order', name, '--jq', '{n: (keys | length)}', '--fields', 'n', '--limit', '1']
    expect(await parsed(...counted)).toEqual([{ n: 5 }])
    expect((await search('--order', name, '--jq', 'keys | length', '-o', 'ndjson')).stdout).toBe(
      '5\n5\n5\n5\n6\n',
    )
  })

  test('limits, groups and adds up', async () => {
    expect(await ids('--at-most', `1:${name}`)).toEqual([1, 2, 4, 5])
    expect(await parsed('--by', name)).toEqual(
      [
        [75, 2],
        [0, 1],
        [300, 1],
        [null, 1],
      ].map(([key, count]) => ({ [name]: key, count })),
    )
    expect(await parsed('--sum', name, '--by', 'sector')).toEqual([
      { sector: 'Arts', count: 3, sum: { [name]: 375 } },
      { sector: 'Food', count: 2, sum: { [name]: 75 } },
    ])
    expect(await ids('--filter', `"${name}":>=75`)).toEqual([1, 2, 3])
  })
})

test('percentages can be averaged, and not added up', async () => {
  expect(await parsed('--avg', 'funded')).toEqual({ count: 5, avg: { funded: 37.5 } })
  const { code, stderr } = await search('--sum', 'funded', '-o', 'table')
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('error: invalid value "funded" for --sum\nhint: Did you mean funded_amount? '),
  ])
})

test('a column of several fields can be text', async () => {
  expect(await parsed('--fields', 'so-far', '--limit', '1')).toEqual([{ so_far: '25% funded' }])
})

test('several columns stand in the order in which they were named', async () => {
  const { stdout } = await search('--fields', 'repaid,id,funded,to-go', '--limit', '1', '-o', 'csv')
  expect(stdout.split('\r\n')[0]).toBe('repaid,id,funded,to_go')
})

describe('a column of derived fields', () => {
  test.each(['--order', '--fields', '--by', '--sum', '--at-most'])(
    'without its group: %s',
    async (option) => {
      for (const name of ['short', 'at-end', 'A DAY', 'days_to_fund']) {
        const value = option === '--at-most' ? `1:${name}` : name
        const { code, stderr, requests } = await search(option, value, '-o', 'table')
        expect([code, stderr, requests]).toEqual([
          2,
          `error: unknown field "${name}" for ${option}\nhint: It is a field of --with funding.\n`,
          [],
        ])
      }
    },
  )

  test('with its group', async () => {
    expect(await parsed('--with', 'funding', '--fields', 'id,at-end,a-day', '--limit', '1')).toEqual([
      { id: 1, derived: { funding: { projected: null } }, a_day: null },
    ])
  })

  test('is a path of the field for results of jq and events', async () => {
    expect(await parsed('--jq', '{short: 1}', '--fields', 'short', '--limit', '1')).toEqual([{ short: 1 }])
  })
})

describe('groups of ranges', () => {
  test('have the lower end of each, and the lowest comes first', async () => {
    expect(await parsed('--by', 'loan_amount:100')).toEqual([
      { loan_amount: 0, count: 2 },
      { loan_amount: 100, count: 2 },
      { loan_amount: 300, count: 1 },
    ])
    expect(await parsed('--by', 'loan_amount:100', '--order', 'loan_amount:desc')).toEqual([
      { loan_amount: 300, count: 1 },
      { loan_amount: 100, count: 2 },
      { loan_amount: 0, count: 2 },
    ])
    expect(await parsed('--by', 'sector,funded:50', '--sum', 'amount')).toEqual([
      { sector: 'Arts', funded: 0, count: 2, sum: { amount: 400.5 } },
      { sector: 'Food', funded: 0, count: 1, sum: { amount: 100 } },
      { sector: 'Food', funded: 100, count: 1, sum: { amount: 90 } },
      { sector: 'Arts', funded: null, count: 1, sum: { amount: 50 } },
    ])
  })

  test('are ranges in tables and charts', async () => {
    expect((await search('--by', 'loan_amount:100', '-o', 'table')).stdout).toBe(
      '   AMOUNT  COUNT\n  $0–$100      2\n$100–$200      2\n$300–$400      1\n',
    )
    const named = await search('--by', 'sector,to-go:100', '--sum', 'to_go', '-o', 'table')
    const headings = ['SECTOR', 'AMOUNT TO GO', 'COUNT', 'SUM AMOUNT TO GO']
    expect(named.stdout.split('\n')[0]?.split(/ {2,}/)).toEqual(headings)
    const chart = await search('--by', 'to-go:100', '-o', 'chart')
    expect(chart.stdout.split('\n').map((text) => text.replace(/ *#*$/, ''))).toEqual([
      'AMOUNT TO GO  LOANS  SHARE',
      '$0–$100           3    60%',
      '$300–$400         1    20%',
      'unknown           1    20%',
      'total             5',
      '',
      '1 of 5 loans has no amount to go.',
      '',
    ])
  })

  test.each([
    ['name:5', 'error: invalid value "name:5" for --by\nhint: Fields with numbers: '],
    ['id:5', 'error: invalid value "id:5" for --by\nhint: Fields with numbers: '],
    ...['0', '-5', '1.5', 'x', '', '1000000000'].map((step) => [
      `loan_amount:${step}`,
      `error: invalid value "loan_amount:${step}" for --by: expected a whole number after the colon\nhint: Groups of ranges: --by loan_amount:500.\n`,
    ]),
  ])('%s is an error', async (value, message) => {
    const { code, stderr } = await search('--by', value ?? '', '-o', 'table')
    expect([code, stderr]).toEqual([2, expect.stringContaining(message ?? '')])
  })

  test('of negative numbers end below 0', async () => {
    const send: Send = async () =>
      jsonReply({
        paging: { page: 1, total: 2, pages: 1 },
        loans: [{ loan_amount: -1 }, { loan_amount: '7' }],
      })
    const { stdout } = await run(['loans', 'search', '--by', 'amount:5', '-o', 'ndjson'], { send })
    expect(stdout).toBe('{"amount":-5,"count":1}\n{"amount":5,"count":1}\n')
  })
})

test('a value that a record has twice counts once', async () => {
  const tags = [{ name: '#a' }, { name: '#a' }, { name: '#b' }]
  const send: Send = async () =>
    jsonReply({ paging: { page: 1, total: 1, pages: 1 }, loans: [{ id: 1, tags }] })
  const { stdout } = await run(['loans', 'search', '--by', 'tag', '-o', 'ndjson'], { send })
  expect(stdout).toBe('{"tag":"#a","count":1}\n{"tag":"#b","count":1}\n')
})

describe('days to fund', () => {
  const funded = { id: 7, status: 'funded', loan_amount: 100, funded_amount: 100 }
  const send: Send = async ({ url }) => {
    const dates = { posted_date: '2026-11-01T00:00:00Z', funded_date: '2026-11-03T12:00:00Z' }
    if (!url.includes('/search')) return jsonReply({ loans: [{ ...funded, ...dates }] })
    const listed = { ...funded, posted_date: dates.posted_date }
    return jsonReply({ paging: { page: 1, total: 1, page_size: 20, pages: 1 }, loans: [listed] })
  }
  const ofFunded = (...words: readonly string[]) =>
    run(['loans', 'search', '--with', 'funding', '-o', 'ndjson', ...words], { send })

  test.each([
    [['--median', 'days_to_fund'], '{"count":1,"median":{"days_to_fund":2.5}}\n'],
    [['--max', 'derived.funding.days_to_fund'], '{"count":1,"max":{"derived.funding.days_to_fund":2.5}}\n'],
    [['--by', 'Days To Fund:2'], '{"Days To Fund":2,"count":1}\n'],
    [['--jq', '.derived.funding.days_to_fund'], '2.5\n'],
    [['--filter', 'days-to-fund:>2', '--jq', '.id'], '7\n'],
    [['--where', '.derived.funding.days_to_fund > 3', '--jq', '.id'], ''],
  ])('%j reads the details of listed loans', async (words, printed) => {
    const { stdout, requests } = await ofFunded(...words)
    expect([stdout, requests.length]).toEqual([printed, 2])
  })

  test('are unknown where nobody names them, which needs no further request', async () => {
    const { stdout, requests } = await ofFunded()
    const [{ derived }] = [JSON.parse(stdout)]
    expect(derived.funding.days_to_fund).toBe(null)
    expect(derived.why['funding.days_to_fund']).toBe('funded_date is missing')
    expect(requests).toHaveLength(1)
  })
})
