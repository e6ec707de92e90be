/** Killed at any point of a login, the credential file is either the old one or the new one. */
import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../src/sandbox/oauth/state/users.ts'
import { approve, newVisitor, startBrowser } from './browser.ts'
import { isLong } from './how-long.ts'
import { type Machine, type Service, startMachine } from './machine.ts'

const [robin] = users
const killAt = fileURLToPath(new URL('./kill-at.cjs', import.meta.url))

let browser: Browser
let visitor: BrowserContext
let machine: Machine
let service: Service
beforeAll(async () => {
  browser = await startBrowser()
  visitor = await newVisitor(browser)
  machine = await startMachine()
  service = await machine.serve()
})
afterAll(async () => {
  await visitor.close()
  await machine.close()
  await browser.close()
})

/** Starts a login and has it approved; the code. */
async function approvedCode(): Promise<string> {
  const {
    code: exit,
    stdout,
    stderr,
  } = await machine.kiva(['login', '--start', '-o', 'json'], { env: service.env })
  expect(exit, stderr).toBe(0)
  const code = await approve(visitor, JSON.parse(stdout).authorize_url, robin)
  machine.learn(code)
  return code
}

/** A login in two steps, of which the second one is killed before the n-th change of a file; its exit code, if it had one. */
async function logInKilledAt(moment: number) {
  const code = await approvedCode()
  return machine.kiva(['login', '--finish'], {
    env: {
      ...service.env,
      NODE_OPTIONS: `--require=${killAt}`,
      KIVA_KILL_FOLDER: machine.config,
      KIVA_KILL_AT: String(moment),
    },
    stdin: `${code}\n`,
  })
}

const path = () => join(machine.config, 'credentials.json')
const tokenIn = (text: string): string => JSON.parse(text).entries[service.base_url].oauth_token

/** All files there: what a killed run has left beside the credentials is as private. */
async function expectPrivate(when: string): Promise<void> {
  for (const name of await readdir(machine.config)) {
    const { mode } = await stat(join(machine.config, name))
    expect(mode & 0o777, `the mode of ${name} ${when}`).toBe(0o600)
  }
}

/** Some of the changes, spread over the whole login, with its first and last change among them. */
const moments = isLong ? 14 : 8

test('at changes of files, from the first to the last', { timeout: 120_000 }, async () => {
  const whole = await logInKilledAt(0)
  expect(whole.code, whole.stderr).toBe(0)
  const changes = Number(/changes: (\d+)/.exec(whole.stderr)?.[1])
  expect(changes).toBeGreaterThan(moments)

  const tokens = new Set([tokenIn(await readFile(path(), 'utf8'))])
  for (let step = 0; step < moments; step++) {
    const moment = 1 + Math.round((step * (changes - 1)) / (moments - 1))
    const { code, stderr } = await logInKilledAt(moment)
    expect(code, `at ${moment} of ${changes}: ${stderr}`).toBe(-1)
    tokens.add(tokenIn(await readFile(path(), 'utf8')))
    await expectPrivate(`at ${moment} of ${changes}`)
  }
  expect(tokens.size, 'tokens: some runs died before the new one was stored, some after').toBeGreaterThan(2)
  expect(tokens.size).toBeLessThan(moments)
  expect(await machine.kiva(['auth', 'status'], { env: service.env })).toMatchObject({ code: 0 })
})

/** The process itself, to be killed by the clock. */
function spawnFinish(code: string) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../bin/kiva.cjs', import.meta.url)), 'login', '--finish'],
    {
      env: { PATH: process.env['PATH'] ?? '', KIVA_CONFIG_DIR: machine.config, ...service.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  child.stdin.on('error', () => {})
  child.stdin.end(`${code}\n`)
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) }
}

test('at moments of the clock', async () => {
  for (let moment = 0; moment < 5; moment += isLong ? 1 : 2) {
    const code = await approvedCode()
    const { child, ended } = spawnFinish(code)
    // Not a wait for something: a moment that nothing in the login chose is what is tried.
    setTimeout(() => child.kill('SIGKILL'), 60 + 50 * moment)
    await ended
    expect(tokenIn(await readFile(path(), 'utf8'))).toMatch(/./)
    await expectPrivate(`after ${moment}`)
  }
  // What a killed run has left holds secrets too, and goes with the next one that writes.
  expect(await logInKilledAt(0)).toMatchObject({ code: 0 })
  expect(await readdir(machine.config)).toEqual(['credentials.json'])
})
