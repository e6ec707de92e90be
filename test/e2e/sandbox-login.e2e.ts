/** `kiva --sandbox login` without any setup: the tool in a terminal, and the user in a browser. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../src/sandbox/oauth/provider-state.ts'
import { approve, logIn, lookAt, newVisitor, openQuestion, revokeAccess, startBrowser } from './browser.ts'
import { type Machine, startMachine } from './machine.ts'

const [robin, juno] = users
const page = /^\s*(http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+)/m

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

let machine: Machine
let visitor: BrowserContext
beforeEach(async () => {
  machine = await startMachine()
  visitor = await newVisitor(browser)
})
afterEach(async () => {
  machine.learn(...(await visitor.cookies()).map(({ value }) => value))
  await visitor.close()
  await machine.close()
})

/** Starts a login and waits for its prompt. */
async function begin(words = '') {
  const terminal = machine.terminal(`kiva --sandbox login ${words}`)
  const address = (await terminal.shows(page))[1] ?? ''
  await terminal.shows(/Code: /)
  return { terminal, address, preferences: new URL('/account', address).href }
}

/** Completes a login, so that an access token is stored. */
async function logInWhole(): Promise<void> {
  const { terminal, address } = await begin()
  const code = await approve(visitor, address, robin)
  machine.learn(code)
  terminal.type(code)
  expect(await terminal.ended()).toBe(0)
}

test('approve, show the account, revoke: the token is then refused', async () => {
  const { terminal, address } = await begin()
  expect(await machine.opened()).toEqual([address])
  const code = await approve(visitor, address, robin)
  machine.learn(code)
  terminal.type(code)
  await terminal.shows(/Logged in to .* as Robin Thistle\./)
  await terminal.shows(/Scopes: access\./)
  expect(await terminal.ended()).toBe(0)

  const account = await machine.kiva(['--sandbox', 'my', 'account', '-o', 'json'])
  expect(account.code).toBe(0)
  expect(JSON.parse(account.stdout)).toMatchObject({ first_name: 'Robin', lender_id: 'robin1001' })

  // The sandbox serves its pages only while a login waits, so start another login and interrupt it.
  const another = await begin('--no-browser')
  await revokeAccess(visitor, another.preferences, robin)
  another.terminal.press('\x03')
  expect(await another.terminal.ended()).toBe(130)

  const refused = await machine.kiva(['--sandbox', 'my', 'account', '-o', 'table'])
  expect(refused.code).toBe(4)
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toMatch(/access was revoked in the account preferences/)
  expect(refused.stderr).toMatch(/kiva --sandbox login/)
})

test('a code is refused if access was revoked before it is typed', async () => {
  const { terminal, address, preferences } = await begin()
  const code = await approve(visitor, address, robin)
  machine.learn(code)
  await revokeAccess(visitor, preferences, robin)
  terminal.type(code)
  expect(await terminal.ended()).toBe(4)
  expect(terminal.screen()).toMatch(/revoked/)
  expect(await machine.file('credentials.json')).toBeUndefined()
})

describe('after the user denies access', () => {
  test('the page says so, Enter prompts again, and Ctrl-C ends the login', async () => {
    const { terminal, address } = await begin()
    const question = await openQuestion(visitor, address, juno)
    await question.getByRole('button', { name: 'Deny' }).click()
    await question.getByRole('heading', { name: 'You denied access' }).waitFor()
    await lookAt(question, 'denied')
    terminal.press('\r')
    await terminal.shows(/The code is empty\. Try again\.\r?\n.*Code: /)
    terminal.press('\x03')
    expect(await terminal.ended()).toBe(130)
    expect(await machine.file('credentials.json')).toBeUndefined()
  })

  test('a typed code is refused', async () => {
    const { terminal, address } = await begin()
    const question = await openQuestion(visitor, address, juno)
    await question.getByRole('button', { name: 'Deny' }).click()
    await question.getByRole('heading', { name: 'You denied access' }).waitFor()
    terminal.type('KV-abcdefgh')
    expect(await terminal.ended()).toBe(4)
    expect(terminal.screen()).toMatch(/the API refused an access token: /)
  })
})

test('a mistyped code prompts again, and the right code logs in', async () => {
  const { terminal, address } = await begin()
  const code = await approve(visitor, address, robin)
  machine.learn(code)
  terminal.type('KV-abcdefgh')
  await terminal.shows(/Wrong code\. Try again\.\r?\n.*Code: /)
  terminal.type(code)
  await terminal.shows(/Logged in to .* as Robin Thistle\./)
  expect(await terminal.ended()).toBe(0)
})

test('three mistyped codes end the login', async () => {
  const { terminal, address } = await begin()
  machine.learn(await approve(visitor, address, robin))
  for (const round of [1, 2, 3]) {
    await terminal.shows(new RegExp(`(Code: [^]*){${round}}`))
    terminal.type('KV-abcdefgh')
  }
  expect(await terminal.ended()).toBe(4)
  expect(terminal.screen()).toMatch(/Start again with kiva --sandbox login/)
})

test('Ctrl-C at the code prompt leaves the terminal usable and nothing stored', async () => {
  const shell = machine.terminal(
    'trap : INT; kiva --sandbox login; echo "code=$?"; stty -a; echo \'the end\'',
  )
  await shell.shows(/Code: /)
  shell.press('\x03')
  await shell.shows(/the end/)
  expect(await shell.ended()).toBe(0)
  expect(shell.screen()).toMatch(/code=130/)
  for (const on of ['echo', 'icanon', 'isig', 'icrnl', 'opost'])
    expect(shell.screen()).toMatch(new RegExp(`(?<!-)\\b${on}\\b`))
  expect(await machine.file('credentials.json')).toBeUndefined()
})

test('three empty codes end the login', async () => {
  const { terminal } = await begin()
  terminal.press('\r')
  await terminal.shows(/(Code: [\s\S]*){2}/)
  terminal.press('\r')
  await terminal.shows(/(Code: [\s\S]*){3}/)
  terminal.press('\r')
  expect(await terminal.ended()).toBe(4)
})

test('all pages fit phone and desktop screens', async () => {
  await logInWhole()
  const { terminal, address, preferences } = await begin(
    '--scope access,user_balance,user_email,user_expected_repayments,user_loan_balances',
  )
  await visitor.clearCookies()
  const tab = await visitor.newPage()
  await tab.goto(address)
  await lookAt(tab, 'login')
  await tab.getByLabel('User name').fill('robin')
  await tab.getByLabel('Password').fill('wrong')
  await tab.getByRole('button', { name: 'Log in' }).click()
  await lookAt(tab, 'login-failed')
  await logIn(tab, robin)
  await tab.getByRole('heading', { name: /asks for access/ }).waitFor()
  await lookAt(tab, 'question')
  await tab.getByRole('button', { name: 'Approve' }).click()
  machine.learn((await tab.locator('.code').innerText()).trim())
  await lookAt(tab, 'code')
  await tab.goto(preferences)
  await lookAt(tab, 'account')
  await tab.getByRole('button', { name: /^Revoke access/ }).click()
  await tab.getByRole('status').waitFor()
  await lookAt(tab, 'account-revoked')
  await tab.goto(`${new URL(address).origin}/oauth/authorize?client_id=nobody`)
  await lookAt(tab, 'faulty')
  terminal.press('\x03')
  expect(await terminal.ended()).toBe(130)
})
