/** Retries of signed requests: each try has a new signature, the clock is corrected once. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, HttpRequest } from '../../src/core/http.ts'
import { virtualClock } from '../harness/clock.ts'
import { run } from '../harness.ts'
import { attempt, env, places } from './play.ts'
import { accessToken, answering, application, service, start } from './service.ts'
import { headerParameters } from './verify.ts'

const tokenEnv = {
  ...places,
  KIVA_RETRIES: '3',
  KIVA_CLIENT_ID: application.clientId,
  KIVA_CLIENT_SECRET: application.clientSecret,
  KIVA_OAUTH_TOKEN: accessToken.oauth_token,
  KIVA_OAUTH_TOKEN_SECRET: accessToken.oauth_token_secret,
}
const broken = new KivaError('network', 'broke off', { transient: 'connection' })
const signedWith = (requests: readonly HttpRequest[], name: string) =>
  requests.map(({ headers }) => headerParameters(headers['authorization'] ?? '').get(name))

/** A service that fails this many times first, with a clock this many milliseconds ahead. */
function account(failures: number, ahead = 0) {
  const clock = virtualClock(start)
  let left = failures
  const at = service({
    now: () => clock.now() + ahead,
    answer: {
      account: () => {
        left -= 1
        return (left < 0 ? undefined : answering(503, '')()) as HttpReply
      },
    },
  })
  const options = { send: at.send, now: clock.now, env: tokenEnv, world: { sleep: clock.sleep } }
  return { at, answered: run(['my', 'account', '-o', 'json'], options) }
}

describe('a signed request', () => {
  test('has a new signature at each try', async () => {
    const { at, answered } = account(3)
    expect(await answered).toMatchObject({ code: 0, stderr: '' })
    expect(at.requests).toHaveLength(4)
    expect(new Set(signedWith(at.requests, 'oauth_nonce')).size).toBe(4)
    expect(new Set(signedWith(at.requests, 'oauth_signature')).size).toBe(4)
  })

  test('keeps the clock correction across retries, with one warning', async () => {
    const seconds = 3600
    let tries = 0
    const clock = virtualClock(start)
    const at = service({ now: () => clock.now() + seconds * 1000 })
    const send: typeof at.send = async (request, signal) => {
      tries += 1
      return tries === 2 || tries === 3 ? answering(502, '')() : at.send(request, signal)
    }
    const ran = await run(['my', 'account', '-o', 'json'], {
      send,
      now: clock.now,
      env: tokenEnv,
      world: { sleep: clock.sleep },
    })
    expect([ran.code, tries]).toEqual([0, 4])
    expect(ran.stderr.match(/The clock of this machine is/g)).toHaveLength(1)
    const stamps = signedWith(ran.requests, 'oauth_timestamp').map(Number)
    expect(stamps.slice(1).every((stamp) => stamp >= start / 1000 + seconds)).toBe(true)
  })
})

describe('the exchange of a code is sent once', () => {
  test.each([
    [
      'a connection that breaks',
      () => {
        throw broken
      },
    ],
    ['408', answering(408, '')],
    ['429', answering(429, '', { 'retry-after': '1' })],
    ['500', answering(500, '')],
    ['503', answering(503, '', { 'retry-after': '1' })],
    ['maintenance', answering(200, { code: 'org.kiva.ServerMaintenance', message: 'Back soon' })],
  ])('despite --retries: %s', async (_, answer) => {
    const { sleep } = virtualClock(start)
    const at = service({ answer: { access_token: answer } })
    const { code } = await attempt(at, ['--retries', '5', '--wait-on-limit'], {
      env: { ...env, KIVA_RETRIES: '5' },
      world: { sleep },
    })
    expect(code).not.toBe(0)
    const paths = at.requests.map(({ url }) => new URL(url).pathname)
    expect(paths).toEqual(['/oauth/request_token', '/oauth/access_token'])
  })
})
