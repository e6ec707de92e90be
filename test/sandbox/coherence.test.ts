import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { at, everyLoan, everyPage, list, now, openSandbox, text } from './open.ts'

const sum = (records: readonly JsonObject[], key = 'amount') =>
  Math.round(records.reduce((total, record) => total + Number(record[key]), 0) * 100) / 100
const objects = (value: unknown) => value as readonly JsonObject[]
const statuses = ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss', 'expired', 'refunded']
const today = new Date(Math.floor(now / 864e5) * 864e5).toISOString()

const usual = openSandbox({ loans: 2000 })
/** Links between records need at least one request per record, so these marketplaces are smaller. */
const small = [
  [2, 300, openSandbox({ seed: 2, loans: 300 })],
  [987654321987, 120, openSandbox({ seed: 987654321987, loans: 120 })],
  [77, 1, openSandbox({ seed: 77, loans: 1 })],
] as const

describe.each([[1, 2000, usual], ...small] as const)('seed %d with %d loans', (_, loans, sandbox) => {
  test('the amounts and dates of each loan are consistent', async () => {
    for (const loan of await everyLoan(sandbox)) {
      const terms = loan['terms'] as JsonObject
      const payments = objects(loan['payments'])
      const status = text(loan['status'])
      const asked = Number(loan['loan_amount'])
      const raised = Number(loan['funded_amount'])
      const told = `${loan['id']} ${status}`
      // Some loans have no schedule. While a loan is raised, nobody knows whether it fills: its schedule is about what it
      // asks for. Afterwards, that of a loan that didn't fill is about what was raised.
      const scheduled = objects(terms['scheduled_payments'])
      const isShort = raised < asked
      if (scheduled.length > 0) {
        if (!isShort || status === 'fundraising') expect(sum(scheduled), told).toBe(asked)
        else if ('paid_amount' in loan || status === 'funded') expect(sum(scheduled), told).toBe(raised)
        expect(sum(objects(terms['local_payments'])), told).toBe(terms['disbursal_amount'])
      }
      expect(objects(terms['local_payments']).length, told).toBe(scheduled.length)
      expect(terms['loan_amount'], told).toBe(asked)
      expect(sum(payments), told).toBe(loan['paid_amount'] ?? 0)
      expect('paid_amount' in loan, told).toBe(['in_repayment', 'paid', 'ended_with_loss'].includes(status))
      expect('basket_amount' in loan, told).toBe(status === 'fundraising')
      expect('paid_date' in loan, told).toBe(status === 'paid')
      expect('funded_date' in loan, told).toBe(!['fundraising', 'expired'].includes(status))
      if (['funded', 'in_repayment', 'paid', 'ended_with_loss'].includes(status)) {
        expect(raised, told).toBeGreaterThan(0)
        if (isShort) expect(loan['funded_date'], told).toBe(loan['planned_expiration_date'])
        else expect(raised, told).toBe(asked)
      } else expect(raised, told).toBeLessThan(asked)
      expect(raised + Number(loan['basket_amount'] ?? 0), told).toBeLessThanOrEqual(asked)
      if (status === 'paid') expect(loan['paid_amount'], told).toBe(raised)
      if (status === 'ended_with_loss') expect(loan['paid_amount'], told).toBeLessThan(raised)
      if (status === 'fundraising') expect(text(loan['planned_expiration_date']) > today, told).toBe(true)
      expect(text(loan['posted_date']) < today, told).toBe(true)
      for (const { settlement_date } of payments) expect(text(settlement_date) <= today, told).toBe(true)
      expect(sum(payments, 'currency_exchange_loss_amount'), told).toBe(
        loan['currency_exchange_loss_amount'] ?? 0,
      )
      const women = objects(loan['borrowers']).filter(({ gender }) => gender === 'F').length
      expect(women * 2, told).not.toBe(objects(loan['borrowers']).length)
    }
  })

  test('the totals of a partner match its loans, and it works in their countries', async () => {
    const partners = await everyPage(sandbox, '/v1/partners.json', 'partners')
    const loans = await everyLoan(sandbox)
    for (const partner of partners) {
      const own = loans.filter(({ partner_id }) => partner_id === partner['id'])
      const codes = objects(partner['countries']).map(({ iso_code }) => iso_code)
      expect(partner['loans_posted']).toBe(own.length)
      expect(partner['total_amount_raised']).toBe(sum(own, 'funded_amount'))
      for (const loan of own) {
        expect(codes).toContain(at(loan, 'location.country_code'))
        expect(text(loan['posted_date']) >= text(partner['start_date'])).toBe(true)
      }
    }
    const known = new Set(partners.map(({ id }) => id))
    for (const { partner_id } of loans) if (partner_id !== undefined) expect(known).toContain(partner_id)
  })

  test('lending actions are newest first, and each lender is a lender of the loan', async () => {
    const actions = await list(sandbox, '/v1/lending_actions/recent.json', 'lending_actions')
    expect(actions.length).toBe(loans > 100 ? 100 : actions.length)
    const dates = actions.map(({ date }) => text(date))
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
    for (const { loan, lender } of actions) {
      const lenders = await everyPage(
        sandbox,
        `/v1/loans/${at(loan as JsonObject, 'id')}/lenders.json`,
        'lenders',
      )
      expect(lenders).toContainEqual(lender)
    }
  })

  test('the records named in examples of the help exist', async () => {
    const [loan] = await list(sandbox, '/v1/loans/2100001.json', 'loans')
    expect(loan).toMatchObject({ status: 'fundraising', use: expect.stringContaining('maize seed') })
    expect(await list(sandbox, '/v1/loans/2100001/updates.json', 'loan_updates')).not.toEqual([])
    expect(await list(sandbox, '/v1/journal_entries/500001/comments.json', 'comments')).not.toEqual([])
    expect(await list(sandbox, '/v1/lenders/robin1001/teams.json', 'teams')).not.toEqual([])
    const [stewards] = await list(sandbox, '/v1/teams/using_shortname/sandbox_stewards.json', 'teams')
    expect(stewards?.['id']).toBe(201)
  })
})

describe.each(small)('links between records: seed %d with %d loans', (_seed, _loans, sandbox) => {
  test('a loan lists the lenders who list the loan, and the counts match', async () => {
    const heldBy = new Map<string, Set<unknown>>()
    const byLoan = sandbox.market.loans.map(async ({ index }) => {
      const lenders = await everyPage(sandbox, `/v1/loans/${2100001 + index}/lenders.json`, 'lenders')
      for (const { lender_id } of lenders) {
        const id = text(lender_id)
        if (id) heldBy.set(id, (heldBy.get(id) ?? new Set()).add(2100001 + index))
      }
      return lenders.length
    })
    const counts = await Promise.all(byLoan)
    const loans = await everyLoan(sandbox)
    expect(loans.map(({ lender_count }) => lender_count)).toEqual(counts)
    const lenders = [...heldBy.keys()].slice(0, 150)
    for (const id of lenders) {
      const theirs = await everyPage(sandbox, `/v1/lenders/${id}/loans.json`, 'loans')
      expect(new Set(theirs.map((loan) => loan['id']))).toEqual(heldBy.get(id))
      const [lender] = await list(sandbox, `/v1/lenders/${id}.json`, 'lenders')
      expect(lender?.['loan_count']).toBe(theirs.length)
    }
    expect(heldBy.get('robin1001')).toContain(2100001)
  })

  test('teams, their lenders and their loans match', async () => {
    for (const team of await everyPage(sandbox, '/v1/teams/search.json', 'teams')) {
      const members = await everyPage(sandbox, `/v1/teams/${team['id']}/lenders.json`, 'lenders')
      const loans = await everyPage(sandbox, `/v1/teams/${team['id']}/loans.json`, 'loans')
      expect(members.length).toBe(team['member_count'])
      expect(loans.length).toBe(team['loan_count'])
      expect(Number(team['loaned_amount'])).toBeGreaterThanOrEqual(25 * loans.length)
      for (const member of members) {
        expect(text(member['team_join_date']) >= text(team['team_since'])).toBe(true)
        if (member['lender_id'] === undefined) continue
        const theirs = await list(sandbox, `/v1/lenders/${member['lender_id']}/teams.json`, 'teams')
        expect(theirs.map(({ id }) => id)).toContain(team['id'])
      }
    }
  })

  test('journal entries, comments and updates match their counts and dates', async () => {
    const entries = await everyPage(sandbox, '/v1/journal_entries/search.json', 'journal_entries')
    const loans = await everyLoan(sandbox)
    const seen: unknown[] = []
    for (const loan of loans) {
      const own = await everyPage(sandbox, `/v1/loans/${loan['id']}/journal_entries.json`, 'journal_entries')
      seen.push(...own.map(({ id }) => id))
      expect(loan['journal_totals']).toEqual({
        entries: own.length,
        bulkEntries: own.filter(({ bulk }) => bulk).length,
      })
      const updates = await list(sandbox, `/v1/loans/${loan['id']}/updates.json`, 'loan_updates')
      expect(updates.length).toBe(own.length + objects(loan['payments']).length)
      const dates = updates.map((update) => {
        const what = update[text(update['update_type'])] as JsonObject
        return text(what['date'] ?? what['settlement_date'])
      })
      expect(dates).toEqual(dates.toSorted().reverse())
      for (const { date } of own) expect(text(date) > text(loan['posted_date'])).toBe(true)
    }
    expect(seen.toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
    for (const entry of entries) {
      const comments = await list(sandbox, `/v1/journal_entries/${entry['id']}/comments.json`, 'comments')
      expect(comments.length).toBe(entry['comment_count'])
      for (const { date } of comments) expect(text(date) >= text(entry['date'])).toBe(true)
    }
  })
})

test('inviters are public lenders, and their count includes the lenders they invited', async () => {
  const sandbox = openSandbox()
  const lenders = await everyPage(sandbox, '/v1/lenders/search.json', 'lenders')
  const details: JsonObject[] = []
  for (let from = 0; from < lenders.length; from += 50) {
    const some = lenders.slice(from, from + 50).map(({ lender_id }) => lender_id)
    details.push(...(await list(sandbox, `/v1/lenders/${some.join()}.json`, 'lenders')))
  }
  expect(details.length).toBe(lenders.length)
  const ids = new Set(lenders.map(({ lender_id }) => lender_id))
  for (const lender of details)
    if (lender['inviter_id'] !== undefined) expect(ids).toContain(lender['inviter_id'])
  const robin = details.find((lender) => lender['lender_id'] === 'robin1001')
  const invited = details.filter((lender) => lender['inviter_id'] === 'robin1001').length
  // Anonymous lenders were invited too, but are not listed.
  expect(Number(robin?.['invitee_count'])).toBeGreaterThanOrEqual(invited)
  expect(invited).toBeGreaterThan(0)
})

test('the default marketplace contains every status, sector, category and optional field', async () => {
  const loans = await everyLoan(usual)
  const has = (what: (loan: JsonObject) => unknown) => loans.filter((loan) => what(loan)).length
  for (const status of statuses)
    expect(
      has((loan) => loan['status'] === status),
      status,
    ).toBeGreaterThan(5)
  expect(new Set(loans.map(({ sector }) => sector)).size).toBe(15)
  expect(has((loan) => objects(loan['borrowers']).length > 1)).toBeGreaterThan(100)
  for (const key of [
    'partner_id',
    'video',
    'themes',
    'translator',
    'delinquent',
    'currency_exchange_loss_amount',
  ]) {
    expect(
      has((loan) => key in loan),
      key,
    ).toBeGreaterThan(5)
    expect(
      has((loan) => !(key in loan)),
      key,
    ).toBeGreaterThan(5)
  }
  const teams = await everyPage(usual, '/v1/teams/search.json', 'teams')
  expect(new Set(teams.map(({ category }) => category)).size).toBe(17)
  expect(new Set(teams.map(({ shortname }) => shortname)).size).toBe(teams.length)
  expect(new Set(teams.map(({ membership_type }) => membership_type))).toEqual(new Set(['open', 'closed']))
  const lenders = await everyPage(usual, '/v1/loans/2100001/lenders.json', 'lenders')
  expect(lenders).toContainEqual({ name: 'Anonymous', image: { id: 726677, template_id: 1 } })
})

test('no value is null: missing values are left out', async () => {
  const written =
    JSON.stringify(await everyLoan(usual)) +
    JSON.stringify(await everyPage(usual, '/v1/partners.json', 'partners'))
  expect(written).not.toContain('null')
})
