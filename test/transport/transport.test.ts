/** The transport of a run: which source answers, and what the requests of a run share. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../src/auth/masking.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { RunEvent } from '../../src/core/events.ts'
import type { FetchOptions, Send } from '../../src/core/http.ts'
import {
  openTransport,
  type TransportPorts,
  type TransportSettings,
  withEvents,
} from '../../src/transport/transport.ts'
import { virtualClock } from '../harness/clock.ts'
import { memoryCache } from '../harness/memory-cache.ts'
import { makeWorld } from '../harness/world.ts'
import { jsonReply, textReply, textSink } from '../harness.ts'
import { readHar } from '../support/har.ts'

describe('transport', () => {
  const api = 'https://api.example.org'
  const never = new AbortController().signal
  const page = jsonReply({ loans: [] })
  const get = (url = `${api}/v1/loans/newest.json`) => ({ method: 'GET', url, headers: {} })
  const quick: FetchOptions = { signal: never, retry: 'quick' }

  interface Options extends Partial<Pick<TransportPorts, 'network' | 'cache'>> {
    readonly settings?: Partial<TransportSettings>
    readonly answer?: Send
    readonly env?: Readonly<Record<string, string>>
  }

  /** A transport on a clock of its own, with a record of what it does. */
  function opened({ settings, answer = async () => page, env = {}, ...ports }: Options = {}) {
    const { now, sleep, passed } = virtualClock()
    const { world, traces } = makeWorld({ env })
    const events: RunEvent[] = []
    const sent: string[] = []
    let connections = 0
    const send: Send = async (request, signal) => {
      sent.push(request.url)
      return answer(request, signal)
    }
    const { fetch, prepare, refill } = openTransport({
      ...world,
      now,
      sleep,
      stderr: { ...textSink(), color: false },
      say: async () => {},
      secrets: createSecrets(),
      settings: {
        baseUrl: api,
        authUrl: api,
        site: api,
        appId: undefined,
        lender: undefined,
        caFile: undefined,
        timeout: 30_000,
        sandbox: false,
        mirror: false,
        isMadeUp: false,
        day: 0,
        verbosity: 0,
        quiet: false,
        plain: undefined,
        output: 'json',
        mode: [],
        profile: undefined,
        retries: 0,
        waitOnLimit: false,
        cache: undefined,
        offline: false,
        trace: undefined,
        ...settings,
      },
      emit: (event) => void events.push(event),
      network: async () => {
        connections += 1
        return send
      },
      local: async () => expect.unreachable('the sandbox was opened'),
      ...ports,
    })
    return { fetch, prepare, refill, events, sent, passed, traces, connections: () => connections }
  }

  describe('the source of replies', () => {
    test('is opened at the first request, once', async () => {
      const { fetch, connections, sent } = opened()
      expect(connections()).toBe(0)
      await Promise.all([fetch(get(), quick), fetch(get(), quick)])
      expect([connections(), sent.length]).toEqual([1, 2])
    })

    test('is opened once if it was prepared before the first request', async () => {
      const { fetch, prepare, connections, sent } = opened()
      prepare()
      expect([connections(), sent.length]).toEqual([1, 0])
      await fetch(get(), quick)
      expect([connections(), sent.length]).toEqual([1, 1])
    })

    test.each([[true], [false]])(
      'fails every request with the same error if it cannot be opened, prepared: %s',
      async (isPrepared) => {
        const broken = new KivaError('config', 'The file ca.pem cannot be read')
        let tried = 0
        const network = async () => {
          tried += 1
          throw broken
        }
        const { fetch, prepare } = opened({ network })
        if (isPrepared) prepare()
        await expect(fetch(get(), quick)).rejects.toBe(broken)
        await expect(fetch(get(), quick)).rejects.toBe(broken)
        expect(tried).toBe(1)
      },
    )

    test('is the network by default, without a cache or a trace', async () => {
      let caches = 0
      const cache = async () => {
        caches += 1
        return memoryCache(new Map())
      }
      const { fetch, sent, traces } = opened({ cache })
      expect(await fetch(get(), quick)).toBe(page)
      expect([sent, caches, traces.size]).toEqual([[get().url], 0, 0])
    })

    test('is the cache alone with --offline: the network is not opened', async () => {
      const { fetch, prepare, connections } = opened({ settings: { offline: true, cache: 1000 } })
      prepare()
      await expect(fetch(get(), quick)).rejects.toMatchObject({ kind: 'refused' })
      expect(connections()).toBe(0)
    })

    test('is the cache before the network with --cache, even for 0 s', async () => {
      const store = memoryCache(new Map())
      const { fetch } = opened({ settings: { cache: 0 }, cache: async () => store })
      expect(await fetch(get(), quick)).toBe(page)
      expect(await store.content()).toMatchObject({ entries: 1 })
    })
  })

  test('a cache that fails is an event, and the reply comes from the network', async () => {
    const problem = new KivaError('config', 'The cache is a symbolic link')
    const cache = async () => {
      throw problem
    }
    const { fetch, events } = opened({ settings: { cache: 60_000 }, cache })
    expect(await fetch(get(), quick)).toBe(page)
    expect(events.filter(({ kind }) => kind === 'disabled')).toEqual([
      { kind: 'disabled', part: 'cache', problem },
    ])
  })

  test('each exchange is an event, and an entry of the trace', async () => {
    const { fetch, events, traces } = opened({ settings: { trace: 'run.har' } })
    await fetch(get(), quick)
    expect(events.map(({ kind }) => kind)).toEqual(['request', 'reply'])
    expect(readHar(traces.get('run.har'))).toMatchObject([{ request: { url: get().url } }])
  })

  describe('signed requests', () => {
    const env = {
      KIVA_BASE_URL: api,
      KIVA_CLIENT_ID: 'org.example.app',
      KIVA_CLIENT_SECRET: 'a-client-secret',
      KIVA_OAUTH_TOKEN: 'a-token-that-works',
      KIVA_OAUTH_TOKEN_SECRET: 'a-token-secret',
    }

    test('are signed at each attempt, other requests never', async () => {
      const headers: (string | undefined)[] = []
      const answer: Send = async (request) => {
        headers.push(request.headers['authorization'])
        return headers.length === 1 ? textReply('', 503) : page
      }
      const { fetch, connections } = opened({ env, answer, settings: { retries: 1 } })
      await fetch(get(), { ...quick, signed: true })
      await fetch(get(), { ...quick, signed: false })
      await fetch(get(), quick)
      expect(headers).toEqual([
        expect.stringMatching(/^OAuth /),
        expect.stringMatching(/^OAuth /),
        undefined,
        undefined,
      ])
      expect(headers[0]).not.toBe(headers[1])
      expect(connections()).toBe(1)
    })

    test('fail without a login, other requests do not', async () => {
      const { fetch, sent } = opened()
      await expect(fetch(get(), { ...quick, signed: true })).rejects.toMatchObject({ kind: 'auth' })
      expect(sent).toEqual([])
      expect(await fetch(get(), quick)).toBe(page)
    })
  })

  describe('what requests share', () => {
    const other = 'https://www.example.org/releases.json'

    test('is the rate limit of their origin', async () => {
      const few = { 'x-ratelimit-overall-limit': '60', 'x-ratelimit-overall-remaining': '6' }
      const { fetch, passed } = opened({ answer: async () => jsonReply({}, 200, few) })
      await fetch(get(), quick)
      await fetch(get(other), quick)
      expect(passed()).toBe(0)
      await fetch(get(`${api}/v1/teams/2.json`), quick)
      expect(passed()).toBe(10_000)
    })

    test('is the retries of their origin, until these are refilled', async () => {
      const { fetch, refill, sent } = opened({
        settings: { retries: 20 },
        answer: async () => textReply('', 503),
      })
      const triesOf = async (url?: string) => {
        const before = sent.length
        await fetch(get(url), quick).catch(() => {})
        return sent.length - before
      }
      expect([await triesOf(), await triesOf()]).toEqual([21, 1])
      expect([await triesOf(other), await triesOf(other)]).toEqual([21, 1])
      refill()
      expect([await triesOf(), await triesOf(other)]).toEqual([21, 21])
    })
  })
})

/** The events of one exchange. */
describe('with events', () => {
  const request = { method: 'GET', url: 'https://api.example.org/v1/loans/84.json', headers: {} }
  const exchange = { request, began: 1000 }
  const broken = new Error('broken')

  /** A `Send` that takes 30 ms, and the events of its requests. */
  function observed(answer: Send) {
    const events: RunEvent[] = []
    let time = 1000
    const send: Send = (...asked) => {
      time += 30
      return answer(...asked)
    }
    return { send: withEvents(send, { now: () => time, emit: (event) => void events.push(event) }), events }
  }

  test('a request and its reply, with the time between them', async () => {
    const reply = jsonReply({})
    const { send, events } = observed(async () => reply)
    expect(await send(request, new AbortController().signal)).toBe(reply)
    expect(events).toEqual([
      { kind: 'request', exchange },
      { kind: 'reply', exchange, reply, milliseconds: 30 },
    ])
  })

  test.each([true, false])('a failure is thrown on; canceled by the signal: %s', async (isCanceled) => {
    const controller = new AbortController()
    const { send, events } = observed(async () => {
      if (isCanceled) controller.abort()
      throw broken
    })
    await expect(send(request, controller.signal)).rejects.toBe(broken)
    expect(events).toEqual([
      { kind: 'request', exchange },
      { kind: 'failure', exchange, isCanceled, milliseconds: 30 },
    ])
  })

  test('the request is sent after its event was handled', async () => {
    const order: string[] = []
    const send = withEvents(
      async () => {
        order.push('sent')
        return jsonReply({})
      },
      {
        now: () => 0,
        emit: async ({ kind }) => {
          await Promise.resolve()
          order.push(kind)
        },
      },
    )
    await send(request, new AbortController().signal)
    expect(order).toEqual(['request', 'sent', 'reply'])
  })
})
