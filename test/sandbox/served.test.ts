/** `kiva sandbox` on real sockets: which requests it accepts, and how it replies. */
import { type IncomingHttpHeaders, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

interface Got {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

function fetchFrom(base: string, path: string, options: RequestOptions = {}, body?: Buffer): Promise<Got> {
  const request = base.startsWith('https:') ? requestSecure : requestPlain
  // These tests do not check the certificate.
  const all = { agent: false, rejectUnauthorized: false, ...options }
  return new Promise((resolve, reject) => {
    const sent = request(base + path, all, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }))
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe.each([['https'], ['http']] as const)('over %s', (scheme) => {
  let sandbox: RunningSandbox
  let base: string
  beforeAll(async () => {
    sandbox = await startSandbox(scheme === 'http' ? ['--http'] : [])
    base = sandbox.base_url
  })
  afterAll(() => sandbox.stop())

  const withHost = (host: string, path = '/v1/loans/newest.json', method = 'GET') =>
    fetchFrom(base, path, { method, headers: { host } })

  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    'localhost.evil.example:PORT',
    'evil@127.0.0.1:PORT',
    '127.0.0.1:1',
    '127.0.0.1',
    '10.0.0.1:PORT',
    '0.0.0.0:PORT',
    'x'.repeat(3000),
  ])('a request for the host %.40s is rejected, whatever its path', async (name) => {
    const host = name.replace('PORT', new URL(base).port)
    const { status, headers, text } = await withHost(host)
    expect([status, headers['content-type']]).toEqual([421, 'application/json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({ code: 'org.kiva.MisdirectedRequest' })
    expect(text).toContain('127.0.0.1:')
    expect(text.length).toBeLessThan(500)
    for (const path of ['/', '/account', '/oauth/authorize', '/img/s80/1.jpg', '/v1/loans/newest.html'])
      expect((await withHost(host, path)).status).toBe(421)
    expect((await withHost(host, '/oauth/request_token', 'POST')).status).toBe(421)
  })

  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])(
    'a request for the local host as %s is accepted',
    async (name) => expect((await withHost(name.replace('PORT', new URL(base).port))).status).toBe(200),
  )

  test.each(['/v1/loans/search.json', '/oauth/request_token', '/nothing'])(
    'a body above one megabyte is rejected at %s, and the next request succeeds',
    async (path) => {
      const reply = await fetchFrom(base, path, { method: 'POST' }, Buffer.alloc(3 * 1024 * 1024, 'x'))
      expect(reply.status).toBe(413)
      expect(reply.text).toMatch(/1048576 bytes/)
      expect(reply.text.length).toBeLessThan(200)
      expect((await fetchFrom(base, '/v1/releases/api/current.json')).status).toBe(200)
    },
  )

  test('a body of one megabyte is read, and only the method is rejected', async () => {
    const reply = await fetchFrom(
      base,
      '/v1/loans/search.json',
      { method: 'POST' },
      Buffer.alloc(1024 * 1024, 'x'),
    )
    expect(reply.status).toBe(405)
  })

  test.each([
    '/',
    '/account',
    '/img/s80/3100001.jpg',
    '/v1/loans/newest.json',
    '/v1/loans/2100001.html',
    '/v1/loans/2100001/updates.rss',
    '/v1/loans/99.xml',
    '/v1/my/account.json',
    '/nothing',
  ])('HEAD %s gets status and headers of GET, without a body', async (path) => {
    const [get, head] = await Promise.all([fetchFrom(base, path), fetchFrom(base, path, { method: 'HEAD' })])
    expect([head.status, head.text]).toEqual([get.status, ''])
    const { date: _, 'set-cookie': __, 'content-length': ___, ...headers } = get.headers
    expect(head.headers).toMatchObject(headers)
  })
})
