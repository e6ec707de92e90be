import { expect, test } from 'vitest'
import { type Endpoint, paramsOf, typeOf } from '../../src/api/endpoint.ts'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { lenders } from '../../src/commands/resources/lenders.ts'
import { loans } from '../../src/commands/resources/loans.ts'
import { partners } from '../../src/commands/resources/partners.ts'
import { teams } from '../../src/commands/resources/teams.ts'
import type { Json } from '../../src/core/json.ts'
import { countFacet, type Facet, facetsOf } from '../../src/explore/rows/facets.ts'
import { Rows } from '../../src/explore/rows/rows.ts'
import { everyPage, openSandbox } from '../sandbox/open.ts'
import { loan, now, rowsOf, selected } from './helpers.ts'

const facetsAt = (endpoint: Endpoint) => facetsOf(typeOf(endpoint).kind, paramsOf(endpoint))
const named = (facets: readonly Facet[], name: string): Facet => {
  const found = facets.find((facet) => facet.name === name)
  if (!found) throw new Error(`no facet ${name}`)
  return found
}

test('lists the facets that fields hold or the endpoint asks for', () => {
  const names = (endpoint: Endpoint) =>
    facetsAt(endpoint).map(({ name, param }) => (param ? `${name} ${param.name}` : name))
  expect(names(loans.endpoints.search)).toEqual([
    'SECTOR sector',
    'COUNTRY country_code',
    'STATUS status',
    'REGION region',
    'GENDER gender',
    'ACTIVITY',
    'PARTNER partner',
  ])
  expect(names(loans.endpoints.newest)).toEqual(['SECTOR', 'COUNTRY', 'STATUS', 'ACTIVITY', 'PARTNER'])
  expect(names(lenders.endpoints.search)).toEqual(['COUNTRY country_code'])
  expect(names(teams.endpoints.search)).toEqual(['CATEGORY category', 'MEMBERSHIP membership_type'])
  expect(names(partners.endpoints.list)).toEqual(['COUNTRIES', 'STATUS', 'RATING'])
  expect(facetsOf(recordTypes.comment.kind, {})).toEqual([])
  expect(facetsOf(undefined, {})).toEqual([])
})

test('names the values that a param accepts', () => {
  const facets = facetsAt(loans.endpoints.search)
  expect(named(facets, 'REGION').param).toMatchObject({
    isList: true,
    values: expect.arrayContaining([{ value: 'me', label: 'Middle East' }]),
  })
  expect(named(facets, 'GENDER').param).toEqual({
    name: 'gender',
    isList: false,
    values: [
      { value: 'female', label: 'female' },
      { value: 'male', label: 'male' },
    ],
  })
  expect(named(facets, 'STATUS').param?.values).toContainEqual({
    value: 'in_repayment',
    label: 'in repayment',
  })
  expect(named(facets, 'COUNTRY').param?.values).toContainEqual({ value: 'KE', label: 'Kenya' })
})

const search = facetsAt(loans.endpoints.search)

test('counts the loaded loans, most first, then by name', () => {
  const rows = rowsOf([
    loan(1, { sector: 'Food', location: { country_code: 'KE', country: 'Kenya' } }),
    loan(2, { sector: 'Retail', location: { country_code: 'KE', country: 'Kenya' } }),
    loan(3, { sector: 'Food', location: { country: 'Utopia' } }),
    loan(4, { sector: 'Arts\x1b[2J', location: 5 }),
    5,
  ])
  const counts = (name: string) =>
    countFacet(rows, named(search, name))
      .values.filter(({ count }) => count > 0)
      .map(({ value, label, count }) => `${value} ${label} ${count}`)
  expect(counts('SECTOR')).toEqual(['Food Food 2', 'Arts\ufffd[2J Arts\ufffd[2J 1', 'Retail Retail 1'])
  expect(counts('COUNTRY')).toEqual(['KE Kenya 2', 'Utopia Utopia 1'])
  expect(counts('REGION')).toEqual([])
  const { values: sectors } = countFacet(rows, named(search, 'SECTOR'))
  expect(sectors.slice(3, 5)).toEqual([
    { value: 'Agriculture', label: 'Agriculture', count: 0 },
    { value: 'Arts', label: 'Arts', count: 0 },
  ])
})

test('counts what the facet selects, in real records', async () => {
  const records = await everyPage(openSandbox(), '/v1/loans/search.json', 'loans')
  const rows = rowsOf(records)
  for (const facet of search) {
    const { values: counts } = countFacet(rows, facet)
    expect(new Set(counts.map(({ value }) => value)).size).toBe(counts.length)
    for (const { value, count } of counts.filter((value) => value.count > 0))
      expect(selected(rows, { facets: new Map([[facet.name, new Set([value])]]) })).toHaveLength(count)
    // Direct loans have no partner.
    const owners = facet.name === 'PARTNER' ? records.filter((record) => record['partner_id']) : records
    if (facet.read) expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(owners.length)
  }
})

test('counts a partner under each of its countries', async () => {
  const records = await everyPage(openSandbox(), '/v1/partners.json', 'partners')
  const rows = new Rows(recordTypes.partner_listing, [], () => now)
  rows.append(records as readonly Json[])
  const facet = named(facetsAt(partners.endpoints.list), 'COUNTRIES')
  const { values: counts } = countFacet(rows, facet)
  const names = records.flatMap(({ countries }) => (countries as { name: string }[]).map(({ name }) => name))
  expect(Object.fromEntries(counts.map(({ label, count }) => [label, count]))).toEqual(
    Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length])),
  )
})

test('an update moves a row to its new value', () => {
  const rows = rowsOf([loan(1, { status: 'fundraising' })])
  const statuses = () => countFacet(rows, named(search, 'STATUS')).values[0]
  expect(statuses()).toEqual({ value: 'fundraising', label: 'fundraising', count: 1 })
  rows.update([{ id: 1, status: 'in_repayment' }])
  expect(statuses()).toEqual({ value: 'in_repayment', label: 'in repayment', count: 1 })
})

test('both names of a status are one value, which the service knows', () => {
  const rows = rowsOf(['defaulted', 'ended_with_loss', 'issue'].map((status, id) => loan(id, { status })))
  expect(countFacet(rows, named(search, 'STATUS')).values.filter(({ count }) => count > 0)).toEqual([
    { value: 'ended_with_loss', label: 'ended with loss', count: 2 },
    { value: 'issue', label: 'issue', count: 1 },
  ])
})
