/** `kiva portfolio suggest`: the search that takes its place, and the reason for each suggestion. */
import { describe, expect, test } from 'vitest'
import { at } from '../../src/api/records/field-values.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { pathOf } from './portfolio-service.ts'

const inCountry = (code: string, country: string): JsonObject => ({
  location: { country_code: code, country },
})
const kenya = inCountry('KE', 'Kenya')
const peru = inCountry('PE', 'Peru')
const jordan = inCountry('JO', 'Jordan')

const loan = (id: number, partner: number | null, where: JsonObject, sector = 'Food'): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  sector,
  partner_id: partner,
  posted_date: '2026-10-01T00:00:00Z',
  ...where,
})

const mine = [loan(1, 10, kenya), loan(2, 10, kenya), loan(3, 20, peru)]
const fundraising = [
  loan(2, 10, kenya),
  loan(4, 10, kenya),
  loan(5, 11, kenya),
  loan(6, 20, peru, 'Arts'),
  loan(7, 20, peru),
  loan(8, 30, jordan),
  loan(9, 31, jordan),
]

const urlOf = ({ url }: HttpRequest) => new URL(url)

/** The same loans with amounts and an end. */
const needing: readonly JsonObject[] = fundraising.map((one) => ({
  ...one,
  loan_amount: 500,
  funded_amount: 400,
  planned_expiration_date: '2026-12-24T00:00:00Z',
}))

const serving =
  (found: readonly JsonObject[]): Send =>
  async (request) => {
    const lists: Readonly<Record<string, readonly [key: string, records: readonly JsonObject[]]>> = {
      '/loans/search': ['loans', found],
      '/lenders/robin/loans': ['loans', mine],
      '/partners': ['partners', [10, 11, 20, 30, 31].map((id) => ({ id, name: `Trust ${id}` }))],
    }
    const [key, records] = lists[pathOf(request).replace(/\?.*/, '')] ?? []
    if (key === undefined || !records)
      return jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'There is no such lender' }, 404)
    return jsonReply({
      paging: { page: 1, total: records.length, page_size: 20, pages: 1 },
      [key]: [...records],
    })
  }

const send = serving(fundraising)

const suggest = (words: readonly string[] = [], options: RunOptions = {}) =>
  run(['portfolio', 'suggest', ...words], { send, ...options })
const idsOf = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: number }) => id)

test('the rarest country, partner and sector first; one per country and partner', async () => {
  const { code, stdout, stderr, requests } = await suggest(['robin'])
  expect([code, idsOf(stdout)]).toEqual([0, [8, 6, 5]])
  expect(stderr).toBe('3 of 6 matching loans (7 in all)\n')
  expect(requests.map(pathOf).sort()).toEqual(['/lenders/robin/loans', '/loans/search'])
  expect(
    requests.map(urlOf).filter(({ searchParams }) => searchParams.get('status') === 'fundraising'),
  ).toHaveLength(1)
})

test('prints the same as the search that -v prints', async () => {
  const suggested = await suggest(['robin', '-v', '--sector', 'Personal Use', '-o', 'json'])
  const [line = ''] = suggested.stderr.split('\n')
  expect(line).toBe(
    "* kiva loans search --status=fundraising --not-lent-by=robin --lender=robin --with=mine --order=derived.mine.in_country,derived.mine.in_partner,derived.mine.in_sector --at-most=1:location.country_code --at-most=1:partner_id --limit=10 --sector='Personal Use' --output=json --verbose",
  )
  const words = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')).slice(2)
  const searched = await run(words, { send })
  expect(searched.stdout).toBe(suggested.stdout)
  expect(searched.requests.map(({ url }) => url)).toEqual(suggested.requests.map(({ url }) => url))
})

describe('options of loans search', () => {
  test.each([
    ['--limit', ['--limit', '1'], [8]],
    ['-L', ['-L', '2'], [8, 6]],
    ['--where', ['--where', '.sector == "Food"'], [8, 7, 5]],
    ['--not-lent-by, also another lender', ['--not-lent-by', 'robin'], [8, 6, 5]],
    ['--at-most, also another group', ['--at-most', '1:sector'], [8, 6]],
  ])('%s', async (_, words, ids) => {
    expect(idsOf((await suggest(['robin', ...words])).stdout)).toEqual(ids)
  })

  test('formats and fields', async () => {
    const { stdout } = await suggest(['robin', '--fields', 'id,derived.mine.in_country', '-o', 'csv'])
    expect(stdout).toBe('id,derived.mine.in_country\r\n8,0\r\n6,1\r\n5,2\r\n')
    expect((await suggest(['robin', '--jq', '.name', '-o', 'ndjson'])).stdout).toContain('"Loan 8"\n')
  })

  test.each([
    [['robin', '--page', '2'], 'unknown option --page'],
    [['robin', '--status', 'funded'], 'unknown option --status'],
    [['robin', '--lender', 'other'], 'unknown option --lender'],
    [['robin', '--limit', '0'], 'for --limit'],
    [['robin', 'other'], 'unexpected argument \\"other\\"'],
    [['https://www.kiva.org/lend/84'], 'for <lender>'],
  ])('%j is refused before any request', async (words, message) => {
    const { code, stdout, stderr, requests } = await suggest(words)
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr).toContain(message)
  })
})

test("the address of the lender's page", async () => {
  expect(idsOf((await suggest(['https://www.kiva.org/lender/robin'])).stdout)).toEqual([8, 6, 5])
})

test('an unknown lender: exit code 5', async () => {
  expect(await suggest(['nobody'])).toMatchObject({ code: 5, stdout: '' })
})

const onTerminal = { terminal: 80, env: { NO_COLOR: '1', TERM: 'xterm' } }
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

test('a table of 80 columns says why, and what is to go until when', async () => {
  const { stdout } = await suggest(['robin'], { ...onTerminal, send: serving(needing) })
  expect(linesOf(stdout)).toEqual([
    ['ID', 'NAME', 'COUNTRY', 'ASKED', 'TO GO', 'ENDS', 'WHY'],
    ['8', 'Loan 8', 'Jordan', '$500', '$100', '33d', 'your 1st in Jordan · new partner'],
    ['6', 'Loan 6', 'Peru', '$500', '$100', '33d', 'your 2nd in Peru · new sector'],
    ['5', 'Loan 5', 'Kenya', '$500', '$100', '33d', 'your 3rd in Kenya · new partner'],
  ])
})

test('a reason is never cut', async () => {
  const where = { location: { country_code: 'DO', country: 'Dominican Republic' } }
  const long = needing.map((one) => ({
    ...one,
    ...where,
    name: 'A name of many letters',
    partner_id: one['id'] ?? 0,
  }))
  const { stdout } = await suggest(['robin', '--limit', '1'], { ...onTerminal, send: serving(long) })
  expect(stdout).toMatch(/ your 1st in Dominican Republic · new (?:sector|partner)\n/)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

describe('--budget', () => {
  const spend = (words: readonly string[], options: RunOptions = {}) =>
    suggest(['robin', ...words], { send: serving(needing), ...options })

  test.each([
    ['100', [8, 6, 5, 9], '$100 in 4 loans, $25 each\n'],
    ['75', [8, 6, 5], '$75 in 3 loans, $25 each\n'],
    ['85', [8, 6, 5], '$75 in 3 loans, $25 each; $10 of $85 is left\n'],
    ['49', [8], '$25 in 1 loan; $24 of $49 is left\n'],
    // One per country and partner first, then the others, one of each again.
    ['150', [8, 6, 5, 9, 7, 4], '$150 in 6 loans, $25 each\n'],
    [
      '1000000',
      [8, 6, 5, 9, 7, 4],
      '$150 in 6 loans, $25 each; only 6 loans of these need a share: $999,850 of $1,000,000 is left\n',
    ],
  ])('%s in shares', async (budget, ids, words) => {
    const { code, stdout, stderr } = await spend(['--budget', budget])
    expect([code, idsOf(stdout), stderr]).toEqual([0, ids, words])
    expect(JSON.parse(stdout)[0].derived).toMatchObject({
      budget: { share: 25 },
      mine: { why: 'your 1st in Jordan · new partner' },
    })
  })

  test('has as many loans as it has shares, and without one there are 10', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...needing[0],
      ...loan(100 + at, 100 + at, jordan),
    }))
    const served = { send: serving(many) }
    const ids = many.map(({ id }) => id)
    expect(idsOf((await spend(['--budget', '500'], served)).stdout)).toEqual(ids.slice(0, 20))
    expect(idsOf((await spend(['--budget', '500', '--limit', '12'], served)).stdout)).toEqual(
      ids.slice(0, 12),
    )
    const { stdout } = await spend([], {
      send: serving(many.map((one, at) => ({ ...one, ...inCountry(`Q${at}`, `Land ${at}`) }))),
    })
    expect(idsOf(stdout)).toEqual(ids.slice(0, 10))
  })

  test.each([
    ['less to go than a share', { funded_amount: 480 }],
    ['what is to go in baskets', { basket_amount: 76 }],
    ['no known amount', { loan_amount: null }],
    ['fundraising over', { planned_expiration_date: '2026-10-02T00:00:00Z' }],
    ['another status', { status: 'funded' }],
  ])('passes over a loan with %s', async (_, change) => {
    const changed = needing.map((one) => (one['id'] === 8 ? { ...one, ...change } : one))
    const { stdout } = await spend(['--budget', '25'], { send: serving(changed) })
    expect(idsOf(stdout)).toEqual([9])
  })

  test('takes a loan that needs one share exactly', async () => {
    const exact = needing.map((one) => ({ ...one, basket_amount: 75 }))
    expect(idsOf((await spend(['--budget', '25'], { send: serving(exact) })).stdout)).toEqual([8])
  })

  test('says so if no loan needs a share', async () => {
    const full = needing.map((one) => ({ ...one, funded_amount: 500 }))
    expect(await spend(['--budget', '25'], { send: serving(full) })).toMatchObject({
      code: 0,
      stdout: '[]\n',
      stderr: 'No matches among 7 loans\n',
    })
  })

  test('has the same data in every format', async () => {
    const words = ['--budget', '50', '--fields', 'id,derived.budget,derived.mine.why', '-o']
    expect((await spend([...words, 'csv'])).stdout).toBe(
      'id,derived.budget.share,derived.mine.why\r\n' +
        '8,25,your 1st in Jordan · new partner\r\n6,25,your 2nd in Peru · new sector\r\n',
    )
    expect(JSON.parse((await spend([...words, 'json'])).stdout)[1]).toEqual({
      id: 6,
      derived: { budget: { share: 25 }, mine: { why: 'your 2nd in Peru · new sector' } },
    })
  })

  test('--limit limits the loans', async () => {
    const { stdout, stderr } = await spend(['--budget', '100', '--limit', '2'])
    expect([idsOf(stdout), stderr]).toEqual([[8, 6], '$50 in 2 loans, $25 each; $50 of $100 is left\n'])
  })

  test('a terminal names the command that opens the pages', async () => {
    const { stdout, stderr } = await spend(['--budget', '50'], onTerminal)
    expect(linesOf(stdout)[1]).toContain('$25')
    expect(stderr).toContain('next: kiva loans show 8 6 --web\n')
  })

  test.each(['24', '0', '-25', '12.5', '$100', 'x', '', '1000001', '9'.repeat(30)])(
    '%j is refused before any request',
    async (budget) => {
      const { code, stderr, requests } = await spend([`--budget=${budget}`, '-o', 'table'])
      expect([code, requests]).toEqual([2, []])
      expect(stderr).toBe(
        `error: invalid value "${budget}" for --budget: expected whole dollars from 25 to 1,000,000\n` +
          'hint: A share is $25. Example: --budget 100.\n',
      )
    },
  )

  test('works for every list of loans', async () => {
    const { stdout, stderr } = await run(['loans', 'newest', '--budget', '60'], {
      send: async () => jsonReply({ paging: { page: 1, total: 7, page_size: 20, pages: 1 }, loans: needing }),
    })
    expect([idsOf(stdout), stderr]).toEqual([[2, 4], '$50 in 2 loans, $25 each; $10 of $60 is left\n'])
  })
})

describe('--web', () => {
  test('opens the pages of the suggestions', async () => {
    const { code, stdout, stderr, opened } = await suggest(['robin', '--budget', '75', '--web'], {
      ...onTerminal,
      send: serving(needing),
    })
    const pages = [8, 6, 5].map((id) => `https://www.kiva.org/lend/${id}`)
    expect([code, stdout, opened]).toEqual([0, '', pages])
    expect(stderr).toContain(`Opened ${pages[0]}\n`)
  })

  test('prints the addresses where there is no browser', async () => {
    const { stdout } = await suggest(['robin', '--limit', '1', '--web', '-o', 'json'])
    expect(JSON.parse(stdout)).toEqual([{ id: '8', url: 'https://www.kiva.org/lend/8', opened: false }])
  })

  test('opens the pages of requested loans that a filter keeps', async () => {
    const { opened } = await run(['loans', 'show', '8', '9', '--where', '.id == 9', '--web'], {
      ...onTerminal,
      send: async () => jsonReply({ loans: needing.filter(({ id }) => id === 8 || id === 9) }),
    })
    expect(opened).toEqual(['https://www.kiva.org/lend/9'])
  })

  test('the sandbox has none', async () => {
    const { code, stderr } = await suggest([
      'robin1001',
      '--sandbox',
      '--budget',
      '75',
      '--web',
      '-o',
      'table',
    ])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--web cannot be used with --sandbox')])
  })
})

test('counts the loans that portfolio show counts', async () => {
  const words = ['robin1001', '--sandbox', '-o', 'json']
  const shown = JSON.parse((await run(['portfolio', 'show', ...words])).stdout)
  expect(shown.apart.expired).toBeGreaterThan(0)
  const { stdout } = await run(['loans', 'search', '--with=mine', '--lender', ...words, '--all'])
  const loans: readonly JsonObject[] = JSON.parse(stdout)
  expect(loans.length).toBeGreaterThan(1000)
  const countOf = (kind: 'country' | 'sector' | 'partner', key: unknown) =>
    shown.by[kind].find((group: JsonObject) => group['key'] === String(key))?.loans ?? 0
  for (const loan of loans) {
    const { in_country, in_sector, in_partner } = at(loan, 'derived.mine') as JsonObject
    expect([in_country, in_sector, in_partner], String(loan['id'])).toEqual([
      countOf('country', at(loan, 'location.country_code')),
      countOf('sector', loan['sector']),
      loan['partner_id'] === undefined ? null : countOf('partner', loan['partner_id']),
    ])
  }
  const expired = loans.filter((loan) => loan['status'] === 'expired' && at(loan, 'derived.mine.lent'))
  expect(expired).toHaveLength(shown.apart.expired)
})

test('a saved suggestion runs with more options, and is checked when it is saved', async () => {
  const state = new Map<string, string>()
  const save = (...words: readonly string[]) => run(['saved', 'add', ...words], { send, state })
  expect((await save('wide', '--', 'portfolio', 'suggest', 'robin')).code).toBe(0)
  expect((await save('wrong', '--', 'portfolio', 'suggest', 'robin', '--limit', '0')).code).toBe(2)
  const { code, stdout } = await run(['saved', 'run', 'wide', '--limit', '1'], { send, state })
  expect([code, idsOf(stdout)]).toEqual([0, [8]])
})
