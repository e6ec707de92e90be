/** Derived fields about people, partners, lenders and teams; and the table of all groups. */
import { describe, expect, it } from 'vitest'
import { derivedGroups } from '../../src/api/records/derived-fields.ts'
import type { Fields } from '../../src/api/records/fields.ts'
import type { DerivedGroup } from '../../src/api/records/record-types.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { ExactNumber } from '../../src/core/numbers.ts'
import { day } from '../../src/core/time.ts'
import {
  deriveBudget,
  deriveFunding,
  deriveMine,
  derivePartner,
  deriveRepayment,
  deriveTeam,
  deriveTeamRecent,
} from '../../src/domain/derive-fields.ts'
import { derivePeople } from '../../src/domain/derive-people.ts'
import { countLenderLoans } from '../../src/domain/lender-loans.ts'

const now = Date.parse('2026-10-04T12:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

describe('people', () => {
  const derive = (...genders: readonly Json[]) =>
    derivePeople({ borrowers: genders.map((gender) => ({ first_name: 'A', gender })) })

  it.each<[genders: readonly Json[], women: number | null, majority: string | null]>([
    [['F'], 1, 'female'],
    [['M'], 0, 'male'],
    [['F', 'F', 'M'], 0.6667, 'female'],
    [['F', 'M', 'M'], 0.3333, 'male'],
    [['F', 'M'], 0.5, 'mixed'],
    [['f', 'female', 'Male', 'M'], 0.5, 'mixed'],
    [['F', null], null, null],
    [['F', 'F', 'X'], null, 'female'],
    [['M', 'M', ''], null, 'male'],
    [['F', 'M', 'F', 'X'], null, null],
  ])('%j: %j women, %j', (genders, women, majority) => {
    const { values, why } = derive(...genders)
    expect(values).toEqual({ women, majority })
    expect([why['women'], why['majority']]).toEqual(
      [women, majority].map((value) => (value === null ? 'a borrower has no gender' : undefined)),
    )
  })

  it.each<JsonObject>([{}, { borrowers: null }, { borrowers: [] }, { borrowers: {} }])('%j', (loan) => {
    const why = 'the loan lists no borrowers'
    expect(derivePeople(loan)).toEqual({
      values: { women: null, majority: null },
      why: { women: why, majority: why },
    })
  })
})

describe('partner', () => {
  const partner = (rest: JsonObject = {}): JsonObject => ({
    id: 187,
    name: 'Umoja Harvest',
    status: 'active',
    rating: '3.5',
    start_date: '2022-10-04T06:00:00Z',
    delinquency_rate: 0.57066209262436,
    default_rate: 0,
    ...rest,
  })

  it('has the rates as sent, and a reason for the missing one', () => {
    const medians = { delinquency_rate: 3.5, default_rate: 0.25 }
    expect(derivePartner(partner(), { partner_id: 187 }, now, medians)).toEqual({
      values: {
        id: 187,
        name: 'Umoja Harvest',
        status: 'active',
        // 1,461 days and 6 hours, of 365.25 days a year.
        years: 4.0007,
        rating: 3.5,
        delinquency_rate: 0.57066209262436,
        default_rate: 0,
        loans_at_risk_rate: null,
        delinquency_rate_median: 3.5,
        default_rate_median: 0.25,
        loans_at_risk_rate_median: null,
      },
      why: {
        loans_at_risk_rate: 'loans_at_risk_rate is missing',
        loans_at_risk_rate_median: 'no active partner has the rate',
      },
    })
  })

  it.each<[rating: Json, expected: number | null]>([
    [5, 5],
    [1, 1],
    ['4.5', 4.5],
    ['0.5', 0.5],
    [new ExactNumber('2.50'), 2.5],
    [0, null],
    ['0.0', null],
    ['Not Rated', null],
    ['', null],
    [null, null],
    [6, null],
    [-1, null],
  ])('a rating of %j is %j', (rating, expected) => {
    const { values, why } = derivePartner(partner({ rating }), { partner_id: 187 }, now)
    expect([values['rating'], why['rating']]).toEqual([
      expected,
      expected === null ? 'the partner is not rated' : undefined,
    ])
  })

  it.each<[start: Json, years: number | null, why: string | undefined]>([
    [iso(now), 0, undefined],
    [iso(now + 1), null, 'start_date is in the future'],
    [null, null, 'start_date is missing'],
    ['2022', null, 'start_date is invalid'],
  ])('started at %j: %j years', (start_date, years, why) => {
    const derived = derivePartner(partner({ start_date }), { partner_id: 187 }, now)
    expect([derived.values['years'], derived.why['years']]).toEqual([years, why])
  })

  it('a direct loan has none, even if a record is given', () => {
    for (const loan of [{}, { partner_id: null }])
      for (const record of [undefined, partner()]) {
        const { values, why } = derivePartner(record, loan, now)
        expect(new Set(Object.values(values))).toEqual(new Set([null]))
        expect(new Set(Object.values(why))).toEqual(new Set(['a direct loan has no field partner']))
      }
  })

  it('of an unknown partner only the id is known', () => {
    const { values, why } = derivePartner(undefined, { partner_id: 9 }, now)
    expect(values).toMatchObject({ id: 9, name: null, rating: null, default_rate: null })
    expect(why).toMatchObject({ name: 'the service lists no partner with this id' })
    expect(why).not.toHaveProperty('id')
  })
})

describe('mine', () => {
  const loan = (id: Json, country: Json, sector: Json, partner_id: Json, name: Json = null): JsonObject => ({
    id,
    status: 'paid',
    sector,
    partner_id,
    location: { country_code: country, country: name },
  })

  const mine = countLenderLoans([
    loan(1, 'KE', 'Food', 187),
    loan('2', 'KE', 'Retail', 101),
    loan(1, 'KE', 'Food', 187),
    loan(3, null, 'Food', null, 'Kenya'),
    loan(4, null, null, 9, 'Atlantis'),
    loan(null, 'PE', 'Food', 9),
    ...['expired', 'refunded', 'withdrawn', null].map((status, at) => ({
      ...loan(10 + at, 'KE', 'Food', 187),
      status,
    })),
  ])

  it.each<[JsonObject, JsonObject]>([
    [loan('1', 'ke', 'Food', '187'), { lent: true, in_country: 3, in_sector: 3, in_partner: 1 }],
    [loan(2, 'PE', 'Retail', 9), { lent: true, in_country: 1, in_sector: 1, in_partner: 2 }],
    [loan(7, 'JO', 'Arts', 5), { lent: false, in_country: 0, in_sector: 0, in_partner: 0 }],
    [loan(7, null, 'food', 5, 'Atlantis'), { lent: false, in_country: 1, in_sector: 0, in_partner: 0 }],
    // Two countries are called Congo.
    [loan(7, null, 'Food', 5, 'Congo'), { in_country: 0, in_sector: 3 }],
    // An expired loan was lent to, and counts in no portfolio.
    [loan(10, 'KE', 'Food', 187), { lent: true, in_country: 3, in_sector: 3, in_partner: 1 }],
  ])('%j is %j', (record, expected) => {
    expect(deriveMine(record, mine).values).toMatchObject(expected)
  })

  it('without its country, sector and id a loan cannot be compared', () => {
    expect(deriveMine({}, mine)).toEqual({
      values: { lent: null, in_country: null, in_sector: null, in_partner: null, why: null },
      why: {
        lent: 'id is missing',
        in_country: 'location.country_code is missing',
        in_sector: 'sector is missing',
        in_partner: 'a direct loan has no field partner',
        why: 'location.country_code is missing',
      },
    })
  })

  it('a lender without loans has lent to nobody', () => {
    expect(deriveMine(loan(1, 'KE', 'Food', 187), countLenderLoans([])).values).toEqual({
      lent: false,
      in_country: 0,
      in_sector: 0,
      in_partner: 0,
      why: 'your 1st in its country · new sector',
    })
  })
})

describe('team', () => {
  const team = (rest: JsonObject = {}): JsonObject => ({
    member_count: 300,
    loan_count: 1000,
    loaned_amount: '25000.50',
    team_since: iso(now - 365.25 * day),
    ...rest,
  })

  it.each<[JsonObject, values: JsonObject, why: object]>([
    [{}, { loans_per_member: 3.3333, dollars_per_member: 83.335, members_per_month: 25 }, {}],
    [
      { member_count: 0 },
      { loans_per_member: null, dollars_per_member: null, members_per_month: 0 },
      { loans_per_member: 'the team has no members', dollars_per_member: 'the team has no members' },
    ],
    [
      { member_count: null },
      { loans_per_member: null, dollars_per_member: null, members_per_month: null },
      {
        loans_per_member: 'member_count is missing',
        dollars_per_member: 'member_count is missing',
        members_per_month: 'member_count is missing',
      },
    ],
    [
      { loan_count: 1.5, loaned_amount: null, team_since: iso(now) },
      { loans_per_member: null, dollars_per_member: null, members_per_month: null },
      {
        loans_per_member: 'loan_count is invalid',
        dollars_per_member: 'loaned_amount is missing',
        members_per_month: 'team_since is not in the past',
      },
    ],
  ])('%j', (rest, values, why) => expect(deriveTeam(team(rest), now)).toEqual({ values, why }))

  it('members of the last 30 days and open loans are counted', () => {
    const joined = [1, 30 * day, 30 * day + 1, 90 * day].map((ago) => ({ team_join_date: iso(now - ago) }))
    const loans = [{ status: 'fundraising' }, { status: 'funded' }, { status: 'fundraising' }]
    expect(deriveTeamRecent(joined, loans, now)).toEqual({ values: { joined: 2, fundraising: 2 }, why: {} })
    expect(deriveTeamRecent([], [], now)).toEqual({ values: { joined: 0, fundraising: 0 }, why: {} })
  })

  it('a member without a date makes the count unknown', () => {
    expect(deriveTeamRecent([{ team_join_date: iso(now) }, { name: 'Anonymous' }], [], now)).toEqual({
      values: { joined: null, fundraising: 0 },
      why: { joined: 'a member has no team_join_date' },
    })
  })
})

describe('mine.why', () => {
  const own = { id: 1, status: 'paid', location: { country_code: 'JO' }, sector: 'Arts', partner_id: 7 }
  const loan = {
    id: 9,
    location: { country_code: 'JO', country: 'Jordan' },
    sector: 'Food',
    partner_id: 8,
  }
  const why = (record: JsonObject, times = 1) => {
    const mine = Array.from({ length: times }, (_, at) => ({ ...own, id: at + 101 }))
    return deriveMine(record, countLenderLoans(mine)).values['why']
  }

  it.each([
    [0, 'your 1st in Jordan · new sector'],
    [1, 'your 2nd in Jordan · new sector'],
    [2, 'your 3rd in Jordan · new sector'],
    [10, 'your 11th in Jordan · new sector'],
    [11, 'your 12th in Jordan · new sector'],
    [20, 'your 21st in Jordan · new sector'],
    [1000, 'your 1,001st in Jordan · new sector'],
  ])('after %i loans: %s', (times, words) => expect(why(loan, times)).toBe(words))

  it.each<[JsonObject, string | null]>([
    [{ ...loan, sector: 'Arts' }, 'your 2nd in Jordan · new partner'],
    [{ ...loan, sector: 'Arts', partner_id: 7 }, 'your 2nd in Jordan'],
    [{ ...loan, id: 101 }, 'lent already'],
    [{ ...loan, location: { country_code: 'JO' } }, 'your 2nd in its country · new sector'],
    [
      { ...loan, location: { country_code: 'CD', country: 'The Democratic Republic of the Congo' } },
      'your 1st in its country · new sector',
    ],
    [{ id: 9, sector: 'Food' }, 'new sector'],
    [{}, null],
  ])('%j: %s', (record, words) => expect(why(record)).toBe(words))
})

describe('the table of groups', () => {
  const derived = {
    funding: deriveFunding({}, now),
    repayment: deriveRepayment({}, now),
    people: derivePeople({}),
    partner: derivePartner(undefined, {}, now),
    mine: deriveMine({}, countLenderLoans([])),
    budget: deriveBudget({}, now),
    team: deriveTeam({}, now),
    team_recent: deriveTeamRecent([{}], [], now),
  } satisfies Readonly<Record<DerivedGroup, object>>
  const groups = Object.entries(derivedGroups) as readonly (readonly [
    DerivedGroup,
    { readonly fields: Fields },
  ])[]

  it.each(groups)('%s has the fields that are derived, in order', (name, { fields }) => {
    expect(Object.keys(derived[name].values)).toEqual(Object.keys(fields))
  })

  it.each(groups)('%s: what is unknown for an empty record is optional', (name, { fields }) => {
    const optional = Object.keys(fields).filter((field) => fields[field]?.optional)
    expect(Object.keys(derived[name].why)).toEqual(optional)
  })
})
