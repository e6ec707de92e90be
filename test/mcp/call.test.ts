/** Calls of every tool, and their arguments. */
import { describe, expect, test } from 'vitest'
import { isLimited, pathNames } from '../../src/api/endpoint.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { run } from '../harness.ts'
import { endpoints } from '../support/endpoints.ts'
import { callOf, callOnce, eras, linesOf, session } from './session.ts'

const rows = endpoints
  .filter(({ endpoint }) => !endpoint.auth)
  .map(({ name, words, endpoint, first }) => ({
    name: name.replace(' ', '_').replaceAll('-', '_'),
    words,
    endpoint,
    // The arguments of the example that stand in the path.
    ids: first.slice(0, pathNames(endpoint).length),
  }))

describe.each(rows)('$name', ({ name, words, endpoint, ids }) => {
  const given = Object.fromEntries(pathNames(endpoint).map((param, at) => [param, ids[at] ?? '']))

  test('has the records of -o json', async () => {
    const limit = isLimited(endpoint) ? ['--limit', '10'] : []
    const { stdout } = await run(['--sandbox', ...words, ...ids, '-o', 'json', ...limit])
    // Line ends are written alike, as on a terminal.
    const printed: Json = JSON.parse(stdout.replaceAll('\\r\\n', '\\n'))
    const { records, left_out, requests, from } = await callOnce(name, { ...given, fields: ['*'] })
    expect(records).toEqual(Array.isArray(printed) ? printed : [printed])
    expect([left_out, requests, from]).toEqual([[], 1, 'sandbox (made-up data)'])
  })

  test('names the fields that it leaves out', async () => {
    const { records, left_out } = await callOnce(name, given)
    expect(Object.keys((records as readonly JsonObject[])[0] ?? {})).not.toEqual([])
    if ((left_out as readonly Json[]).length === 0) return
    const more = await callOnce(name, { ...given, fields: left_out as readonly Json[] })
    expect(more['left_out']).not.toEqual(left_out)
  })
})

test('my_account needs a login', async () => {
  expect(await callOnce('my_account')).toMatchObject({
    kind: 'auth',
    hint: 'Log in with kiva --sandbox login.',
  })
})

test('ten loans have the columns of the table', async () => {
  const answer = await callOnce('loans_search', { country_code: 'ke' })
  const [first] = answer['records'] as readonly JsonObject[]
  expect(Object.keys(first ?? {})).toEqual([
    ...['id', 'name', 'location', 'sector', 'use', 'loan_amount', 'funded_amount'],
    ...['planned_expiration_date', 'status'],
  ])
  expect(first?.['location']).toEqual({ country: 'Kenya' })
  expect(JSON.stringify(answer).length).toBeLessThan(3_200)
})

test('stories and schedules come when they are named', async () => {
  const usual = JSON.stringify(await callOnce('loans_show', { ids: [2100001] }))
  expect(usual).not.toContain('"texts"')
  const named = { ids: [2100001], fields: ['id', 'description', 'terms.scheduled_payments'] }
  const [loan] = (await callOnce('loans_show', named))['records'] as readonly JsonObject[]
  expect(Object.keys(loan ?? {})).toEqual(['id', 'description', 'terms'])
  const story = { ids: [2100001], fields: 'description', lang: 'en' }
  const { records } = await callOnce('loans_show', story)
  expect(records).toEqual([{ description: { languages: ['en'], texts: { en: expect.any(String) } } }])
})

test.each([10, 20, 30, 7])('pages of %i records follow each other', async (limit) => {
  const pages = [1, 2, 3].map((page) => callOf('loans_newest', { limit, page, fields: 'id' }))
  const { replies } = await session(eras[0], pages)
  const answers = replies.map(({ result }) => (result as JsonObject)['structuredContent'] as JsonObject)
  const ids = answers.flatMap(({ records }) => records as readonly JsonObject[]).map(({ id }) => id)
  const { stdout } = await run(['--sandbox', 'loans', 'newest', '--limit', String(3 * limit), '-o', 'json'])
  expect(ids).toEqual(JSON.parse(stdout).map(({ id }: JsonObject) => id))
  expect(answers.map(({ next_page }) => next_page)).toEqual([2, 3, 4])
})

test('@NAME is a shortlist, and no arguments at all are none', async () => {
  const state = new Map([['shortlists/spring.txt', '2100003 # late\n2100001\n']])
  const given = { ids: ['@spring', 2100002], fields: ['id'] }
  expect((await callOnce('loans_show', given, { state }))['records']).toEqual(
    expect.arrayContaining([{ id: 2100001 }, { id: 2100002 }, { id: 2100003 }]),
  )
  const { replies } = await session(eras[0], [callOf('releases_current', null), callOf('releases_current')])
  const [none, missing] = replies.map(({ result }) => (result as JsonObject)['structuredContent'])
  expect(none).toEqual(missing)
  expect(none).toMatchObject({ records: [{ id: expect.any(String) }] })
})

test('the last page has no next one', async () => {
  const { total } = await callOnce('loans_newest')
  const page = Math.ceil(Number(total) / 100)
  expect(await callOnce('loans_newest', { limit: 100, page, fields: 'id' })).toMatchObject({
    next_page: null,
  })
  const beyond = await callOnce('loans_newest', { limit: 100, page: page + 3, fields: 'id' })
  expect(beyond).toMatchObject({ records: [], next_page: null, total })
})

test('ids that were not found are named beside the others', async () => {
  const answer = await callOnce('loans_show', { ids: [2100001, 999], fields: ['id'] })
  expect(answer).toMatchObject({ records: [{ id: 2100001 }], missing: [999] })
  expect(await callOnce('loans_show', { ids: 999 })).toMatchObject({
    kind: 'refused',
    message: 'loan 999 not found',
  })
})

describe('arguments are values, never words of a command line', () => {
  test.each<[Json, object]>([
    [
      { lender_ids: ['robin1001', '--out=pwn'] },
      { records: [{ lender_id: 'robin1001' }], missing: ['--out=pwn'] },
    ],
    [{ lender_ids: ['-'] }, { kind: 'usage', message: 'invalid value "-" for lender_ids' }],
    [{ lender_ids: ['robin1001', ' - '] }, { kind: 'usage', message: 'invalid value "-" for lender_ids' }],
    [{ lender_ids: 'robin1001,-' }, { kind: 'usage', message: 'invalid value "-" for lender_ids' }],
    [{ lender_ids: 'robin1001,--help' }, { missing: ['--help'] }],
    [{ lender_ids: ['nobody', '@me'] }, { records: [{ lender_id: 'robin1001' }], missing: ['nobody'] }],
    [{ lender_ids: ['@spring'] }, { kind: 'usage', message: 'unknown shortlist "spring"' }],
    [{ lender_ids: ['..'] }, { kind: 'usage', message: 'invalid id ".." for lender_ids' }],
    [{ lender_ids: ['a/b'] }, { kind: 'usage' }],
    [{ lender_ids: [] }, { kind: 'usage', message: 'missing value for lender_ids' }],
    [{ lender_ids: [{}] }, { kind: 'usage', message: expect.stringContaining('not an object') }],
    [{}, { kind: 'usage', message: 'missing required parameter "lender_ids"' }],
    [
      { lender_ids: ['robin1001'], out: 'pwn' },
      { kind: 'usage', message: 'unknown parameter "out"' },
    ],
    [[], { kind: 'usage', message: 'the values are not a JSON object' }],
    [{ lender_ids: ['robin1001'], fields: ['__proto__'] }, { message: 'unknown field "__proto__"' }],
    [{ lender_ids: ['robin1001'], fields: ['nam'] }, { hint: 'Did you mean name?' }],
    [{ lender_ids: ['robin1001'], limit: 3 }, { message: 'unknown parameter "limit"' }],
  ])('%j', async (given, expected) => {
    const answer = await callOnce('lenders_show', given)
    expect(answer).toMatchObject(expected)
    expect(answer['hint']).not.toBe('')
  })

  test('a key __proto__ is an unknown parameter', async () => {
    const given = JSON.parse('{"__proto__": {"status": "funded"}}')
    expect(await callOnce('loans_search', given)).toMatchObject({ message: 'unknown parameter "__proto__"' })
  })

  test.each([
    [{ status: 'open' }, 'Allowed values: fundraising'],
    [{ status: ['fundrasing'] }, 'Did you mean "fundraising"?'],
    [{ country_code: 'Kenia' }, 'Kenya is KE'],
    [{ limit: 101 }, undefined],
    [{ limit: 0 }, undefined],
    [{ page: 'x' }, undefined],
  ])('%j is refused with a hint', async (given, hint) => {
    const error = await callOnce('loans_search', given)
    expect(error).toMatchObject({
      kind: 'usage',
      exit_code: 2,
      message: expect.stringContaining('invalid value'),
    })
    if (hint) expect(error['hint']).toContain(hint)
  })

  test('a country may be named', async () => {
    const named = await callOnce('loans_search', { country_code: ['Kenya', 'UG'], fields: 'id' })
    const coded = await callOnce('loans_search', { country_code: ['KE', 'UG'], fields: 'id' })
    expect(named).toEqual(coded)
    const both = await run(['mcp'], {
      stdin: linesOf(eras[1], [
        callOf('loans_search', { country_code: ['South Sudan', 'xq'] }),
        callOf('loans_search', { country_code: 'south sudan', count: true }),
      ]),
    })
    expect(both.requests.map(({ url }) => new URL(url).searchParams.get('country_code'))).toEqual([
      'SS,QS,XQ',
      'SS,QS',
    ])
  })
})
