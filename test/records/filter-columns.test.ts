/** Columns that filters know and tables do not show: region, partner, gender, and fields that are true or false. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countryNames } from '../../src/api/country-names.ts'
import { codesOfRegions, regionNames, regionOf } from '../../src/api/country-regions.ts'
import { knownValues } from '../../src/api/gaps.ts'
import { recordTypes } from '../../src/api/records/record-types.ts'
import type { Send } from '../../src/core/http.ts'
import { narrows } from '../../src/explore/rows/filter-within.ts'
import { columnNamed } from '../../src/output/table/column-named.ts'
import { Cells } from '../../src/records/filter.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { parseFilter } from '../../src/records/row-filter.ts'
import { countries } from '../../src/sandbox/marketplace/data/countries.ts'
import { jsonReply, run } from '../harness.ts'

const loans = [
  {
    id: 1,
    status: 'paid',
    name: 'Ana',
    partner_id: 150,
    delinquent: false,
    location: { country_code: 'KE' },
  },
  { id: 2, status: 'paid', name: 'Asia', partner_id: 15, delinquent: true, location: { country_code: 'PE' } },
  { id: 3, status: 'paid', name: 'Bo', location: { country_code: 'US' } },
  { id: 4, status: 'paid', name: 'Cy', partner_id: 150, delinquent: true, location: { country_code: 'IN' } },
  { id: 5, status: 'paid', name: 'Di', location: { country_code: 'ZQ' } },
  { id: 6, status: 'paid', name: 'Ed', delinquent: false },
]
const genders = ['F', 'M', 'FM', 'MFF', 'M', '']
const details = loans.map((loan, at) => ({
  ...loan,
  borrowers: [...(genders[at] ?? '')].map((gender) => ({ first_name: 'A', gender })),
}))

const service: Send = async ({ url }) => {
  if (!url.includes('/search')) return jsonReply({ loans: details })
  return jsonReply({ paging: { page: 1, total: loans.length, page_size: 20, pages: 1 }, loans })
}
const search = (...words: readonly string[]) =>
  run(['loans', 'search', '-o', 'ids', ...words], { send: service })
const found = async (text: string, ...words: readonly string[]) => {
  const { stdout } = await search('--filter', text, ...words)
  return stdout.split('\n').filter(Boolean).map(Number)
}

test.each<readonly [string, readonly number[]]>([
  ['region:africa', [1]],
  ['region:AFRICA,asia', [1, 4]],
  ['region:america', [2, 3]],
  ['region:"south america"', [2]],
  ['region:south_am', [2]],
  ['region=asia', [4]],
  ['region=as', [4]],
  ['region:na', [3]],
  // Asia and Africa begin with it, America does.
  ['region:a', [1, 2, 3, 4]],
  // No word begins with it.
  ['region:frica', []],
  ['region=""', [5, 6]],
  // A code of a country is no code of a region.
  ['region:ke', []],
  ['country_code:ke', [1]],
  ['country-code=PE,us', [2, 3]],
  ['country_code:e', []],
  ['-location.country_code:zq', [1, 2, 3, 4, 6]],
  ['-region:america', [1, 4, 5, 6]],
  ['partner:150', [1, 4]],
  ['partner:15', [2]],
  ['partner:<100', [2]],
  ['partner_id:15..150', [1, 2, 4]],
  ['delinquent:true', [2, 4]],
  ['delinquent:yes', [2, 4]],
  ['delinquent=false', [1, 6]],
  ['delinquent:no', [1, 6]],
  ['delinquent=""', [3, 5]],
  // Words search the columns of the table alone.
  ['asia', [2]],
  ['africa', []],
  ['150', []],
  ['true', []],
])('%s', async (text, ids) => {
  expect(await found(text)).toEqual(ids)
})

describe('gender is that of most borrowers', () => {
  test.each<readonly [string, readonly number[]]>([
    ['gender:female', [1, 4]],
    ['gender:male', [2, 5]],
    ['gender=male', [2, 5]],
    ['gender:mixed', [3]],
    ['gender:f,mixed', [1, 3, 4]],
    ['gender=""', [6]],
  ])('%s', async (text, ids) => {
    expect(await found(text, '--with', 'people')).toEqual(ids)
    const { stdout } = await run(['loans', 'show', '1,2,3,4,5,6', '-o', 'ids', '--filter', text], {
      send: service,
    })
    expect(stdout.split('\n').filter(Boolean).map(Number)).toEqual(ids)
  })

  test('which lists do not have', async () => {
    const { code, stderr, requests } = await search('--filter', 'gender:female')
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain('It is a column of --with people. ')
  })
})

test('a name of a partner is a column of derived fields, and the id stays a column of its own', async () => {
  const send: Send = async (request, signal) =>
    request.url.includes('/partners')
      ? jsonReply({ paging: { page: 1, total: 1, pages: 1 }, partners: [{ id: 150, name: 'Umoja Trust' }] })
      : service(request, signal)
  const words = ['loans', 'search', '-o', 'ids', '--with', 'partner', '--filter']
  for (const text of ['partner:umoja', 'partner_id:150'])
    expect((await run([...words, text], { send })).stdout).toBe('1\n4\n')
})

describe('the rows of explore', async () => {
  const columns = await filterColumnsOf(recordTypes.loan_listing)

  test('forget a cell that has become empty', () => {
    const cells = new Cells(columns, () => 0)
    const at = columnNamed('region', columns)
    for (const loan of [loans[0], loans[5]]) cells.set(0, loan ?? {})
    cells.set(1, loans[3] ?? {})
    expect([cells.cell(0, at), cells.cell(1, at)]).toEqual(['', 'asia'])
  })

  test.each([
    ['region:asia', 'region:as', true],
    ['region=asia', 'region:as', true],
    ['region:asia', 'region=asia', false],
    ['region:south', 'region:out', false],
    ['region:asia', 'asia', false],
    // No region has it, so it has no other names.
    ['region:atlantis', 'atlantis', false],
    ['country:asia', 'asia', true],
    ['-region:a', '-region:as', true],
  ])('%s is a part of %s: %s', (filter, former, isPart) => {
    expect(narrows(parseFilter(filter, columns), parseFilter(former, columns))).toBe(isPart)
  })
})

test('partners have regions too', async () => {
  const partners = [
    { id: 1, countries: [{ region: 'Africa' }, { region: 'Asia' }] },
    { id: 2, countries: [{ region: 'South America' }] },
  ]
  const send: Send = async () => jsonReply({ paging: { page: 1, total: 2, pages: 1 }, partners })
  const list = async (text: string) =>
    (await run(['partners', 'list', '-o', 'ids', '--filter', text], { send })).stdout
  expect([await list('region:asia'), await list('region:america'), await list('region:sa')]).toEqual([
    '1\n',
    '2\n',
    '2\n',
  ])
})

test('a column of the table wins over a hidden one', async () => {
  const methods = [
    { id: 'GET*|my|account', oauth: true },
    { id: 'GET*|loans|newest', oauth: false },
    { id: 'GET*|loans|needed' },
  ]
  const list = async (text: string) => {
    const words = ['methods', 'list', '-o', 'ids', '--filter', text]
    const { code, stdout } = await run(words, { send: async () => jsonReply({ methods }) })
    return [code, stdout]
  }
  const [account, newest, needed] = methods.map(({ id }) => `${id}\n`)
  // A hidden column would have the value alone, and be no part of the text.
  for (const text of ['oauth:needed', 'login=needed', 'oauth:true', 'needed account'])
    expect([text, await list(text)]).toEqual([text, [0, account]])
  expect(await list('oauth:false')).toEqual([0, newest])
  expect(await list('-oauth:needed')).toEqual([0, `${newest}${needed}`])
})

test('every country that kiva knows to have loans has a region, and the sandbox has the same', () => {
  expect(knownValues.country_code.filter((code) => regionOf(code) === undefined)).toEqual([])
  expect(countries.map(({ code }) => regionOf(code))).toEqual(
    countries.map(({ region }) => regionNames[region]),
  )
  const codes = codesOfRegions(() => true)
  expect(codes.filter((code) => countryNames[code] === undefined)).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
})

const recording = new URL('../../../shared/recorded/partners-list.2009.json', import.meta.url)

test.runIf(existsSync(recording))('recorded partners have the same regions', () => {
  const { partners } = JSON.parse(readFileSync(recording, 'utf8'))
  const recorded: { iso_code?: string | null; region: string }[] = partners.flatMap(
    ({ countries }: { countries: object[] }) => countries,
  )
  const known = recorded.filter(({ iso_code }) => (iso_code ?? null) !== null)
  expect(known.length).toBeGreaterThan(100)
  for (const { iso_code, region } of known) {
    // The region Oceania is newer than the recording.
    const now = iso_code === 'WS' ? 'Oceania' : region
    expect([iso_code, regionOf(iso_code ?? '')]).toEqual([iso_code, now])
  }
})
