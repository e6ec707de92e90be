/** Funding, repayment, status and progress of loans, in cents. */
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { day, hour, minute } from '../../src/core/time.ts'
import { fundingOf } from '../../src/domain/funding.ts'
import { isExpired, isExpiring, isFundraising, isOver } from '../../src/domain/loan-status.ts'
import { progressOf } from '../../src/domain/progress.ts'
import { repaymentOf, runsOf, totalOf } from '../../src/domain/repayment.ts'
import { timeOf } from '../../src/domain/time.ts'

const now = Date.parse('2026-10-04T12:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

test.each([
  ['2026-10-04T12:00:00Z', now],
  ['2026-10-04 12:00', now],
  ['2026-10-04T14:00:00+02:00', now],
  ['2026-10-04T12:00:00.000Z', now],
  ['2026-10-04', now - 12 * hour],
  ['2026-13-04', undefined],
  ['2026-13-04T12:00:00Z', undefined],
  ['2026-02-29', undefined],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2026-02-30T00:00:00Z', undefined],
  ['2026-04-31 12:00', undefined],
  ['2026-02-30T23:00:00-02:00', undefined],
  ['2026-02-28T23:00:00-02:00', Date.UTC(2026, 2, 1, 1)],
  ['2026-12-31T24:00:00Z', Date.UTC(2027, 0, 1)],
  ['4 Oct 2026', undefined],
  ['on 2026-10-04', undefined],
  ['2026-10-04 or so', undefined],
  [now, undefined],
  [null, undefined],
])('timeOf(%j) is %j', (value, time) => expect(timeOf(value)).toBe(time))

describe('funding', () => {
  const loan = (rest: JsonObject = {}): JsonObject => ({
    status: 'fundraising',
    loan_amount: 5000,
    funded_amount: 1900,
    posted_date: iso(now - 50 * hour),
    planned_expiration_date: iso(now + 3 * day),
    ...rest,
  })

  it('amounts are in cents and whole percent', () => {
    expect(fundingOf(loan({ funded_amount: 1900.25 }), now)).toEqual({
      requested: 500_000,
      raised: 190_025,
      toGo: 309_975,
      percent: 38,
      forecast: { percentAtEnd: 92 },
    })
  })

  it.each<[JsonObject, object]>([
    [{}, { forecast: { percentAtEnd: 92 } }],
    [{ funded_amount: 20 }, { forecast: { percentAtEnd: 0 } }],
    [{ funded_amount: 0.1 }, { forecast: { percentAtEnd: 0 } }],
    [{ funded_amount: 2500 }, { forecast: { fullIn: 50 * hour } }],
    // To the millisecond: a loan that is full exactly at its end is full in time.
    [
      { funded_amount: 2500, planned_expiration_date: iso(now + 50 * hour) },
      { forecast: { fullIn: 50 * hour } },
    ],
    [
      { funded_amount: 2500, planned_expiration_date: iso(now + 50 * hour - 1) },
      { forecast: { percentAtEnd: 99 } },
    ],
    [{ funded_amount: 2500, planned_expiration_date: null }, { forecast: { fullIn: 50 * hour } }],
    [{ planned_expiration_date: iso(now) }, { forecast: undefined }],
    // The first day says little: most loans raise fast when they are new.
    [{ posted_date: iso(now - day) }, { forecast: { fullIn: Math.ceil((3100 * day) / 1900) } }],
    [{ posted_date: iso(now - day + 1) }, { forecast: undefined }],
    [{ posted_date: 'soon' }, { forecast: undefined }],
    [{ funded_amount: 0 }, { toGo: 500_000, percent: 0, forecast: undefined }],
    [{ funded_amount: 5000 }, { toGo: 0, percent: 100, forecast: undefined }],
    [{ funded_amount: 6000 }, { toGo: 0, percent: 100, forecast: undefined }],
    [
      { funded_amount: null },
      { raised: undefined, toGo: undefined, percent: undefined, forecast: undefined },
    ],
    [
      { loan_amount: 'much' },
      { requested: undefined, toGo: undefined, percent: undefined, forecast: undefined },
    ],
    [{ status: 'funded' }, { percent: 38, forecast: undefined }],
    [{ status: 'refunded' }, { toGo: 310_000, percent: undefined }],
  ])('%j is %j', (rest, expected) => expect(fundingOf(loan(rest), now)).toMatchObject(expected))

  it('has no forecast without the current time', () => {
    expect(fundingOf(loan())).toMatchObject({ percent: 38, forecast: undefined })
  })
})

describe('repayment', () => {
  const schedule = [
    { due_date: iso(now - 30 * day), amount: 50.1 },
    { due_date: iso(now), amount: 50.2 },
    { due_date: iso(now + minute), amount: 50.3 },
  ]
  const loan = (rest: JsonObject = {}): JsonObject => ({
    status: 'in_repayment',
    loan_amount: 275,
    funded_amount: 275,
    paid_amount: 68.75,
    terms: { scheduled_payments: schedule },
    ...rest,
  })

  it.each<[JsonObject, object]>([
    [{}, { owed: 27_500, paid: 6875, due: 10_030, late: false, lost: undefined, percent: 25 }],
    [{ funded_amount: 200 }, { owed: 20_000, percent: 34 }],
    [{ funded_amount: null }, { owed: 27_500 }],
    [{ delinquent: true }, { late: true }],
    [{ delinquent: true, status: 'paid' }, { late: false }],
    [
      { status: 'ended_with_loss', paid_amount: 171.87 },
      { lost: 10_313, percent: 62 },
    ],
    [
      { status: 'defaulted', paid_amount: 0 },
      { lost: 27_500, percent: 0 },
    ],
    [
      { status: 'defaulted', paid_amount: null },
      { paid: undefined, lost: undefined, percent: undefined },
    ],
    [
      { status: 'defaulted', paid_amount: null, payments: [{ amount: 100 }, { amount: '-25' }] },
      { paid: 7500, lost: 20_000, percent: 27 },
    ],
    [
      { status: 'funded', paid_amount: null, payments: [] },
      { paid: undefined, percent: undefined },
    ],
    [
      { status: 'ended_with_loss', paid_amount: 300 },
      { lost: 0, percent: 100 },
    ],
    [{ terms: null }, { due: undefined }],
    [{ terms: { scheduled_payments: [] } }, { due: undefined }],
    [{ terms: { scheduled_payments: [{ due_date: 'soon', amount: 5 }] } }, { due: undefined }],
    [{ terms: { scheduled_payments: [{ due_date: iso(now), amount: 'x' }] } }, { due: undefined }],
    [{ terms: { scheduled_payments: schedule.slice(2) } }, { due: 0 }],
  ])('%j is %j', (rest, expected) => expect(repaymentOf(loan(rest), now)).toMatchObject(expected))

  it('has no due amount without the current time', () => {
    expect(repaymentOf(loan()).due).toBeUndefined()
  })
})

describe('a schedule', () => {
  const dues = (...amounts: readonly (number | string)[]) => amounts.map((amount, at) => ({ amount, at }))

  it('is grouped into runs whose amounts differ by at most a cent', () => {
    const list = dues(33.33, 33.34, 33.33, 33.35, 10, 10)
    expect(runsOf(list)).toEqual([
      { count: 3, min: 3333, max: 3334, first: list[0], last: list[2] },
      { count: 1, min: 3335, max: 3335, first: list[3], last: list[3] },
      { count: 2, min: 1000, max: 1000, first: list[4], last: list[5] },
    ])
    expect(runsOf([])).toEqual([])
  })

  it('has no runs and no total if an amount is not a number', () => {
    expect([runsOf(dues(5, 'x')), totalOf(dues(5, 'x'))]).toEqual([undefined, undefined])
    expect([totalOf(dues(5, '6.5')), totalOf(dues(5, 6), 'at')]).toEqual([1150, 100])
  })
})

describe('progress', () => {
  it.each<[JsonObject, object]>([
    [
      { status: 'fundraising', loan_amount: 200, funded_amount: 50 },
      { stage: 'funded', percent: 25 },
    ],
    [
      { status: 'paid', loan_amount: 200, funded_amount: 100, paid_amount: 50 },
      { stage: 'repaid', done: 5000, whole: 10_000, percent: 50 },
    ],
    [
      { status: 'in_repayment', loan_amount: 200 },
      { stage: 'repaid', done: undefined, whole: 20_000 },
    ],
    [
      { status: 'refunded', loan_amount: 200, funded_amount: 0 },
      { stage: 'funded', percent: undefined },
    ],
    [{}, { stage: 'funded', done: undefined, whole: undefined, percent: undefined }],
    [{ status: 'expired' }, { stage: 'funded' }],
    [{ status: 'ended_with_loss' }, { stage: 'repaid' }],
    [{ status: 'defaulted' }, { stage: 'repaid' }],
  ])('of %j is %j', (loan, expected) => expect(progressOf(loan)).toMatchObject(expected))
})

describe('status', () => {
  const ending = (end: number, status?: string): JsonObject => ({
    planned_expiration_date: iso(end),
    ...(status && { status }),
  })

  it('a record without a status is fundraising if it has an expiration date', () => {
    expect([isFundraising(ending(now)), isFundraising({}), isFundraising(ending(now, 'funded'))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('only the status expired means expired', () => {
    expect([{ status: 'expired' }, { status: 'funded' }, {}].map(isExpired)).toEqual([true, false, false])
    expect(isExpired({ status: 'inactive_expired' })).toBe(true)
  })

  it('a loan is over once nothing more is raised or repaid', () => {
    const over = [
      'paid',
      'ended_with_loss',
      'defaulted',
      'expired',
      'inactive_expired',
      'refunded',
      'deleted',
    ]
    const open = ['fundraising', 'funded', 'in_repayment', 'inactive', 'issue', 'reviewed', 'some_new_thing']
    expect([...over, ...open].filter((status) => isOver({ status }))).toEqual(over)
  })

  it.each([
    [3 * day - 1, true],
    [3 * day, false],
    [1, true],
    [0, false],
    [-day, false],
  ])('a loan that ends in %j ms is expiring: %j', (left, expected) => {
    expect(isExpiring(ending(now + left), now)).toBe(expected)
    expect(isExpiring(ending(now + left, 'funded'), now)).toBe(false)
    expect(isExpiring(ending(now + left), undefined)).toBe(false)
  })
})
