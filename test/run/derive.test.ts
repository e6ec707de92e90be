/** Derived fields in complete runs: what is printed, what is read for it, and at which time. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { jsonReply, noon, run } from '../harness.ts'

const hour = 3_600_000
const iso = (time: number) => new Date(time).toISOString()
const pathOf = ({ url }: HttpRequest) => new URL(url).pathname.slice(3).replace('.json', '')

/** Half funded after two days, with two days left. */
const loan = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  loan_amount: 1000,
  funded_amount: 480,
  basket_amount: 0,
  sector: 'Food',
  partner_id: (id % 3) + 1,
  posted_date: iso(noon - 48 * hour),
  planned_expiration_date: iso(noon + 48 * hour),
  location: { country_code: id % 2 ? 'KE' : 'UG', country: id % 2 ? 'Kenya' : 'Uganda' },
  ...more,
})
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)

interface ServiceOptions {
  readonly loans: readonly JsonObject[]
  readonly headers?: Readonly<Record<string, string>>
  /** Ids without a detailed record. */
  readonly gone?: readonly number[]
}

function service({ loans, headers = {}, gone = [] }: ServiceOptions): Send {
  return async (request) => {
    const path = pathOf(request)
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
    const list = (key: string, all: readonly Json[], size = 20) =>
      jsonReply(
        {
          paging: { page, total: all.length, page_size: size, pages: Math.ceil(all.length / size) },
          [key]: all.slice((page - 1) * size, page * size),
        },
        200,
        headers,
      )
    if (path === '/loans/search') return list('loans', loans)
    if (path === '/partners')
      return list(
        'partners',
        [1, 2].map((id) => ({ id, name: `Partner ${id}`, status: 'active', rating: '4.5' })),
      )
    if (path === '/lenders/robin1001/loans')
      return list('loans', [loan(1), loan(3), loan(5), loan(2, { sector: 'Arts' })])
    const ids = path.slice('/loans/'.length).split(',').map(Number)
    const found = ids
      .filter((id) => !gone.includes(id))
      .map((id) => loan(id, { borrowers: [{ gender: 'F' }] }))
    return found.length === 0
      ? jsonReply({ code: 'org.kiva.InvalidIdentifier' }, 404)
      : jsonReply({ loans: found })
  }
}

const search = (line: string, options: ServiceOptions) =>
  run(['loans', 'search', ...line.split(' ')], { send: service(options) })
const derivedOf = (stdout: string): readonly JsonObject[] =>
  JSON.parse(stdout).map(({ derived }: { derived: JsonObject }) => derived)

test('the fields of the API stay as they are, and derived ones stand below one key', async () => {
  const loans = [loan(7, { strange: [1, { deep: null }] })]
  const { stdout } = await search('--with funding', { loans })
  const [{ derived, ...record }] = JSON.parse(stdout)
  expect(record).toEqual(loans[0])
  expect(derived).toEqual({
    funding: {
      hours_left: 48,
      left: 520,
      left_unreserved: 520,
      pace: 10,
      needed: 10.8333,
      ratio: 1.0833,
      projected: 96,
      short: 40,
      outlook: 'short',
    },
    why: {},
  })
})

test('without --with, nothing is derived', async () => {
  const { stdout, requests } = await search('--limit 1', { loans: [loan(7)] })
  expect([JSON.parse(stdout), requests.length]).toEqual([[loan(7)], 1])
})

test.each([
  ['--fields id,derived.funding.outlook', [{ id: 7, derived: { funding: { outlook: 'short' } } }]],
  ['--with funding --jq .derived.funding.short', [40]],
])('kiva loans search %s', async (line, expected) => {
  const { stdout } = await search(line, { loans: [loan(7)] })
  expect(JSON.parse(stdout)).toEqual(expected)
})

test('a derived field in --order asks for its group', async () => {
  const loans = [loan(7), loan(8, { funded_amount: 100 })]
  const { stdout } = await search('--order derived.funding.short:desc', { loans })
  expect(derivedOf(stdout).map((one) => (one['funding'] as JsonObject)['short'])).toEqual([800, 40])
})

test('a day that no calendar has and an amount that is no decimal number are unknown, with a reason', async () => {
  const loans = [loan(7, { posted_date: '2026-02-30T00:00:00Z' }), loan(8, { funded_amount: '0x1F4' })]
  const { stdout } = await search('--with funding', { loans })
  const [day, amount] = derivedOf(stdout)
  expect(day?.['funding']).toMatchObject({ pace: null, outlook: null })
  expect(day?.['why']).toMatchObject({ 'funding.pace': 'posted_date is invalid' })
  expect(amount?.['funding']).toMatchObject({ left: null, outlook: null })
  expect(amount?.['why']).toMatchObject({ 'funding.left': 'funded_amount is invalid' })
  const shown = await search('-o ndjson --fields posted_date,funded_amount', { loans })
  expect(shown.stdout).toContain('"2026-02-30T00:00:00Z"')
  const table = await search('-o table --fields id,posted_date', { loans })
  expect(table.stdout).not.toContain('2026-03-02')
})

test('in --order derived.funding.short:desc, a loan that is too new for a forecast comes last', async () => {
  const posted = { posted_date: iso(noon - hour), funded_amount: 25 }
  const loans = [loan(7), loan(8, posted), loan(9, { funded_amount: 0 }), loan(10, { funded_amount: 100 })]
  const { stdout } = await search('--order derived.funding.short:desc', { loans })
  expect(JSON.parse(stdout).map(({ id }: { id: number }) => id)).toEqual([10, 7, 8, 9])
})

test('now is the time of the response', async () => {
  const headers = { date: new Date(noon - 24 * hour).toUTCString() }
  const { stdout } = await search('--with funding', { loans: [loan(7)], headers })
  expect(derivedOf(stdout)[0]?.['funding']).toMatchObject({ hours_left: 72, pace: 20 })
})

test.each(['0', 'foo 1', '2026-11-19', 'Sun, 32 Nov 2026 12:00:00 GMT'])(
  'now is our time if the response says Date: %s, also from the cache',
  async (date) => {
    const send = service({ loans: [loan(7)], headers: { date } })
    const line = ['loans', 'search', '--with', 'funding', '--cache', '1d']
    const cached = new Map()
    for (const now of [noon, noon + 5 * hour]) {
      const { stdout } = await run(line, { send, cached, now })
      expect(derivedOf(stdout)[0]?.['funding']).toMatchObject({ hours_left: 48 })
    }
  },
)

test.each([
  ['', noon],
  [', by a clock 10 hours behind', noon - 10 * hour],
])('now is the time of the response, also from the cache%s', async (_, date) => {
  const send = service({ loans: [loan(7)], headers: { date: new Date(date).toUTCString() } })
  const line = ['loans', 'search', '--with', 'funding', '--cache', '1d']
  const cached = new Map()
  const first = await run(line, { send, cached })
  const second = await run(line, { send, cached, now: noon + 5 * hour })
  expect([second.requests.length, second.stdout]).toEqual([0, first.stdout])
})

describe('requests', () => {
  test.each([
    [20, 1],
    [50, 1],
    [51, 2],
    [120, 3],
  ])('repayment of %i loans needs %i more', async (count, more) => {
    const loans = down(500, count).map((id) => loan(id))
    const { stdout, requests } = await search('--with repayment,people --all --concurrency 1', { loans })
    expect(JSON.parse(stdout)).toHaveLength(count)
    expect(derivedOf(stdout).every((one) => (one['people'] as JsonObject)['women'] === 1)).toBe(true)
    expect(requests.map(pathOf).filter((path) => path !== '/loans/search')).toHaveLength(more)
  })

  test('details are requested for the loans that are printed', async () => {
    const loans = down(500, 100).map((id) => loan(id))
    const { requests } = await search('--with people --limit 3', { loans })
    expect(requests.map(pathOf)).toEqual(['/loans/search', '/loans/500,499,498'])
  })

  test('partners are read once', async () => {
    const loans = down(500, 60).map((id) => loan(id))
    const { stdout, requests } = await search('--with partner --all', { loans })
    expect(requests.map(pathOf).filter((path) => path === '/partners')).toHaveLength(1)
    const [first] = derivedOf(stdout)
    expect(first?.['partner']).toMatchObject({ id: 3, name: null, rating: null })
    expect(first?.['why']).toMatchObject({ 'partner.name': expect.any(String) })
    expect(derivedOf(stdout)[1]?.['partner']).toMatchObject({ name: 'Partner 2', rating: 4.5 })
  })

  test('the loans of a lender are read once, also with --not-lent-by', async () => {
    const loans = [loan(3), loan(4), loan(9, { sector: 'Arts' })]
    const line = '--with mine --lender robin1001 --not-lent-by robin1001'
    const { stdout, requests } = await search(line, { loans })
    expect(requests.map(pathOf).filter((path) => path.startsWith('/lenders'))).toHaveLength(1)
    expect(derivedOf(stdout).map((one) => one['mine'])).toEqual([
      { lent: false, in_country: 1, in_sector: 3, in_partner: 1, why: 'your 2nd in Uganda' },
      { lent: false, in_country: 3, in_sector: 1, in_partner: 1, why: 'your 4th in Kenya' },
    ])
  })

  test('loans show needs none: its records are detailed', async () => {
    const { requests } = await run(['loans', 'show', '7', '8', '--with', 'people'], {
      send: service({ loans: [] }),
    })
    expect(requests.map(pathOf)).toEqual(['/loans/7,8'])
  })
})

describe('a loan without details', () => {
  const loans = down(10, 3).map((id) => loan(id))
  test.each([
    ['one of three', [9]],
    ['all of them', [8, 9, 10]],
  ])('%s: its values are null, with a reason', async (_, gone) => {
    const { code, stdout } = await search('--with people', { loans, gone })
    expect(code).toBe(0)
    const nulls = derivedOf(stdout).filter((one) => (one['people'] as JsonObject)['women'] === null)
    expect(nulls).toHaveLength(gone.length)
    expect(nulls[0]?.['why']).toMatchObject({ 'people.women': expect.any(String) })
  })
})

test('an empty list needs no further requests', async () => {
  const { code, requests } = await search('--with repayment,partner', { loans: [] })
  expect([code, requests.map(pathOf)]).toEqual([0, ['/loans/search']])
})

test('a failing request for details ends the run, after the pages before it', async () => {
  const inner = service({ loans: down(500, 120).map((id) => loan(id)) })
  const send: Send = async (request, signal) =>
    pathOf(request).startsWith('/loans/450') ? jsonReply({}, 400) : inner(request, signal)
  const { code, stdout } = await run(
    ['loans', 'search', '--with', 'people', '--all', '-o', 'ndjson', '--concurrency', '1'],
    { send },
  )
  expect(code).toBe(9)
  expect(stdout.trim().split('\n')).toHaveLength(40)
})

test.each(['json', 'csv', 'yaml', 'xml', 'geojson', 'tsv', 'ndjson'])('-o %s prints them', async (format) => {
  const { code, stdout } = await search(`--with funding -o ${format}`, { loans: [loan(7)] })
  expect([code, stdout.includes('on_track') || stdout.includes('short')]).toEqual([0, true])
})

test('a table has their columns', async () => {
  const { stdout } = await search('--with funding,partner -o table', { loans: [loan(8), loan(7)] })
  expect(stdout).toMatch(/SHORT +A DAY +NEEDS +AT END +OUTLOOK +PARTNER +RATING/)
  expect(stdout).toMatch(/\$40 +\$240 +\$260 +96% +short +Partner 2 +4\.5/)
})

test('in a table, an unknown share is empty', async () => {
  const { stdout } = await search('--with people -o table', { loans: [loan(8), loan(7)], gone: [7] })
  expect(stdout).toMatch(/Loan 8 .* 100%\n/)
  expect(stdout).toMatch(/Loan 7 .*Z\n/)
})

test('the page of a loan has a row per group, and the unknown fields by reason', async () => {
  const { stdout } = await run(['loans', 'show', '7', '--with', 'people,repayment'], {
    send: service({ loans: [] }),
    terminal: 90,
  })
  expect(stdout).toMatch(/People.* +100% women\n/)
  expect(stdout).toMatch(/Unknown.* +half due, three quarters due, all due/)
})

describe('the page of a loan on a terminal', () => {
  const show = (words: string, records: readonly JsonObject[]) =>
    run(['loans', 'show', ...words.split(' ')], {
      send: async (request, how) =>
        pathOf(request) === '/partners'
          ? jsonReply({
              partners: [
                {
                  id: 107,
                  name: 'Kazi Kwanza',
                  rating: '4.5',
                  default_rate: 0,
                  start_date: iso(noon - 2600 * 24 * hour),
                },
              ],
            })
          : pathOf(request).startsWith('/loans/')
            ? jsonReply({ loans: records })
            : service({ loans: [] })(request, how),
      terminal: 80,
      env: { NO_COLOR: '1' },
    })
  /** The row of a label, whose lines break between parts. */
  const rowOf = (stdout: string, label: string) =>
    new RegExp(`^ *${label} +\\S.*(\n {8,}\\S.*)*`, 'm')
      .exec(stdout)?.[0]
      .replace(/\n +/g, ' · ')
      .trim()
      .replace(/ +/g, ' ')

  test('says what a partner is worth in its row, and what is left of it below', async () => {
    const { stdout } = await show('7 --with partner', [loan(7, { partner_id: 107 })])
    expect(rowOf(stdout, 'Partner')).toBe('Partner Kazi Kwanza (107) · rating 4.5 · default 0% · 7 years')
    expect(stdout).not.toMatch(/stars|rating 4.5.*rating|^ +Partner/ms)
  })

  test.each([
    [{}, '2 days left · $520 to go · $240 a day, needs $260 · 96% at the end, $40 short'],
    [
      { basket_amount: 20 },
      '2 days left · $520 to go, $500 without baskets · $240 a day, needs $260 · 96% at the end, $40 short',
    ],
    [{ funded_amount: 900 }, '2 days left · $100 to go · $450 a day, needs $50 · 100% at the end · on track'],
    [{ funded_amount: 0 }, '2 days left · $1,000 to go · $0 a day, needs $500 · too early to say'],
    [{ status: 'paid' }, '$520 to go · fundraising has ended'],
  ])('tells the forecast in words: %j', async (more, words) => {
    const { stdout } = await show('7 --with funding', [loan(7, more)])
    expect(rowOf(stdout, 'Funding')).toBe(`Funding ${words}`)
  })

  test('tells repayment, people and the own loans in words', async () => {
    const scheduled_payments = [1, 2, 3, 4].map((month) => ({ due_date: `2026-0${month}-01`, amount: 250 }))
    const paid = loan(7, {
      ...{ status: 'in_repayment', delinquent: true, paid_amount: 500, terms: { scheduled_payments } },
      payments: [{ amount: 500, settlement_date: '2026-03-05' }],
      borrowers: [{ gender: 'F' }, { gender: 'F' }, { gender: 'M' }],
    })
    const { stdout } = await show('7 --with repayment,people,mine --lender robin1001', [paid])
    expect(rowOf(stdout, 'Repayment')).toBe(
      'Repayment half due 1 Feb 2026 · three quarters due 1 Mar 2026 · all due 1 Apr 2026 · half repaid 5 Mar 2026 · late · $500 behind',
    )
    expect(rowOf(stdout, 'People')).toBe('People 67% women')
    expect(rowOf(stdout, 'Yours')).toBe('Yours your loans: 3 in Kenya, 3 in Food, 1 with this partner')
  })

  test.each([
    ['7', [loan(7, { partner_id: 107 })], 'next: kiva partners show 107'],
    ['7 8', [loan(7, { partner_id: 107 }), loan(8, { partner_id: 12 })], 'next: kiva partners show 107 12'],
    ['7 8', [loan(7, { partner_id: 107 }), loan(8, { partner_id: 107 })], 'next: kiva partners show 107'],
    ['7', [loan(7, { partner_id: null })], undefined],
    ['7 8', down(20, 6).map((id) => loan(id, { partner_id: id })), undefined],
    ['7', [loan(7, { partner_id: '107; ls' })], undefined],
    ['7 --quiet', [loan(7, { partner_id: 107 })], undefined],
  ])('%s: names the partner to look at next', async (words, records, next) => {
    const { stderr } = await show(words, records)
    expect(/next: .*/.exec(stderr)?.[0]).toBe(next)
  })

  test('the next command keeps the sandbox; a pipe gets none', async () => {
    const line = ['--sandbox', 'loans', 'show', '2100100']
    const [shown, piped] = [await run(line, { terminal: 80 }), await run([...line, '-o', 'table'])]
    expect(shown.stderr).toContain('Sandbox data (made up) · next: kiva --sandbox partners show 107')
    expect(piped.stderr).toBe('')
  })
})

test.each([
  ['--where', 'true or .derived.funding.left > 9', 'derived.funding in --where requires --with funding'],
  ['--jq', '.id, .derived.mine.lent', 'derived.mine in --jq requires --with mine'],
])('%s with a group that is not asked for is refused', async (option, expression, message) => {
  const { code, stderr, requests } = await run(['loans', 'search', '--with', 'people', option, expression])
  expect([code, requests]).toEqual([2, []])
  expect(JSON.parse(stderr).error.message).toBe(message)
})

test('whole records that --jq selects keep the columns of the table', async () => {
  const line = [
    'loans',
    'search',
    '--with',
    'funding',
    '-o',
    'table',
    '--jq',
    'select(.derived.funding.short > 0)',
  ]
  const { stdout } = await run(line, { send: service({ loans: [loan(8), loan(7)] }) })
  expect(stdout).toMatch(/^ *ID +NAME .*SHORT +A DAY +NEEDS +AT END +OUTLOOK\n/)
})
