/** Failures between the built tool and a service, on real sockets. Needs `npm run build`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { kiva as kivaThere, type ServedSandbox, serveSandbox, start } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()
let secure: ServedSandbox
beforeAll(async () => {
  secure = await serveSandbox()
})
afterAll(() => secure.stop())

async function failing(words: readonly string[], env = {}) {
  const { code, stdout, stderr } = await kiva(['loans', 'newest', '-o', 'json', ...words], env)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^[^\n]*\n$/)
  const { error } = JSON.parse(stderr)
  expect(error.exit_code).toBe(code)
  return { code, kind: error.kind as string, said: `${error.message} ${error.hint}` }
}

test('a missing or invalid CA file ends in exit code 3', async () => {
  const none = join(folder, 'none.pem')
  expect((await failing(['--base-url', secure.base_url, '--ca-file', none])).code).toBe(3)
  await writeFile(none, 'nothing')
  expect((await failing(['--base-url', secure.base_url], { KIVA_CA_FILE: none })).code).toBe(3)
})

describe.each([
  { fault: 'cut', code: 7, kind: 'network' },
  { fault: 'server-error', code: 6, kind: 'service' },
  { fault: 'maintenance', code: 6, kind: 'service' },
])('--fault $fault', ({ fault, code, kind }) => {
  test('ends in its exit code and kind of error', async () => {
    const sandbox = await serveSandbox(['--http', '--fault', fault])
    expect(await failing(['--base-url', sandbox.base_url])).toMatchObject({ code, kind })
    await sandbox.stop()
  })
})

test('--fault slow ends in a timeout with a short --timeout', async () => {
  // The slow reply never comes, however slow this machine is.
  const sandbox = await startSandbox(['--http', '--fault', 'slow'], {
    world: { sleep: () => new Promise(() => {}) },
  })
  const { code, said } = await failing(['--base-url', sandbox.base_url, '--timeout', '0.2'])
  expect(code).toBe(7)
  expect(said).toMatch(/no response from .* within 0\.2s/)
  await sandbox.stop()
})

describe('a rate limit', () => {
  const refusal = { code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }
  afterEach(closeServers)

  test('ends in exit code 8 and a hint to --wait-on-limit', async () => {
    const baseUrl = await serveHttp((_, response) => {
      response.writeHead(403).end(JSON.stringify(refusal))
    })
    const { code, kind, said } = await failing(['--base-url', baseUrl])
    expect([code, kind]).toEqual([8, 'rate-limited'])
    expect(said).toContain('--wait-on-limit')
  })

  test('after 20 requests keeps the records so far and ends in exit code 9', async () => {
    let asked = 0
    const baseUrl = await serveHttp((request, response) => {
      const ids = request.url?.match(/[\d,]{9,}/)?.[0].split(',') ?? []
      asked += 1
      if (asked > 20) response.writeHead(403).end(JSON.stringify(refusal))
      else response.end(JSON.stringify({ loans: ids.map((id) => ({ id: Number(id) })) }))
    })
    const ids = Array.from({ length: 4000 }, (_, at) => `${2100001 + at}\n`).join('')
    const ended = await kiva(['loans', 'show', '-', '-o', 'ndjson', '--base-url', baseUrl], {}, ids)
    expect(ended.code).toBe(9)
    expect(ended.stdout.split('\n').length).toBeGreaterThan(500)
    expect(JSON.parse(ended.stderr).error).toMatchObject({ kind: 'partial', code: refusal.code })
  })
})

describe('a reply', () => {
  afterEach(closeServers)
  const asked = (baseUrl: string) => kiva(['loans', 'newest', '-o', 'json', '--base-url', baseUrl])

  test('may have 8 KiB of headers', async () => {
    const baseUrl = await serveHttp((_, response) => {
      for (let at = 0; at < 16; at++) response.setHeader(`x-${at}`, 'x'.repeat(512))
      response.end('{"loans":[]}')
    })
    expect(await asked(baseUrl)).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test('may have two content encodings, brotli and then gzip', async () => {
    const baseUrl = await serveHttp((_, response) => {
      response.setHeader('content-encoding', 'BR, GZip').end(gzipSync(brotliCompressSync('{"loans":[]}')))
    })
    expect(await asked(baseUrl)).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test.each(['zstd', 'toString', 'constructor'])(
    'with the content encoding %s ends in exit code 1',
    async (coding) => {
      const baseUrl = await serveHttp((_, response) => {
        response.setHeader('content-encoding', coding).end('{"loans":[]}')
      })
      const ended = await asked(baseUrl)
      expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 1, stdout: '' })
      expect(JSON.parse(ended.stderr).error.message).toContain(`"${coding.toLowerCase()}"`)
    },
  )
})

test('16 concurrent requests cause no leak warning from Node', async () => {
  const held: (() => void)[] = []
  const base = await serveHttp(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    const paging = { page, total: 20, page_size: 1, pages: 20 }
    const answer = () => response.end(JSON.stringify({ paging, loans: [{ id: page }] }))
    if (page === 1) return void answer()
    held.push(answer)
    if (held.length >= 16) for (const one of held) one()
  })
  const words = ['loans', 'newest', '--limit', '17', '--concurrency', '16', '-o', 'ndjson', '--quiet']
  // Node warns on the stderr of its process.
  const { code, stdout, stderr } = await kivaThere([...words, '--base-url', base])
  expect([code, stdout.split('\n').length, stderr]).toEqual([0, 18, ''])
})

test.each(['--base-url', '--auth-url'])('a password in %s is not printed', async (option) => {
  for (const address of [
    'https://ada:hush-hush@kiva.example',
    'ada:hush-hush@kiva.example',
    'http:\\\\ada:hush-hush@x/y',
  ]) {
    const ended = await kiva(['loans', 'newest', option, address])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(option)
    expect(ended.stderr).not.toContain('hush')
  }
})

describe('kiva sandbox', () => {
  const port = async (started: ReturnType<typeof start>): Promise<string> =>
    new URL(JSON.parse(await started.said(/\n/)).base_url).port

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with exit code 0 and frees the port',
    async (signal) => {
      const first = start(['sandbox', '--http'])
      const taken = await port(first)
      first.child.kill(signal)
      expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
      const second = start(['sandbox', '--http', '--port', taken])
      expect(await port(second)).toBe(taken)
      second.child.kill(signal)
      expect((await second.ended).code).toBe(0)
    },
  )

  test('two run side by side, and a third cannot use the port of the first', async () => {
    const both = [start(['sandbox', '--http']), start(['sandbox', '--http'])] as const
    const ports = [await port(both[0]), await port(both[1])]
    expect(new Set(ports).size).toBe(2)
    const third = await kiva(['sandbox', '--http', '--port', String(ports[0])])
    expect(third).toMatchObject({ code: 3, stdout: '' })
    expect(JSON.parse(third.stderr).error.message).toBe(`cannot listen on port ${ports[0]}: already in use`)
    for (const { child } of both) child.kill('SIGINT')
    expect(await Promise.all(both.map(async ({ ended }) => (await ended).code))).toEqual([0, 0])
  })

  test('--port refuses 70000', async () => {
    const ended = await kiva(['sandbox', '--http', '--port', '70000'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(JSON.parse(ended.stderr).error.message).toContain(
      'for --port: expected a whole number from 0 to 65535',
    )
  })
})
