/** `kiva portfolio suggest`: the search that takes its place, and the reason for each suggestion. */
import { describe, expect, test } from 'vitest'
import { at } from '../../src/api/records/field-values.ts'
import type { HttpRequest, Send } from '../../src/ports/http.ts'
import type { JsonObject } from '../../src/ports/json.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { pathOf } from './portfolio-service.ts'

const inCountry = (code: string, country: string): JsonObject => ({
  location: { country_code: code, country },
})
const kenya = inCountry('KE', 'Kenya')
const peru = inCountry('PE', 'Peru')
const jordan = inCountry('JO', 'Jordan')

const loan = (id: number, partner: number | null, where: JsonObject, sector = 'Food'): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  sector,
  partner_id: partner,
  posted_date: '2026-10-01T00:00:00Z',
  ...where,
})

const mine = [loan(1, 10, kenya), loan(2, 10, kenya), loan(3, 20, peru)]
const fundraising = [
  loan(2, 10, kenya),
  loan(4, 10, kenya),
  loan(5, 11, kenya),
  loan(6, 20, peru, 'Arts'),
  loan(7, 20, peru),
  loan(8, 30, jordan),
  loan(9, 31, jordan),
]

const urlOf = ({ url }: HttpRequest) => new URL(url)

const send: Send = async (request) => {
  const lists: Readonly<Record<string, readonly [key: string, records: readonly JsonObject[]]>> = {
    '/loans/search': ['loans', fundraising],
    '/lenders/robin/loans': ['loans', mine],
    '/partners': ['partners', [10, 11, 20, 30, 31].map((id) => ({ id, name: `Trust ${id}` }))],
  }
  const [key, records] = lists[pathOf(request).replace(/\?.*/, '')] ?? []
  if (key === undefined || !records)
    return jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'There is no such lender' }, 404)
  return jsonReply({
    paging: { page: 1, total: records.length, page_size: 20, pages: 1 },
    [key]: [...records],
  })
}

const suggest = (words: readonly string[] = [], options: RunOptions = {}) =>
  run(['portfolio', 'suggest', ...words], { send, ...options })
const idsOf = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: number }) => id)

test('the rarest country, partner and sector first; one per country and partner', async () => {
  const { code, stdout, stderr, requests } = await suggest(['robin'])
  expect([code, idsOf(stdout)]).toEqual([0, [8, 6, 5]])
  expect(stderr).toBe('3 of 6 matching loans (7 in all)\n')
  expect(requests.map(pathOf).sort()).toEqual(['/lenders/robin/loans', '/loans/search', '/partners'])
  expect(
    requests.map(urlOf).filter(({ searchParams }) => searchParams.get('status') === 'fundraising'),
  ).toHaveLength(1)
})

test('prints the same as the search that -v prints', async () => {
  const suggested = await suggest(['robin', '-v', '--sector', 'Personal Use', '-o', 'json'])
  const [line = ''] = suggested.stderr.split('\n')
  expect(line).toBe(
    "* kiva loans search --status=fundraising --not-lent-by=robin --lender=robin --with=mine,partner --order=derived.mine.in_country,derived.mine.in_partner,derived.mine.in_sector --at-most=1:location.country_code --at-most=1:partner_id --limit=10 --sector='Personal Use' --output=json --verbose",
  )
  const words = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')).slice(2)
  const searched = await run(words, { send })
  expect(searched.stdout).toBe(suggested.stdout)
  expect(searched.requests.map(({ url }) => url)).toEqual(suggested.requests.map(({ url }) => url))
})

describe('options of loans search', () => {
  test.each([
    ['--limit', ['--limit', '1'], [8]],
    ['-L', ['-L', '2'], [8, 6]],
    ['--where', ['--where', '.sector == "Food"'], [8, 7, 5]],
    ['--not-lent-by, also another lender', ['--not-lent-by', 'robin'], [8, 6, 5]],
    ['--at-most, also another group', ['--at-most', '1:sector'], [8, 6]],
  ])('%s', async (_, words, ids) => {
    expect(idsOf((await suggest(['robin', ...words])).stdout)).toEqual(ids)
  })

  test('formats and fields', async () => {
    const { stdout } = await suggest(['robin', '--fields', 'id,derived.mine.in_country', '-o', 'csv'])
    expect(stdout).toBe('id,derived.mine.in_country\r\n8,0\r\n6,1\r\n5,2\r\n')
    expect((await suggest(['robin', '--jq', '.name', '-o', 'ndjson'])).stdout).toContain('"Loan 8"\n')
  })

  test.each([
    [['robin', '--page', '2'], 'unknown option --page'],
    [['robin', '--status', 'funded'], 'unknown option --status'],
    [['robin', '--lender', 'other'], 'unknown option --lender'],
    [['robin', '--limit', '0'], 'for --limit'],
    [['robin', 'other'], 'unexpected argument \\"other\\"'],
    [['https://www.kiva.org/lend/84'], 'for <lender>'],
  ])('%j is refused before any request', async (words, message) => {
    const { code, stdout, stderr, requests } = await suggest(words)
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr).toContain(message)
  })
})

test("the address of the lender's page", async () => {
  expect(idsOf((await suggest(['https://www.kiva.org/lender/robin'])).stdout)).toEqual([8, 6, 5])
})

test('an unknown lender: exit code 5', async () => {
  expect(await suggest(['nobody'])).toMatchObject({ code: 5, stdout: '' })
})

test('a table says why', async () => {
  const { stdout } = await suggest(['robin'], { terminal: 160, env: { NO_COLOR: '1', TERM: 'xterm' } })
  expect(stdout).toMatch(/ WHY +MY COUNTRY/)
  expect(stdout).toMatch(/Loan 8 .* first in Jordan, first with Trust 30 +0/)
  expect(stdout).toMatch(/Loan 6 .* first in Arts +1/)
  expect(stdout).toMatch(/Loan 5 .* first with Trust 11 +2/)
})

test('counts the loans that portfolio show counts', async () => {
  const words = ['robin1001', '--sandbox', '-o', 'json']
  const shown = JSON.parse((await run(['portfolio', 'show', ...words])).stdout)
  expect(shown.apart.expired).toBeGreaterThan(0)
  const { stdout } = await run(['loans', 'search', '--with=mine', '--lender', ...words, '--all'])
  const loans: readonly JsonObject[] = JSON.parse(stdout)
  expect(loans.length).toBeGreaterThan(1000)
  const countOf = (kind: 'country' | 'sector' | 'partner', key: unknown) =>
    shown.by[kind].find((group: JsonObject) => group['key'] === String(key))?.loans ?? 0
  for (const loan of loans) {
    const { in_country, in_sector, in_partner } = at(loan, 'derived.mine') as JsonObject
    expect([in_country, in_sector, in_partner], String(loan['id'])).toEqual([
      countOf('country', at(loan, 'location.country_code')),
      countOf('sector', loan['sector']),
      loan['partner_id'] === undefined ? null : countOf('partner', loan['partner_id']),
    ])
  }
  const expired = loans.filter((loan) => loan['status'] === 'expired' && at(loan, 'derived.mine.lent'))
  expect(expired).toHaveLength(shown.apart.expired)
})

test('a saved suggestion runs with more options, and is checked when it is saved', async () => {
  const state = new Map<string, string>()
  const save = (...words: readonly string[]) => run(['saved', 'add', ...words], { send, state })
  expect((await save('wide', '--', 'portfolio', 'suggest', 'robin')).code).toBe(0)
  expect((await save('wrong', '--', 'portfolio', 'suggest', 'robin', '--limit', '0')).code).toBe(2)
  const { code, stdout } = await run(['saved', 'run', 'wide', '--limit', '1'], { send, state })
  expect([code, idsOf(stdout)]).toEqual([0, [8]])
})
