/** Pages and groups name field partners, from a list that is kept for a day. */
import { describe, expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { jsonReply, noon, type RunOptions, run } from '../harness.ts'

const partner = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Partner ${id}`,
  status: 'active',
  rating: '3.5',
  default_rate: id / 10,
  ...more,
})
/** The medians of the active ones: default 1.2, late 3; nobody has another rate. */
const partners = [
  partner(8, { delinquency_rate: 2 }),
  partner(12, { delinquency_rate: 3 }),
  partner(16, { delinquency_rate: 9 }),
  partner(99, { status: 'closed', delinquency_rate: 90 }),
]
const loans = [
  { id: 1, name: 'Ana', status: 'paid', partner_id: 12, loan_amount: 100, funded_amount: 100 },
  { id: 2, name: 'Bo', status: 'paid', partner_id: 12 },
  { id: 3, name: 'Cy', status: 'paid', partner_id: 7 },
  { id: 4, name: 'Di', status: 'paid' },
]

const service =
  (list: readonly JsonObject[] = partners, pages = 1): Send =>
  async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.includes('/partners')) {
      const page = Number(searchParams.get('page') ?? 1)
      return jsonReply({
        paging: { page, total: list.length * pages, page_size: list.length, pages },
        partners: list,
      })
    }
    const ids = /loans\/([\d,]+)/.exec(pathname)?.[1]?.split(',')
    const found = ids ? loans.filter(({ id }) => ids.includes(String(id))) : loans
    return jsonReply({ paging: { page: 1, total: found.length, page_size: 20, pages: 1 }, loans: found })
  }

/** How long kiva waits for the list, in milliseconds. */
const forReplies = 3000

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

const lists = (requests: readonly HttpRequest[]) =>
  requests.filter(({ url }) => url.includes('/partners')).length

async function page(line: string, options: RunOptions = {}) {
  const ran = await run([...line.split(' '), '--color', 'never'], {
    send: service(),
    terminal: 80,
    ...options,
  })
  const label = line.startsWith('partners') ? /^Default .*$/m : /^Partner .*$/m
  const row = label.exec(ran.stdout)?.[0].replace(/ +/g, ' ')
  return { ...ran, row, lists: lists(ran.requests) }
}

describe('loans show on a terminal', () => {
  test('names the partner, and asks again after a day', async () => {
    const state = new Map()
    const at = (hours: number) => ({ state, world: { now: () => noon + hours * 3_600_000 } })
    const row = 'Partner Partner 12 (12) · rating 3.5 · default 1.2%'
    expect(await page('loans show 1', at(0))).toMatchObject({ row, lists: 1 })
    expect(await page('loans show 1,2', at(23))).toMatchObject({ row, lists: 0 })
    expect(await page('loans show 2', at(25))).toMatchObject({ row, lists: 1 })
    // The clock was wrong when the list was kept.
    expect(await page('loans show 2', at(24))).toMatchObject({ row, lists: 1 })
  })

  test('sends two requests at most', async () => {
    expect((await page('loans show 1', { send: service(partners, 9) })).lists).toBe(2)
  })

  test.each([
    ['of an unknown partner', 'loans show 3', 'Partner 7', 1],
    ['of no partner', 'loans show 4', undefined, 0],
    [
      'with the derived fields',
      'loans show 1 --with partner',
      'Partner Partner 12 (12) · rating 3.5 · default 1.2%',
      1,
    ],
  ])('a loan %s', async (_, line, row, requests) => {
    expect(await page(line)).toMatchObject({ row, lists: requests })
  })

  test.each([404, 500, 503])(
    'shows the id if the list fails with HTTP %i, and is tried once',
    async (status) => {
      const send: Send = (request, signal) =>
        request.url.includes('/partners')
          ? Promise.resolve(jsonReply({}, status))
          : service()(request, signal)
      const { code, stderr, row, lists: requests } = await page('loans show 1', { send })
      expect([code, row, requests]).toEqual([0, 'Partner 12', 1])
      expect(stderr).not.toContain('error')
    },
  )

  test('does not wait for the rate limit', async () => {
    const headers = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '0' }
    const send: Send = async (request, signal) => ({ ...(await service()(request, signal)), headers })
    const slept: number[] = []
    const sleep: World['sleep'] = (milliseconds, signal) => {
      slept.push(milliseconds)
      return milliseconds === forReplies ? untilAborted(signal) : Promise.resolve()
    }
    const { code, row, lists: requests } = await page('loans show 1', { send, world: { sleep } })
    // The status line is drawn after 0.3 s.
    expect([code, row, requests, slept.filter((milliseconds) => milliseconds > 300)]).toEqual([
      0,
      'Partner 12',
      0,
      [forReplies],
    ])
  })

  test('waits three seconds for a list that does not come', async () => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const send: Send = (request, signal) => {
      if (!request.url.includes('/partners')) return service()(request, signal)
      isAsked()
      return untilAborted(signal)
    }
    const sleep: World['sleep'] = (milliseconds, signal) =>
      milliseconds === forReplies ? asked : untilAborted(signal)
    const { code, stderr, row, lists: requests } = await page('loans show 1', { send, world: { sleep } })
    expect([code, row, requests]).toEqual([0, 'Partner 12', 1])
    expect(stderr).not.toContain('error')
  })

  test('ends with the signal of the run while it waits for the list', async () => {
    const stop = new AbortController()
    const send: Send = (request, signal) => {
      if (!request.url.includes('/partners')) return service()(request, signal)
      stop.abort(new KivaError('interrupted', 'Interrupted.'))
      return untilAborted(signal)
    }
    const { code, stdout } = await page('loans show 1', { send, signal: stop.signal })
    expect([code, stdout]).toEqual([130, ''])
  })

  test('keeps nothing of the sandbox, and a list for each service', async () => {
    const state = new Map()
    expect((await page('loans show 2101000 --sandbox', { state })).row).toMatch(/\(\d+\) · rating/)
    expect(state.size).toBe(0)
    await page('loans show 1', { state })
    const env = { KIVA_BASE_URL: 'https://other.example' }
    expect((await page('loans show 1', { state, env })).lists).toBe(1)
  })

  test('shows the id with --offline, unless the list is kept', async () => {
    const cached = new Map()
    await page('loans show 1 --cache 1d -o json', { cached })
    const state = new Map()
    const row = 'Partner 12'
    expect(await page('loans show 1 --offline', { cached, state })).toMatchObject({
      code: 0,
      row,
      requests: [],
    })
    await page('loans show 1 --cache 1d', { cached, state })
    expect(await page('loans show 1 --offline', { cached, state })).toMatchObject({
      code: 0,
      row: 'Partner Partner 12 (12) · rating 3.5 · default 1.2%',
      requests: [],
    })
  })

  test('keeps no list of --offline, which may be old', async () => {
    const cached = new Map()
    await page('loans show 1 --cache 1d', { cached })
    const state = new Map()
    const row = 'Partner Partner 12 (12) · rating 3.5 · default 1.2%'
    expect(await page('loans show 1 --offline', { cached, state })).toMatchObject({ row, requests: [] })
    expect(state.size).toBe(0)
  })

  test('says no rate and no rating that is unknown', async () => {
    const send = service([partner(12, { rating: null, default_rate: null })])
    expect((await page('loans show 1', { send })).row).toBe('Partner Partner 12 (12)')
  })

  test.each(['{"part', '[1]', '{}', '{"service":"https://api.kivaws.org","stored_at":"x"}'])(
    'reads the list again where %s is kept',
    async (text) => {
      const state = new Map([['partners.json', text]])
      expect(await page('loans show 1', { state })).toMatchObject({ code: 0, lists: 1 })
      expect(await page('loans show 1', { state })).toMatchObject({ code: 0, lists: 0 })
    },
  )

  test('does without a state folder', async () => {
    const state = () => Promise.reject(new KivaError('config', 'There is no folder.'))
    expect(await page('loans show 1', { world: { state } })).toMatchObject({
      code: 0,
      row: 'Partner Partner 12 (12) · rating 3.5 · default 1.2%',
    })
  })

  test('prints what a user wrote in the file without its control characters', async () => {
    const kept = {
      service: 'https://api.kivaws.org',
      stored_at: noon,
      partners: { 12: { name: 'A\u001b[31mB', rating: {}, default_rate: 'much' } },
      medians: { default_rate: 'x' },
    }
    const state = new Map([['partners.json', JSON.stringify(kept)]])
    expect(await page('loans show 1', { state })).toMatchObject({
      code: 0,
      lists: 0,
      row: 'Partner A\ufffd[31mB (12) · default much',
    })
    expect(await page('partners show 12', { state })).toMatchObject({ code: 0, row: 'Default 1.2%' })
  })
})

test.each([
  ['loans show 1', { terminal: undefined }],
  ['loans show 1 -o table', { terminal: undefined }],
  ['loans show 1 -o json', {}],
  ['loans show 1 -o md', {}],
  ['loans show 1 --curl', {}],
  ['loans show 1 --dry-run', {}],
  ['loans search', {}],
  ['loans search --by partner -o csv', {}],
  ['loans search --by status', {}],
  ['loans show 1 --fields id,partner_id', {}],
] as const)('no list is read for kiva %s %j', async (line, options) => {
  expect((await page(line, options)).lists).toBe(0)
})

describe('--by partner', () => {
  test('names the partners in charts and tables', async () => {
    const chart = await page('loans search --by partner')
    expect([chart.lists, chart.stdout.split('\n')[1]]).toEqual([
      1,
      expect.stringMatching(/^Partner 12 \(12\) +2 +/),
    ])
    const table = await page('loans search --by partner,status -o table')
    expect(
      table.stdout
        .split('\n')
        .slice(1, 4)
        .map((text) => text.trim().split(/ {2,}/)),
    ).toEqual([
      ['Partner 12 (12)', 'paid', '2'],
      ['7', 'paid', '1'],
      ['unknown', 'paid', '1'],
    ])
  })

  test('has ids for programs, and where the list fails', async () => {
    const { stdout } = await page('loans search --by partner -o json')
    expect(JSON.parse(stdout)[0]).toEqual({ partner: 12, count: 2 })
    const send: Send = (request, signal) =>
      request.url.includes('/partners') ? Promise.resolve(jsonReply({}, 500)) : service()(request, signal)
    expect((await page('loans search --by partner', { send })).stdout).toMatch(/^12 +2/m)
  })
})

describe('partners show', () => {
  test.each([
    [8, '0.8% · better than most (median 1.2%)'],
    [12, '1.2% · median 1.2%'],
    [16, '1.6% · worse than most (median 1.2%)'],
    [99, '9.9% · worse than most (median 1.2%)'],
  ])('puts the rates of %i beside the median of active partners', async (id, rate) => {
    expect((await page(`partners show ${id}`)).row).toBe(`Default ${rate}`)
  })

  test('says no median of a rate that nobody has, and none for programs', async () => {
    const { stdout } = await page('partners show 8')
    expect(stdout).not.toContain('At risk')
    expect((await page('partners show 8 -o json')).stdout).not.toContain('median')
  })
})

test('--with partner has the medians as data', async () => {
  const { stdout } = await page('loans search --with partner --limit 1 -o json', { terminal: undefined })
  expect(JSON.parse(stdout)[0].derived.partner).toMatchObject({
    default_rate: 1.2,
    default_rate_median: 1.2,
    delinquency_rate_median: 3,
    loans_at_risk_rate_median: null,
  })
})
