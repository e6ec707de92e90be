/** Every filter, order and total of the sandbox, recomputed from the records alone, on three days. */
import { beforeAll, describe, expect, test } from 'vitest'
import { knownValues } from '../../src/api/gaps.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { at, everyLoan, everyPage, list, now, openSandbox, text } from './open.ts'

type Records = readonly JsonObject[]
const objects = (value: unknown) => (value ?? []) as Records
const ids = (records: Records) => records.map(({ id }) => Number(id))
const cents = (records: Records, key = 'amount') =>
  records.reduce((sum, record) => sum + Math.round(Number(record[key]) * 100), 0)
const dayLength = 86_400_000
const isPaidOut = ({ status }: JsonObject) =>
  ['in_repayment', 'paid', 'ended_with_loss'].includes(text(status))

describe.each([
  [1, 700, 0],
  [1, 700, 40],
  [7, 500, 9],
])('seed %d with %d loans on day %d', (seed, size, day) => {
  const sandbox = openSandbox({ seed, loans: size, day })
  const midnight = Math.floor(now / dayLength) * dayLength + day * dayLength
  let loans: Records
  /** Lenders of each loan by id, with those who are anonymous. */
  const lenders = new Map<number, Records>()
  beforeAll(async () => {
    loans = await everyLoan(sandbox)
    for (const { id } of loans)
      lenders.set(Number(id), await everyPage(sandbox, `/v1/loans/${id}/lenders.json`, 'lenders'))
  })

  const search = (query: string) => everyPage(sandbox, `/v1/loans/search.json?per_page=100&${query}`, 'loans')
  const inOrder = (records: Records, by: (record: JsonObject) => number | string, down: boolean): Records =>
    records.toSorted((a, b) => {
      const [x, y] = [by(a), by(b)]
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1) || Number(a['id']) - Number(b['id'])
    })

  describe('loans search', () => {
    const { params } = catalogue.loans.endpoints.search
    const women = (loan: JsonObject) => {
      const borrowers = objects(loan['borrowers'])
      return borrowers.filter(({ gender }) => gender === 'F').length * 2 > borrowers.length
    }

    async function check(query: string, fits: (loan: JsonObject) => boolean): Promise<number> {
      const wanted = ids(loans.filter(fits))
      const found = await search(query)
      expect(ids(found).toSorted(), query).toEqual(wanted.toSorted())
      return wanted.length
    }

    test('each filter with each of its values, and all of them together', async () => {
      for (const status of params.status.choices)
        await check(`status=${status}`, (loan) => loan['status'] === status)
      for (const gender of knownValues.gender) {
        const count = await check(`gender=${gender}`, (loan) => women(loan) === (gender === 'female'))
        expect(count).toBeGreaterThan(20)
      }
      for (const sector of knownValues.sector)
        await check(`sector=${encodeURIComponent(sector)}`, (loan) => loan['sector'] === sector)
      const codes = new Set(loans.map((loan) => text(at(loan, 'location.country_code'))))
      for (const code of codes)
        await check(`country_code=${code}`, (loan) => at(loan, 'location.country_code') === code)
      for (const partner of new Set(loans.map(({ partner_id }) => Number(partner_id ?? 0))))
        if (partner > 0) await check(`partner=${partner}`, (loan) => loan['partner_id'] === partner)
      await check(
        'status=in_repayment,paid&gender=female&country_code=KE,PE,PH&sector=Food,Agriculture',
        (loan) =>
          ['in_repayment', 'paid'].includes(text(loan['status'])) &&
          women(loan) &&
          ['KE', 'PE', 'PH'].includes(text(at(loan, 'location.country_code'))) &&
          ['Food', 'Agriculture'].includes(text(loan['sector'])),
      )
    })

    test('each region has the loans of its countries, as the partners tell it', async () => {
      const partners = await everyPage(sandbox, '/v1/partners.json', 'partners')
      const regionOf = new Map(
        partners.flatMap(({ countries }) =>
          objects(countries).map(({ iso_code, region }) => [text(iso_code), text(region)] as const),
        ),
      )
      const region = (loan: JsonObject) => regionOf.get(text(at(loan, 'location.country_code'))) ?? ''
      for (const code of params.region.choices) {
        const found = await search(`region=${code}`)
        const [name = 'no region', ...more] = new Set(found.map(region))
        expect(more, code).toEqual([])
        expect(ids(found).toSorted(), code).toEqual(
          ids(loans.filter((loan) => region(loan) === name)).toSorted(),
        )
      }
    })

    const number = (path: string) => (loan: JsonObject) => Number(at(loan, path))
    const orders: Readonly<
      Record<
        (typeof params.sort_by.choices)[number],
        readonly [(loan: JsonObject) => number | string, boolean]
      >
    > = {
      newest: [(loan) => text(loan['posted_date']), true],
      oldest: [(loan) => text(loan['posted_date']), false],
      popularity: [number('lender_count'), true],
      loan_amount: [number('loan_amount'), false],
      amount_remaining: [(loan) => Number(loan['loan_amount']) - Number(loan['funded_amount']), false],
      repayment_term: [number('terms.repayment_term'), false],
      // Fundraising loans come first. Of the others, the latest does.
      expiration: [
        (loan) => {
          const end = Date.parse(text(loan['planned_expiration_date']))
          return loan['status'] === 'fundraising' ? end - 1e14 : -end
        },
        false,
      ],
    }

    test.each(params.sort_by.choices)('sort_by %s', async (order) => {
      const [by, down] = orders[order]
      expect(ids(await search(`sort_by=${order}`))).toEqual(ids(inOrder(loans, by, down)))
      const open = loans.filter(({ status }) => status === 'fundraising')
      expect(ids(await search(`status=fundraising&sort_by=${order}`))).toEqual(ids(inOrder(open, by, down)))
    })
  })

  test('what a loan has raised and repaid is the sum of its shares and payments so far', () => {
    for (const loan of loans) {
      const told = `${loan['id']} ${loan['status']}`
      const payments = objects(loan['payments'])
      expect(lenders.get(Number(loan['id']))?.length, told).toBe(loan['lender_count'])
      expect(cents(payments), told).toBe(Math.round(Number(loan['paid_amount'] ?? 0) * 100))
      for (const { settlement_date } of payments)
        expect(Date.parse(text(settlement_date)), told).toBeLessThanOrEqual(midnight)
      if (loan['status'] === 'paid')
        expect(loan['paid_date'], told).toBe(payments.at(-1)?.['settlement_date'])
      if (loan['funded_date'] !== undefined)
        expect(Date.parse(text(loan['funded_date'])), told).toBeLessThanOrEqual(midnight)
    }
  })

  test("a partner's totals and rates are those of its loans, and more stars mean fewer troubles", async () => {
    const partners = await everyPage(sandbox, '/v1/partners.json', 'partners')
    const percent = (part: number, whole: number) =>
      whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0
    for (const partner of partners) {
      const told = `partner ${partner['id']}`
      const own = loans.filter(({ partner_id }) => partner_id === partner['id'])
      const sums = { outstanding: 0, overdue: 0, atRisk: 0, ended: 0, lost: 0 }
      for (const loan of own.filter(isPaidOut)) {
        const whole = Number(loan['funded_amount']) * 100
        const paid = cents(objects(loan['payments']))
        const dueBy = (moment: number) =>
          cents(
            objects(at(loan, 'terms.scheduled_payments')).filter(
              ({ due_date }) => Date.parse(text(due_date)) < moment,
            ),
          )
        if (loan['status'] === 'in_repayment') {
          sums.outstanding += whole - paid
          sums.overdue += Math.max(0, dueBy(midnight) - paid)
          if (dueBy(midnight - 30 * dayLength) > paid) sums.atRisk += whole - paid
        } else {
          sums.ended += whole
          sums.lost += whole - paid
        }
      }
      expect(partner, told).toMatchObject({
        loans_posted: own.length,
        total_amount_raised: cents(own, 'funded_amount') / 100,
        delinquency_rate: percent(sums.overdue, sums.outstanding),
        default_rate: percent(sums.lost, sums.ended),
        loans_at_risk_rate: percent(sums.atRisk, sums.outstanding),
      })
    }
  })

  test("a lender's total is the number of loans that list the lender", async () => {
    const held = new Map<string, number>()
    for (const { lender_id } of [...lenders.values()].flat())
      if (lender_id !== undefined) held.set(text(lender_id), (held.get(text(lender_id)) ?? 0) + 1)
    const all = await everyPage(sandbox, '/v1/lenders/search.json', 'lenders')
    for (let from = 0; from < all.length; from += 50) {
      const some = all.slice(from, from + 50).map(({ lender_id }) => lender_id)
      for (const { lender_id, loan_count } of await list(
        sandbox,
        `/v1/lenders/${some.join()}.json`,
        'lenders',
      ))
        expect(loan_count, text(lender_id)).toBe(held.get(text(lender_id)) ?? 0)
    }
  })

  test("a team's totals are those of its lenders and loans, and each order goes by them", async () => {
    const { sort_by, category } = catalogue.teams.endpoints.search.params
    const teams = await everyPage(sandbox, '/v1/teams/search.json', 'teams')
    for (const team of teams) {
      const members = await everyPage(sandbox, `/v1/teams/${team['id']}/lenders.json`, 'lenders')
      const own = await everyPage(sandbox, `/v1/teams/${team['id']}/loans.json`, 'loans')
      expect(team).toMatchObject({ member_count: members.length, loan_count: own.length })
      expect(Number(team['loaned_amount'])).toBeGreaterThanOrEqual(own.length * 25)
      for (const { team_join_date } of members) {
        expect(Date.parse(text(team_join_date))).toBeLessThanOrEqual(midnight)
        expect(text(team_join_date) >= text(team['team_since'])).toBe(true)
      }
    }
    const orders: Readonly<Record<string, readonly [string, boolean]>> = {
      newest: ['team_since', true],
      oldest: ['team_since', false],
      member_count: ['member_count', true],
      loan_count: ['loan_count', true],
      loaned_amount: ['loaned_amount', true],
    }
    for (const order of sort_by.choices.filter((one) => one !== 'query_relevance')) {
      const [key, down] = orders[order] ?? []
      const by = (team: JsonObject) =>
        typeof team[key ?? ''] === 'number' ? Number(team[key ?? '']) : text(team[key ?? ''])
      expect(ids(await everyPage(sandbox, `/v1/teams/search.json?sort_by=${order}`, 'teams')), order).toEqual(
        ids(inOrder(teams, by, down ?? false)),
      )
    }
    for (const name of category.choices)
      expect(
        ids(await everyPage(sandbox, `/v1/teams/search.json?category=${encodeURIComponent(name)}`, 'teams')),
      ).toEqual(ids(teams.filter((team) => team['category'] === name)))
  })

  test('journal entries are those of the loans, each filter and order goes by their fields', async () => {
    const path = '/v1/journal_entries/search.json'
    const entries = await everyPage(sandbox, path, 'journal_entries')
    const about = new Map<number, JsonObject>()
    for (const loan of loans) {
      const own = await everyPage(sandbox, `/v1/loans/${loan['id']}/journal_entries.json`, 'journal_entries')
      expect(at(loan, 'journal_totals.entries')).toBe(own.length)
      for (const { id } of own) about.set(Number(id), loan)
    }
    expect(ids(entries).toSorted()).toEqual([...about.keys()].toSorted())
    for (const { id, comment_count } of entries)
      expect((await everyPage(sandbox, `/v1/journal_entries/${id}/comments.json`, 'comments')).length).toBe(
        comment_count,
      )
    const partner = Number(entries.map(({ id }) => about.get(Number(id))?.['partner_id']).find(Boolean))
    const filters: Readonly<Record<string, (entry: JsonObject) => boolean>> = {
      'media=image': (entry) => 'image' in entry,
      'media=video': (entry) => 'video' in entry,
      'media=any': (entry) => 'image' in entry || 'video' in entry,
      [`partner=${partner}`]: ({ id }) => about.get(Number(id))?.['partner_id'] === partner,
    }
    for (const [query, fits] of Object.entries(filters))
      expect(ids(await everyPage(sandbox, `${path}?${query}`, 'journal_entries')), query).toEqual(
        ids(entries.filter(fits)),
      )
    const { sort_by } = catalogue.journal_entries.endpoints.search.params
    const orders: Readonly<
      Record<(typeof sort_by.choices)[number], readonly [(entry: JsonObject) => number | string, boolean]>
    > = {
      newest: [(entry) => text(entry['date']), true],
      oldest: [(entry) => text(entry['date']), false],
      recommendation_count: [(entry) => Number(entry['recommendation_count']), true],
      comment_count: [(entry) => Number(entry['comment_count']), true],
    }
    for (const order of sort_by.choices)
      expect(ids(await everyPage(sandbox, `${path}?sort_by=${order}`, 'journal_entries')), order).toEqual(
        ids(inOrder(entries, ...orders[order])),
      )
  })
})
