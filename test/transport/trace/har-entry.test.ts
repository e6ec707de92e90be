/** One exchange as an entry of HAR 1.2, field by field. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../../src/auth/masking.ts'
import { KivaError } from '../../../src/errors.ts'
import { foreign, sentence } from '../../../src/foreign-text.ts'
import type { HttpReply, HttpRequest } from '../../../src/ports/http.ts'
import { type Exchange, harEntry } from '../../../src/transport/trace/har-entry.ts'
import { textReply } from '../../harness.ts'

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
  expect(entryOf({ request: { ...request, url, headers: { accept: '*/*' } }, outcome: { reply } })).toEqual({
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
  })
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
