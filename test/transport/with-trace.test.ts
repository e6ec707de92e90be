/** Bodies in a trace: masked, and cut where they are long. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../src/auth/masking.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { RunEvent } from '../../src/core/events.ts'
import type { Trace, TraceFrame } from '../../src/core/files.ts'
import { foreign, sentence } from '../../src/core/foreign-text.ts'
import type { HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
import { type Exchange, harContent, harEntry, harText, withTrace } from '../../src/transport/with-trace.ts'
import { jsonReply, textReply } from '../harness.ts'
import { readHar } from '../support/har.ts'

describe('har body', () => {
  const mebibyte = 1024 * 1024
  const secret = 'hush-hush-secret'
  const secrets = createSecrets()
  secrets.add(secret)

  describe('a text', () => {
    test('of up to a mebibyte is whole, without its secrets', () => {
      expect(harText(`a ${secret} b`, secrets)).toEqual({ text: 'a *** b' })
      const long = 'x'.repeat(mebibyte)
      expect(harText(long, secrets)).toEqual({ text: long })
    })

    test('that is longer is cut to a mebibyte, and says how long it was', () => {
      const { text, comment } = harText('x'.repeat(mebibyte + 10_000), secrets)
      expect(text).toBe('x'.repeat(mebibyte))
      expect(comment).toContain(String(mebibyte + 10_000))
    })

    test('that is a little longer loses more than the rest: the cut may be within a secret', () => {
      const { text, comment } = harText(`${'x'.repeat(mebibyte - secret.length + 5)}${secret}`, secrets)
      expect(text).toMatch(/^x+$/)
      expect(text.length).toBeGreaterThan(mebibyte - 10_000)
      expect(comment).toContain('Truncated')
    })

    test.each([4000, 4090, 4095, 4096])(
      'shows no part of a secret %i letters beyond a mebibyte',
      (beyond) => {
        const { text } = harText(`${'x'.repeat(mebibyte + beyond - 8)}${secret}${'y'.repeat(9000)}`, secrets)
        expect(text).toMatch(/^x+$/)
      },
    )

    test('that masking made shorter shows no letters near the cut', () => {
      const many = `${secret} `.repeat(100)
      const { text } = harText(`${many}${'x'.repeat(mebibyte + 4096 - many.length - 8)}${secret}`, secrets)
      expect(text).toMatch(/^(?:\*\*\* ){100}x+$/)
    })

    test('is searched for secrets no further than it is shown, because a reply may be huge', () => {
      const searched: number[] = []
      const mask = (text: string) => {
        searched.push(text.length)
        return text
      }
      harText('x'.repeat(3 * mebibyte), { ...secrets, mask })
      expect(searched).toEqual([expect.any(Number)])
      expect(searched[0]).toBeLessThan(mebibyte + 10_000)
    })

    test('is not cut within a character', () => {
      const { text } = harText(`x${'😀'.repeat(mebibyte)}`, secrets)
      expect(text).toHaveLength(mebibyte)
      expect(text.isWellFormed()).toBe(true)
    })
  })

  describe('the body of a reply', () => {
    test('that is text is a text', () => {
      expect(harContent(textReply(`é ${secret}`), secrets)).toEqual({ text: 'é ***' })
    })

    test('that is no text is in base64, without its secrets', () => {
      const body = Buffer.from(`\xff${secret}\xfe`, 'latin1')
      const { text, ...rest } = harContent({ headers: {}, body }, secrets)
      expect(Buffer.from(text, 'base64').toString('latin1')).toBe('\xff***\xfe')
      expect(rest).toEqual({ encoding: 'base64' })
    })

    test('that is no text is cut at a mebibyte of its bytes', () => {
      const { text, encoding, comment } = harContent(
        { headers: {}, body: Buffer.alloc(mebibyte + 10_000, 0xff) },
        secrets,
      )
      expect(Buffer.from(text, 'base64')).toHaveLength(mebibyte)
      expect([encoding, comment]).toEqual(['base64', expect.stringContaining(String(mebibyte + 10_000))])
    })
  })
})

/** One exchange as an entry of HAR 1.2, field by field. */
describe('har entry', () => {
  const secret = 'hush-hush-secret'
  const secrets = createSecrets()
  secrets.add(secret)

  const request: HttpRequest = {
    method: 'GET',
    url: 'https://api.example.org/v1/loans/newest.json',
    headers: {},
  }

  /** The entry of an exchange that took 50 ms. */
  const entryOf = (exchange: Partial<Exchange>) =>
    harEntry({ request, outcome: { reply: textReply('{}') }, began: 1000, ended: 1050, ...exchange }, secrets)
  const entryOfReply = (reply: HttpReply) => entryOf({ outcome: { reply } })
  const entryOfError = (error: unknown) => entryOf({ outcome: { error } })

  test('a GET request and its reply, whole', () => {
    const reply = {
      ...textReply('{"loans":[]}', 200, { 'content-type': 'application/json' }),
      transfer: { bytes: 8, untilHead: 30 },
    }
    const url = `${request.url}?page=2&q=a%20b`
    expect(entryOf({ request: { ...request, url, headers: { accept: '*/*' } }, outcome: { reply } })).toEqual(
      {
        startedDateTime: '1970-01-01T00:00:01.000Z',
        time: 50,
        request: {
          method: 'GET',
          url,
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [{ name: 'accept', value: '*/*' }],
          queryString: [
            { name: 'page', value: '2' },
            { name: 'q', value: 'a b' },
          ],
          headersSize: -1,
          bodySize: 0,
        },
        response: {
          status: 200,
          statusText: '',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [{ name: 'content-type', value: 'application/json' }],
          content: { size: 12, compression: 4, mimeType: 'application/json', text: '{"loans":[]}' },
          redirectURL: '',
          headersSize: -1,
          bodySize: 8,
        },
        cache: {},
        timings: { send: 0, wait: 30, receive: 20 },
      },
    )
  })

  describe('the body of a request', () => {
    test('has its type, and its size in bytes', () => {
      const headers = { 'content-type': 'application/json' }
      const { postData, bodySize } = entryOf({ request: { ...request, headers, body: '{"é":1}' } }).request
      expect(postData).toEqual({ mimeType: 'application/json', params: [], text: '{"é":1}' })
      expect(bodySize).toBe(8)
    })

    test('may have no type, and shows no secret', () => {
      const { postData } = entryOf({ request: { ...request, body: `code=${secret}` } }).request
      expect(postData).toEqual({ mimeType: '', params: [], text: 'code=***' })
    })
  })

  describe('the times', () => {
    test.each([
      ['to the end, if the reply tells no other', undefined, { send: 0, wait: 50, receive: 0 }],
      ['no longer than the exchange', 70, { send: 0, wait: 50, receive: 0 }],
      ['from the start', 0, { send: 0, wait: 0, receive: 50 }],
    ])('of waiting: %s', (_, untilHead, timings) => {
      const reply = {
        ...textReply(''),
        ...(untilHead !== undefined && { transfer: { bytes: 0, untilHead } }),
      }
      expect(entryOfReply(reply).timings).toEqual(timings)
    })

    test('are never negative, even if the clock was set back', () => {
      const { time, timings } = entryOf({ ended: 500 })
      expect([time, timings]).toEqual([0, { send: 0, wait: 0, receive: 0 }])
    })
  })

  describe('the size of a reply as transferred', () => {
    test('is unknown without facts of the network', () => {
      const { content, bodySize } = entryOfReply(textReply('{}')).response
      expect([content, bodySize]).toEqual([{ size: 2, mimeType: '', text: '{}' }, -1])
    })

    test('is 0 for a reply from the cache, which the comment tells', () => {
      const { response, comment } = entryOfReply({ ...textReply('{}'), cacheAge: 0 })
      expect([response.bodySize, comment]).toEqual([0, 'From the response cache'])
    })
  })

  describe('no secret is in', () => {
    test('an address, the query or a redirect', () => {
      const url = `https://api.example.org/v1/lenders/${secret}.json?q=${secret}`
      const { request: asked, response } = entryOf({
        request: { ...request, url },
        outcome: { reply: textReply('', 302, { location: `/?code=${secret}` }) },
      })
      expect(asked.url).toBe('https://api.example.org/v1/lenders/***.json?q=***')
      expect(asked.queryString).toEqual([{ name: 'q', value: '***' }])
      expect(response.redirectURL).toBe('/?code=***')
    })

    test('a header, by its value or by its name', () => {
      const headers = { accept: '*/*', 'x-echo': `a ${secret}`, 'set-cookie': 'session=1', [secret]: 'b' }
      expect(entryOfReply(textReply('', 200, headers)).response.headers).toEqual([
        { name: 'accept', value: '*/*' },
        { name: 'x-echo', value: 'a ***' },
        { name: 'set-cookie', value: '***' },
        { name: '***', value: '***' },
      ])
    })

    test('a failure', () => {
      const failure = new KivaError('network', sentence`No answer: ${foreign(`${secret} is wrong`)}`)
      expect(entryOfError(failure).comment).toBe('No answer: *** is wrong')
      expect(entryOfError(new Error(`no ${secret}`)).comment).toBe('no ***')
      expect(entryOfError(`no ${secret}`).comment).toBe('no ***')
    })
  })

  test('a failure has an empty response with status 0', () => {
    const { response, time, timings } = entryOfError(new KivaError('network', 'No answer'))
    expect(response).toEqual({
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    })
    expect([time, timings]).toEqual([50, { send: 0, wait: 50, receive: 0 }])
  })

  test('our own words in a failure stay, even if a secret is one of them', () => {
    const plain = createSecrets()
    plain.add('network')
    const error = new KivaError('network', 'The network is down')
    expect(harEntry({ request, outcome: { error }, began: 0, ended: 0 }, plain).comment).toBe(
      'The network is down',
    )
  })
})

/** A trace is written as exchanges end. */
describe('with trace', () => {
  const never = new AbortController().signal
  const request = { method: 'GET', url: 'https://api.example.org/v1/loans/84.json', headers: {} }
  const reply = jsonReply({ loans: [] })
  const full = new KivaError('config', 'The disk is full')

  /** Exchanges that take 30 ms, and the trace of them. */
  async function traced(send: Send, add: Trace['add'] = () => {}) {
    const opened: { path: string; frame: TraceFrame }[] = []
    const entries: string[] = []
    const events: RunEvent[] = []
    let time = 1000
    const recorded = await withTrace(
      async (...asked) => {
        time += 30
        return send(...asked)
      },
      'run.har',
      {
        secrets: createSecrets(),
        now: () => time,
        emit: (event) => void events.push(event),
        openTrace: async (path, frame) => {
          opened.push({ path, frame })
          return {
            add: (entry) => {
              entries.push(entry)
              add(entry)
            },
          }
        },
      },
    )
    return { send: recorded, opened, entries, events }
  }

  test('the text around the entries is a log of HAR, and begins as that of every trace', async () => {
    const { opened } = await traced(async () => reply)
    expect(opened.map(({ path }) => path)).toEqual(['run.har'])
    const { known = '', head = '', tail = '' } = opened[0]?.frame ?? {}
    expect(readHar(head + tail)).toEqual([])
    expect(known.length).toBeGreaterThan(0)
    expect(head.startsWith(known)).toBe(true)
    // An older version of kiva wrote the file that is replaced.
    expect(known).not.toContain(JSON.parse(head + tail).log.creator.version)
    expect(tail).toMatch(/\n$/)
  })

  test('each exchange is an entry, with the time it took', async () => {
    const { send, entries } = await traced(async () => reply)
    expect(await send(request, never)).toBe(reply)
    await send(request, never)
    expect(entries.map((entry) => JSON.parse(entry))).toMatchObject([
      { startedDateTime: '1970-01-01T00:00:01.000Z', time: 30, response: { status: 200 } },
      { startedDateTime: '1970-01-01T00:00:01.030Z', time: 30, response: { status: 200 } },
    ])
  })

  test('a failure is an entry, and is thrown on', async () => {
    const broken = new KivaError('network', 'The connection broke')
    const { send, entries } = await traced(async () => {
      throw broken
    })
    await expect(send(request, never)).rejects.toBe(broken)
    expect(entries.map((entry) => JSON.parse(entry))).toMatchObject([
      { time: 30, response: { status: 0 }, comment: 'The connection broke' },
    ])
  })

  test('a trace that cannot be written is told once, and the run goes on without it', async () => {
    const { send, entries, events } = await traced(
      async () => reply,
      () => {
        throw full
      },
    )
    expect(await send(request, never)).toBe(reply)
    expect(await send(request, never)).toBe(reply)
    expect(entries).toHaveLength(1)
    expect(events).toEqual([{ kind: 'disabled', part: 'trace', problem: full }])
  })

  test('an error while an entry is written is thrown, and the exchange is not added again', async () => {
    const bug = new TypeError('x is not a function')
    const { send, events, entries } = await traced(
      async () => reply,
      () => {
        throw bug
      },
    )
    await expect(send(request, never)).rejects.toBe(bug)
    expect([events, entries.length]).toEqual([[], 1])
  })
})
