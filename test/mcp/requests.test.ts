/** Requests of calls: one at a time, few, within the rate limit, canceled and reported. */
import { expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { drainTime, finishTime, maxAhead, maxPending } from '../../src/mcp/serve.ts'
import { jsonReply, noon, type RunOptions, run } from '../harness.ts'
import { answerOf, callOf, eras, linesOf, resultOf, session, talk } from './session.ts'

/** One page of loans. */
function pageOf({ url }: HttpRequest, headers: Readonly<Record<string, string>> = {}): HttpReply {
  const page = Number(new URL(url).searchParams.get('page') ?? 1)
  const loans = Array.from({ length: 20 }, (_, at) => ({ id: page * 100 + at }))
  return jsonReply({ paging: { page, total: 900, page_size: 20, pages: 45 }, loans }, 200, headers)
}

const untilAborted = (stop: AbortSignal) =>
  new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))

/** A sleep that takes no time, except those that end a run. */
const sleepFor =
  (pass: (milliseconds: number) => void): World['sleep'] =>
  async (milliseconds, stop) => {
    if ([finishTime, drainTime].includes(milliseconds)) await untilAborted(stop)
    stop.throwIfAborted()
    pass(milliseconds)
  }

const newest = (given: JsonObject = {}, meta?: JsonObject) =>
  callOf('loans_newest', { fields: 'id', ...given }, meta)

const errorsOf = (replies: readonly JsonObject[]) =>
  replies.map((reply) => answerOf(reply)['error'] as JsonObject | undefined)

test('20 calls at once send one request at a time', async () => {
  let [current, most] = [0, 0]
  const send: Send = async (request) => {
    most = Math.max(most, ++current)
    await new Promise((resolve) => setImmediate(resolve))
    current -= 1
    return pageOf(request)
  }
  const { replies, ran } = await session(eras[1], Array(20).fill(newest({ limit: 40 })), { send }, [])
  expect(replies.map(answerOf)).toEqual(Array(20).fill(answerOf(replies[0])))
  expect(answerOf(replies[0])).toMatchObject({ requests: 2, total: 900, next_page: 2 })
  expect([ran.requests.length, most]).toEqual([40, 1])
})

test('a call of 100 records sends five requests', async () => {
  const { replies, ran } = await session(
    eras[1],
    [newest({ limit: 100, page: 2 })],
    { send: async (request) => pageOf(request) },
    [],
  )
  expect(ran.requests.map(({ url }) => new URL(url).search)).toEqual(
    [6, 7, 8, 9, 10].map((page) => `?page=${page}`),
  )
  expect(answerOf(replies[0])).toMatchObject({ requests: 5, next_page: 3 })
})

/** A list of 900 loans with ids from 0, in pages of this size. `reported` is the size that a page reports. */
const pagesOf =
  (size: number, reported: (loans: readonly { readonly id: number }[]) => number = () => size): Send =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const ids = Array.from({ length: 900 }, (_, id) => id).slice((page - 1) * size, page * size)
    const loans = ids.map((id) => ({ id }))
    return jsonReply({ paging: { page, total: 900, page_size: reported(loans), pages: 900 / size }, loans })
  }

const idsFrom = (start: number, length: number) => Array.from({ length }, (_, at) => ({ id: start + at }))

test('a page size that the service has changed is used', async () => {
  const asked = newest({ limit: 30, page: 3 }, { progressToken: 1 })
  const { replies, messages } = await session(eras[1], [asked], { send: pagesOf(50) }, [])
  const steps = messages.flatMap(({ method, params }) => (method ? [(params as JsonObject)['progress']] : []))
  expect(steps).toEqual([...new Set(steps)])
  expect(answerOf(replies[0])).toMatchObject({ records: idsFrom(60, 30), requests: 2 })
})

test('it is used after a retry too', async () => {
  let tries = 0
  const send: Send = async (...request) =>
    ++tries === 1 ? jsonReply({ code: 'x' }, 503) : pagesOf(50)(...request)
  const options = { env: { KIVA_RETRIES: '3' }, send, world: { sleep: sleepFor(() => {}) } }
  const { replies } = await session(eras[1], [newest({ limit: 30, page: 3 })], options, [])
  expect(answerOf(replies[0])).toMatchObject({ records: idsFrom(60, 30), requests: 3 })
})

test.each([
  ['on the first page, which begins at 0 for any size', pagesOf(50), { limit: 30 }, 0, 1],
  ['if it is 0', pagesOf(20, () => 0), { limit: 20, page: 2 }, 20, 1],
  ['on a later page', pagesOf(20, ([loan]) => (loan?.id === 40 ? 7 : 20)), { limit: 30, page: 2 }, 30, 2],
  ['a second time', pagesOf(50, ([loan]) => (loan?.id === 50 ? 40 : 60)), { limit: 10, page: 3 }, 20, 2],
])('it is not used %s', async (_, send, asked, start, requests) => {
  const { replies } = await session(eras[1], [newest(asked)], { send }, [])
  expect(answerOf(replies[0])).toMatchObject({ records: idsFrom(start, asked.limit), requests })
})

test('retries are requests too, and the calls after a failure have all of theirs', async () => {
  const options: RunOptions = {
    env: { KIVA_RETRIES: '9' },
    send: async () => jsonReply({ code: 'x' }, 503),
    world: { sleep: sleepFor(() => {}) },
  }
  const { replies, ran } = await session(eras[1], Array(6).fill(newest()), options, [])
  expect(errorsOf(replies)).toEqual(
    Array(6).fill(expect.objectContaining({ kind: 'refused', message: 'no answer after 5 requests' })),
  )
  expect(ran.requests).toHaveLength(30)
})

const overLimit = jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'Slow down.' }, 403)

test.each([[], ['--wait-on-limit']])('over the rate limit, calls fail at once %s', async (...words) => {
  const options: RunOptions = { env: { KIVA_RETRIES: '3' }, send: async () => overLimit }
  const { replies, ran } = await session(eras[1], [newest(), newest(), newest()], options, words)
  const [first, second, third] = errorsOf(replies)
  expect(first).toMatchObject({
    kind: 'rate-limited',
    message: 'the rate limit of the API is used up',
    status: 403,
    retry_after: expect.any(Number),
    hint: `Try again in ${first?.['retry_after']} seconds.`,
  })
  expect(Number(first?.['retry_after'])).toBeGreaterThanOrEqual(60)
  expect([second?.['kind'], third]).toEqual(['rate-limited', second])
  expect(ran.requests).toHaveLength(1)
})

test('a short pause is waited for', async () => {
  let time = 0
  const busy = jsonReply({ code: 'org.kiva.RateLimitExceeded' }, 403, { 'retry-after': '3' })
  let sent = 0
  const options: RunOptions = {
    env: { KIVA_RETRIES: '3' },
    now: () => time,
    send: async (request) => (++sent === 1 ? busy : pageOf(request)),
    world: {
      sleep: sleepFor((milliseconds) => {
        time += milliseconds
      }),
    },
  }
  const { replies } = await session(eras[1], [newest()], options, [])
  expect(answerOf(replies[0])).toMatchObject({ requests: 2, total: 900 })
  expect(time).toBeGreaterThanOrEqual(3000)
})

test('a call fails rather than wait long for its turn', async () => {
  const few = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '2' }
  const send: Send = async (request) => pageOf(request, few)
  const { replies, ran } = await session(eras[1], [newest(), newest()], { send }, [])
  const [first, second] = errorsOf(replies)
  expect(first).toBeUndefined()
  expect(second).toMatchObject({ kind: 'rate-limited', retry_after: 30 })
  expect(ran.requests).toHaveLength(1)
})

test.each([
  ['waits 3 s for the rate limit', 1000, 20, undefined],
  ['has waited 9 s for its turn, and fails rather than wait 6 s more', 9000, 10, 'rate-limited'],
])('a third call %s', async (_, milliseconds, remaining, kind) => {
  const { replies } = await session(eras[1], Array(3).fill(newest()), slowOnce(milliseconds, remaining), [])
  expect(errorsOf(replies).map((error) => error?.['kind'])).toEqual([undefined, undefined, kind])
})

test('a call that has waited long for its turn is sent if the rate limit allows it now', async () => {
  const { replies } = await session(eras[1], [newest(), newest()], slowOnce(20_000, 4), [])
  expect(errorsOf(replies)).toEqual([undefined, undefined])
})

/** A service whose first reply takes this long, and which says that this many requests of 600 remain. */
function slowOnce(milliseconds: number, remaining: number): RunOptions {
  let [time, sent] = [noon, 0]
  const left = { 'x-ratelimit-overall-limit': '600', 'x-ratelimit-overall-remaining': String(remaining) }
  const sleep = sleepFor((pause) => {
    time += pause
  })
  const send: Send = async (request) => {
    if (++sent === 1) time += milliseconds
    return pageOf(request, left)
  }
  return { send, now: () => time, world: { sleep } }
}

/** A request that ends only when it is canceled. */
const hanging = (onStart: () => void, ended: AbortSignal[]): Send => {
  return (_, signal) =>
    new Promise((_resolve, reject) => {
      ended.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      onStart()
    })
}

test.each(eras)('a canceled call ends its request and has no reply (%s)', async (era) => {
  let started = () => {}
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const signals: AbortSignal[] = []
  const hang = hanging(started, signals)
  const send: Send = async (request, signal) =>
    request.url.includes('search') ? hang(request, signal) : pageOf(request)
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const lines = linesOf(era, [callOf('loans_search', {}, { progressToken: 1 }), newest()])
  const stdin = [
    lines,
    async () => {
      await isStarted
      return `${JSON.stringify(cancel)}\n`
    },
  ]
  const { code, stdout } = await run(['mcp'], { stdin, send })
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(messages.filter(({ id, method }) => id === 1 || method)).toEqual([])
  expect(messages.find(({ id }) => id === 2)).toMatchObject({ result: { structuredContent: { total: 900 } } })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a call with an id of 64 bits is canceled by that id alone', async () => {
  const signals: AbortSignal[] = []
  const line = (message: string) => `{"jsonrpc":"2.0",${message}}\n`
  const call = (id: string) => line(`"id":${id},"method":"tools/call","params":{"name":"loans_newest"}`)
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const stdin = [
    call('9007199254740993') + call('9007199254740995'),
    async () => {
      await reached
      return line('"method":"notifications/cancelled","params":{"requestId":9007199254740993}')
    },
  ]
  const hang = hanging(reach, signals)
  const send: Send = async (request, signal) =>
    signals.length === 0 ? hang(request, signal) : pageOf(request)
  const { stdout } = await run(['mcp'], { stdin, send })
  expect(stdout).toMatch(/^\{"jsonrpc":"2.0","id":9007199254740995,"result".*\}\n$/)
})

test('progress is reported per page, for calls with a token', async () => {
  const send: Send = async (request) => pageOf(request)
  const { messages } = await session(
    eras[1],
    [newest({ limit: 60, page: 2 }, { progressToken: 'p' }), newest({ limit: 20 })],
    { send },
    [],
  )
  const reports = messages.filter(({ method }) => method === 'notifications/progress')
  expect(reports.map(({ params }) => params)).toEqual(
    [1, 2, 3].map((progress) => ({ progressToken: 'p', progress, total: 3 })),
  )
  expect(messages.at(-1)).toMatchObject({ id: expect.any(Number) })
})

test('after the end of input, calls that take longer than 5 s get an error, those in the queue too', async () => {
  const signals: AbortSignal[] = []
  const slept: number[] = []
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const sleep: World['sleep'] = async (milliseconds, stop) => {
    slept.push(milliseconds)
    await (milliseconds === 5000 ? reached : untilAborted(stop))
  }
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
  const lines = `${linesOf(eras[1], [newest(), newest(), newest()])}${JSON.stringify(cancel)}\n`
  const { messages, ran } = await talk(lines, { send: hanging(reach, signals), world: { sleep } }, [])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  const error = { code: -32603, message: 'no answer within 5 s after the end of input' }
  expect(messages).toEqual([1, 3].map((id) => ({ jsonrpc: '2.0', id, error })))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(slept).toEqual([5000, drainTime])
})

test('calls that end within 5 s after the end of input are answered', async () => {
  const send: Send = async (request) => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    return pageOf(request)
  }
  const asked = Array(6).fill(newest())
  const { replies } = await session(eras[1], asked, { send, world: { sleep: sleepFor(() => {}) } }, [])
  expect(replies.map(answerOf)).toEqual(Array(6).fill(expect.objectContaining({ total: 900 })))
})

test('a signal after the end of input ends the run at once', async () => {
  const controller = new AbortController()
  const sleep: World['sleep'] = async (_, stop) => {
    controller.abort(new KivaError('terminated', 'terminated'))
    stop.throwIfAborted()
  }
  const { code, stdout } = await run(['mcp'], {
    stdin: linesOf(eras[1], [newest(), newest()]),
    send: hanging(() => {}, []),
    signal: controller.signal,
    world: { sleep },
  })
  expect([code, stdout]).toEqual([143, ''])
})

test('a client that closes stdin and does not read does not hold the run', async () => {
  let isAbandoned = false
  const stdout: World['stdout'] = {
    isTerminal: false,
    columns: 80,
    write: () => new Promise(() => {}),
    abandon: () => {
      isAbandoned = true
    },
  }
  const slept: number[] = []
  const sleep: World['sleep'] = async (milliseconds) => void slept.push(milliseconds)
  const stdin = [linesOf(eras[0], Array(1000).fill({ method: 'ping' })), 'no message\n', 'no message\n']
  const { code } = await run(['mcp', '--sandbox'], { stdin, world: { stdout, sleep } })
  expect([code, isAbandoned, slept]).toEqual([0, true, [5000, drainTime]])
})

test('a reader of stdout that has gone ends the run', async () => {
  const { code } = await run(['mcp', '--sandbox'], {
    stdin: linesOf(eras[0], Array(9).fill({ method: 'tools/list' })),
    readerLeavesAfter: 100,
  })
  expect(code).toBe(0)
})

test('requests wait while a client does not read its replies', async () => {
  let [asked, written, most] = [0, 0, 0]
  const size = 2 ** 16
  const ping = { method: 'ping', params: { padding: ' '.repeat(size) } }
  const stdin: World['stdin'] = {
    isTerminal: false,
    readAll: async () => '',
    readLine: async () => undefined,
    async *chunks() {
      for (const line of linesOf(eras[0], Array(200).fill(ping)).split(/(?<=\n)/)) {
        most = Math.max(most, asked - written)
        asked += line.includes('"id"') ? 1 : 0
        yield line
      }
    },
  }
  const stdout: World['stdout'] = {
    isTerminal: false,
    columns: 80,
    write: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      written += 1
    },
  }
  expect((await run(['mcp', '--sandbox'], { world: { stdin, stdout } })).code).toBe(0)
  expect([asked, written]).toEqual([201, 201])
  expect(most).toBeLessThanOrEqual(maxPending + maxAhead / size)
})

test('an interrupted run ends with 130', async () => {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new KivaError('interrupted', 'interrupted'))
  const { code, stdout } = await run(['mcp'], {
    stdin: linesOf(eras[1], [newest()]),
    send: hanging(interrupt, []),
    signal: controller.signal,
  })
  expect([code, stdout]).toEqual([130, ''])
})

test('an unexpected failure of a resource is an internal error', async () => {
  const asked = { method: 'resources/read', params: { uri: 'kiva://lender/robin1001' } }
  const { replies } = await session(eras[1], [asked], { send: async () => jsonReply({ x: 1 }) }, [])
  expect(replies[0]).toMatchObject({ error: { code: -32603, data: { kind: 'bug' } } })
})

test.each([
  ['loan/2100001', { id: 2100001 }],
  ['lender/robin1001', { lender_id: 'robin1001' }],
  ['team/201', { id: 201 }],
  ['partner/101', { id: 101 }],
])('kiva://%s is a record', async (path, record) => {
  const asked = { method: 'resources/read', params: { uri: `kiva://${path}` } }
  const { replies } = await session(eras[1], [asked])
  const [content] = resultOf(replies[0])['contents'] as readonly JsonObject[]
  expect(JSON.parse(String(content?.['text']))).toMatchObject({ records: [record], next_page: null })
})

/** Reads a resource, and returns its record or the error. */
async function read(path: string, options: RunOptions) {
  const asked = { method: 'resources/read', params: { uri: `kiva://${path}` } }
  const { replies, ran } = await session(eras[1], [asked], options, [])
  const [reply] = replies
  const [content] = (reply && 'result' in reply ? resultOf(reply)['contents'] : []) as readonly JsonObject[]
  return { error: reply?.['error'], answer: content && JSON.parse(String(content['text'])), ran }
}

/** A service with this many partners on `pages` pages of 200. Their ids are 1, 2, 3 … */
const partnersOn =
  (pages: number): Send =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const partners = Array.from({ length: page > pages ? 0 : 200 }, (_, at) => ({
      id: page * 200 - 199 + at,
    }))
    return jsonReply({ paging: { page, total: pages * 200, page_size: 200, pages }, partners })
  }

test('a partner is looked for on 5 pages at most', async () => {
  const { error, ran } = await read('partner/7000', { send: partnersOn(1_000_000) })
  expect(error).toMatchObject({ code: -32603, message: 'no answer after 5 requests' })
  expect(ran.requests).toHaveLength(5)
})

test('a partner of a later page is found, and one that is on no page is not', async () => {
  const send = partnersOn(3)
  const { answer, ran } = await read('partner/600', { send })
  expect(answer).toEqual({
    from: 'https://api.kivaws.org',
    records: [{ id: 600 }],
    total: 1,
    next_page: null,
    requests: 3,
    left_out: [],
  })
  expect(ran.requests).toHaveLength(3)
  expect((await read('partner/601', { send })).error).toMatchObject({ message: 'Resource not found' })
})

test.each(['loan/1', 'partner/1'])(
  'a service that is down does not mean that %s is not there',
  async (path) => {
    const send: Send = async () => jsonReply({ code: 'x' }, 503)
    const env = { KIVA_RETRIES: '9' }
    const { error } = await read(path, { env, send, world: { sleep: sleepFor(() => {}) } })
    expect(error).toMatchObject({ code: -32603, message: 'no answer after 5 requests' })
  },
)

test('a message of the API is masked, and has no invisible characters', async () => {
  const env = {
    KIVA_CLIENT_ID: 'org.example.app',
    KIVA_CLIENT_SECRET: 'not-so-secret',
    KIVA_OAUTH_TOKEN: 'token-of-robin',
    KIVA_OAUTH_TOKEN_SECRET: 'secret-of-robin',
  }
  const message = 'No \u202eentry\u200b\u{e0041} for token-of-robin, secret-of-robin'
  const send: Send = async () => jsonReply({ code: 'org.kiva.Unauthorized', message }, 403)
  const { replies, ran } = await session(eras[1], [callOf('my_account')], { env, send }, [])
  expect(ran.requests[0]?.headers['authorization']).toContain('OAuth')
  expect(errorsOf(replies)[0]).toMatchObject({
    kind: 'auth',
    message: 'No \ufffdentry\ufffd\ufffd for ***, ***',
  })
})
