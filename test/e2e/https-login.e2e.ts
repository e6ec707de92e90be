/** `kiva login` over HTTPS to `kiva sandbox` in another process: by code, redirect or in two steps. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtInApplications, users } from '../../src/sandbox/oauth/provider-state.ts'
import { approve, followTo, newVisitor, openQuestion, revokeAccess, startBrowser } from './browser.ts'
import { type Machine, type Service, startMachine } from './machine.ts'

const [robin] = users
const callback = builtInApplications[0].callbacks[1]
const customCallback = builtInApplications[0].callbacks[2]

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

let machine: Machine
let service: Service
let visitor: BrowserContext
beforeEach(async () => {
  machine = await startMachine()
  service = await machine.serve()
  visitor = await newVisitor(browser)
})
afterEach(async () => {
  machine.learn(...(await visitor.cookies()).map(({ value }) => value))
  await visitor.close()
  await machine.close()
})

async function begin(words = '', env = service.env) {
  const terminal = machine.terminal(`kiva login --no-browser ${words}`, { env })
  const address = (await terminal.shows(/^\s*(https:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+)/m))[1] ?? ''
  await terminal.shows(/(Code|Redirect URL or code): /)
  return { terminal, address }
}

/** The environment without the application, as after a login, which stores it with the credentials. */
const withoutClient = () => {
  const { KIVA_CLIENT_ID: _, KIVA_CLIENT_SECRET: __, ...env } = service.env
  return env
}

const verifierIn = (address: string) => new URL(address).searchParams.get('oauth_verifier') ?? ''

test('approve, show the account, revoke: no output contains a secret', async () => {
  const { terminal, address } = await begin('--debug')
  const code = await approve(visitor, address, robin)
  machine.learn(code)
  terminal.type(code)
  await terminal.shows(/Logged in to .* as Robin Thistle\./)
  expect(await terminal.ended()).toBe(0)
  expect(terminal.screen()).toMatch(/signature base string:\s+POST&/)

  const env = withoutClient()
  for (const words of [
    ['my', 'account', '-o', 'json'],
    ['my', 'account', '--debug'],
    ['auth', 'status', '-v'],
  ]) {
    expect(await machine.kiva(words, { env })).toMatchObject({ code: 0 })
  }
  const header = await machine.kiva(['auth', 'header', 'GET', `${service.base_url}/v1/my/account.json`], {
    env,
  })
  expect(header.stdout).toMatch(/^Authorization: OAuth .*oauth_signature="/)
  expect(header.stderr).toBe('')

  await revokeAccess(visitor, `${service.auth_url}/account`, robin)
  const refused = await machine.kiva(['my', 'account', '--debug', '-o', 'table'], { env })
  expect(refused).toMatchObject({ code: 4, stdout: '' })
  expect(refused.stderr).toMatch(/access was revoked/)
  expect(refused.stderr).toMatch(/Log in again with kiva login\./)
  expect(service.log()).toMatch(/POST \/oauth\/access_token 200/)

  expect(await machine.kiva(['logout'], { env })).toMatchObject({ code: 0 })
  expect(await machine.file('credentials.json')).toBeUndefined()
  expect(await machine.kiva(['my', 'account'], { env })).toMatchObject({ code: 4 })
})

describe.each([
  ['an https address', callback],
  ['an address of a custom scheme', customCallback],
])('by the redirect to %s', (_, callback) => {
  test('approve and paste the redirect address: the user is logged in', async () => {
    const { terminal, address } = await begin(`--callback '${callback}'`)
    const question = await openQuestion(visitor, address, robin)
    const led = await followTo(question, 'Approve', callback)
    machine.learn(verifierIn(led))
    terminal.type(led)
    await terminal.shows(/Logged in to .* as Robin Thistle\./)
    expect(await terminal.ended()).toBe(0)
  })

  test('deny and paste the redirect address: exit code 4, and nothing is stored', async () => {
    const { terminal, address } = await begin(`--callback '${callback}'`)
    const led = await followTo(await openQuestion(visitor, address, robin), 'Deny', callback)
    expect(new URL(led).searchParams.get('error')).toBe('access_denied')
    terminal.type(led)
    expect(await terminal.ended()).toBe(4)
    expect(terminal.screen()).toMatch(/access denied on the authorization page/)
    expect(await machine.file('credentials.json')).toBeUndefined()
  })
})

test('a redirect with another state is refused', async () => {
  const { terminal, address } = await begin(`--callback '${callback}'`)
  const led = await followTo(await openQuestion(visitor, address, robin), 'Approve', callback)
  machine.learn(verifierIn(led))
  const forged = new URL(led)
  forged.searchParams.set('state', '0'.repeat(32))
  terminal.type(forged.href)
  expect(await terminal.ended()).toBe(4)
  expect(terminal.screen()).toMatch(/belongs to another login: its state differs/)
  expect(await machine.file('credentials.json')).toBeUndefined()
})

describe('in two steps', () => {
  const start = async () => {
    const { code, stdout } = await machine.kiva(['login', '--start', '-o', 'json'], { env: service.env })
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }

  test('start, approve, finish; a second finish fails', async () => {
    const { authorize_url, next } = await start()
    expect(next).toBe('kiva login --finish')
    const code = await approve(visitor, authorize_url, robin)
    machine.learn(code)
    const env = withoutClient()
    const finish = await machine.kiva(['login', '--finish'], { env, stdin: `${code}\n` })
    expect(finish).toMatchObject({ code: 0, stdout: '' })
    expect(finish.stderr).toMatch(/Logged in to .* as Robin Thistle\./)
    expect(await machine.file('pending-login.json')).toBeUndefined()

    const again = await machine.kiva(['login', '--finish'], { env, stdin: `${code}\n` })
    expect(again.code).toBe(4)
    expect(again.stderr).toMatch(/no login in progress/)
  })

  test('an empty code keeps the pending login, and logout deletes it', async () => {
    await start()
    const slip = await machine.kiva(['login', '--finish'], { env: service.env, stdin: '\n' })
    expect(slip.code).toBe(4)
    expect(await machine.file('pending-login.json')).toBeDefined()
    await machine.kiva(['logout'], { env: service.env })
    expect(await machine.file('pending-login.json')).toBeUndefined()
  })
})

describe('prompted for the application', () => {
  test('a wrong secret is not echoed, and is refused', async () => {
    const wrong = 'wrong-secret-of-nobody'
    machine.learn(wrong)
    const terminal = machine.terminal('kiva login --no-browser', { env: withoutClient() })
    await terminal.shows(/Client id of your application: /)
    terminal.type(service.client_id)
    await terminal.shows(/Client secret .*: $/)
    // Not with `type`, because the canary ignores the echo of typed lines.
    terminal.press(`${wrong}\r`)
    expect(await terminal.ended()).toBe(4)
    expect(terminal.screen()).toMatch(/invalid signature/)
    expect(terminal.screen()).not.toContain(wrong)
  })

  test('the right secret is not echoed, and is stored with the token', async () => {
    const terminal = machine.terminal('kiva login --no-browser', { env: withoutClient() })
    await terminal.shows(/Client id of your application: /)
    terminal.type(service.client_id)
    await terminal.shows(/Client secret .*: $/)
    terminal.press(`${service.client_secret}\r`)
    const address = (await terminal.shows(/^\s*(https:\S+\/oauth\/authorize\?\S+)/m))[1] ?? ''
    await terminal.shows(/Code: /)
    const code = await approve(visitor, address, robin)
    machine.learn(code)
    terminal.type(code)
    expect(await terminal.ended()).toBe(0)
    expect(terminal.screen()).not.toContain(service.client_secret)
    expect(await machine.kiva(['my', 'account'], { env: withoutClient() })).toMatchObject({ code: 0 })
  })
})
