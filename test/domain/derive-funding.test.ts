/** Derived fields about fundraising. Expected values are computed by hand. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { day, hour } from '../../src/core/time.ts'
import { deriveFunding } from '../../src/domain/derive-fields.ts'
import { fundingOf } from '../../src/domain/funding.ts'

const now = Date.parse('2026-10-04T12:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

/** Raised $1,200 in 48 hours, which is $25 an hour; $300 to go in 10 hours. */
const loan = (rest: JsonObject = {}): JsonObject => ({
  status: 'fundraising',
  loan_amount: 1500,
  funded_amount: 1200,
  basket_amount: 75,
  posted_date: iso(now - 48 * hour),
  planned_expiration_date: iso(now + 10 * hour),
  ...rest,
})

const derive = (rest: JsonObject = {}, at = now) => deriveFunding(loan(rest), at)

test('a loan that falls short', () => {
  expect(derive()).toEqual({
    values: {
      hours_left: 10,
      left: 300,
      left_unreserved: 225,
      pace: 25,
      needed: 30,
      ratio: 1.2,
      projected: 96.6667,
      short: 50,
      outlook: 'short',
    },
    why: {},
  })
})

describe('a loan', () => {
  it.each<[title: string, JsonObject, object]>([
    [
      'full exactly at its end is on track',
      { planned_expiration_date: iso(now + 12 * hour) },
      { needed: 25, ratio: 1, projected: 100, short: 0, outlook: 'on_track' },
    ],
    [
      'full a millisecond too late is short, even if the amount rounds to 0',
      { planned_expiration_date: iso(now + 12 * hour - 1) },
      { ratio: 1, projected: 100, short: 0, outlook: 'short' },
    ],
    [
      'far ahead is projected at 100 at most',
      { planned_expiration_date: iso(now + 480 * hour) },
      { needed: 0.625, ratio: 0.025, projected: 100, short: 0, outlook: 'on_track' },
    ],
    [
      'that is full has nothing left',
      { funded_amount: 1500, basket_amount: 0 },
      { left: 0, left_unreserved: 0, needed: 0, ratio: 0, projected: 100, short: 0, outlook: 'full' },
    ],
    [
      'that is over-funded has nothing left',
      { funded_amount: 1525 },
      { left: 0, left_unreserved: 0, projected: 100, short: 0, outlook: 'full' },
    ],
    [
      'with more in baskets than is left has nothing unreserved',
      { basket_amount: 325 },
      { left: 300, left_unreserved: 0, short: 50 },
    ],
    [
      'with baskets is as short as without: baskets lapse',
      { basket_amount: 300 },
      { left_unreserved: 0, needed: 30, projected: 96.6667, outlook: 'short' },
    ],
    [
      'exactly one day old is old enough',
      { posted_date: iso(now - day) },
      { pace: 50, ratio: 0.6, projected: 100, outlook: 'on_track' },
    ],
    [
      'with amounts as text',
      { loan_amount: '1500.00', funded_amount: '1200', basket_amount: '75' },
      { short: 50 },
    ],
    [
      'with dates in another time zone',
      { posted_date: '2026-10-02T14:00:00+02:00', planned_expiration_date: '2026-10-04T17:00:00-05:00' },
      { pace: 25, hours_left: 10 },
    ],
    [
      'with dates without a time zone is in UTC',
      { posted_date: '2026-10-02', planned_expiration_date: '2026-10-04 22:00' },
      { pace: 20, hours_left: 10 },
    ],
    ['without a status but with an end is fundraising', { status: null }, { outlook: 'short', needed: 30 }],
    [
      'with thirds of cents is rounded once',
      { loan_amount: 100, funded_amount: 33.33, posted_date: iso(now - 70 * hour) },
      // 33.33 / 70, 66.67 / 10, (66.67 × 70) / (33.33 × 10), 33.33 × 80 / 70, 66.67 - 33.33 / 7
      { pace: 0.4761, needed: 6.667, ratio: 14.0021, projected: 38.0914, short: 61.9086 },
    ],
  ])('%s', (_, rest, expected) => {
    expect(derive(rest).values).toMatchObject(expected)
  })
})

describe('on the first day, or while nothing is raised', () => {
  it.each<[JsonObject, string, object]>([
    [
      { posted_date: iso(now - day + 1) },
      'posted less than 24 hours ago',
      { needed: 30, pace: 50, outlook: 'too_early' },
    ],
    [{ funded_amount: 0 }, 'nothing is raised yet', { pace: 0, needed: 150, outlook: 'too_early' }],
    [
      { funded_amount: 0, posted_date: iso(now - 1) },
      'nothing is raised yet',
      { left: 1500, outlook: 'too_early' },
    ],
  ])('%j has no ratio, projection and shortfall: %s', (rest, why, expected) => {
    expect(derive(rest)).toMatchObject({
      values: { ...expected, ratio: null, projected: null, short: null },
      why: { ratio: why, projected: why, short: why },
    })
  })

  it('a full loan is full', () => {
    const values = { outlook: 'full', ratio: 0, projected: 100 }
    expect(derive({ posted_date: iso(now - hour), funded_amount: 1500 })).toMatchObject({ values })
  })
})

const forecast = ['hours_left', 'pace', 'needed', 'ratio', 'projected', 'short']
const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))
const reasons = (names: readonly string[], why: string) =>
  Object.fromEntries(names.map((name) => [name, why]))

describe('when fundraising has ended', () => {
  it.each<[JsonObject, number]>([
    [{ planned_expiration_date: iso(now) }, 300],
    [{ planned_expiration_date: iso(now - day) }, 300],
    [{ status: null, planned_expiration_date: iso(now - day) }, 300],
    [{ status: 'expired' }, 300],
    [{ status: 'funded', funded_amount: 1500 }, 0],
    [{ status: 'in_repayment', funded_amount: 1500 }, 0],
    [{ status: 'paid', funded_amount: 1500 }, 0],
    [{ status: 'ended_with_loss', funded_amount: 1500 }, 0],
    [{ status: 'defaulted', funded_amount: 1500 }, 0],
    [{ status: 'refunded', funded_amount: 0 }, 1500],
  ])('%j is over, and has no forecast', (rest, left) => {
    expect(derive(rest)).toMatchObject({
      values: { outlook: 'over', left, ...nulls(forecast) },
      why: reasons(forecast, 'fundraising has ended'),
    })
  })

  it('amounts need not be known', () => {
    expect(derive({ status: 'paid', funded_amount: null, loan_amount: null })).toMatchObject({
      values: { outlook: 'over', left: null },
      why: { left: 'loan_amount is missing' },
    })
  })
})

describe('a missing or invalid field', () => {
  it.each<[JsonObject, nullFields: readonly string[], why: string, outlook: string | null]>([
    [
      { planned_expiration_date: null },
      ['hours_left', 'needed', 'ratio', 'projected', 'short'],
      'planned_expiration_date is missing',
      'no_end',
    ],
    [
      { planned_expiration_date: 'soon' },
      ['hours_left', 'needed', 'ratio', 'projected', 'short', 'outlook'],
      'planned_expiration_date is invalid',
      null,
    ],
    [
      { posted_date: null },
      ['pace', 'ratio', 'projected', 'short', 'outlook'],
      'posted_date is missing',
      null,
    ],
    [{ posted_date: '2026-02-30x' }, ['pace', 'short', 'outlook'], 'posted_date is invalid', null],
    [{ posted_date: iso(now + hour) }, ['pace', 'short'], 'posted_date is not in the past', 'too_early'],
    [{ posted_date: iso(now) }, ['pace', 'short'], 'posted_date is not in the past', 'too_early'],
    [
      { funded_amount: null },
      ['left', 'left_unreserved', 'pace', 'needed', 'ratio', 'projected', 'short', 'outlook'],
      'funded_amount is missing',
      null,
    ],
    [{ loan_amount: '' }, ['left', 'needed', 'short', 'outlook'], 'loan_amount is missing', null],
    [{ loan_amount: 'much' }, ['left', 'needed', 'short', 'outlook'], 'loan_amount is invalid', null],
    [{ loan_amount: 1e15 }, ['left', 'needed', 'short', 'outlook'], 'loan_amount is invalid', null],
    [{ basket_amount: null }, ['left_unreserved'], 'basket_amount is missing', 'short'],
    [{ status: 'under_review' }, [...forecast, 'outlook'], 'status is unknown', null],
    [{ status: null, planned_expiration_date: null }, ['hours_left', 'outlook'], 'status is missing', null],
    [{ loan_amount: 0, funded_amount: 0 }, ['projected'], 'loan_amount is 0', 'full'],
    [{ loan_amount: 0, funded_amount: 0 }, ['ratio'], 'nothing is raised yet', 'full'],
  ])('%j makes %j unknown: %s', (rest, names, why, outlook) => {
    expect(derive(rest)).toMatchObject({
      values: { outlook, ...nulls(names) },
      why: reasons(names, why),
    })
  })

  it('has a reason for every null, and for nothing else', () => {
    const fields = ['status', 'loan_amount', 'funded_amount', 'basket_amount', 'posted_date'] as const
    fc.assert(
      fc.property(fc.subarray([...fields, 'planned_expiration_date']), (missing) => {
        const { values, why } = derive(nulls(missing))
        const unknown = Object.keys(values).filter((name) => values[name] === null)
        expect(Object.keys(why)).toEqual(unknown)
      }),
    )
  })
})

test('the forecast of the loan page says the same', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000 })
  const time = fc.integer({ min: 1, max: 60 * day })
  fc.assert(
    fc.property(cents, cents, time, time, (raised, toGo, passed, left) => {
      const record = loan({
        loan_amount: (raised + toGo) / 100,
        funded_amount: raised / 100,
        posted_date: iso(now - passed),
        planned_expiration_date: iso(now + left),
      })
      const { outlook, projected } = deriveFunding(record, now).values
      const { forecast: page } = fundingOf(record, now)
      if (page === undefined) expect(outlook).toBe('too_early')
      else if ('fullIn' in page) expect([outlook, page.fullIn <= left]).toEqual(['on_track', true])
      else {
        expect(outlook).toBe('short')
        expect(Math.abs(Number(projected) - page.percentAtEnd - 0.5)).toBeLessThanOrEqual(0.5)
      }
    }),
  )
})

test.each([
  ['2026-10-01T00:00:00Z', '2026-10-03T12:00:00Z', 2.5, undefined],
  ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z', 0, undefined],
  ['2026-10-01T00:00:00Z', '2026-10-01T00:00:01Z', 0, undefined],
  ['2026-10-01T00:00:00Z', '2026-09-30T23:59:59Z', null, 'funded_date is before posted_date'],
  ['2026-10-01T00:00:00Z', null, null, 'funded_date is missing'],
  [null, '2026-10-01T00:00:00Z', null, 'posted_date is missing'],
])('from %s to %s are %j days to fund', (posted_date, funded_date, days, why) => {
  const derived = derive({ status: 'in_repayment', posted_date, funded_date })
  expect([derived.values['days_to_fund'], derived.why['days_to_fund']]).toEqual([days, why])
})

test('a loan that is fundraising has no days to fund', () => {
  expect(derive({ funded_date: iso(now) }).values).not.toHaveProperty('days_to_fund')
})
