/** Derived fields about repayment. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { day } from '../../src/core/time.ts'
import { deriveRepayment } from '../../src/domain/derive-fields.ts'

const now = Date.parse('2026-10-04T12:00:00Z')

const due = (due_date: Json, amount: Json = 25): JsonObject => ({ due_date, amount })
const paid = (settlement_date: Json, amount: Json = 25): JsonObject => ({ settlement_date, amount })

const schedule = [
  '2026-07-01T07:00:00Z',
  '2026-08-01T07:00:00Z',
  '2026-09-01T07:00:00Z',
  '2026-10-01T07:00:00Z',
]

const loan = (rest: JsonObject = {}): JsonObject => ({
  status: 'in_repayment',
  loan_amount: 100,
  funded_amount: 100,
  paid_amount: 50,
  terms: { scheduled_payments: schedule.map((date) => due(date)) },
  payments: [paid('2026-07-15T10:00:00Z'), paid('2026-08-15T10:00:00Z')],
  ...rest,
})

const amounts = (...list: readonly (number | string)[]) => list.map((amount) => ({ amount }))

const derive = (rest: JsonObject = {}, at = now) => deriveRepayment(loan(rest), at)

test('a loan in repayment', () => {
  expect(derive()).toEqual({
    values: {
      half_due: '2026-08-01',
      three_quarters_due: '2026-09-01',
      all_due: '2026-10-01',
      half_repaid: '2026-08-15',
      three_quarters_repaid: null,
      all_repaid: null,
      behind: 25,
      late: false,
      lost: null,
      exchange_loss: null,
      term: null,
    },
    why: {
      three_quarters_repaid: 'not reached yet',
      all_repaid: 'not reached yet',
      lost: 'the loan did not end with a loss',
      exchange_loss: 'currency_exchange_loss_amount is missing',
      term: 'terms.repayment_term is missing',
    },
  })
})

test('the term is that of the loan', () => {
  expect(derive({ terms: { repayment_term: 14 } }).values['term']).toBe(14)
})

describe('the schedule', () => {
  const days = (...rows: readonly JsonObject[]) => {
    const { values } = derive({ terms: { scheduled_payments: rows } })
    return [values['half_due'], values['three_quarters_due'], values['all_due']]
  }

  it.each<[title: string, readonly JsonObject[], readonly string[]]>([
    ['one payment', [due('2027-01-01')], ['2027-01-01', '2027-01-01', '2027-01-01']],
    [
      'out of order',
      [due('2027-04-01'), due('2027-01-01'), due('2027-03-01'), due('2027-02-01')],
      ['2027-02-01', '2027-03-01', '2027-04-01'],
    ],
    [
      'several rows a day',
      [due('2027-01-01T01:00:00Z'), due('2027-01-01T23:59:59Z'), due('2027-02-01'), due('2027-02-01')],
      ['2027-01-01', '2027-02-01', '2027-02-01'],
    ],
    [
      'a day whose rows cancel each other is not half',
      [due('2027-01-01', 50), due('2027-01-01', -50), due('2027-02-01', 50), due('2027-03-01', 50)],
      ['2027-02-01', '2027-03-01', '2027-03-01'],
    ],
    [
      'a cent below half is not half',
      [due('2027-01-01', 49.99), due('2027-02-01', 0.01), due('2027-03-01', 50)],
      ['2027-02-01', '2027-03-01', '2027-03-01'],
    ],
    [
      'amounts as text, whose sum no float has',
      [due('2027-01-01', '0.10'), due('2027-02-01', '0.20'), due('2027-03-01', '0.30')],
      ['2027-02-01', '2027-03-01', '2027-03-01'],
    ],
    [
      'a last row of 0',
      [due('2027-01-01', 50), due('2027-02-01', 50), due('2027-03-01', 0)],
      ['2027-01-01', '2027-02-01', '2027-02-01'],
    ],
    [
      'time zones: the day is that of UTC',
      [due('2026-12-31T20:00:00-08:00', 50), due('2027-02-01T03:00:00+09:00', 50)],
      ['2027-01-01', '2027-01-31', '2027-01-31'],
    ],
  ])('%s', (_, rows, expected) => expect(days(...rows)).toEqual(expected))

  it('is measured by its own total: a partly funded loan is paid out too', () => {
    const rest = { loan_amount: 400, funded_amount: 100 }
    expect(derive(rest).values).toMatchObject({ half_due: '2026-08-01', all_due: '2026-10-01' })
  })

  it.each<[Json, string]>([
    [null, 'the loan has no repayment schedule'],
    [{}, 'the loan has no repayment schedule'],
    [{ scheduled_payments: [] }, 'the loan has no repayment schedule'],
    [{ scheduled_payments: [due(null)] }, 'a scheduled payment has no date or no valid amount'],
    [{ scheduled_payments: [due('soon')] }, 'a scheduled payment has no date or no valid amount'],
    [{ scheduled_payments: [due('2027-01-01', 'x')] }, 'a scheduled payment has no date or no valid amount'],
    [
      { scheduled_payments: [due('2027-01-01', 90_071_992_547_409.91), due('2027-02-01', 0.02)] },
      'a scheduled payment has no date or no valid amount',
    ],
    [{ scheduled_payments: ['2027-01-01'] }, 'a scheduled payment has no date or no valid amount'],
    [{ scheduled_payments: [due('2027-01-01', 0)] }, "the schedule's total is 0"],
  ])('without a usable schedule (%j) nothing is known: %s', (terms, why) => {
    const names = [
      'half_due',
      'three_quarters_due',
      'all_due',
      'half_repaid',
      'three_quarters_repaid',
      'all_repaid',
      'behind',
    ]
    const derived = derive({ terms })
    for (const name of names) expect([derived.values[name], derived.why[name]]).toEqual([null, why])
  })
})

describe('payments', () => {
  it.each<[title: string, Json, readonly (string | null)[], string | undefined]>([
    ['none', [], [null, null, null], 'not reached yet'],
    ['no list', null, [null, null, null], 'payments is missing'],
    [
      'not settled',
      [paid(null, 100)],
      [null, null, null],
      'a payment has no settlement date or no valid amount',
    ],
    ['in advance', [paid('2026-06-01', 100)], ['2026-06-01', '2026-06-01', '2026-06-01'], undefined],
    [
      'out of order',
      [paid('2026-09-15', 50), paid('2026-07-15'), paid('2026-08-15')],
      ['2026-08-15', '2026-09-15', '2026-09-15'],
      undefined,
    ],
    [
      'a cent short of all',
      [paid('2026-07-15', '50'), paid('2026-08-15', '49.99')],
      ['2026-07-15', '2026-08-15', null],
      'not reached yet',
    ],
  ])('%s', (_, payments, expected, why) => {
    const derived = derive({ payments })
    expect([
      derived.values['half_repaid'],
      derived.values['three_quarters_repaid'],
      derived.values['all_repaid'],
    ]).toEqual(expected)
    expect(derived.why['all_repaid']).toBe(why)
  })
})

describe('behind', () => {
  const late = Date.parse(schedule[1] ?? '') + 15 * day

  it.each<[title: string, JsonObject, at: number, behind: number | null]>([
    ['counts an amount from 15 days after its due date', { paid_amount: 25 }, late, 25],
    ['and not a millisecond earlier', { paid_amount: 25 }, late - 1, 0],
    ['is never negative', { paid_amount: 100 }, late, 0],
    ['is exact', { paid_amount: '24.99' }, late, 25.01],
    ['is 0 before the first due date', { paid_amount: 0 }, late - 60 * day, 0],
    ['is unknown without a paid amount and payments', { paid_amount: null, payments: null }, late, null],
    ['counts payments without a paid amount', { paid_amount: null, payments: amounts(25) }, late, 25],
    ['is unknown for statuses that are not on offer', { status: 'inactive', paid_amount: 0 }, late, null],
    ['is unknown before repayment begins', { status: 'funded', paid_amount: 0 }, late, null],
    ['is unknown for expired loans', { status: 'expired', paid_amount: 0 }, late, null],
    ['is unknown for unknown statuses', { status: 'under_review' }, late, null],
    ['is 0 for paid loans', { status: 'paid', paid_amount: 100 }, late, 0],
    ['is 0 for a paid loan that lacks a cent', { status: 'paid', paid_amount: 99.99 }, late + 90 * day, 0],
    ['is unknown for a loan that ended with a loss', { status: 'defaulted', paid_amount: 0 }, late, null],
  ])('%s', (_, rest, at, behind) => expect(derive(rest, at).values['behind']).toBe(behind))

  it('does not make a loan late, and being late does not make it behind', () => {
    expect(derive({ paid_amount: 0 }).values).toMatchObject({ behind: 75, late: false })
    expect(derive({ paid_amount: 100, delinquent: true }).values).toMatchObject({ behind: 0, late: true })
    expect(derive({ status: 'paid', delinquent: true }).values['late']).toBe(false)
  })
})

test.each<[JsonObject, lost: number | null, why: string | undefined]>([
  [{ status: 'ended_with_loss', paid_amount: '71.87' }, 28.13, undefined],
  [{ status: 'defaulted', paid_amount: 0 }, 100, undefined],
  [{ status: 'ended_with_loss', paid_amount: 101 }, 0, undefined],
  [{ status: 'ended_with_loss', paid_amount: null, payments: null }, null, 'paid_amount is missing'],
  [{ status: 'defaulted', paid_amount: null }, 50, undefined],
  [{ status: 'defaulted', paid_amount: null, payments: [] }, 100, undefined],
  [{ status: 'defaulted', paid_amount: '', payments: amounts(30.1, 60.2, -20) }, 29.7, undefined],
  [{ status: 'defaulted', paid_amount: '', payments: amounts('0.1', 0.2) }, 99.7, undefined],
  [{ status: 'defaulted', paid_amount: null, payments: amounts(5, -20) }, 100, undefined],
  [
    { status: 'defaulted', paid_amount: null, payments: amounts(5, 'x') },
    null,
    'a payment has no valid amount',
  ],
  [{ status: 'defaulted', paid_amount: 'x' }, null, 'paid_amount is invalid'],
  [{ status: 'ended_with_loss', funded_amount: null }, null, 'funded_amount is missing'],
  [{ status: 'paid', paid_amount: 99 }, null, 'the loan did not end with a loss'],
])('%j lost %j', (rest, lost, why) => {
  const derived = derive(rest)
  expect([derived.values['lost'], derived.why['lost']]).toEqual([lost, why])
})

test('the loss in currency exchange stands beside the loss', () => {
  const rest = { status: 'ended_with_loss', paid_amount: 71.87, currency_exchange_loss_amount: '3.20' }
  expect(derive(rest).values).toMatchObject({ lost: 28.13, exchange_loss: 3.2 })
})

test('refunded loans with payments have no forecast', () => {
  expect(derive({ status: 'refunded', funded_amount: 0, paid_amount: null })).toMatchObject({
    values: { behind: null, lost: null, late: false },
    why: { behind: 'repayment has not begun' },
  })
})

const recordings = new URL('../../../shared/recorded/', import.meta.url)

describe.runIf(existsSync(recordings))('recorded loans', () => {
  const read = (file: string) =>
    (JSON.parse(readFileSync(new URL(file, recordings), 'utf8')) as { loans: readonly JsonObject[] }).loans
  const recorded = (id: number) => read('loans-show-snapshot.2012.json').find((one) => one['id'] === id) ?? {}

  it.each([
    [226539, '2011-01-01', '2011-03-01', '2011-04-01', '2010-11-15', '2010-11-15', '2010-11-15'],
    // Of $1,350: $539.65 until 15 Jan, $688.85 on 16 Feb; $1,005.91 until 15 Apr, $1,174.99 on 15 May.
    [226536, '2011-03-01', '2011-06-01', '2011-07-01', '2011-02-16', '2011-05-15', '2011-06-17'],
  ])('%d', (id, half_due, three_quarters_due, all_due, half_repaid, three_quarters_repaid, all_repaid) => {
    expect(deriveRepayment(recorded(id), now).values).toMatchObject({
      ...{ half_due, three_quarters_due, all_due, half_repaid, three_quarters_repaid, all_repaid },
      ...{ behind: 0, late: false, lost: null },
    })
  })

  it.each(['loans-show.2017.json', 'loans-show.2019.json', 'loans-show-group.2017.json'])(
    '%s has no schedule',
    (file) => {
      const [first] = read(file)
      expect(deriveRepayment(first ?? {}, now)).toMatchObject({
        values: { half_due: null, all_due: null, half_repaid: null, behind: null },
        why: { half_due: 'the loan has no repayment schedule' },
      })
    },
  )
})
