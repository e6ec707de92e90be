/** A sandbox some days later: the same ids, moved on by that time, and what has come since. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { ask, askJson, asRobin, everyLoan, everyPage, list, now, openSandbox, text } from './open.ts'

const dayLength = 86_400_000
const midnight = Math.floor(now / dayLength) * dayLength
const objects = (value: unknown) => (value ?? []) as readonly JsonObject[]
const today = openSandbox()
const days = [1, 2, 6, 30, 200]
const stages: Readonly<Record<string, readonly string[]>> = {
  fundraising: ['fundraising', 'expired', 'refunded', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
  funded: ['funded', 'refunded', 'in_repayment', 'paid', 'ended_with_loss'],
  in_repayment: ['in_repayment', 'paid', 'ended_with_loss'],
  paid: ['paid'],
  ended_with_loss: ['ended_with_loss'],
  expired: ['expired'],
  refunded: ['refunded'],
}
const changing = [
  'status',
  'funded_amount',
  'basket_amount',
  'paid_amount',
  'lender_count',
  'payments',
  'funded_date',
  'paid_date',
  'delinquent',
  'currency_exchange_loss_amount',
  'journal_totals',
]
/** Returns a loan without what changes in the course of time. */
const lasting = (loan: JsonObject) =>
  Object.fromEntries(Object.entries(loan).filter(([key]) => !changing.includes(key)))
const isShort = (loan: JsonObject) => Number(loan['funded_amount']) < Number(loan['loan_amount'])
/** The same, without the amounts of the schedule: they become those that were raised, in a loan that didn't fill. */
const withoutDollars = (loan: JsonObject) => {
  const terms = loan['terms'] as JsonObject
  const dates = objects(terms['scheduled_payments']).map(({ due_date }) => due_date as string)
  return { ...lasting(loan), terms: { ...terms, scheduled_payments: dates } }
}

test.each(days)('day %d: each loan keeps its id, texts and terms, and only moves on', async (day) => {
  const before = await everyLoan(today)
  const later = new Map((await everyLoan(openSandbox({ day }))).map((loan) => [loan['id'], loan]))
  let changed = 0
  for (const old of before) {
    const loan = later.get(old['id']) as JsonObject
    const told = `${old['id']}: ${old['status']} to ${loan['status']}`
    expect(stages[text(old['status'])], told).toContain(loan['status'])
    if (loan['status'] === 'refunded') continue
    const hasMissed = old['status'] === 'fundraising' && loan['status'] !== 'fundraising' && isShort(loan)
    const compared = hasMissed ? withoutDollars : lasting
    expect(compared(loan), told).toEqual(compared(old))
    expect(Number(loan['funded_amount']), told).toBeGreaterThanOrEqual(Number(old['funded_amount']))
    expect(Number(loan['lender_count']), told).toBeGreaterThanOrEqual(Number(old['lender_count']))
    const paid = objects(old['payments'])
    expect(objects(loan['payments']).slice(0, paid.length), told).toEqual(paid)
    if (JSON.stringify(loan) !== JSON.stringify(old)) changed += 1
  }
  expect(changed).toBeGreaterThan(10)
})

test.each(days)('day %d: shares, entries, comments and memberships stay, and more come', async (day) => {
  const later = openSandbox({ day })
  const counts = { shares: 0, entries: 0, members: 0 }
  for (const { index, status } of later.market.loans.slice(0, 300)) {
    if (status === 'refunded') continue
    const id = 2100001 + index
    const lenders = (sandbox: typeof later) => everyPage(sandbox, `/v1/loans/${id}/lenders.json`, 'lenders')
    const [old, all] = [await lenders(today), await lenders(later)]
    // Newest first: those of day 0 are the last.
    expect(all.slice(all.length - old.length), String(id)).toEqual(old)
    counts.shares += all.length - old.length
  }
  const entries = async (sandbox: typeof later) =>
    new Map(
      (await everyPage(sandbox, '/v1/journal_entries/search.json', 'journal_entries')).map((one) => [
        one['id'],
        one,
      ]),
    )
  const all = await entries(later)
  for (const [id, { comment_count, ...entry }] of await entries(today)) {
    expect(all.get(id)).toMatchObject(entry)
    const comments = (sandbox: typeof later) =>
      list(sandbox, `/v1/journal_entries/${id}/comments.json`, 'comments')
    if (Number(comment_count) > 0)
      expect((await comments(later)).slice(0, Number(comment_count))).toEqual(await comments(today))
  }
  counts.entries = all.size - (await entries(today)).size
  for (const team of today.market.teams) {
    const members = (sandbox: typeof later) =>
      everyPage(sandbox, `/v1/teams/${team.id}/lenders.json?sort_by=oldest`, 'lenders')
    const [old, joined] = [await members(today), await members(later)]
    expect(joined.slice(0, old.length)).toEqual(old)
    counts.members += joined.length - old.length
  }
  expect(counts.shares).toBeGreaterThan(0)
  if (day >= 30) {
    expect(counts.entries).toBeGreaterThan(0)
    expect(counts.members).toBeGreaterThan(0)
  }
})

test('new loans have new ids, and as many are fundraising a month or a year later', async () => {
  const open = async (day: number) =>
    (await everyPage(openSandbox({ loans: 2000, day }), '/v1/loans/newest.json', 'loans')).length
  const [first, month, year] = [await open(0), await open(30), await open(365)]
  expect(month / first).toBeGreaterThan(0.75)
  expect(month / first).toBeLessThan(1.4)
  expect(year / first).toBeGreaterThan(0.75)
  expect(year / first).toBeLessThan(1.4)
  const [newest] = await list(openSandbox({ day: 30 }), '/v1/loans/newest.json', 'loans')
  expect(Number(newest?.['id'])).toBeGreaterThan(2100300)
  const age = midnight + 30 * dayLength - Date.parse(text(newest?.['posted_date']))
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThan(2 * dayLength)
})

test('partners, lenders and teams keep their ids, and both of the latter grow', async () => {
  const later = openSandbox({ day: 200 })
  const keys = async (sandbox: typeof later, path: string, key: string, id: string) =>
    (await everyPage(sandbox, path, key)).map((record) => text(record[id]))
  expect(await keys(later, '/v1/partners.json', 'partners', 'id')).toEqual(
    await keys(today, '/v1/partners.json', 'partners', 'id'),
  )
  for (const [path, key, id] of [
    ['/v1/lenders/search.json?sort_by=oldest', 'lenders', 'lender_id'],
    ['/v1/teams/search.json?sort_by=oldest', 'teams', 'shortname'],
  ] as const) {
    const [old, all] = [await keys(today, path, key, id), await keys(later, path, key, id)]
    expect(all.slice(0, old.length)).toEqual(old)
    expect(all.length).toBeGreaterThan(old.length)
  }
})

describe('the example of the help', () => {
  const example = async (day: number) =>
    (await list(openSandbox({ day }), '/v1/loans/2100001.json', 'loans'))[0]
  test('is fundraising on day 0, more so on day 3, and funded on day 6', async () => {
    const [start, third, sixth] = [await example(0), await example(3), await example(6)]
    expect(start).toMatchObject({ status: 'fundraising', funded_amount: 1525, lender_count: 41 })
    expect(third?.['status']).toBe('fundraising')
    expect(Number(third?.['funded_amount'])).toBeGreaterThan(1525)
    expect(sixth).toMatchObject({ status: 'funded', funded_amount: 2500, lender_count: 61 })
  })
})

describe('clocks', () => {
  const sandbox = openSandbox({ day: 3, authorize: asRobin })
  const real = new Date(now).toUTCString()
  const moved = new Date(now + 3 * dayLength).toUTCString()

  test('the date of a reply moves with the day', async () => {
    for (const path of ['/v1/loans/newest.json', '/v1/loans/99.json', '/'])
      expect((await ask(sandbox, path)).headers['date'], path).toBe(moved)
  })

  test('replies to signed and to refused requests have the real date, by which clients sign', async () => {
    const url = 'https://sandbox.test/v1/my/account.json'
    const headers = { authorization: 'OAuth oauth_signature="x"' }
    expect((await sandbox.handle({ method: 'GET', url, headers })).headers['date']).toBe(real)
    const refusing = openSandbox({ day: 3 })
    const { status, headers: refused } = await ask(refusing, '/v1/my/account.json')
    expect([status, refused['date']]).toEqual([401, real])
  })

  test('the date after which to try again is by the real clock', async () => {
    const limited = openSandbox({ day: 3, faults: [{ name: 'rate-limit', probability: 1 }] })
    const waits = [await ask(limited, '/v1/loans/newest.json'), await ask(limited, '/v1/loans/newest.json')]
    const dates = waits
      .map(({ headers }) => Date.parse(headers['retry-after'] ?? ''))
      .filter((date) => date > 1e12)
    expect(dates.length).toBe(1)
    expect((dates[0] ?? 0) - now).toBeLessThan(3000)
  })

  test('recent actions are minutes old on that day', async () => {
    const [action] = await list(sandbox, '/v1/lending_actions/recent.json', 'lending_actions')
    const age = now + 3 * dayLength - Date.parse(text(action?.['date']))
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(2 * 3_600_000)
  })
})

test('a day later is not the same as opening a day later', async () => {
  const path = '/v1/loans/search.json'
  const tomorrow = openSandbox({ now: () => now + dayLength })
  expect(await askJson(openSandbox({ day: 1 }), path)).not.toEqual(await askJson(tomorrow, path))
})
