/** `--trace` writes the exchanges of a run as HAR 1.2, without secrets. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import { play } from '../auth/play.ts'
import { service } from '../auth/service.ts'
import { jsonReply, type RunOptions, run, textReply } from '../harness.ts'
import { learn } from '../support/canary.ts'
import { readHar } from '../support/har.ts'

const login = {
  KIVA_CLIENT_ID: 'org.example.tool',
  KIVA_CLIENT_SECRET: 'client/secret+1',
  KIVA_OAUTH_TOKEN: 'token"2;&',
  KIVA_OAUTH_TOKEN_SECRET: 'token-secret-3',
}

async function traced(words: readonly string[], options: RunOptions = {}) {
  const ran = await run([...words, '--trace', 'run.har'], options)
  return { ...ran, entries: readHar(ran.traces.get('run.har')) }
}

const answer =
  (reply: HttpReply): Send =>
  async () =>
    reply

test('an entry has the request, the query, the reply and consistent times', async () => {
  let time = 1_000
  const page = jsonReply({ loans: [{ id: 1 }] })
  const send = async () => {
    time += 50
    return { ...page, transfer: { bytes: 10, untilHead: 30 } }
  }
  const { entries, stdout } = await traced(['loans', 'search', '--q', 'maize & more', '--page', '2'], {
    send,
    now: () => time,
  })
  expect(JSON.parse(stdout)).toEqual([{ id: 1 }])
  expect(entries).toMatchObject([
    {
      startedDateTime: '1970-01-01T00:00:01.000Z',
      time: 50,
      timings: { send: 0, wait: 30, receive: 20 },
      request: {
        method: 'GET',
        url: 'https://api.kivaws.org/v1/loans/search.json?q=maize%20%26%20more&page=2',
        queryString: [
          { name: 'q', value: 'maize & more' },
          { name: 'page', value: '2' },
        ],
        bodySize: 0,
      },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        bodySize: 10,
        content: {
          size: page.body.byteLength,
          compression: page.body.byteLength - 10,
          mimeType: 'application/json',
          text: '{"loans":[{"id":1}]}',
        },
      },
    },
  ])
})

test('every exchange of a run has an entry', async () => {
  const { entries } = await traced(['--sandbox', 'loans', 'newest', '--limit', '60'])
  expect(entries.map(({ request }) => request.queryString)).toEqual([
    [],
    [{ name: 'page', value: '2' }],
    [{ name: 'page', value: '3' }],
  ])
})

test('a failed exchange has status 0 and the error as its comment', async () => {
  const send = async () => {
    throw new KivaError('network', 'api.kivaws.org refused the connection')
  }
  const { code, entries } = await traced(['loans', 'newest', '--retries', '0'], { send })
  expect(code).toBe(7)
  expect(entries).toMatchObject([
    { response: { status: 0, bodySize: -1 }, comment: 'api.kivaws.org refused the connection' },
  ])
})

test('a cached reply is marked', async () => {
  const { entries } = await traced(['loans', 'newest'], {
    send: answer({ ...jsonReply({ loans: [] }), cacheAge: 5_000 }),
  })
  expect(entries).toMatchObject([
    { response: { status: 200, bodySize: 0 }, comment: 'From the response cache' },
  ])
})

test('a 404 reply has an ordinary entry', async () => {
  const { code, entries } = await traced(['loans', 'show', '84'], { send: answer(jsonReply({}, 404)) })
  expect([code, entries[0]?.response.status, entries[0]?.comment]).toEqual([5, 404, undefined])
})

describe('bodies', () => {
  const content = async (reply: HttpReply) =>
    (await traced(['loans', 'newest', '--wire', 'html'], { send: answer(reply) })).entries[0]?.response
      .content

  test('in another character set are decoded as text', async () => {
    const body = Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9)
    const headers = { 'content-type': 'text/html; charset=iso-8859-1' }
    expect(await content({ status: 200, headers, body })).toMatchObject({ text: 'José', size: 4 })
  })

  test('that are not text are base64', async () => {
    const body = Uint8Array.of(0, 255, 254, 10)
    expect(await content({ status: 200, headers: {}, body })).toMatchObject({
      text: 'AP/+Cg==',
      encoding: 'base64',
    })
  })

  test('above 1 MiB are cut, with a comment', async () => {
    const long = await content(textReply('é'.repeat(3_000_000)))
    expect(long?.text?.length).toBeGreaterThan(1_000_000)
    expect(long?.text?.length).toBeLessThanOrEqual(1024 * 1024)
    expect(long).toMatchObject({ size: 6_000_000, comment: expect.stringContaining('3000000') })
  })
})

describe('secrets are masked', () => {
  test('in the entries of a login: request tokens, code, access token', async () => {
    const at = service()
    const { traces } = await play(at, ['--trace', 'login.har'])
    const entries = readHar(traces.get('login.har'))
    expect(entries.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/oauth/request_token',
      '/oauth/access_token',
      '/v1/my/account.json',
    ])
    for (const { request } of entries) {
      const authorization = request.headers.find(({ name }) => name === 'authorization')?.value
      expect(authorization).toContain('oauth_signature="***"')
    }
    expect(entries[1]?.response.content.text).toMatch(/oauth_token_secret\W+\*\*\*/)
  })

  test('in replies that repeat them, in any form, cut or not', async () => {
    learn(...Object.values(login).slice(1))
    const everyForm = Object.values(login)
      .slice(1)
      .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret)])
      .join(' ')
    const replies = [
      jsonReply({ echo: everyForm }, 200, {
        'x-echo': everyForm,
        location: `/?oauth_token=${login.KIVA_OAUTH_TOKEN}`,
      }),
      { ...textReply(`\u00ff${everyForm}`), body: Buffer.from(`\u00ff${everyForm}`, 'latin1') },
      textReply(`${'x'.repeat(1024 * 1024 - 5)}${login.KIVA_OAUTH_TOKEN_SECRET} ${'y'.repeat(10_000)}`),
    ]
    for (const reply of replies) {
      const { entries } = await traced(['my', 'account'], { env: login, send: answer(reply) })
      const { text = '', encoding } = entries[0]?.response.content ?? {}
      const told = encoding === 'base64' ? Buffer.from(text, 'base64').toString('latin1') : text
      for (const secret of Object.values(login).slice(1)) expect(told).not.toContain(secret.slice(0, 8))
    }
  })

  test('in a URL typed by the user', async () => {
    learn(...Object.values(login).slice(1))
    const { entries } = await traced(
      ['api', `my/account?note=${encodeURIComponent(login.KIVA_OAUTH_TOKEN)}`],
      {
        env: login,
      },
    )
    expect(entries[0]?.request.queryString).toEqual([{ name: 'note', value: '***' }])
  })
})

test('a trace file that cannot be opened ends the run before any request', async () => {
  const openTrace = async () => {
    throw new KivaError('config', 'The trace run.har cannot be written')
  }
  const { code, requests } = await run(['loans', 'newest', '--trace', 'run.har'], { world: { openTrace } })
  expect([code, requests]).toEqual([3, []])
})

test('a full disk during the run gives one warning, and the run continues', async () => {
  let added = 0
  const openTrace = async () => ({
    add: () => {
      added += 1
      throw new KivaError('config', 'The trace run.har cannot be written: the disk is full')
    },
  })
  const words = ['--sandbox', 'loans', 'newest', '--limit', '60', '--trace', 'run.har', '-o', 'ndjson']
  const { code, stdout, stderr } = await run(words, { world: { openTrace } })
  expect([code, stdout.trimEnd().split('\n').length, added]).toEqual([0, 60, 1])
  expect(stderr.match(/the disk is full/g)).toHaveLength(1)
})
