/** What `kiva doctor` asks over the network, on real sockets. Needs `npm run build`. */
import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { homepage, version } from '../../src/core/version.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { kiva, serveSandbox, start } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()
afterEach(closeServers)

describe('the newest release', () => {
  /** Runs `kiva doctor --network` against a server of releases that answers like this. */
  async function ask(listener: RequestListener, words: readonly string[] = [], run = kivaHere) {
    const seen: Record<string, unknown>[] = []
    const releases = await serveHttp((request, response) => {
      seen.push({ path: request.url, ...request.headers })
      listener(request, response)
    })
    const api = await serveHttp((_, response) =>
      response.end('{"release":{"id":"1","date":"2026-11-20T00:00:00Z"}}'),
    )
    const { code, stdout } = await run(
      ['--base-url', api, '--auth-url', api, 'doctor', '--network', '-o', 'json', ...words],
      { KIVA_RELEASES_URL: `${releases}/r/`, LANG: 'C.UTF-8', HOME: folder },
    )
    const rows: readonly { readonly check: string; readonly state: string; readonly found: string }[] =
      JSON.parse(stdout)
    const release = rows.find(({ check }) => check === 'release')
    const row = `${release?.state}: ${release?.found}`.replaceAll(releases.slice(7), 'SERVER')
    return { code, row, release, seen }
  }

  const text =
    (body: string, status = 200): RequestListener =>
    (_, response) =>
      void response.writeHead(status, { 'set-cookie': 'a=b' }).end(body)

  test.each<[string, RequestListener, string]>([
    ['newer', text('99.1.2\n'), `warning: 99.1.2 is the newest, this is ${version}`],
    ['the same', text(`${version}\n`), `ok: ${version} is the newest`],
    ['older', text('0.0.1\n'), `ok: ${version} is newer than the newest release, 0.0.1`],
    ['a page of a firewall', text('<html>Log in</html>'), 'ok: unknown: SERVER sent no version'],
    ['a command', text('9.9.9; rm -rf ~'), 'ok: unknown: SERVER sent no version'],
    ['empty', text(''), 'ok: unknown: SERVER sent no version'],
    ['huge', text('9'.repeat(100_000)), 'ok: unknown: the response from SERVER is larger than 64 bytes'],
    ['missing', text('', 404), 'ok: unknown: SERVER responded 404'],
    [
      'elsewhere',
      (request, response) => {
        if (request.url === '/r/latest') response.writeHead(301, { location: '/other/latest' }).end()
        else response.end('99.1.2')
      },
      `warning: 99.1.2 is the newest, this is ${version}`,
    ],
    [
      'at an address without TLS',
      (_, response) => void response.writeHead(302, { location: 'http://elsewhere.example/latest' }).end(),
      'ok: unknown: the address of the releases is not https',
    ],
    [
      'cut off',
      (_, response) => void response.destroy(),
      'ok: unknown: SERVER closed the connection before the response was complete',
    ],
  ])('%s', async (_, listener, expected) => {
    const { code, row, seen } = await ask(listener)
    expect(row).toBe(expected)
    expect(code).toBe(0)
    expect(seen[0]).toMatchObject({ path: '/r/latest', 'user-agent': `kiva-cli/${version}` })
    expect(seen.filter((request) => request['cookie'] ?? request['authorization'])).toEqual([])
  })

  test('the next step fits how kiva was installed: here it was not', async () => {
    const { release } = await ask(text('99.1.2'), [], kiva)
    expect(release).toMatchObject({ next: `Download it from ${homepage}` })
  })

  test('slow: the timeout of the run ends it', async () => {
    const { row } = await ask(() => {}, ['--timeout', '0.5'])
    expect(row).toBe('ok: unknown: no response from SERVER within 0.5s')
  })
})

describe('--schema', () => {
  test('differs in nothing from a sandbox that is served', async () => {
    const sandbox = await serveSandbox(['--http'])
    const { code, stdout } = await kiva(['--base-url', sandbox.base_url, 'doctor', '--schema', '-o', 'json'])
    const reports: readonly { readonly differences: readonly object[] }[] = JSON.parse(stdout)
    expect(reports.flatMap(({ differences }) => differences)).toEqual([])
    expect(reports.length).toBeGreaterThan(20)
    expect(code).toBe(0)
    await sandbox.stop()
  })

  test.each(['hostile-text', 'server-error', 'deep-json', 'wrong-encoding', 'huge-body'])(
    'reports the fault %s, and passes no sequence of it on',
    async (fault) => {
      const sandbox = await startSandbox(['--http', '--fault', fault])
      const { code, stdout, stderr } = await kivaHere([
        '--base-url',
        sandbox.base_url,
        'doctor',
        '--schema',
        '-o',
        'table',
      ])
      await sandbox.stop()
      // No response at all is one error, as in other commands.
      expect(code).toBe(stdout === '' ? 7 : 3)
      expect(stderr).toMatch(/^error: /m)
      expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
    },
  )

  test.each([
    { answered: 'nothing', found: /^Sending[^\n]*\n\{"error"/ },
    {
      answered: '/v1/loans/search.json',
      found: /^problem +\/loans\/search +status 200.*^skipped +\/loans\/newest/ms,
    },
  ])('Ctrl-C prints what was compared, and ends it with 130: $answered', async ({ answered, found }) => {
    let asked = () => {}
    const reached = new Promise<void>((resolve) => {
      asked = resolve
    })
    const service = await serveHttp((request, response) => {
      if (request.url?.startsWith(answered)) response.setHeader('content-type', 'application/json').end('{}')
      else asked()
    })
    const run = start(['--base-url', service, 'doctor', '--schema'])
    await reached
    run.child.kill('SIGINT')
    const { code, stdout, stderr } = await run.ended
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toMatch(found)
  })
})
