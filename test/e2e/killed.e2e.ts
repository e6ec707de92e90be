/** A login that is killed at any point leaves either the old or the new credentials file. */
import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../src/sandbox/oauth/provider-state.ts'
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

/** Starts a login and approves it. Returns the code. */
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

/** Runs a login in two steps, and kills the second one before its n-th change of a file. */
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

/** Checks the mode of all files, because temporary files of a killed run contain secrets too. */
async function expectPrivate(when: string): Promise<void> {
  for (const name of await readdir(machine.config)) {
    const { mode } = await stat(join(machine.config, name))
    expect(mode & 0o777, `the mode of ${name} ${when}`).toBe(0o600)
  }
}

/** The number of changes to kill at, spread evenly from the first to the last change of a login. */
const moments = isLong ? 14 : 8

test('a kill before a file change leaves readable credentials with mode 600', {
  timeout: 120_000,
}, async () => {
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

/** Starts `login --finish` as a process that a timer can kill. */
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

test('a kill by a timer leaves readable credentials, and the next login cleans up', async () => {
  for (let moment = 0; moment < 5; moment += isLong ? 1 : 2) {
    const code = await approvedCode()
    const { child, ended } = spawnFinish(code)
    // A timer on purpose: the kill must not depend on any step of the login.
    setTimeout(() => child.kill('SIGKILL'), 60 + 50 * moment)
    await ended
    expect(tokenIn(await readFile(path(), 'utf8'))).toMatch(/./)
    await expectPrivate(`after ${moment}`)
  }
  // Files of a killed run contain secrets too. The next run that writes deletes them.
  expect(await logInKilledAt(0)).toMatchObject({ code: 0 })
  expect(await readdir(machine.config)).toEqual(['credentials.json'])
})
