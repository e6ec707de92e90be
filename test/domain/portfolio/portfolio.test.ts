/** What the loans of a lender are spread over. Expected values are computed by hand. */
import { describe, expect, it, test } from 'vitest'
import { knownValues } from '../../../src/api/gaps.ts'
import type { Json, JsonObject } from '../../../src/core/json.ts'
import { type PortfolioOptions, portfolioOf } from '../../../src/domain/portfolio/portfolio.ts'

const now = Date.parse('2026-10-04T12:00:00Z')

let nextId = 1
const loan = (rest: JsonObject = {}): JsonObject => ({
  id: nextId++,
  status: 'fundraising',
  sector: 'Food',
  location: { country_code: 'KE', country: 'Kenya' },
  partner_id: 187,
  posted_date: '2026-03-01T00:00:00Z',
  loan_amount: 100,
  funded_amount: 100,
  ...rest,
})
const times = (count: number, rest: JsonObject = {}) => Array.from({ length: count }, () => loan(rest))
const inCountry = (code: Json, country: Json = null): JsonObject => ({
  location: { country_code: code, country },
})

const options: PortfolioOptions = { by: ['sector'], over: 10, shareCents: 2500, now }
const describeLoans = (loans: readonly JsonObject[], rest: Partial<PortfolioOptions> = {}) =>
  portfolioOf(loans, { ...options, ...rest })

test('a lender without loans', () => {
  expect(describeLoans([], { by: ['sector', 'country'] })).toEqual({
    loans: 0,
    apart: { expired: 0, refunded: 0 },
    by: { sector: [], country: [] },
    even: { sector: null, country: null },
    over: [],
    gaps: { country: null, sector: knownValues.sector.map((key) => ({ key, name: key })) },
    repayment: {
      assumes: { dollars_per_loan: 25 },
      repaid_percent: null,
      repaid_of: 0,
      late: 0,
      behind: 0,
      lost: 0,
      lost_of: 0,
      lost_percent: null,
      unknown: 0,
    },
  })
})

describe('loans that count', () => {
  const statuses = ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss', 'defaulted']

  it.each(statuses)('%s', (status) => {
    expect(describeLoans([loan({ status })])).toMatchObject({
      loans: 1,
      apart: { expired: 0, refunded: 0 },
    })
  })

  it.each<[Json, object]>([
    ['expired', { expired: 1, refunded: 0 }],
    ['refunded', { expired: 0, refunded: 1 }],
    ['inactive', { expired: 0, refunded: 0, inactive: 1 }],
    ['inactive_expired', { inactive_expired: 1 }],
    ['under_review', { expired: 0, refunded: 0, under_review: 1 }],
    [null, { expired: 0, refunded: 0, no_status: 1 }],
  ])('and %j, which stands apart', (status, apart) => {
    const result = describeLoans([loan({ status })])
    expect(result).toMatchObject({ loans: 0, apart, by: { sector: [] } })
  })

  it('without a status a loan with a deadline is fundraising', () => {
    const open = loan({ status: null, planned_expiration_date: '2026-11-01T00:00:00Z' })
    expect(describeLoans([open], { by: ['status'] })).toMatchObject({
      loans: 1,
      by: { status: [{ key: 'fundraising' }] },
    })
  })

  it('a loan that pages repeat counts once', () => {
    const [one, two] = times(2)
    expect(describeLoans([one ?? {}, two ?? {}, { ...one, status: 'paid' }]).loans).toBe(2)
  })
})

describe('groups', () => {
  it('are ordered by size, then by key', () => {
    const loans = [...times(1, { sector: 'Retail' }), ...times(2), ...times(1, { sector: 'Arts' })]
    const { by, even } = describeLoans(loans)
    expect(by.sector).toEqual([
      { key: 'Food', name: 'Food', loans: 2, percent: 50 },
      { key: 'Arts', name: 'Arts', loans: 1, percent: 25 },
      { key: 'Retail', name: 'Retail', loans: 1, percent: 25 },
    ])
    // 1 ÷ (1/4 + 1/16 + 1/16)
    expect(even.sector).toBe(2.6667)
  })

  it('have exact percentages and effective numbers', () => {
    const loans = [...times(71), ...times(35, { sector: 'Retail' }), ...times(102, { sector: 'Arts' })]
    const { by, even } = describeLoans(loans)
    expect(by.sector?.map(({ percent }) => percent)).toEqual([49.0385, 34.1346, 16.8269])
    // 208² ÷ (71² + 35² + 102²) = 43264 ÷ 16670
    expect(even.sector).toBe(2.5953)
  })

  it('equal groups are as many as their effective number', () => {
    const sectors = knownValues.sector.flatMap((sector) => times(3, { sector }))
    expect(describeLoans(sectors).even.sector).toBe(15)
  })

  it('have names of countries, also where a record lacks the code or the name', () => {
    const loans = [
      loan(inCountry('ke', 'Kenya')),
      loan(inCountry('KE')),
      loan(inCountry(null, 'Kenya')),
      loan(inCountry('PE')),
      loan(inCountry(null, 'Atlantis')),
      loan(inCountry(null)),
    ]
    expect(describeLoans(loans, { by: ['country'] }).by.country).toEqual([
      { key: 'KE', name: 'Kenya', loans: 3, percent: 50 },
      { key: 'Atlantis', name: 'Atlantis', loans: 1, percent: 16.6667 },
      { key: 'PE', name: 'Peru', loans: 1, percent: 16.6667 },
      { key: null, name: null, loans: 1, percent: 16.6667 },
    ])
  })

  it('have names of partners; direct loans have none', () => {
    const loans = [
      ...times(2, { partner_id: null }),
      loan({ partner_id: 1000 }),
      loan(),
      loan({ partner_id: 9 }),
    ]
    const partners = [{ id: 187, name: 'Umoja Harvest' }, { id: 1000 }]
    expect(describeLoans(loans, { by: ['partner'], partners }).by.partner).toEqual([
      { key: null, name: null, loans: 2, percent: 40 },
      { key: '9', name: null, loans: 1, percent: 20 },
      { key: '187', name: 'Umoja Harvest', loans: 1, percent: 20 },
      { key: '1000', name: null, loans: 1, percent: 20 },
    ])
  })

  it('have the UTC year of the posting, the status and the gender of most borrowers', () => {
    const loans = [
      loan({ posted_date: '2025-12-31T20:00:00-08:00', borrowers: [{ gender: 'F' }] }),
      loan({ posted_date: '2025-12-31', status: 'in_repayment', borrowers: [{ gender: 'M' }] }),
      loan({ posted_date: null, borrowers: [{ gender: 'F' }, { gender: 'M' }] }),
      loan({ posted_date: '2026-06-01' }),
    ]
    const { by } = describeLoans(loans, { by: ['year', 'status', 'gender'] })
    const rows = (name: 'year' | 'status' | 'gender') => by[name]?.map((row) => [row.name, row.loans])
    expect(rows('year')).toEqual([
      ['2026', 2],
      ['2025', 1],
      [null, 1],
    ])
    expect(rows('status')).toEqual([
      ['fundraising', 3],
      ['in repayment', 1],
    ])
    expect(rows('gender')).toEqual([
      ['female', 1],
      ['male', 1],
      ['mixed', 1],
      [null, 1],
    ])
  })
})

describe('large groups', () => {
  const loans = [
    ...times(1, { sector: 'Arts', ...inCountry('PE') }),
    ...times(9, { partner_id: null, ...inCountry('KE') }),
  ]
  const found = (over: number) =>
    describeLoans(loans, { by: ['sector', 'country', 'partner', 'year', 'status'], over }).over.map(
      (group) => [group.by, group.key, group.percent],
    )

  it('are sectors, countries and partners, but not the lack of one', () => {
    expect(found(50)).toEqual([
      ['sector', 'Food', 90],
      ['country', 'KE', 90],
    ])
  })

  it('have more than the given percent', () => {
    expect(found(10)).toHaveLength(2)
    expect(found(9.99)).toEqual([
      ['sector', 'Food', 90],
      ['sector', 'Arts', 10],
      ['country', 'KE', 90],
      ['country', 'PE', 10],
      ['partner', '187', 10],
    ])
    expect(found(90)).toEqual([])
  })
})

describe('gaps', () => {
  const partner = (status: string, ...codes: readonly string[]): JsonObject => ({
    status,
    countries: codes.map((iso_code) => ({ iso_code, name: `Land of ${iso_code}` })),
  })

  it('are countries of active and pilot partners, by name', () => {
    const partners = [
      partner('active', 'UG', 'KE'),
      partner('pilot', 'JO', 'UG'),
      partner('closed', 'BO'),
      partner('paused', 'IN'),
      { status: 'active', countries: null },
      { status: 'active', countries: [{ iso_code: 'AM' }, { name: 'Atlantis' }] },
    ]
    expect(describeLoans([loan(inCountry('UG'))], { partners }).gaps.country).toEqual([
      { key: 'AM', name: 'Armenia' },
      { key: 'JO', name: 'Land of JO' },
      { key: 'KE', name: 'Land of KE' },
    ])
  })

  it('an expired loan fills none', () => {
    const loans = [loan({ status: 'expired', ...inCountry('JO') })]
    expect(describeLoans(loans, { partners: [partner('active', 'JO')] }).gaps.country).toHaveLength(1)
  })

  it('are sectors without a loan, and none if every sector has one', () => {
    const sectors = knownValues.sector.map((sector) => loan({ sector }))
    expect(describeLoans(sectors).gaps.sector).toEqual([])
    expect(describeLoans(sectors.slice(1)).gaps.sector).toEqual([{ key: 'Agriculture', name: 'Agriculture' }])
  })
})

describe('repayment', () => {
  const repaying = (status: string, funded_amount: Json, paid_amount: Json, rest: JsonObject = {}) =>
    loan({ status, funded_amount, paid_amount, ...rest })
  const repayment = (...loans: readonly JsonObject[]) => describeLoans(loans).repayment

  it('is the mean of the repaid shares, and loss the mean of what ended loans lack', () => {
    const result = repayment(
      repaying('in_repayment', 300, 100),
      repaying('in_repayment', '700', '100'),
      repaying('paid', 100, 100),
      repaying('paid', 200, 199.99),
      repaying('ended_with_loss', 200, 50),
      loan(),
      loan({ status: 'funded' }),
      loan({ status: 'expired', paid_amount: 0 }),
    )
    expect(result).toMatchObject({
      // (1/3 + 1/7 + 1 + 199.99/200 + 1/4) ÷ 5
      repaid_percent: 54.5228,
      repaid_of: 5,
      lost: 1,
      lost_of: 3,
      // (0 + 0.01/200 + 3/4) ÷ 3
      lost_percent: 25.0017,
      unknown: 0,
    })
  })

  it('a loan repaid with more than it raised counts as repaid', () => {
    expect(repayment(repaying('paid', 100, 130))).toMatchObject({ repaid_percent: 100, lost_percent: 0 })
  })

  it('loans with unknown amounts are left out, and counted', () => {
    const result = repayment(
      repaying('in_repayment', 0, 0),
      repaying('in_repayment', null, 10),
      repaying('paid', 100, null),
      repaying('defaulted', 100, 0),
    )
    expect(result).toMatchObject({ repaid_percent: 0, repaid_of: 1, lost: 1, lost_of: 1, unknown: 3 })
    expect(result.lost_percent).toBe(100)
  })

  it('late is what the service reports; behind is our own sum', () => {
    const terms = { scheduled_payments: [{ due_date: '2026-09-19T12:00:00Z', amount: 100 }] }
    const loans = [
      repaying('in_repayment', 100, 99.99, { terms }),
      repaying('in_repayment', 100, 100, { terms }),
      repaying('in_repayment', 100, 0, { delinquent: true }),
      repaying('paid', 100, 0, { terms, delinquent: true }),
    ]
    expect(repayment(...loans)).toMatchObject({ late: 1, behind: 1 })
    expect(repayment(...loans.slice(1))).toMatchObject({ late: 1, behind: 0 })
    expect(repayment(...loans.slice(2))).toMatchObject({ late: 1, behind: null })
    expect(portfolioOf(loans, { ...options, now: now - 1 }).repayment.behind).toBe(0)
  })
})
