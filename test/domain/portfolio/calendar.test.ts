/** When a lender's money comes back. Expected values are computed by hand. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/core/json.ts'
import { day } from '../../../src/core/time.ts'
import { calendarOf, cutMonths, type RepaymentCalendar } from '../../../src/domain/portfolio/calendar.ts'
import { splitShare } from '../../../src/domain/portfolio/share.ts'

const now = Date.parse('2026-10-04T12:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

const due = (due_date: string, amount: Json = 25): JsonObject => ({ due_date, amount })

let nextId = 1
/** Four installments of $25: one that is overdue unless repaid, then one each month from September on. */
const loan = (rest: JsonObject = {}): JsonObject => ({
  id: nextId++,
  status: 'in_repayment',
  loan_amount: 100,
  funded_amount: 100,
  paid_amount: 25,
  terms: {
    scheduled_payments: [
      due('2026-09-01T07:00:00Z'),
      due('2026-10-01T07:00:00Z'),
      due('2026-11-01T07:00:00Z'),
      due('2027-01-01T08:00:00Z'),
    ],
  },
  ...rest,
})

const calendar = (loans: readonly JsonObject[], share = 2500) => calendarOf(loans, share, now)
const placed = ({ repaid, lost, overdue, to_come, raising }: RepaymentCalendar) => [
  repaid,
  lost,
  overdue,
  to_come,
  raising,
]

test('a loan on schedule', () => {
  expect(calendar([loan({ id: 7 })])).toEqual({
    assumes: { dollars_per_loan: 25 },
    loans: 1,
    repaid: 6.25,
    lost: 0,
    overdue: 0,
    overdue_loans: 0,
    to_come: 18.75,
    raising: 0,
    loans_out: 1,
    due_dates_only: 1,
    months: [
      { month: '2026-10', dollars: 6.25, loans: 1 },
      { month: '2026-11', dollars: 6.25, loans: 1 },
      { month: '2027-01', dollars: 6.25, loans: 1 },
    ],
    unscheduled: { dollars: 0, ids: [] },
    unknown: [],
  })
})

test('no loans', () => {
  expect(calendar([])).toMatchObject({ loans: 0, repaid: 0, to_come: 0, months: [] })
})

describe('a share of $25 is placed', () => {
  it.each<[title: string, JsonObject, readonly number[]]>([
    ['repaid, and the rest to come', { paid_amount: 50 }, [12.5, 0, 0, 12.5, 0]],
    ['overdue where the first installment is missing', { paid_amount: 0 }, [0, 0, 6.25, 18.75, 0]],
    ['by half an installment', { paid_amount: 12.5 }, [3.13, 0, 3.12, 18.75, 0]],
    ['all repaid, also before the end', { paid_amount: 100 }, [25, 0, 0, 0, 0]],
    ['all repaid, also with more', { paid_amount: 120 }, [25, 0, 0, 0, 0]],
    ['raising', { status: 'fundraising', funded_amount: 50, paid_amount: null }, [0, 0, 0, 0, 25]],
    [
      'to come once the loan is full',
      { status: 'funded', paid_amount: null, terms: { scheduled_payments: [due('2026-12-01', 100)] } },
      [0, 0, 0, 25, 0],
    ],
    ['repaid', { status: 'paid', paid_amount: 100 }, [25, 0, 0, 0, 0]],
    ['lost, as far as a paid loan lacks it', { status: 'paid', paid_amount: 99 }, [24.75, 0.25, 0, 0, 0]],
    ['lost', { status: 'ended_with_loss', paid_amount: 40 }, [10, 15, 0, 0, 0]],
    ['lost, under the older name', { status: 'defaulted', paid_amount: 0 }, [0, 25, 0, 0, 0]],
    [
      'by the amount raised, which the schedule of a partly funded loan repays',
      { loan_amount: 400, paid_amount: 50 },
      [12.5, 0, 0, 12.5, 0],
    ],
  ])('%s', (_, rest, expected) => {
    const result = calendar([loan(rest)])
    expect(placed(result)).toEqual(expected)
    expect(result.loans).toBe(1)
  })
})

test('an installment is overdue 15 days after its due date', () => {
  const terms = (time: number) => ({ paid_amount: 0, terms: { scheduled_payments: [due(iso(time), 100)] } })
  expect(placed(calendar([loan(terms(now - 15 * day))]))).toEqual([0, 0, 25, 0, 0])
  expect(calendar([loan(terms(now - 15 * day + 1))])).toMatchObject({
    overdue: 0,
    to_come: 25,
    // What should have come in September is expected in this month.
    months: [{ month: '2026-10', dollars: 25, loans: 1 }],
  })
})

test('months are in order and count each loan once', () => {
  const terms = { scheduled_payments: [due('2026-12-01', 50), due('2026-12-15', 30), due('2026-11-01', 20)] }
  expect(calendar([loan({ paid_amount: 0, terms }), loan({ paid_amount: 25 })]).months).toEqual([
    { month: '2026-10', dollars: 6.25, loans: 1 },
    { month: '2026-11', dollars: 11.25, loans: 2 },
    { month: '2026-12', dollars: 20, loans: 1 },
    { month: '2027-01', dollars: 6.25, loans: 1 },
  ])
})

describe('a month is that in which a payment reaches the lenders', () => {
  const local = (...days: readonly string[]) => days.map((day) => due(day, 1000))
  const months = (terms: JsonObject) => {
    const result = calendar([loan({ paid_amount: 0, terms })])
    return [result.months.map(({ month }) => month), result.due_dates_only]
  }
  // As in a recorded answer of 2010: borrowers pay on the 17th, lenders get it in the next month, and it is due after that.
  const scheduled_payments = [due('2026-11-01T08:00:00Z', 50), due('2026-12-01T08:00:00Z', 50)]

  test.each<[string, JsonObject, readonly [readonly string[], number]]>([
    [
      'the one after the borrowers pay',
      { local_payments: local('2026-09-17', '2026-10-18') },
      [['2026-10', '2026-11'], 0],
    ],
    [
      'in whichever order they are',
      { local_payments: local('2026-10-18', '2026-09-17') },
      [['2026-10', '2026-11'], 0],
    ],
    [
      'never one after it is due',
      { local_payments: local('2026-11-17', '2026-12-18') },
      [['2026-11', '2026-12'], 0],
    ],
    ['this one at the earliest', { local_payments: local('2026-05-17', '2026-06-18') }, [['2026-10'], 0]],
    [
      'the due date where a row is missing',
      { local_payments: local('2026-09-17') },
      [['2026-11', '2026-12'], 1],
    ],
    [
      'the due date where a day is unknown',
      { local_payments: [due('2026-09-17'), { amount: 1 }] },
      [['2026-11', '2026-12'], 1],
    ],
    ['the due date where nothing is known', {}, [['2026-11', '2026-12'], 1]],
  ])('%s', (_, terms, expected) => {
    expect(months({ scheduled_payments, ...terms })).toEqual(expected)
  })
})

test('loans of which something is to come back are counted', () => {
  const all = [
    loan(),
    loan({ paid_amount: 100 }),
    loan({ status: 'fundraising' }),
    loan({ status: 'paid', paid_amount: 100 }),
    loan({ terms: null }),
    loan({ paid_amount: 0, terms: { scheduled_payments: [due('2026-01-01', 100)] } }),
  ]
  expect(calendar(all).loans_out).toBe(4)
})

test('loans without a schedule are named, and what they owe is to come', () => {
  const result = calendar([
    loan({ id: 1, terms: null }),
    loan({ id: 2, terms: { scheduled_payments: [] }, status: 'funded' }),
    loan({ id: 3, terms: null, paid_amount: 100 }),
    loan({ id: 4, terms: null, status: 'paid', paid_amount: 100 }),
  ])
  expect(result).toMatchObject({
    to_come: 43.75,
    months: [],
    unscheduled: { dollars: 43.75, ids: ['1', '2'] },
  })
})

test('loans with unknown amounts are named and left out; expired and refunded loans do not count', () => {
  const result = calendar([
    loan({ id: 1, funded_amount: 0 }),
    loan({ id: 2, funded_amount: null }),
    loan({ id: 3, status: 'paid', paid_amount: null }),
    loan({ id: 4, status: 'expired' }),
    loan({ id: 5, status: 'refunded' }),
    loan({ id: 6, status: 'under_review' }),
    loan({ id: 7 }),
    loan({ id: 7 }),
  ])
  expect(result).toMatchObject({ loans: 1, unknown: ['1', '2', '3'] })
  expect(placed(result)).toEqual([6.25, 0, 0, 18.75, 0])
})

test('a share is split in whole cents without a rest', () => {
  const rows = [1, 2, 3].map((time) => ({ time, amount: 100 }))
  const amounts = (share: number, repaid: number) =>
    splitShare(share, repaid, rows)?.map(({ amount }) => amount)
  expect(amounts(100, 0)).toEqual([33, 34, 33])
  expect(amounts(100, 40)).toEqual([27, 33])
  expect(amounts(100, 33)).toEqual([34, 33])
  expect(amounts(100, 100)).toEqual([])
  expect(amounts(1, 0)).toEqual([1])
  expect(splitShare(100, 0, [{ time: 1, amount: 0 }])).toBeUndefined()
})

const cents = fc.integer({ min: 0, max: 500_000 })
const statuses = ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss', 'expired', 'refunded']

const anyLoan = fc
  .record({
    status: fc.constantFrom(...statuses),
    funded: fc.integer({ min: 1, max: 500_000 }),
    paid: cents,
    rows: fc.array(fc.tuple(fc.integer({ min: -400, max: 800 }), fc.integer({ min: -5000, max: 50_000 }))),
  })
  .map(({ status, funded, paid, rows }) =>
    loan({
      status,
      funded_amount: funded / 100,
      paid_amount: paid / 100,
      terms: { scheduled_payments: rows.map(([days, amount]) => due(iso(now + days * day), amount / 100)) },
    }),
  )

test('the parts sum to the share times the loans, to the cent', () => {
  fc.assert(
    fc.property(fc.array(anyLoan), fc.integer({ min: 1, max: 100_000 }), (loans, share) => {
      const result = calendar(loans, share)
      const inCents = (dollars: number) => Math.round(dollars * 100)
      const total = placed(result).map(inCents)
      expect(total.every((part) => part >= 0)).toBe(true)
      expect(total.reduce((sum, part) => sum + part, 0)).toBe(share * result.loans)
      const dated = result.months.reduce((sum, { dollars }) => sum + inCents(dollars), 0)
      expect(dated + inCents(result.unscheduled.dollars)).toBe(inCents(result.to_come))
      const counted = loans.filter(({ status }) => status !== 'expired' && status !== 'refunded')
      expect(result.loans).toBe(counted.length)
    }),
  )
})

describe('the months after the last one are added up', () => {
  const uncut = {
    ...calendar([]),
    months: [
      { month: '2026-10', dollars: 1.1, loans: 1 },
      { month: '2026-11', dollars: 0.04, loans: 1 },
      { month: '2026-12', dollars: 0.01, loans: 1 },
      { month: '2027-01', dollars: 0.14, loans: 1 },
    ],
  }

  it.each([
    [1, ['2026-10'], { dollars: 0.19, months: 3 }],
    [2, ['2026-10', '2026-11'], { dollars: 0.15, months: 2 }],
    [3, ['2026-10', '2026-11', '2026-12'], { dollars: 0.14, months: 1 }],
    [4, ['2026-10', '2026-11', '2026-12', '2027-01'], { dollars: 0, months: 0 }],
  ])('%i months stay: to the cent', (count, months, later) => {
    const cut = cutMonths(uncut, count, now)
    expect([cut.months.map(({ month }) => month), cut.later]).toEqual([months, later])
  })

  test('kept and later months sum to all of them', () => {
    fc.assert(
      fc.property(fc.array(anyLoan), fc.integer({ min: 1, max: 30 }), (loans, count) => {
        const whole = calendar(loans)
        const { months, later } = cutMonths(whole, count, now)
        const inCents = (rows: readonly { readonly dollars: number }[]) =>
          rows.reduce((sum, { dollars }) => sum + Math.round(dollars * 100), 0)
        expect(later.dollars).toBe((inCents(whole.months) - inCents(months)) / 100)
        expect(months.length + later.months).toBe(whole.months.length)
      }),
    )
  })
})
