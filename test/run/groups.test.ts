/** Counts and groups of complete commands, over lists of several pages. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

const size = 20
const loans = Array.from({ length: 100 }, (_, at) => ({
  id: 5000 - at,
  status: at % 4 === 0 ? 'funded' : 'fundraising',
  sector: at % 10 === 0 ? 'Arts' : 'Food',
  loan_amount: 25 + at,
  ...(at % 5 !== 0 && { funded_amount: 0.1 }),
  lender_count: at,
  posted_date: at < 60 ? '2026-11-20T10:00:00Z' : '2026-10-01T00:00:00Z',
  location: { country: 'Kenya', country_code: 'KE' },
  ...(at % 3 !== 0 && { tags: at % 3 === 1 ? [{ name: '#a' }] : [{ name: '#a' }, { name: '#b' }] }),
}))
const service: Send = async ({ url }) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1)
  const paging = { page, total: loans.length, page_size: size, pages: loans.length / size }
  return jsonReply({ paging, loans: loans.slice((page - 1) * size, page * size) })
}
const search = (...words: readonly string[]) => run(['loans', 'search', ...words], { send: service })
const printed = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await search(...words)
  expect([code, stderr.includes('error')]).toEqual([0, false])
  return stdout
}
const parsed = async (...words: readonly string[]) => JSON.parse(await printed(...words))

describe('--count', () => {
  test.each(['json', 'ndjson', 'table', 'csv', 'tsv', 'yaml', 'xml', 'geojson'])(
    'is one number and a line end with -o %s, from one request',
    async (format) => {
      const { code, stdout, stderr, requests } = await search('--count', '-o', format)
      expect([code, stdout, stderr, requests.length]).toEqual([0, '100\n', '', 1])
    },
  )

  test('is one number in a terminal too', async () => {
    const { code, stdout } = await run(['loans', 'search', '--count'], { send: service, terminal: 80 })
    expect([code, stdout]).toEqual([0, '100\n'])
  })

  test('asks for the same page as the list, so that the cache serves both', async () => {
    const [counted, listed] = [
      await search('--count', '--status', 'funded'),
      await search('--status', 'funded'),
    ]
    expect(counted.requests.map(({ url }) => url)).toEqual(listed.requests.map(({ url }) => url))
  })

  test.each([
    [['--limit', '7'], '7', 1],
    [['--limit', '500'], '100', 1],
    [['--all'], '100', 1],
    [['--with', 'partner,repayment'], '100', 1],
    [['--order', 'loan_amount'], '100', 1],
    [['--where', '.sector == "Arts"'], '10', 5],
    [['--where', '.sector == "Arts"', '--limit', '2'], '2', 1],
    [['--at-most', '3:sector', '--order', 'id'], '6', 5],
    [['--where', 'false'], '0', 5],
    [['--new'], '100', 5],
  ] as const)('%j is %s, after %i requests', async (words, count, requests) => {
    const ran = await search('--count', ...words)
    expect([ran.code, ran.stdout, ran.requests.length]).toEqual([0, `${count}\n`, requests])
  })

  test('says how many records there are besides', async () => {
    expect((await search('--count', '--where', '.id < 4911')).stderr).toBe('10 of 100 loans match\n')
    expect((await search('--count', '--limit', '7')).stderr).toBe('7 of 100 loans · next: --limit 50\n')
  })

  test('reads all pages of a list without a total', async () => {
    const send: Send = async ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1)
      return jsonReply({ loans: loans.slice((page - 1) * size, page * size) })
    }
    const { stdout, requests } = await run(['loans', 'newest', '--count'], { send })
    expect([stdout, requests.length]).toEqual(['100\n', 6])
    expect((await run(['loans', 'newest', '--count', '--limit', '30'], { send })).stdout).toBe('30\n')
  })

  test('counts records requested by id, one record, and the records of any path', async () => {
    const send: Send = async ({ url }) =>
      /releases/.test(url) ? jsonReply({ release: { id: '1' } }) : jsonReply({ loans: loans.slice(0, 2) })
    const ids = await run(['loans', 'show', '5000,4999,1', '--count'], { send })
    expect([ids.code, ids.stdout]).toEqual([9, '2\n'])
    expect(ids.stderr).toContain('not found: 1')
    expect((await run(['releases', 'current', '--count'], { send })).stdout).toBe('1\n')
    expect((await run(['api', 'loans/search', '--count'], { send: service })).stdout).toBe('100\n')
    const other: Send = async () => jsonReply({ paging: { page: 1, total: 8 }, things: [{ id: 1 }] })
    expect((await run(['api', 'things', '--count'], { send: other })).stdout).toBe('8\n')
  })

  test('ends with exit code 10 after 0, with --fail-empty', async () => {
    const none = await search('--count', '--where', 'false', '--fail-empty')
    expect([none.code, none.stdout]).toEqual([10, '0\n'])
    expect((await search('--count', '--fail-empty')).code).toBe(0)
    const send: Send = async () => jsonReply({ paging: { page: 1, total: 0, pages: 0 }, loans: [] })
    const empty = await run(['loans', 'search', '--count', '--fail-empty'], { send })
    expect([empty.code, empty.stdout]).toEqual([10, '0\n'])
  })

  test('is written to the file of --out', async () => {
    const { folder, stderr } = await search('--count', '--out', 'count.json')
    expect(folder.get('count.json')).toBe('100\n')
    expect(stderr).toMatch(/^Wrote the number of 100 loans to count\.json: 4 bytes/)
  })

  test('leaves the mark where it is', async () => {
    const { state } = await search('--new', '--mark', 'daily', '--count')
    expect([...state.keys()]).toEqual([])
  })

  test('changes nothing beside --by or --sum', async () => {
    expect(await printed('--by', 'sector', '--count')).toBe(await printed('--by', 'sector'))
    expect(await printed('--sum', 'amount', '--count')).toBe(await printed('--sum', 'amount'))
  })

  test('prints nothing if a page fails', async () => {
    const send: Send = async (request, signal) =>
      request.url.includes('page=3')
        ? { status: 404, headers: {}, body: new Uint8Array() }
        : service(request, signal)
    const { code, stdout } = await run(['loans', 'search', '--count', '--where', 'true'], { send })
    expect([code, stdout]).toEqual([5, ''])
  })
})

describe('groups', () => {
  test('are records: their values as typed, their count and the statistics, the largest first', async () => {
    expect(await parsed('--by', 'sector,status', '--sum', 'loan_amount,funded_amount', '--all')).toEqual(
      [
        { sector: 'Food', status: 'fundraising', count: 70 },
        { sector: 'Food', status: 'funded', count: 20 },
        { sector: 'Arts', status: 'fundraising', count: 5 },
        { sector: 'Arts', status: 'funded', count: 5 },
      ].map((group) => {
        const those = loans.filter((loan) => loan.sector === group.sector && loan.status === group.status)
        const sum = (key: 'loan_amount' | 'funded_amount') =>
          those.reduce((total, loan) => total + Math.round((loan[key] ?? 0) * 100), 0) / 100
        return { ...group, sum: { loan_amount: sum('loan_amount'), funded_amount: sum('funded_amount') } }
      }),
    )
    expect(await printed('--by', 'country', '-o', 'ndjson', '--limit', '3')).toBe(
      '{"country":"Kenya","count":3}\n',
    )
  })

  test('have every statistic of every number, averages and medians rounded to cents', async () => {
    const statistics = ['sum', 'avg', 'median', 'min', 'max'].flatMap((name) => [`--${name}`, 'amount'])
    expect(await parsed('--by', 'sector', ...statistics, '--limit', '4')).toEqual([
      {
        ...{ sector: 'Food', count: 3, sum: { amount: 81 }, avg: { amount: 27 }, median: { amount: 27 } },
        ...{ min: { amount: 26 }, max: { amount: 28 } },
      },
      {
        ...{ sector: 'Arts', count: 1, sum: { amount: 25 }, avg: { amount: 25 }, median: { amount: 25 } },
        ...{ min: { amount: 25 }, max: { amount: 25 } },
      },
    ])
  })

  test('without --by, all records are one group', async () => {
    expect(await parsed('--sum', 'funded_amount', '--avg', 'lender_count', '--all')).toEqual({
      count: 100,
      sum: { funded_amount: 8 },
      avg: { lender_count: 49.5 },
    })
    const none = await search('--sum', 'amount', '--median', 'amount', '--where', 'false', '--fail-empty')
    expect([none.code, JSON.parse(none.stdout)]).toEqual([
      10,
      { count: 0, sum: { amount: 0 }, median: { amount: null } },
    ])
  })

  test('of no records are none', async () => {
    expect(await parsed('--by', 'sector', '--where', 'false')).toEqual([])
  })

  test('of a missing value are null; a record counts for each of its values, and a note says so', async () => {
    const { stdout, stderr } = await search('--by', 'tag', '--sum', 'funded_amount', '--limit', '6')
    expect(JSON.parse(stdout)).toEqual([
      { tag: '#a', count: 4, sum: { funded_amount: 0.3 } },
      { tag: '#b', count: 2, sum: { funded_amount: 0.1 } },
      { tag: null, count: 2, sum: { funded_amount: 0.1 } },
    ])
    expect(stderr).toBe(
      '2 of 6 loans have more than one tag, and count for each.\n' +
        '2 of 6 loans have no funded amount, and add nothing.\n' +
        'of the first 6 of 100 loans · next: --limit 50 or --all\n',
    )
  })

  test('of a date are months', async () => {
    expect(await parsed('--by', 'month', '--all')).toEqual([
      { month: '2026-11', count: 60 },
      { month: '2026-10', count: 40 },
    ])
  })

  test('are sorted by the columns that --order names; other fields sort the records that are read', async () => {
    expect(await parsed('--by', 'sector', '--order', 'count', '--limit', '20')).toMatchObject([
      { sector: 'Arts' },
      { sector: 'Food' },
    ])
    expect(await parsed('--by', 'month', '--order', 'month', '--all')).toMatchObject([
      { month: '2026-10' },
      { month: '2026-11' },
    ])
    const one = await search('--by', 'sector', '--order', 'sector')
    expect(JSON.parse(one.stdout)).toEqual([
      { sector: 'Arts', count: 10 },
      { sector: 'Food', count: 90 },
    ])
    const most = await search('--by', 'month', '--order', 'loan_amount:desc', '--limit', '5')
    expect(JSON.parse(most.stdout)).toEqual([{ month: '2026-10', count: 5 }])
    expect(most.stderr).toBe('5 of 100 loans\n')
  })

  test('have columns that --fields chooses, --jq sees them as records', async () => {
    const words = ['--by', 'location.country,sector', '--sum', 'amount', '--limit', '20', '-o', 'csv']
    expect(await printed(...words)).toBe(
      'location.country,sector,count,sum.amount\r\nKenya,Food,18,630\r\nKenya,Arts,2,60\r\n',
    )
    expect(await printed(...words, '--fields', 'sum.amount,location.country')).toBe(
      'sum.amount,location.country\r\n630,Kenya\r\n60,Kenya\r\n',
    )
    expect(await printed('--by', 'sector', '--jq', 'select(.count < 15) | .sector', '-r')).toBe('Arts\n')
    const wrong = await search('--by', 'sector', '--fields', 'name')
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain('unknown field \\"name\\" for --fields')
  })

  test('print in every format', async () => {
    const words = ['--by', 'sector', '--max', 'amount', '--limit', '2']
    expect(await printed(...words, '-o', 'yaml')).toBe(
      '---\nsector: Food\ncount: 1\nmax:\n  amount: 26\n---\nsector: Arts\ncount: 1\nmax:\n  amount: 25\n',
    )
    expect(await printed(...words, '-o', 'table')).toBe(
      'SECTOR  COUNT  MAX AMOUNT\nFood        1         $26\nArts        1         $25\n',
    )
    expect(await printed(...words, '-o', 'xml')).toContain('<group>\n      <sector>Food</sector>')
    expect(await printed(...words, '-o', 'tsv')).toBe('sector\tcount\tmax.amount\nFood\t1\t26\nArts\t1\t25\n')
  })

  test('of several fields or numbers are a table in a terminal', async () => {
    const shown = async (...words: readonly string[]) => {
      const { stdout } = await run(['loans', 'search', ...words, '--all'], { send: service, terminal: 80 })
      return stdout.replaceAll(/\x1b\[\d+m/g, '').split('\n')[0]
    }
    expect(await shown('--by', 'sector,status')).toBe('SECTOR  STATUS       COUNT')
    expect(await shown('--by', 'sector', '--sum', 'amount', '--max', 'amount')).toBe(
      'SECTOR  COUNT  SUM AMOUNT  MAX AMOUNT',
    )
    expect(await shown('--sum', 'amount')).toBe('COUNT  SUM AMOUNT')
    expect(await shown('--by', 'sector', '--order', 'sector')).toBe('SECTOR  COUNT')
  })

  test('follow filters and derived fields', async () => {
    const now = Date.parse('2026-11-21T00:00:00Z')
    const words = ['--where', '.sector == "Arts"', '--by', 'derived.funding.outlook', '--sum', 'amount']
    const { stdout, stderr } = await run(['loans', 'search', ...words], {
      send: service,
      world: { now: () => now },
    })
    const groups: readonly { count: number }[] = JSON.parse(stdout)
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(10)
    expect(stderr).toContain('10 of 100 loans match\n')
  })

  test('are written to a file, and leave the mark where it is', async () => {
    const { folder, state, stderr } = await search('--by', 'sector', '--new', '--all', '--out', 'groups.csv')
    expect(folder.get('groups.csv')).toBe('sector,count\r\nFood,90\r\nArts,10\r\n')
    expect(stderr).toContain('Wrote groups of 100 loans to groups.csv')
    expect([...state.keys()]).toEqual([])
  })
})

describe('groups are a usage error for', () => {
  test.each([
    [['--by', ''], 'invalid value "" for --by', 0],
    [['--by', 'a..b'], 'invalid value "a..b" for --by', 0],
    [['--by', 'count'], 'invalid value "count" for --by', 0],
    [['--sum', 'status'], 'invalid value "status" for --sum', 0],
    [['--sum', 'partner_id'], 'invalid value "partner_id" for --sum', 0],
    [['--max', 'posted_date'], 'invalid value "posted_date" for --max', 0],
    [['--by', 'contry'], 'Did you mean country?', 1],
    [['--by', 'sector,contry'], 'Did you mean country?', 1],
    [['--by', 'gender'], 'It is a field of loan_detail.', 1],
    [['--sum', 'amout'], 'Did you mean amount?', 1],
    [['--avg', 'amout'], 'Did you mean amount?', 1],
  ] as const)('%j: %s, after %i requests', async (words, message, requests) => {
    const ran = await search(...words)
    expect([ran.code, ran.stdout, ran.requests.length]).toEqual([2, '', requests])
    expect(ran.stderr.replaceAll('\\"', '"')).toContain(message)
  })
})

test('a record that has a value twice counts once in its group', async () => {
  const tags = [{ name: '#a' }, { name: '#b' }, { name: '#a' }]
  const send: Send = async () => jsonReply({ loans: [{ id: 1, loan_amount: 25, tags }] })
  const { stdout } = await run(
    ['loans', 'show', '1', '--by', 'tags.name', '--sum', 'loan_amount', '-o', 'json'],
    { send },
  )
  expect(JSON.parse(stdout)).toEqual([
    { 'tags.name': '#a', count: 1, sum: { loan_amount: 25 } },
    { 'tags.name': '#b', count: 1, sum: { loan_amount: 25 } },
  ])
})
