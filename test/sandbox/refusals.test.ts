import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/sandbox/http/refusal.ts'
import { ask, askJson, list, openSandbox } from './open.ts'

const sandbox = openSandbox()

test.each([
  ['/v1/loans/99.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/loans/99,100.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/loans/99/lenders.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/loans/99/updates.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/lenders/nobody.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/lenders/nobody1001/loans.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/lenders/anonymous1016.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/teams/1.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/teams/using_shortname/none.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/journal_entries/1/comments.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/methods/GET*%7Cnothing.json', 404, 'org.kiva.InvalidIdentifier'],
  ['/v1/nothing.json', 404, 'org.kiva.NotFound'],
  ['/v1/loans.json', 404, 'org.kiva.NotFound'],
  ['/v1/.json', 404, 'org.kiva.NotFound'],
  ['/v1/loans//lenders.json', 404, 'org.kiva.NotFound'],
  ['/v1/loans/2100001/updates/2.json', 404, 'org.kiva.NotFound'],
  ['/v1/loans/x.json', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/1.5.json', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/%FF.json', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?status=lost', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?status=funded,lost', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?region=xx', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?sort_by=luck', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?partner=one', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?page=0', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?page=-1', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/search.json?page=two', 400, 'org.kiva.InvalidParameter'],
  ['/v1/loans/newest.json?per_page=none', 400, 'org.kiva.InvalidParameter'],
  ['/v1/teams/search.json?category=Tea', 400, 'org.kiva.InvalidParameter'],
  ['/v1/journal_entries/search.json?media=audio', 400, 'org.kiva.InvalidParameter'],
  ['/v1/my/account.json', 401, 'org.kiva.InvalidCredentials'],
])('%s is rejected with %d %s', async (path, status, code) => {
  const reply = await ask(sandbox, path)
  const { code: said, message, ...rest } = JSON.parse(reply.text)
  expect([reply.status, said]).toEqual([status, code])
  expect(message).toMatch(/\w{3}/)
  expect(rest).toEqual({})
})

test('an error names what was not found', async () => {
  const messageOf = async (path: string) => JSON.parse((await ask(sandbox, path)).text).message
  expect(await messageOf('/v1/loans/98,99.json')).toBe('loans 98, 99 not found')
  expect(await messageOf('/v1/nothing.json')).toBe('/v1/nothing.json not found')
})

test('an error is written in the requested format, and as XML for rss', async () => {
  const xml = await ask(sandbox, '/v1/loans/99.xml')
  expect(xml.headers['content-type']).toMatch(/^application\/xml/)
  expect(new XMLParser().parse(xml.text).response).toEqual({
    code: 'org.kiva.InvalidIdentifier',
    message: 'loan 99 not found',
  })
  const html = await ask(sandbox, '/v1/loans/search?status=<b>')
  expect(html.headers['content-type']).toMatch(/^text\/html/)
  expect(html.text).toContain('&lt;b&gt;')
  expect((await ask(sandbox, '/v1/loans/99/updates.rss')).headers['content-type']).toMatch(
    /^application\/xml/,
  )
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed on an endpoint', async (method) => {
  const { status, headers } = await ask(sandbox, '/v1/loans/newest.json', method)
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
  expect((await ask(sandbox, '/v1/nothing.json', method)).status).toBe(404)
})

test('unknown ids are skipped, and a repeated id gives one record', async () => {
  const loans = await list(sandbox, '/v1/loans/2100003,99,2100001,2100003.json', 'loans')
  expect(loans.map(({ id }) => id)).toEqual([2100003, 2100001])
})

test('a list of ids has a maximum length: 50 loans, 20 teams', async () => {
  const loans = (count: number) => Array.from({ length: count }, (_, nth) => 2100001 + nth).join()
  expect((await list(sandbox, `/v1/loans/${loans(50)}.json`, 'loans')).length).toBe(50)
  expect((await ask(sandbox, `/v1/loans/${loans(51)}.json`)).status).toBe(400)
  const teams = Array.from({ length: 21 }, (_, nth) => 201 + nth).join()
  expect((await ask(sandbox, `/v1/teams/${teams}.json`)).status).toBe(400)
})

test('a literal segment takes precedence over an id, and each segment is decoded on its own', async () => {
  expect((await askJson(sandbox, '/v1/loans/newest.json'))['paging']).toBeDefined()
  expect((await ask(sandbox, '/v1/loans/2100001%2C2100002.json')).status).toBe(200)
  expect((await ask(sandbox, '/v1/lenders/ROBIN1001.json')).status).toBe(200)
  expect((await ask(sandbox, '/v1/lenders/a%2Fb.json')).status).toBe(404)
})

test('unknown parameters and empty values are ignored', async () => {
  const plain = await askJson(sandbox, '/v1/loans/search.json')
  expect(await askJson(sandbox, '/v1/loans/search.json?appid=x&colour=blue&status=&page=')).toEqual(plain)
  expect(await askJson(sandbox, '/v1/loans/search.json?app_id=org.example')).toEqual(plain)
})

test.each([
  `/v1/${'x'.repeat(5000)}.json`,
  `/v1/loans/search.json?status=${'x'.repeat(5000)}`,
  `/v1/loans/search.json?page=${'x'.repeat(5000)}`,
  `/v1/loans/newest.json?per_page=${'x'.repeat(5000)}`,
  `/v1/loans/${'9'.repeat(5000)}.json`,
  `/v1/loans/${Array.from({ length: 50 }, (_, nth) => 9_000_000_000 + nth).join()}.json`,
  `/v1/lenders/${'x'.repeat(5000)}.json`,
  `/v1/loans/%FF${'x'.repeat(5000)}.json`,
  `/${'x'.repeat(5000)}`,
])('an error message repeats only the beginning of long input: %.40s', async (path) => {
  const { status, text } = await ask(sandbox, path)
  expect(status).toBeGreaterThanOrEqual(400)
  const said = path.endsWith('.json') || path.includes('.json?') ? JSON.parse(text).message : text
  expect(
    Math.max(...(said.match(/[x9,\s]+|\d+/g) ?? ['']).map((run: string) => run.length)),
  ).toBeLessThanOrEqual(110)
  if (path.includes('.json')) expect(said.length).toBeLessThan(400)
})

test('a feed does not repeat the query of the request', async () => {
  const path = '/v1/loans/2100050/updates.rss'
  const plain = await ask(sandbox, path)
  expect((await ask(sandbox, `${path}?x=${'x'.repeat(5000)}`)).text).toBe(plain.text)
})

test('a private reply has cache-control: no-store', async () => {
  const account = { id: 7, first_name: 'Robin', last_name: 'Thistle', is_public: true, is_developer: false }
  const guarded = openSandbox({ authorize: async () => ({ account }) })
  for (const format of ['json', 'xml', 'html']) {
    const { status, headers } = await ask(guarded, `/v1/my/account.${format}`)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  }
})

test('a method is found by the documented id and by the id of the live API', async () => {
  const documented = await list(sandbox, '/v1/methods/GET*loans%7Csearch.json', 'methods')
  expect(documented).toEqual(await list(sandbox, '/v1/methods/GET*%7Cloans%7Csearch.json', 'methods'))
  const both = '/v1/methods/GET*loans%7Csearch,GET*%7Cloans%7Csearch.json'
  expect(await list(sandbox, both, 'methods')).toEqual(documented)
})

test('HEAD has the status and content type of GET', async () => {
  const { status, headers } = await ask(sandbox, '/v1/loans/newest.json', 'HEAD')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
})

describe('requests outside the data endpoints', () => {
  test('other paths go to additional routes, and are otherwise not found', async () => {
    const other = openSandbox({
      routes: [
        { path: '/oauth/authorize', answer: () => ({ status: 200, headers: {}, body: new Uint8Array() }) },
      ],
    })
    expect((await ask(other, '/oauth/authorize')).status).toBe(200)
    expect((await ask(other, '/oauth')).status).toBe(404)
    expect((await ask(sandbox, '/v1x/loans/newest.json')).status).toBe(404)
  })

  test('an endpoint with login calls authorize and returns its error', async () => {
    const account = { id: 7, first_name: 'Robin', last_name: 'Thistle', is_public: true, is_developer: false }
    const guarded = openSandbox({
      authorize: async ({ headers }) => {
        if (headers['authorization']) return { account }
        throw new Refusal(401, 'oauth.parameter_absent', 'unsigned', { 'www-authenticate': 'OAuth' })
      },
    })
    const url = 'https://sandbox.test/v1/my/account.json'
    const allowed = await guarded.handle({ method: 'GET', url, headers: { authorization: 'OAuth x' } })
    expect(JSON.parse(new TextDecoder().decode(allowed.body))).toEqual({ user_account: account })
    const refused = await ask(guarded, '/v1/my/account.json')
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'OAuth'])
  })

  test('an invalid URL is a bad request', async () => {
    expect((await sandbox.handle({ method: 'GET', url: 'https://[/v1', headers: {} })).status).toBe(400)
  })
})
