import { createGunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Fields, records } from '../../src/api/records/fields.ts'
import type { FaultName } from '../../src/commands/actions/sandbox.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { hostileTexts } from '../../src/sandbox/hostile.ts'
import { createLimiter } from '../../src/sandbox/http/limiter.ts'
import { ask, askJson, list, now, openSandbox, origin, type Reply } from './open.ts'

const newest = '/v1/loans/newest.json'
const limits = ({ status, headers }: Reply) => [
  status,
  headers['x-ratelimit-overall-limit'],
  headers['x-ratelimit-overall-remaining'],
]

describe('rate limits', () => {
  test('60 requests a minute, or 500 with an app_id, then 403 until the next minute', async () => {
    let time = now
    const sandbox = openSandbox({ loans: 20, faults: ['rate-limit'], now: () => time })
    expect(limits(await ask(sandbox, newest))).toEqual([200, '60', '59'])
    for (let more = 0; more < 58; more++) await ask(sandbox, '/v1/releases/api/current.json')
    expect(limits(await ask(sandbox, newest))).toEqual([200, '60', '0'])
    const refused = await ask(sandbox, newest)
    expect(limits(refused)).toEqual([403, '60', '0'])
    expect(JSON.parse(refused.text)['code']).toBe('org.kiva.RateLimitExceeded')
    expect(limits(await ask(sandbox, `${newest}?app_id=org.example`))).toEqual([200, '500', '499'])
    time += 60_000
    expect(limits(await ask(sandbox, newest))).toEqual([200, '60', '59'])
  })

  test('searches have an additional limit', async () => {
    const sandbox = openSandbox({ loans: 20, rateLimit: true })
    const { headers } = await ask(sandbox, '/v1/loans/search.json')
    expect(headers['x-ratelimit-specific-limit']).toBe('30')
    expect(headers['x-ratelimit-specific-remaining']).toBe('29')
    expect((await ask(sandbox, newest)).headers).not.toHaveProperty('x-ratelimit-specific-limit')
  })

  test('without the fault the headers report limits that are never used up', () => {
    const limiter = createLimiter(false, () => now)
    for (let more = 0; more < 200; more++) limiter.count(undefined, true)
    expect(limiter.count(undefined, false)).toEqual({
      'x-ratelimit-overall-limit': '60',
      'x-ratelimit-overall-remaining': '60',
    })
  })
})

test('server-error: the first and some later requests get a proxy page, the same for each run', async () => {
  const run = async (seed: number) => {
    const sandbox = openSandbox({ loans: 20, seed, faults: ['server-error'] })
    const statuses: number[] = []
    for (let more = 0; more < 30; more++) statuses.push((await ask(sandbox, newest)).status)
    return statuses
  }
  const statuses = await run(1)
  expect(statuses[0]).toBeGreaterThanOrEqual(500)
  expect(statuses).toContain(200)
  expect(await run(1)).toEqual(statuses)
  expect(await run(2)).not.toEqual(statuses)
  const { headers, text } = await ask(openSandbox({ loans: 20, faults: ['server-error'] }), newest)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(text).toMatch(/<h1>50\d /)
})

test('maintenance: a data request gets a 503 with the code of maintenance', async () => {
  const sandbox = openSandbox({ loans: 20, faults: ['maintenance'] })
  const { status, text } = await ask(sandbox, newest)
  expect([status, JSON.parse(text)['code']]).toEqual([503, 'org.kiva.ServerMaintenance'])
})

test('slow: a reply is delayed by 3 seconds', async () => {
  const waits: number[] = []
  const sandbox = openSandbox({
    loans: 20,
    faults: ['slow'],
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  await ask(sandbox, newest)
  expect(waits).toEqual([3000])
})

test('cut: the first and some later bodies are cut off in the middle', async () => {
  const sandbox = openSandbox({ loans: 20, faults: ['cut'] })
  const replies: Reply[] = []
  for (let more = 0; more < 20; more++) replies.push(await ask(sandbox, newest))
  expect(replies[0]?.cutAfter).toBe(Math.floor((replies[0]?.text.length ?? 0) / 2))
  expect(replies.some(({ cutAfter }) => cutAfter === undefined)).toBe(true)
})

describe('faults in a single request', () => {
  const struck = async (fault: FaultName, path = newest) =>
    ask(openSandbox({ loans: 20, faults: [fault] }), path)

  test('redirect: redirects to another origin', async () => {
    const { status, headers, text } = await struck('redirect', `${newest}?page=2`)
    expect([status, headers['location'], text]).toEqual([
      302,
      'https://elsewhere.example/v1/loans/newest.json?page=2',
      '',
    ])
  })

  test('reset resets before the reply, and reset-body in the middle of the body', async () => {
    expect(await struck('reset')).toMatchObject({ reset: true, text: '' })
    expect(await struck('reset')).not.toHaveProperty('cutAfter')
    const { reset, cutAfter, text } = await struck('reset-body')
    expect([reset, cutAfter]).toEqual([true, Math.floor(text.length / 2)])
  })

  test('drip: sends chunks with pauses, 3 seconds in total', async () => {
    const { drip } = await struck('drip')
    expect((drip?.pieces ?? 0) * (drip?.pause ?? 0)).toBe(3000)
  })

  test('wrong-content-type: labels JSON as HTML, and HTML as JSON', async () => {
    expect((await struck('wrong-content-type')).headers['content-type']).toBe('text/html')
    const page = await struck('wrong-content-type', '/v1/loans/newest.html')
    expect(page.headers['content-type']).toBe('application/json')
  })

  test('wrong-charset: declares UTF-16 and sends UTF-8', async () => {
    const { headers, text } = await struck('wrong-charset')
    expect(headers['content-type']).toBe('application/json; charset=utf-16')
    expect(JSON.parse(text)['loans']).toHaveLength(3)
  })

  test('wrong-encoding: declares gzip and sends uncompressed JSON', async () => {
    const { headers, text } = await struck('wrong-encoding')
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(text)['loans']).toHaveLength(3)
  })

  test('gzip-bomb: a small body decompresses to 200 MiB', async () => {
    const sandbox = openSandbox({ loans: 20, faults: ['gzip-bomb'] })
    const { headers, body } = await sandbox.handle({ method: 'GET', url: origin + newest, headers: {} })
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBeLessThan(300_000)
    // gunzip checks the whole body against its checksum, without holding it in memory.
    let length = 0
    for await (const chunk of createGunzip().end(body)) length += chunk.length
    expect(length).toBe(200 * 1024 * 1024)
  })

  test('huge-body: valid JSON with 51 MiB of padding, which is not held in memory', async () => {
    const { padding, text } = await struck('huge-body')
    expect(padding).toBe(51 * 1024 * 1024)
    expect(JSON.parse(text)['loans']).toHaveLength(3)
  })

  test('deep-json: valid JSON, nested a hundred thousand levels', async () => {
    const { text } = await struck('deep-json')
    expect(text).toContain('['.repeat(100_000))
    expect(Object.keys(JSON.parse(text))).toEqual(['paging', 'loans', 'nested'])
    expect((await struck('deep-json', '/v1/loans/newest.xml')).text).not.toContain('[[')
  })
})

describe('hostile-text', () => {
  const account = {
    id: 7,
    first_name: 'Robin',
    last_name: 'X',
    lender_id: 'robin1001',
    is_public: true,
    is_developer: false,
  }
  const sandbox = openSandbox({ faults: ['hostile-text'], authorize: async () => ({ account }) })
  const calm = openSandbox({ authorize: async () => ({ account }) })
  const is = (value: Json | undefined): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value)

  /** Checks that every string except dates starts with a hostile text and ends with the original text. */
  function check(value: Json, was: Json, date: boolean, where: string): number {
    if (typeof value === 'string') {
      if (!date)
        expect(
          hostileTexts.some((text) => value.startsWith(text)),
          where,
        ).toBe(true)
      expect(value.endsWith(String(was)), where).toBe(true)
      return 1
    }
    if (Array.isArray(value))
      return value.reduce(
        (sum: number, item: Json, at) => sum + check(item, (was as Json[])[at] as Json, date, where),
        0,
      )
    return is(value) ? checkObject({}, value, was as JsonObject, where) : 0
  }
  function checkObject(fields: Fields, value: JsonObject, was: JsonObject, where: string): number {
    return Object.entries(value).reduce((sum, [key, member]) => {
      const field = fields[key]
      const before = was[key] as Json
      const list = [member].flat() as readonly Json[]
      if (field?.fields && list.every(is))
        return (
          sum +
          list.reduce(
            (inner, item, at) =>
              inner +
              checkObject(
                field.fields ?? {},
                item as JsonObject,
                [before].flat()[at] as JsonObject,
                `${where}.${key}`,
              ),
            0,
          )
        )
      return sum + check(member, before, field?.type === 'date', `${where}.${key}`)
    }, 0)
  }

  test.each([
    ['/v1/loans/2100001,2100002,2100080.json', 'loans', 'loan_detail'],
    ['/v1/loans/search.json', 'loans', 'loan_listing'],
    ['/v1/loans/2100080/updates.json', 'loan_updates', 'loan_updates'],
    ['/v1/lenders/robin1001.json', 'lenders', 'lender_detail'],
    ['/v1/lenders/search.json', 'lenders', 'lender_listing'],
    ['/v1/teams/201.json', 'teams', 'team_detail'],
    ['/v1/teams/search.json', 'teams', 'team_listing'],
    ['/v1/partners.json', 'partners', 'partner_listing'],
    ['/v1/journal_entries/search.json', 'journal_entries', 'journal_entry'],
    ['/v1/journal_entries/500001/comments.json', 'comments', 'comment'],
    ['/v1/lending_actions/recent.json', 'lending_actions', 'lending_action'],
    ['/v1/methods/GET*%7Cloans%7Csearch.json', 'methods', 'method_summary'],
    ['/v1/my/account.json', 'user_account', 'user_account'],
    ['/v1/releases/api/current.json', 'release', 'release'],
    ['/v1/templates/images.json', 'templates', 'image_template'],
  ] as const)('%s: every string of every record is hostile', async (path, key, type) => {
    const after = [(await askJson(sandbox, path))[key]].flat() as readonly JsonObject[]
    const before = [(await askJson(calm, path))[key]].flat() as readonly JsonObject[]
    expect(after.length).toBe(before.length)
    const strings = after.reduce(
      (sum, record, at) => sum + checkObject(records[type], record, before[at] ?? {}, key),
      0,
    )
    expect(strings).toBeGreaterThan(0)
  })

  test('uses every kind of hostile text, some of it huge, and corrupts some dates', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list(sandbox, `/v1/lenders/search.json?page=${page}`, 'lenders')),
    )
    const names = pages.flat().map(({ name }) => String(name))
    for (const text of hostileTexts)
      expect(
        names.some((name) => name.startsWith(text)),
        JSON.stringify(text),
      ).toBe(true)
    expect(names.some((name) => name.length > 19_000)).toBe(true)
    const loans = await list(sandbox, '/v1/loans/search.json?per_page=100', 'loans')
    const spoilt = loans.filter(({ posted_date }) => Number.isNaN(Date.parse(String(posted_date)))).length
    expect(spoilt).toBeGreaterThan(0)
    expect(spoilt).toBeLessThan(50)
  })
})
