/** `--curl`, `--trace` and `-v` of the built tool. Needs `npm run build`. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openNetwork } from '../../src/node/network/send.ts'
import { Browser, robin, verifierOn } from '../sandbox/oauth/test-provider.ts'
import { folderForAll } from '../support/folder.ts'
import { readHar } from '../support/har.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type Env, shell, start } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { shells } from '../support/shells.ts'

const folder = folderForAll()
let sandbox: RunningSandbox
/** The settings for the sandbox and a login there. */
let env: Env
beforeAll(async () => {
  sandbox = await startSandbox([], { now: Date.now })
  env = {
    KIVA_AUTH_URL: sandbox.auth_url,
    KIVA_CONFIG_DIR: join(folder, "it's $HOME"),
    KIVA_CA_FILE: sandbox.ca_file,
  }
  await logIn()
})
afterAll(() => sandbox.stop())
afterEach(closeServers)

const base = () => ['--base-url', sandbox.base_url]

async function logIn(): Promise<void> {
  const application = { KIVA_CLIENT_ID: sandbox.client_id, KIVA_CLIENT_SECRET: sandbox.client_secret }
  const started = await kiva(['login', '--start', '-o', 'json', ...base()], { ...env, ...application })
  const send = await openNetwork({ timeout: 5_000, caFile: sandbox.ca_file })
  const browser = new Browser({
    provider: {
      handle: (request) => send(request, new AbortController().signal),
      authorize: async () => Promise.reject(new Error('the browser signs nothing')),
    },
  })
  await browser.open(JSON.parse(started.stdout).authorize_url)
  await browser.logIn(robin)
  await browser.press('approve')
  expect(await kiva(['login', '--finish'], env, `${verifierOn(browser)}\n`)).toMatchObject({ code: 0 })
}

const found = (...paths: readonly string[]) => paths.filter((path) => existsSync(path))
/** On machines without curl, a shell function prints its arguments. */
const curl =
  found('/usr/bin/curl', '/usr/local/bin/curl').length > 0 ? '' : `curl() { printf '%s\\n' "$@"; }\n`

/** Runs a line that kiva printed, as if pasted. Uses `eval`: zsh does not split a variable into words. */
const paste = (program: string, line: string) =>
  shell(`${program} -c "$1"`, [`kiva() { eval "$KIVA \\"\\$@\\""; }\n${curl}${line}`], env)

describe.each(shells)('a line of --curl, pasted into %s', (program) => {
  test('requests a page of the loan search', async () => {
    const words = ['loans', 'search', '--q', 'maize & "rice"', '--country-code', 'KE,PE', ...base()]
    const { stdout: line } = await kiva([...words, '--curl'], env)
    const { code, stdout } = await paste(program, line)
    expect(code).toBe(0)
    expect(stdout).toContain(curl === '' ? '{"paging":{' : 'q=maize%20%26%20%22rice%22')
  })

  test('is signed again at each run', async () => {
    const { stdout: line } = await kiva(['api', 'my/account?x=a+b', '--curl', ...base()], env)
    for (const _ of ['once', 'again']) {
      const { code, stdout } = await paste(program, line)
      expect(code).toBe(0)
      expect(stdout).toContain(curl === '' ? '"first_name":"Robin"' : 'oauth_signature')
    }
  })
})

describe('--trace', () => {
  const words = (name: string) => [
    'loans',
    'newest',
    '--limit',
    '60',
    '-o',
    'ndjson',
    ...base(),
    '--trace',
    join(folder, name),
  ]
  const entries = (name: string) => readHar(readFileSync(join(folder, name), 'utf8'))

  test('records the status and size of each reply, in a file with mode 600', async () => {
    expect(await kiva(words('whole.har'), env)).toMatchObject({ code: 0 })
    const all = entries('whole.har')
    expect(all.map(({ response }) => response.status)).toEqual([200, 200, 200])
    expect(all[0]?.response.content.size).toBeGreaterThan(1_000)
    expect(all[0]?.response.bodySize).toBeGreaterThan(0)
    expect(statSync(join(folder, 'whole.har')).mode & 0o777).toBe(0o600)
  })

  test('on a full disk all records are printed, and the trace stays valid', async () => {
    const line = `ulimit -f 48; $KIVA ${words('full.har')
      .map((word) => `'${word}'`)
      .join(' ')}`
    const { code, stdout, stderr } = await shell(line, [], env)
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 60])
    expect(stderr).toMatch(/^cannot write .*full\.har: .*$/m)
    expect(entries('full.har').length).toBeLessThan(3)
  })

  test('a killed run leaves a trace of the exchanges so far', async () => {
    let asked = 0
    let reach = () => {}
    const second = new Promise<void>((resolve) => {
      reach = resolve
    })
    const origin = await serveHttp((_, response) => {
      asked += 1
      if (asked > 1) reach()
      else response.end('{"paging":{"page":1,"total":40,"page_size":20,"pages":2},"loans":[{"id":1}]}')
    })
    const path = join(folder, 'killed.har')
    const { child, ended } = start(['loans', 'newest', '--all', '--base-url', origin, '--trace', path])
    await second
    child.kill('SIGKILL')
    await ended
    expect(entries('killed.har').map(({ response }) => response.status)).toEqual([200])
  })
})

test('-v reports one connection for three sequential requests', async () => {
  const { stderr } = await kiva(
    ['loans', 'newest', '--limit', '60', '--concurrency', '1', '-v', '-o', 'ndjson', ...base()],
    env,
  )
  expect(stderr.match(/^> GET /gm)).toHaveLength(3)
  expect(stderr.match(/^\* connected to 127\.0\.0\.1:\d+ in \d+ms$/gm)).toHaveLength(1)
  expect(stderr.match(/^< 200, \d+ bytes, \d+ms \(headers after \d+ms\)$/gm)).toHaveLength(3)
})
