/** In which ways the marketplace is like recorded data of the live service. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { splitIntoShares } from '../../src/sandbox/marketplace/loans/shares.ts'
import { at, everyLoan, everyPage, list, now, openSandbox, text } from './open.ts'

const sandbox = openSandbox({ loans: 2000 })
const loans = await everyLoan(sandbox)
const objects = (value: unknown) => (value ?? []) as readonly JsonObject[]
const dayLength = 86_400_000
const time = (record: JsonObject, path: string) => Date.parse(text(at(record, path)))
const have = (...statuses: readonly string[]) => loans.filter(({ status }) => statuses.includes(text(status)))
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const sum = (records: readonly JsonObject[]) =>
  records.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)

test('a punctual payment reaches lenders in the middle of the month before the one in which it is due', () => {
  let checked = 0
  for (const loan of have('paid')) {
    const due = objects(at(loan, 'terms.scheduled_payments'))
    const payments = objects(loan['payments'])
    if (due.length < 3 || due.length !== payments.length) continue
    const early = due.map((one, nth) => time(one, 'due_date') - time(payments[nth] ?? {}, 'settlement_date'))
    if (Math.min(...early) < 0 || Math.max(...early) > 20 * dayLength) continue
    checked += 1
    for (const { settlement_date, processed_date } of payments) {
      const settled = new Date(text(settlement_date)).getUTCDate()
      expect(settled).toBeGreaterThanOrEqual(15)
      expect(settled).toBeLessThanOrEqual(23)
      expect(new Date(Date.parse(text(processed_date)) + dayLength).getUTCDate()).toBe(1)
    }
    for (const one of due) expect(text(one['due_date'])).toMatch(/-01T0[78]:00:00Z$/)
  }
  expect(checked).toBeGreaterThan(100)
})

test('a few loans are behind, some of them without delinquent, and some have no schedule', () => {
  const paying = have('in_repayment')
  const behind = paying.filter((loan) => {
    const due = objects(at(loan, 'terms.scheduled_payments')).filter((one) => time(one, 'due_date') <= now)
    return sum(due) > Math.round(Number(loan['paid_amount']) * 100)
  })
  expect(behind.length / paying.length).toBeGreaterThan(0.02)
  expect(behind.length / paying.length).toBeLessThan(0.1)
  const silent = behind.filter((loan) => !('delinquent' in loan))
  expect(silent.length).toBeGreaterThan(2)
  expect(silent.length).toBeLessThan(behind.length)
  const unscheduled = loans.filter((loan) => objects(at(loan, 'terms.scheduled_payments')).length === 0)
  expect(unscheduled.length / loans.length).toBeGreaterThan(0.05)
  expect(unscheduled.length / loans.length).toBeLessThan(0.2)
})

test('there are prepayments, several payments on a day, unequal installments, and loans that are only partly funded', () => {
  const repaid = have('paid')
  const days = (loan: JsonObject) => objects(loan['payments']).map((one) => text(one['settlement_date']))
  const early = repaid.filter(
    (loan) =>
      time(objects(at(loan, 'terms.scheduled_payments')).at(-1) ?? {}, 'due_date') - time(loan, 'paid_date') >
      45 * dayLength,
  )
  expect(early.length).toBeGreaterThan(10)
  expect(repaid.filter((loan) => new Set(days(loan)).size < days(loan).length).length).toBeGreaterThan(20)
  const uneven = loans.filter((loan) => {
    const amounts = objects(at(loan, 'terms.scheduled_payments'))
      .slice(0, -1)
      .map(({ amount }) => Number(amount))
    return amounts.length > 2 && Math.max(...amounts) > 1.2 * Math.min(...amounts)
  })
  expect(uneven.length).toBeGreaterThan(100)
  const partly = have('funded', 'in_repayment', 'paid').filter(
    (loan) => Number(loan['funded_amount']) < Number(loan['loan_amount']),
  )
  expect(partly.length).toBeGreaterThan(15)
})

test('fundraising takes up to 82 days, few loans expire, and those have raised about half or less', () => {
  const windows = loans.map(
    (loan) => (time(loan, 'planned_expiration_date') - time(loan, 'posted_date')) / dayLength,
  )
  expect(Math.min(...windows)).toBeGreaterThanOrEqual(30)
  expect(Math.max(...windows)).toBeLessThanOrEqual(83)
  expect(windows.filter((days) => days > 31).length / windows.length).toBeGreaterThan(0.2)
  const expired = have('expired')
  const closed = loans.length - have('fundraising').length
  expect(expired.length / closed).toBeGreaterThan(0.03)
  expect(expired.length / closed).toBeLessThan(0.08)
  const raised = median(expired.map((loan) => Number(loan['funded_amount']) / Number(loan['loan_amount'])))
  expect(raised).toBeGreaterThan(0.2)
  expect(raised).toBeLessThan(0.7)
})

test('money comes fast at first and in the last days, and most loans near their deadline make it', () => {
  const fortnight = openSandbox({ loans: 2000, day: 14 })
  const { market } = sandbox
  const open = market.loans.filter(({ status }) => status === 'fundraising')
  const ending = open.filter(({ expires }) => expires - market.today < 7 * 86_400)
  const made = ending.filter(({ index }) => fortnight.market.loans[index]?.funded !== undefined)
  expect(ending.length).toBeGreaterThan(10)
  expect(made.length / ending.length).toBeGreaterThan(0.5)
  // Of loans that took nearly all their time, the first and the last fifth of it bring more than the middle one.
  const hurried = market.loans.filter(
    ({ closes, posted, expires }) => closes < market.today && closes - posted > 0.85 * (expires - posted),
  )
  const fifths = [0, 0, 0, 0, 0]
  for (const loan of hurried)
    for (const { at: when } of splitIntoShares(market, loan)) {
      const fifth = Math.min(4, Math.floor((5 * (when - loan.posted)) / (loan.closes - loan.posted)))
      fifths[fifth] = (fifths[fifth] ?? 0) + 1
    }
  const [first = 0, , middle = 0, , last = 0] = fifths
  expect(middle).toBeGreaterThan(100)
  expect(first).toBeGreaterThan(1.5 * middle)
  expect(last).toBeGreaterThan(1.5 * middle)
})

test('partners with more stars have fewer overdue payments and losses', async () => {
  const partners = await everyPage(sandbox, '/v1/partners.json', 'partners')
  const rated = partners.filter(({ rating }) => rating !== 'Not Rated')
  const of = (key: string) => rated.map((partner) => Number(partner[key]))
  const correlation = (a: readonly number[], b: readonly number[]) => {
    const mean = (list: readonly number[]) => list.reduce((total, one) => total + one, 0) / list.length
    const [x, y] = [mean(a), mean(b)]
    const product = (c: readonly number[], d: readonly number[], p: number, q: number) =>
      c.reduce((total, one, nth) => total + (one - p) * ((d[nth] ?? 0) - q), 0)
    return product(a, b, x, y) / Math.sqrt(product(a, a, x, x) * product(b, b, y, y))
  }
  expect(rated.length).toBeGreaterThan(80)
  expect(correlation(of('rating'), of('delinquency_rate'))).toBeLessThan(-0.4)
  expect(correlation(of('rating'), of('default_rate'))).toBeLessThan(-0.2)
  expect(new Set(of('rating')).size).toBeGreaterThan(4)
})

test.each([
  ['Arab Youth', ['JO', 'LB', 'PS']],
  ['Islamic Finance', ['ID', 'JO', 'KG', 'LB', 'ML', 'NG', 'PS', 'SN', 'TJ']],
  ['Conflict Zones', ['CO', 'LB', 'ML', 'NG', 'PS', 'UA', 'UG']],
])('the theme %s is that of loans in %j', (theme, countries) => {
  const themed = loans.filter(({ themes }) => (themes as readonly string[] | undefined)?.includes(theme))
  const codes = new Set(themed.map((loan) => text(at(loan, 'location.country_code'))))
  expect(codes.size).toBeGreaterThan(1)
  expect(countries).toEqual(expect.arrayContaining([...codes]))
})

test('half of the lenders have a handful of loans, some have none, and a few a thousand', () => {
  const { market } = sandbox
  const counts = Array.from({ length: market.lenderCount }, (_, index) => market.loansOfLender(index).length)
  expect(median(counts)).toBeGreaterThanOrEqual(4)
  expect(median(counts)).toBeLessThanOrEqual(8)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(20)
  expect(Math.max(...counts)).toBeGreaterThan(900)
  expect(Math.max(...counts)).toBeLessThanOrEqual(1400)
})

test('robin1001 has lent to every country but one, and most in Kenya', async () => {
  const theirs = await everyPage(sandbox, '/v1/lenders/robin1001/loans.json', 'loans')
  const codes = theirs.map((loan) => text(at(loan, 'location.country_code')))
  const all = new Set(loans.map((loan) => text(at(loan, 'location.country_code'))))
  expect(all.size).toBe(38)
  expect([...all].filter((code) => !codes.includes(code))).toEqual(['AL'])
  const inKenya = codes.filter((code) => code === 'KE').length
  expect(inKenya).toBeGreaterThan(codes.length / 5)
  const [robin] = await list(sandbox, '/v1/lenders/robin1001.json', 'lenders')
  expect(robin?.['loan_count']).toBe(theirs.length)
})

test('the first team is by far the largest, and teams grow', () => {
  const later = openSandbox({ loans: 2000, day: 60 }).market
  const { market } = sandbox
  const sizes = market.teams.map(({ index }) => market.membersOfTeam(index).length)
  expect(sizes[0]).toBe(Math.max(...sizes))
  expect(sizes[0]).toBeGreaterThan(8 * median(sizes))
  const grown = sizes.filter((size, index) => later.membersOfTeam(index).length > size).length
  expect(grown).toBeGreaterThan(sizes.length / 3)
})
