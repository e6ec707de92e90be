/** Conditions of `--filter` that are sent to the API, and that change nothing of what is printed. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const statuses = [
  ...['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
  ...['expired', 'refunded', 'defaulted', 'issue', 'mystery', ''],
]
/** The service has codes and names that kiva does not know. */
const countries = [
  ['KE', 'Kenya'],
  ['UG', 'Uganda'],
  ['VN', 'Vietnam'],
  ['CD', 'Congo (Kinshasa)'],
  ['CG', 'Congo (Brazzaville)'],
  ['SS', 'South Sudan'],
  ['QS', 'South Sudan'],
  ['ZQ', 'Zed Land'],
] as const
const sectors = ['Food', 'Retail', 'Personal Use', 'Fisheries']

const loans = Array.from({ length: 200 }, (_, at) => {
  const [country_code, country] = countries[at % countries.length] ?? ['', '']
  return {
    id: at + 1,
    name: `Loan ${at}`,
    status: statuses[(at * 7) % statuses.length] ?? '',
    sector: sectors[(at * 3) % sectors.length] ?? '',
    delinquent: at % 5 === 0,
    ...(at % 6 !== 0 && { partner_id: at % 6 }),
    loan_amount: 25 * (at % 40),
    funded_amount: 5 * (at % 40),
    location: { country_code, country },
  }
})

/** Answers a search as the API does, or ignores its parameters. */
const service =
  (isNarrowing: boolean): Send =>
  async ({ url }) => {
    const { searchParams } = new URL(url)
    const oneOf = (name: string, value: string) => {
      const wanted = searchParams.get(name)
      return !isNarrowing || wanted === null || wanted.split(',').includes(value)
    }
    const found = loans.filter(
      ({ status, sector, location, partner_id }) =>
        oneOf('status', status) &&
        oneOf('sector', sector) &&
        oneOf('country_code', location.country_code) &&
        oneOf('partner', String(partner_id)),
    )
    const page = Number(searchParams.get('page') ?? 1)
    const paging = { page, total: found.length, page_size: 20, pages: Math.ceil(found.length / 20) }
    return jsonReply({ paging, loans: found.slice(20 * (page - 1), 20 * page) })
  }

const search = (filters: readonly string[], options: RunOptions & { more?: readonly string[] } = {}) =>
  run(
    [
      'loans',
      'search',
      ...filters.flatMap((text) => ['--filter', text]),
      '-o',
      'ids',
      ...(options.more ?? []),
    ],
    {
      send: service(true),
      ...options,
    },
  )

/** Returns the parameters of the first request that filter. */
async function sentFor(filters: readonly string[], more: readonly string[] = []) {
  const { requests } = await search(filters, { more })
  const { searchParams } = new URL(requests[0]?.url ?? '')
  return Object.fromEntries([...searchParams].filter(([name]) => !['app_id', 'page'].includes(name)))
}

describe('a condition is sent', () => {
  test.each([
    ['status:paid', { status: 'paid' }],
    ['status:repay', { status: 'in_repayment' }],
    ['status:in_repayment', { status: 'in_repayment' }],
    ['status=in_repayment', { status: 'in_repayment' }],
    ['status:paid,fundr', { status: 'paid,fundraising' }],
    ['status=paid,funded', { status: 'paid,funded' }],
    ['country:kenya', { country_code: 'KE' }],
    ['country:kenya,uganda', { country_code: 'KE,UG' }],
    ['country=vietnam', { country_code: 'VN' }],
    ['country:south_sudan', { country_code: 'SS,QS' }],
    ['country:congo', { country_code: 'CD,CG' }],
    ['sector=food', { sector: 'Food' }],
    ['partner:5', { partner: '5' }],
    ['partner:5,7 status:paid', { partner: '5,7', status: 'paid' }],
    ['region:"central america"', { country_code: 'BZ,CR,GT,HN,NI,PA,SV' }],
    ['region:ca', { country_code: 'BZ,CR,GT,HN,NI,PA,SV' }],
    ['sector=personal_use', { sector: 'Personal Use' }],
    [
      'status:paid country:kenya sector=food asked:<500',
      { status: 'paid', country_code: 'KE', sector: 'Food' },
    ],
  ])('%s', async (text, sent) => {
    expect(await sentFor([text])).toEqual(sent)
  })

  test('of several options', async () => {
    expect(await sentFor(['status:paid', 'country:kenya'])).toEqual({ status: 'paid', country_code: 'KE' })
  })

  test('and -v says so', async () => {
    const { stderr } = await search(['status:paid country:kenya,uganda'], { more: ['-v'] })
    expect(stderr).toContain('* --filter also sends --status paid\n')
    expect(stderr).toContain('* --filter also sends --country-code KE,UG\n')
  })

  test('and a preview shows it', async () => {
    const { stdout } = await search(['country:kenya'], { more: ['--curl'] })
    expect(stdout).toContain('country_code=KE')
  })
})

describe('nothing is sent', () => {
  test.each([
    ['for a negation', ['-status:paid'], []],
    ['for a word', ['paid'], []],
    ['for a range', ['asked:<500'], []],
    ['for a status that the search does not list', ['status:expired'], []],
    ['for a list with one', ['status:paid,expired'], []],
    ['for a word in another status too', ['status:funded'], []],
    ['for a status with two names', ['status:ended_with_loss'], []],
    ['for a part of the cell that is no status', ['status:late'], []],
    ['for two conditions on one column', ['status:paid status:funded'], []],
    ['for two of two options', ['country:kenya', 'country:uganda'], []],
    ['for an unknown country', ['country:zed'], []],
    ['for a list with one', ['country:kenya,zed'], []],
    ['for no country', ['country=""'], []],
    ['for a range of partners', ['partner:<5'], []],
    ['for a range that begins with a partner', ['partner:5..'], []],
    ['for a range with both ends', ['partner:5..7'], []],
    ['for a part of a partner', ['partner:2.5'], []],
    ['for two conditions on one parameter', ['country:kenya region:africa'], []],
    ['for no region', ['region=""'], []],
    ['for an unknown region', ['region:atlantis'], []],
    ['for a part of a sector', ['sector:food'], []],
    ['for an unknown sector', ['sector=fisheries'], []],
    ['for very many countries', ['country:a'], []],
  ])('%s', async (_, filters, more) => {
    expect(await sentFor(filters, more)).toEqual({})
  })

  test('in place of a parameter that was typed', async () => {
    expect(await sentFor(['status:paid'], ['--status', 'funded'])).toEqual({ status: 'funded' })
    expect(await sentFor(['country:kenya'], ['--param', 'country_code=UG'])).toEqual({ country_code: 'UG' })
  })
})

test('what is printed is the same, whatever the expression', async () => {
  const values = {
    status: [
      'paid',
      'fundr',
      'funded',
      'fund',
      'repay',
      'in_repayment',
      'late',
      'expired',
      'mystery',
      'loss',
      'd',
      '""',
    ],
    country: ['kenya', 'Uganda', 'viet', 'congo', 'sudan', 'zed', 'an', '"south sudan"', '""'],
    sector: ['food', 'retail', 'personal_use', 'fisheries', 'fish'],
    'location.country': ['kenya', 'zed'],
    region: ['africa', 'asia', 'a', 'na', 'af', '""'],
    partner: ['1', '2', '<3', '9', '""'],
    delinquent: ['true', 'no'],
  }
  const condition = fc.oneof(
    ...Object.entries(values).map(([column, known]) =>
      fc
        .tuple(
          fc.constantFrom('', '', '', '', '-'),
          fc.constantFrom(':', '=', ':='),
          fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 2 }),
        )
        .map(([sign, operator, chosen]) => sign + column + operator + chosen.join(',')),
    ),
  )
  const expression = fc.array(condition, { minLength: 1, maxLength: 3 })
  let narrowed = 0
  await fc.assert(
    fc.asyncProperty(expression, fc.boolean(), async (conditions, isOne) => {
      const filters = isOne ? [conditions.join(' ')] : conditions
      const narrow = await search(filters)
      const whole = await search(filters, { send: service(false) })
      if (narrow.requests.length < whole.requests.length) narrowed += 1
      expect([narrow.code, narrow.stdout]).toEqual([whole.code, whole.stdout])
    }),
    { numRuns: 500 },
  )
  expect(narrowed).toBeGreaterThan(50)
}, 120_000)

test('a gender is sent, which details confirm', async () => {
  const preview = async (text: string) =>
    (await search([text], { more: ['--with', 'people', '--curl'] })).stdout
  expect(await preview('gender:male')).toContain('gender=male')
  expect(await preview('gender:f')).toContain('gender=female')
  for (const text of ['gender:mixed', '-gender:male', 'gender:male,female', 'gender:f,mixed'])
    expect(await preview(text)).not.toContain('gender=')
})

test('it counts for a checkpoint', async () => {
  const folder = new Map<string, string>()
  const words = ['loans', 'search', '--filter', 'country:kenya', '--out', 'a.ndjson', '--checkpoint', 'c']
  const failing: Send = (request, signal) =>
    request.url.includes('page=2') ? Promise.resolve(jsonReply({}, 400)) : service(true)(request, signal)
  expect((await run(words, { send: failing, folder })).code).toBe(9)
  const saved = [...folder].find(([name]) => name.endsWith('c'))?.[1] ?? ''
  expect(saved).toContain('country_code')
})
