/**
 * How filters are written and combined, and what words find, compared with a brute-force search of the records.
 * `totals.test.ts` compares each value of each filter, and each order.
 */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { at, everyLoan, everyPage, list, openSandbox, text } from './open.ts'

const sandbox = openSandbox({ loans: 2000 })
const whole = everyLoan(sandbox)
const ids = (records: readonly JsonObject[]) => records.map(({ id }) => Number(id))

/** Sorts by a date, the latest first; equal records by id. */
const latestFirst = (records: readonly JsonObject[], key: string) =>
  records.toSorted((one, other) => {
    const [left, right] = [text(one[key]), text(other[key])]
    return left === right ? Number(one['id']) - Number(other['id']) : left < right ? 1 : -1
  })

test('journal entries of a partner are found by its exact id, or its name in any letters', async () => {
  const count = async (partner: string) =>
    (
      await list(
        sandbox,
        `/v1/journal_entries/search.json?partner=${encodeURIComponent(partner)}`,
        'journal_entries',
      )
    ).length
  const [partner] = (await everyPage(sandbox, '/v1/partners.json', 'partners')).filter(
    ({ loans_posted }) => Number(loans_posted) > 50,
  )
  const [id, name] = [text(partner?.['id']), text(partner?.['name'])]
  const wide = (letters: string) =>
    letters.replace(/[a-z0-9]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  expect(await count(id)).toBeGreaterThan(0)
  expect([await count(wide(id)), await count(wide(name))]).toEqual([0, await count(id)])
})

describe('loans search', () => {
  const search = (query: string) => everyPage(sandbox, `/v1/loans/search.json?per_page=100&${query}`, 'loans')
  const one =
    (key: string, ...wanted: readonly string[]) =>
    (loan: JsonObject) =>
      wanted.includes(text(at(loan, key)))
  const regions = { af: ['KE', 'UG', 'RW', 'TZ', 'GH', 'NG', 'SN', 'ML', 'MG', 'ZM'], me: ['JO', 'LB', 'PS'] }

  test.each<[string, (loan: JsonObject) => boolean]>([
    ['status=paid,ended_with_loss', one('status', 'paid', 'ended_with_loss')],
    ['status=paid&status=funded', one('status', 'paid', 'funded')],
    ['region=af,me', one('location.country_code', ...regions.af, ...regions.me)],
    ['country_code=KE,vn', one('location.country_code', 'KE', 'VN')],
    ['country_code=KE%2CVN', one('location.country_code', 'KE', 'VN')],
    ['sector=Personal+Use,Food', one('sector', 'Personal Use', 'Food')],
    ['partner=101,115', one('partner_id', '101', '115')],
    ['country_code=XX', () => false],
    [
      'status=fundraising&region=sa&sector=Retail',
      (loan) =>
        one('status', 'fundraising')(loan) &&
        one('sector', 'Retail')(loan) &&
        one('location.country_code', 'PE', 'EC', 'BO', 'CO', 'PY')(loan),
    ],
  ])('%s', async (query, wanted) => {
    const expected = ids((await whole).filter(wanted)).toSorted()
    expect(ids(await search(query)).toSorted()).toEqual(expected)
    if (!query.includes('XX')) expect(expected.length).toBeGreaterThan(3)
  })

  test('q finds all words in any order, whatever the case and accents', async () => {
    const found = await search('q=MAIZE+seed')
    expect(found.length).toBeGreaterThan(10)
    for (const { use } of found) expect(use).toMatch(/maize seed/)
    expect(ids(await search('q=seed+maize'))).toEqual(ids(found))
    const town = await search('q=thanh+hoa')
    expect(town.length).toBeGreaterThan(0)
    for (const loan of town) expect(at(loan, 'location.country_code')).toBe('VN')
    expect(ids(await search('q=nothing-like-this'))).toEqual([])
  })

  test('newest lists fundraising loans, and a listing is a part of the detail', async () => {
    const newest = await everyPage(sandbox, '/v1/loans/newest.json', 'loans')
    const fundraising = (await whole).filter(one('status', 'fundraising'))
    expect(ids(newest)).toEqual(ids(latestFirst(fundraising, 'posted_date')))
    const { borrower_count, description, ...listing } = newest[0] ?? {}
    const detail = fundraising.find(({ id }) => id === listing['id'])
    expect(detail).toMatchObject(listing)
    expect(detail?.['borrowers']).toHaveLength(Number(borrower_count))
    expect(Object.keys(description as JsonObject)).toEqual(['languages'])
  })
})

describe('lenders search', () => {
  const search = (query: string) => everyPage(sandbox, `/v1/lenders/search.json?${query}`, 'lenders')
  const detail = async ({ lender_id }: JsonObject) =>
    (await list(sandbox, `/v1/lenders/${lender_id}.json`, 'lenders'))[0] ?? {}

  test('filters by country, occupation and words', async () => {
    const german = await search('country_code=DE')
    expect(german.length).toBeGreaterThan(10)
    for (const { country_code } of german) expect(country_code).toBe('DE')
    for (const lender of (await search('occupation=nurse')).slice(0, 30))
      expect(text((await detail(lender))['occupation'])).toMatch(/nurse/i)
    for (const lender of (await search('q=river')).slice(0, 30))
      expect(JSON.stringify(await detail(lender))).toMatch(/river/i)
  })

  test('occupation is ignored when q is supplied', async () => {
    expect(await search('q=teacher&occupation=nurse')).toEqual(await search('q=teacher'))
    expect(await search('occupation=nurse')).not.toEqual(await search(''))
  })

  test('oldest is newest reversed, and newest sorts by the date of joining', async () => {
    const newest = await search('')
    expect(await search('sort_by=oldest')).toEqual(newest.toReversed())
    const dates = await Promise.all(
      newest.slice(0, 40).map(async (lender) => text((await detail(lender))['member_since'])),
    )
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(await everyPage(sandbox, '/v1/lenders/newest.json', 'lenders')).toEqual(newest)
  })
})

describe('teams search', () => {
  const search = (query: string) => everyPage(sandbox, `/v1/teams/search.json?${query}`, 'teams')

  test('filters by category, membership and words, and query_relevance puts names first', async () => {
    const local = await search('category=Local+Area&membership_type=open')
    expect(local.length).toBeGreaterThan(0)
    for (const team of local) expect(team).toMatchObject({ category: 'Local Area', membership_type: 'open' })
    for (const team of await search('q=river')) expect(JSON.stringify(team)).toMatch(/river/i)
    const best = (await search('q=river&sort_by=query_relevance')).map(({ name }) =>
      /river/i.test(text(name)),
    )
    expect(best).toEqual(best.toSorted((a, b) => Number(b) - Number(a)))
    expect(best).toContain(true)
  })
})

describe('journal entries search', () => {
  const search = (query: string) =>
    everyPage(sandbox, `/v1/journal_entries/search.json?${query}`, 'journal_entries')

  test('q finds words of the subject and the text', async () => {
    const found = await search('q=harvest')
    const wanted = (await search('')).filter((entry) =>
      /harvest/i.test(text(entry['subject']) + text(entry['body'])),
    )
    expect(ids(found)).toEqual(ids(wanted))
    expect(found.length).toBeGreaterThan(5)
  })

  test('filters by partner id or name', async () => {
    const [partner] = (await list(sandbox, '/v1/partners.json', 'partners')).filter(({ id }) => id === 101)
    const byId = await search('partner=101')
    expect(byId.length).toBeGreaterThan(5)
    expect(await search(`partner=${encodeURIComponent(text(partner?.['name']))}`)).toEqual(byId)
  })
})

test.each([
  ['/v1/lenders/robin1001/loans.json', 'posted_date', 'loans'],
  ['/v1/teams/201/loans.json', 'posted_date', 'loans'],
  ['/v1/teams/201/lenders.json', 'team_join_date', 'lenders'],
])('%s is newest first by default, and reversed with sort_by=oldest', async (path, key, wrapper) => {
  const newest = (await everyPage(sandbox, path, wrapper)).map((record) => text(record[key]))
  const oldest = (await everyPage(sandbox, `${path}?sort_by=oldest`, wrapper)).map((record) =>
    text(record[key]),
  )
  expect(newest.length).toBeGreaterThan(20)
  expect(newest).toEqual(newest.toSorted().reverse())
  expect(oldest).toEqual(newest.toSorted())
})
