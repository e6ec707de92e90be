/** `kiva sandbox` as other programs start it: several at once, on valid and invalid ports. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { type ServedSandbox, type Started, serveSandbox, start } from '../support/process.ts'

const home = join(folderForEach(), 'kiva')
const running: Started[] = []

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
})

async function serve(...words: string[]) {
  const started = start(['sandbox', '--loans', '20', ...words], { KIVA_CONFIG_DIR: home })
  running.push(started)
  const where = JSON.parse(await started.said(/\n/))
  const env = { KIVA_CONFIG_DIR: home, KIVA_BASE_URL: where.base_url, KIVA_AUTH_URL: where.auth_url }
  return { ...started, where, env: where.ca_file ? { ...env, KIVA_CA_FILE: where.ca_file } : env }
}

const show = (env: Record<string, string>) => kiva(['loans', 'show', '2100001', '-o', 'json'], env)

describe('two at once', () => {
  test('over HTTPS: each has its own certificate file and deletes it at the end', async () => {
    const [first, second] = await Promise.all([serve(), serve('--port', '0')])
    expect(first.where.ca_file).not.toBe(second.where.ca_file)
    expect(readdirSync(home)).toHaveLength(2)
    const answers = await Promise.all([show(first.env), show(second.env)])
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])

    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    expect([existsSync(first.where.ca_file), existsSync(second.where.ca_file)]).toEqual([true, false])
    expect((await show(first.env)).code).toBe(0)

    first.child.kill('SIGINT')
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(home)).toEqual([])
  })

  test('over plain HTTP: no file is created', async () => {
    const [first, second] = await Promise.all([serve('--http'), serve('--http')])
    expect((await Promise.all([show(first.env), show(second.env)])).map(({ code }) => code)).toEqual([0, 0])
    expect(existsSync(home)).toBe(false)
  })

  test('old certificate files are deleted, but not that of a sandbox killed just now', async () => {
    const killed = await serve()
    killed.child.kill('SIGKILL')
    await killed.ended
    const old = join(home, 'sandbox-ca-1.pem')
    writeFileSync(old, 'old')
    utimesSync(old, 1, 1)
    const { where } = await serve()
    expect(
      readdirSync(home)
        .map((name) => join(home, name))
        .sort(),
    ).toEqual([killed.where.ca_file, where.ca_file].sort())
  })
})

describe('--port', () => {
  test.each(['70000', '65536', '-1', '1e3', '', 'eight'])(
    '%s is refused, and no file is created',
    async (port) => {
      const { code, stdout, stderr } = await kiva(['sandbox', `--port=${port}`], { KIVA_CONFIG_DIR: home })
      expect([code, stdout, existsSync(home)]).toEqual([2, '', false])
      expect(stderr).toContain(`for --port: expected a whole number from 0 to 65535`)
    },
  )

  test('in use ends in exit code 3 and a hint', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { code, stdout, stderr } = await kiva(['sandbox', '--port', String(port)], {
      KIVA_CONFIG_DIR: home,
    })
    server.close()
    expect([code, stdout, existsSync(home)]).toEqual([3, '', false])
    expect(stderr).toContain(`cannot listen on port ${port}: already in use`)
    expect(stderr).toContain('Use another --port, or leave it out for a free one.')
  })
})

describe('the name in a request', () => {
  let sandbox: ServedSandbox
  beforeAll(async () => {
    sandbox = await serveSandbox(['--http', '--loans', '20'])
  })
  afterAll(() => sandbox.stop())

  test.each([
    { host: 'Host: 127.0.0.1:PORT', answer: 'HTTP/1.1 200' },
    { host: 'HOST:\tLOCALHOST:PORT ', answer: 'HTTP/1.1 200' },
    { host: 'Host: [::1]:PORT', answer: 'HTTP/1.1 200' },
    { host: 'Host: evil.example\r\nHost: 127.0.0.1:PORT', answer: 'HTTP/1.1 421' },
    { host: 'Host: evil@127.0.0.1:PORT', answer: 'HTTP/1.1 421' },
    { host: 'Host: 127.0.0.1:PORT evil', answer: 'HTTP/1.1 421' },
    { host: 'Host: 127.0.0.1:PORT/', answer: 'HTTP/1.1 421' },
    { host: 'Host: evil.example#', answer: 'HTTP/1.1 421' },
    { host: 'Host: \u00e9vil:PORT', answer: 'HTTP/1.1 421' },
    { host: 'Host:', answer: 'HTTP/1.1 421' },
    { host: `Host: ${'x'.repeat(3000)}`, answer: 'HTTP/1.1 421' },
    { host: 'Host: evil\x01', answer: 'HTTP/1.1 400' },
    { host: 'X-Host: 127.0.0.1:PORT', answer: 'HTTP/1.1 400' },
  ])('a request with $host gets $answer', async ({ host, answer }) => {
    const { port } = new URL(sandbox.base_url)
    const head = `GET /v1/releases/api/current.json HTTP/1.1\r\n${host.replace('PORT', port)}\r\nConnection: close\r\n\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(head, 'latin1')
    expect((await text(socket)).slice(0, answer.length)).toBe(answer)
  })
})

test('--client and --callback register an application', async () => {
  const { where } = await serve(
    '--client',
    'org.example.mine:my,secret',
    '--callback',
    'http://localhost:3000/cb?a=1,2',
  )
  expect(where.applications).toEqual([
    {
      client_id: 'org.example.mine',
      client_secret: 'my,secret',
      callbacks: ['http://localhost:3000/cb?a=1,2'],
    },
  ])
})

test('--callback without --client is refused, and no file is created', async () => {
  const { code, stdout, stderr } = await kiva(['sandbox', '--callback', 'oob'], { KIVA_CONFIG_DIR: home })
  expect([code, stdout, existsSync(home)]).toEqual([2, '', false])
  expect(stderr).toContain('--callback requires --client')
})

test('requests are logged on a pipe only with -v', async () => {
  const silent = await serve('--http')
  const verbose = await serve('--http', '-v')
  await Promise.all([show(silent.env), show(verbose.env)])
  for (const { child } of [silent, verbose]) child.kill('SIGTERM')
  expect((await silent.ended).stderr).toBe('')
  expect((await verbose.ended).stderr).toMatch(/^GET \/v1\/loans\/2100001\.json 200 \d+ms\n$/)
})

test('kiva --sandbox rejects a token that it never issued', async () => {
  const entry = {
    api_origin: 'https://sandbox.invalid',
    auth_origin: 'http://127.0.0.1:1',
    client_id: 'org.example.kiva-cli',
    client_secret: 'sandbox-secret-of-the-command-line',
    oauth_token: 'never;given',
    oauth_token_secret: 'never given either',
    scope: ['access'],
    obtained_at: '2026-11-20T14:30:00.000Z',
  }
  mkdirSync(home, { mode: 0o700 })
  const file = JSON.stringify({ v: 1, entries: { [entry.api_origin]: entry } })
  writeFileSync(join(home, 'credentials.json'), file, { mode: 0o600 })
  const { code, stdout, stderr } = await kiva(['--sandbox', 'my', 'account', '-o', 'json'], {
    KIVA_CONFIG_DIR: home,
  })
  expect([code, stdout]).toEqual([4, ''])
  expect(JSON.parse(stderr).error).toMatchObject({ kind: 'auth', status: 401 })
})
