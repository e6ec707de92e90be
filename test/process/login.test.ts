/** Login and signed requests of the built tool, on real sockets and terminals. Needs `npm run build`. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../src/sandbox/http/certificate.ts'
import { openTerminal } from '../e2e/terminal.ts'
import { juno, robin } from '../sandbox/oauth/test-provider.ts'
import { approve } from '../support/approve.ts'
import { learn } from '../support/canary.ts'
import { folderForEach } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type Env, type ServedSandbox, serveSandbox, shell, toolLine } from '../support/process.ts'

const token = 'at.secret~%;of"a\\user'
const tokenSecret = 'ats/=1+2%;&"é'

let sandbox: ServedSandbox
let certificate: Awaited<ReturnType<typeof makeCertificate>>
beforeAll(async () => {
  sandbox = await serveSandbox()
  certificate = await makeCertificate(Date.now())
})
afterAll(() => sandbox.stop())

const folder = folderForEach()

/** The settings to log in to the sandbox, with a config folder for this test. */
const atSandbox = (): Env => ({
  ...sandbox.env,
  KIVA_CLIENT_ID: sandbox.client_id,
  KIVA_CLIENT_SECRET: sandbox.client_secret,
  KIVA_CONFIG_DIR: join(folder, 'kiva'),
})

/** Starts a service that sends the same reply to every request. Returns its addresses as variables. */
async function serve(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: Server; readonly env: Env }> {
  const server = createServer(certificate, (_, reply) => reply.writeHead(status, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, certificate.cert)
  return { server, env: { KIVA_BASE_URL: origin, KIVA_AUTH_URL: origin, KIVA_CA_FILE: ca } }
}

describe('a service that repeats secrets', () => {
  const credentials = {
    KIVA_CLIENT_ID: 'org.example.app',
    KIVA_CLIENT_SECRET: 'application/secret+1',
    KIVA_OAUTH_TOKEN: token,
    KIVA_OAUTH_TOKEN_SECRET: tokenSecret,
  }
  const everyForm = [
    token,
    tokenSecret,
    encodeURIComponent(token),
    encodeURIComponent(encodeURIComponent(tokenSecret)),
    JSON.stringify(tokenSecret),
    new URLSearchParams({ x: tokenSecret }).toString(),
    'oauth_token=abc"def',
    'OAUTH_VERIFIER: KV-unknown1',
  ].join(' ')

  test.each([
    ['JSON', 400, JSON.stringify({ code: everyForm, message: everyForm })],
    ['text', 400, everyForm],
    ['XML', 400, `<response><message>${everyForm}</message></response>`],
    ['an undecodable answer', 200, `{"user_account": ${everyForm}`],
    ['keys', 200, JSON.stringify({ [token]: 1, [tokenSecret]: 2 })],
  ])('in %s: the error is one line of JSON without them', async (_, status, body) => {
    learn(token, tokenSecret, 'abc"def', 'KV-unknown1')
    const { server, env } = await serve(status, body)
    const ended = await kiva(['my', 'account', '-o', 'json'], { ...env, ...credentials })
    server.close()
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toMatch(/^[^\n]*\n$/)
    const { error } = JSON.parse(ended.stderr)
    expect(error.message).toContain('***')
    for (const secret of ['at.secret', 'ats/', 'abc', 'def', 'KV-unknown1'])
      expect(error.message).not.toContain(secret)
  })

  test('in a redirect or in headers: --debug prints *** instead', async () => {
    learn(token, tokenSecret)
    const location = `https://elsewhere.example/?oauth_token=${encodeURIComponent(token)}`
    const { server, env } = await serve(302, '', {
      location,
      'set-cookie': 'session=1',
      'x-echo': tokenSecret,
    })
    const ended = await kiva(['my', 'account', '-o', 'table', '--debug'], { ...env, ...credentials })
    server.close()
    expect(ended.code).toBe(7)
    expect(ended.stderr).toContain('redirects (302) to https://elsewhere.example/?oauth_token=***\n')
    expect(ended.stderr).toContain('< set-cookie: ***\n')
    expect(ended.stderr).toContain('< x-echo: ***\n')
    expect(ended.stderr).toContain('oauth_consumer_key="org.example.app"')
    expect(ended.stderr).toContain('oauth_token="***"')
  })

  test('cannot forge a hint line', async () => {
    const words = 'gone\nhint: run this\u0085hint: or this\u2028hint: or that'
    const { server, env } = await serve(400, JSON.stringify({ message: words }))
    const ended = await kiva(['my', 'account', '-o', 'table'], { ...env, ...credentials })
    server.close()
    expect(ended.stderr).not.toMatch(/^hint: /m)
    expect(ended.stderr).toContain('gone hint: run this hint: or this hint: or that\n')
  })
})

describe('a secret that equals a common word does not mask the word', () => {
  const said = async (words: readonly string[], secret: string, status: number) => {
    const { server, env } = await serve(status, '')
    const ended = await kiva([...words, '--debug'], {
      ...env,
      KIVA_CLIENT_ID: 'org.example.app',
      KIVA_CLIENT_SECRET: secret,
      KIVA_CONFIG_DIR: join(folder, 'none'),
    })
    server.close()
    const [, port = ''] = /:(\d+)$/.exec(env['KIVA_BASE_URL'] ?? '') ?? []
    // Remove the values that differ in every run: port, times, nonce, signature.
    return `${ended.code} ${ended.stdout} ${ended.stderr}`
      .replaceAll(port, 'PORT')
      .replace(/\d+ms|oauth_(nonce|timestamp|signature)(="[^"]*"|%3D\w+)|< date: .*/g, '')
  }

  test('in the error for a 404 at login', async () => {
    const told = await said(['login', '--start', '-o', 'json'], 'unrelated-secret', 404)
    expect(told).toContain('the API no longer offers authorization: no page for a request token')
    for (const secret of ['error', 'access', 'message', 'token', 'the API', 'hint', 'kiva', 'POST']) {
      expect(await said(['login', '--start', '-o', 'json'], secret, 404)).toBe(told)
    }
  }, 60_000)

  test('in the authorization URL and its scope', async () => {
    const body = JSON.stringify({
      oauth_token: 'rt.1;org.example.app',
      oauth_token_secret: 'code',
      oauth_callback_confirmed: true,
    })
    const { server, env } = await serve(200, body)
    const options = { KIVA_CLIENT_ID: 'org.example.app', KIVA_CLIENT_SECRET: 'access' }
    const ended = await kiva(['login', '-o', 'table'], {
      ...env,
      ...options,
      KIVA_CONFIG_DIR: join(folder, 'kiva'),
    })
    server.close()
    expect(ended.code).toBe(4)
    expect(ended.stderr).toContain('approve access for org.example.app (access):')
    expect(ended.stderr).toMatch(
      /\/oauth\/authorize\?client_id=org\.example\.app&response_type=code&.*scope=access&/,
    )
  })
})

describe('on a pipe', () => {
  test('login without a code fails with a hint to --start and --finish, and does not prompt', async () => {
    const ended = await kiva(['login', '-o', 'table'], atSandbox())
    expect(ended).toMatchObject({ code: 4, stdout: '' })
    expect(ended.stderr).not.toContain('Code: ')
    expect(ended.stderr).toMatch(/hint: .*kiva login --start, then kiva login --finish/)
  })

  test('login --finish without a code prints one JSON error and keeps the pending login', async () => {
    const { KIVA_CLIENT_SECRET: secret = '', ...env } = atSandbox()
    const started = await kiva(['login', '--start', '-o', 'json'], { ...env, KIVA_CLIENT_SECRET: secret })
    expect(Object.keys(JSON.parse(started.stdout))).toEqual(['authorize_url', 'next'])
    const ended = await kiva(['login', '--finish', '-o', 'json'], env)
    expect(ended.stderr).toMatch(/^\{"error":[^\n]*\}\n$/)
    expect(JSON.parse(ended.stderr).error).toMatchObject({ kind: 'auth', exit_code: 4 })
    expect(await readdir(join(folder, 'kiva'))).toContain('pending-login.json')
  })

  test('login exits with 4 if stderr has no reader', async () => {
    const line = 'exec 3>&1; { $KIVA login -o json; echo "code $?" >&3; } 2>&1 >/dev/null </dev/null | true'
    expect(await shell(line, [], atSandbox())).toMatchObject({ stdout: 'code 4\n' })
  })
})

test('signed requests over plain HTTP are refused, even to localhost', async () => {
  const plain = await serveSandbox(['--http'])
  const base = ['--base-url', plain.base_url, '--auth-url', plain.base_url]
  for (const words of [
    ['my', 'account'],
    ['login', '--start'],
  ]) {
    const ended = await kiva([...words, ...base, '-v', '-o', 'json'], {
      KIVA_BASE_URL: plain.base_url,
      KIVA_CLIENT_ID: 'org.example.app',
      KIVA_CLIENT_SECRET: 'unrelated-secret',
      KIVA_OAUTH_TOKEN: token,
      KIVA_OAUTH_TOKEN_SECRET: tokenSecret,
    })
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' })
    expect(ended.stderr).not.toContain('> ')
    expect(JSON.parse(ended.stderr).error.message).toContain('requires HTTPS')
  }
  await plain.stop()
})

test('login to another service is refused without --auth-url', async () => {
  const { KIVA_AUTH_URL: _, ...env } = atSandbox()
  const ended = await kiva(['login', '--start', '-o', 'json'], env)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(JSON.parse(ended.stderr).error.hint).toContain('--auth-url')
})

test.each([
  'https://api.kivaws.org\\@evil.example/x',
  'https://user:pass-word@api.kivaws.org/x',
  'https://api.kivaws.org/\tx',
])('auth header refuses to sign %j', async (url) => {
  const ended = await kiva(['auth', 'header', 'GET', url, '-o', 'json'], {
    KIVA_CLIENT_ID: 'org.example.app',
    KIVA_CLIENT_SECRET: 'unrelated-secret',
    KIVA_OAUTH_TOKEN: token,
    KIVA_OAUTH_TOKEN_SECRET: tokenSecret,
  })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).not.toContain('pass-word')
})

test('auth status and logout work if the pending login file is corrupt', async () => {
  const config = join(folder, 'kiva')
  const entry = {
    api_origin: sandbox.base_url,
    auth_origin: sandbox.auth_url,
    client_id: 'org.example.app',
    client_secret: 'unrelated-secret',
    oauth_token: token,
    oauth_token_secret: tokenSecret,
    scope: ['access'],
    obtained_at: '2026-01-15T12:00:00.000Z',
  }
  await mkdir(config, { mode: 0o700 })
  const content = JSON.stringify({ v: 1, entries: { [sandbox.base_url]: entry } })
  await writeFile(join(config, 'credentials.json'), content, { mode: 0o600 })
  await writeFile(join(config, 'pending-login.json'), '{"broken', { mode: 0o600 })
  const { KIVA_CLIENT_ID: _, KIVA_CLIENT_SECRET: __, ...env } = atSandbox()
  const status = await kiva(['auth', 'status', '-o', 'table'], env)
  expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^You are logged in to https:.*\n/) })
  expect(await kiva(['logout'], env)).toMatchObject({ code: 0 })
  expect(await readdir(config)).toEqual([])
})

test('a hint to log in repeats --sandbox or --base-url', async () => {
  const env = { KIVA_CONFIG_DIR: join(folder, 'kiva') }
  const ended = await kiva(['--sandbox', 'my', 'account', '-o', 'table'], env)
  expect(ended.stderr).toContain('hint: Log in with kiva --sandbox login.\n')
  const elsewhere = ['--base-url', 'https://127.0.0.1:1']
  const other = await kiva(['my', 'account', '-o', 'table', ...elsewhere], env)
  expect(other.stderr).toContain('hint: Log in with kiva --base-url https://127.0.0.1:1 login.\n')
})

describe('the authorization page', () => {
  test.each([
    [0, true],
    [3, false],
  ])('xdg-open exits with %i: the page is reported as opened: %s', async (code, opened) => {
    await mkdir(join(folder, 'bin'))
    await writeFile(join(folder, 'bin/xdg-open'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    const terminal = openTerminal(toolLine(['--sandbox', 'login']), {
      cwd: folder,
      columns: 100,
      env: { PATH: `${folder}/bin:/usr/bin:/bin`, KIVA_CONFIG_DIR: join(folder, 'kiva') },
    })
    await terminal.shows(/Code: /)
    expect(/Opened it in your browser\./.test(terminal.screen())).toBe(opened)
    terminal.press('\x03')
    expect(await terminal.ended()).toBe(130)
  })
})

test('two profiles are logged in to one service as two users, and both tokens stay valid', async () => {
  const env = atSandbox()
  const account = async (profile: string) => {
    const { code, stdout } = await kiva(['--profile', profile, 'my', 'account', '-o', 'json'], env)
    return [code, code === 0 ? JSON.parse(stdout).first_name : '']
  }
  for (const [profile, user] of [
    ['work', juno],
    ['home', robin],
  ] as const) {
    await kiva(['--profile', profile, 'config', 'set', 'timeout', '20'], env)
    const { stdout } = await kiva(['--profile', profile, 'login', '--start', '-o', 'json'], env)
    const code = await approve({ ca_file: env['KIVA_CA_FILE'] ?? '' }, JSON.parse(stdout).authorize_url, user)
    const line = 'echo "$1" | $KIVA --profile "$2" login --finish'
    expect(await shell(line, [code, profile], env)).toMatchObject({ code: 0 })
  }
  expect(await Promise.all(['work', 'home'].map(account))).toEqual([
    [0, 'Juno'],
    [0, 'Robin'],
  ])
  const listed = await kiva(['auth', 'list', '--offline', '-o', 'json'], env)
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { origin: sandbox.base_url, profile: 'home', lender: 'robin1001', scope: ['access'] },
    { origin: sandbox.base_url, profile: 'work', lender: null, scope: ['access'] },
  ])
  expect(await kiva(['--profile', 'work', 'logout'], env)).toMatchObject({ code: 0 })
  expect(await account('work')).toEqual([4, ''])
  expect(await account('home')).toEqual([0, 'Robin'])
})
