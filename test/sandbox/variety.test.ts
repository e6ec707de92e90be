/** What a made-up marketplace must contain so that an application can be tried on it. */
import { describe, expect, test } from 'vitest'
import { askJson, everyPage, list, now, openSandbox, text } from './open.ts'

const sandbox = openSandbox({ loans: 2000 })
const hour = 3_600_000

describe('lending actions', () => {
  const midnight = now - (now % (24 * hour))
  test.each([0, 1, 9, 15, 23.99])('are minutes old at hour %d of the day', async (hours) => {
    const moment = midnight + hours * hour
    const at = openSandbox({ loans: 2000, now: () => moment })
    const actions = await list(at, '/v1/lending_actions/recent.json', 'lending_actions')
    const ages = actions.map(({ date }) => (moment - Date.parse(text(date))) / 60_000)
    expect(ages.length).toBe(100)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(ages[0]).toBeLessThan(10)
    expect(ages[9]).toBeLessThan(60)
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    for (const { date, loan } of actions) {
      const { posted_date, planned_expiration_date } = loan as Record<string, string>
      expect(Date.parse(text(date))).toBeGreaterThanOrEqual(Date.parse(posted_date ?? ''))
      expect(Date.parse(text(date))).toBeLessThanOrEqual(Date.parse(planned_expiration_date ?? ''))
    }
  })

  test('are recent in a small marketplace too, and in one that has been open for hours', async () => {
    let moment = now
    const small = openSandbox({ loans: 40, now: () => moment })
    for (const later of [0, 5 * hour]) {
      moment = now + later
      const [first] = await list(small, '/v1/lending_actions/recent.json', 'lending_actions')
      expect((moment - Date.parse(text(first?.['date']))) / 60_000).toBeLessThan(120)
    }
  })

  test('the time of day changes no other records', async () => {
    const later = openSandbox({ loans: 2000, now: () => now + 5 * hour })
    for (const path of ['/v1/loans/newest.json', '/v1/teams/search.json', '/v1/partners.json'])
      expect(await askJson(later, path)).toEqual(await askJson(sandbox, path))
  })
})

test('partners fill more than one page, and have unique names', async () => {
  const { paging } = (await askJson(sandbox, '/v1/partners.json')) as { paging: Record<string, number> }
  expect(paging).toMatchObject({ page_size: 200, pages: 2 })
  const partners = await everyPage(sandbox, '/v1/partners.json', 'partners')
  expect(partners.length).toBe(paging['total'])
  expect(new Set(partners.map(({ name }) => name)).size).toBe(partners.length)
  for (const { name } of partners) expect(text(name)).toMatch(/^\p{L}.* \p{L}+$/u)
})

test('a partner on the second page has loans', async () => {
  const partners = await list(sandbox, '/v1/partners.json?page=2', 'partners')
  const posting = partners.find(({ loans_posted }) => Number(loans_posted) > 0)
  const loans = await list(sandbox, `/v1/loans/search.json?partner=${posting?.['id']}`, 'loans')
  expect(loans.length).toBeGreaterThan(0)
  for (const loan of loans) expect(loan['partner_id']).toBe(posting?.['id'])
})

test.each([10, 2000])('among %d loans an entry has a video without an image', async (loans) => {
  const at = openSandbox({ loans })
  const films = await everyPage(at, '/v1/journal_entries/search.json?media=video', 'journal_entries')
  expect(films.some(({ image }) => image === undefined)).toBe(true)
  const pictures = await everyPage(at, '/v1/journal_entries/search.json?media=image', 'journal_entries')
  expect(pictures.every(({ image }) => image !== undefined)).toBe(true)
})

test('team names are unique, and few on a page start with the same word', async () => {
  const teams = await everyPage(openSandbox({ loans: 20_000 }), '/v1/teams/search.json', 'teams')
  expect(teams.length).toBe(500)
  for (const key of ['name', 'shortname'] as const)
    expect(new Set(teams.map((team) => text(team[key]).toLowerCase())).size).toBe(teams.length)
  for (const page of [teams.slice(0, 20), teams.slice(-20)]) {
    const firsts = page.map(({ name }) => text(name).split(' ')[0])
    for (const first of firsts)
      expect(firsts.filter((other) => other === first).length).toBeLessThanOrEqual(5)
  }
})
