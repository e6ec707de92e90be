/** What goes wrong between the built tool and a service, on real sockets. Needs `npm run build`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kiva, start } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()
let secure: RunningSandbox
beforeAll(async () => {
  secure = await startSandbox()
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

test('a CA file that is none, or not there', async () => {
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
  test('is told with its code', async () => {
    const sandbox = await startSandbox(['--http', '--fault', fault])
    expect(await failing(['--base-url', sandbox.base_url])).toMatchObject({ code, kind })
    await sandbox.stop()
  })
})

test('--fault slow and a short --timeout', async () => {
  const sandbox = await startSandbox(['--http', '--fault', 'slow'])
  const { code, said } = await failing(['--base-url', sandbox.base_url, '--timeout', '0.2'])
  expect(code).toBe(7)
  expect(said).toContain('did not answer within 0.2 s')
  await sandbox.stop()
})

describe('a rate limit', () => {
  const refusal = { code: 'org.kiva.RateLimitExceeded', message: 'No more, please' }
  afterEach(closeServers)

  test('is told with its code, and the hint names --wait-on-limit', async () => {
    const baseUrl = await serveHttp((_, response) => {
      response.writeHead(403).end(JSON.stringify(refusal))
    })
    const { code, kind, said } = await failing(['--base-url', baseUrl])
    expect([code, kind]).toEqual([8, 'rate-limited'])
    expect(said).toContain('--wait-on-limit')
  })

  test('in the middle: what came before it is delivered, and nothing after it', async () => {
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

describe('what a service sends', () => {
  afterEach(closeServers)
  const asked = (baseUrl: string) => kiva(['loans', 'newest', '-o', 'json', '--base-url', baseUrl])

  test('may have 8 KiB of headers', async () => {
    const baseUrl = await serveHttp((_, response) => {
      for (let at = 0; at < 16; at++) response.setHeader(`x-${at}`, 'x'.repeat(512))
      response.end('{"loans":[]}')
    })
    expect(await asked(baseUrl)).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test('may be packed in several ways, one after the other', async () => {
    const baseUrl = await serveHttp((_, response) => {
      response.setHeader('content-encoding', 'BR, GZip').end(gzipSync(brotliCompressSync('{"loans":[]}')))
    })
    expect(await asked(baseUrl)).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test.each(['zstd', 'toString', 'constructor'])(
    'is not understood, code 1, where it is packed as %s',
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

test('many requests at once are no leak that Node warns of', async () => {
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
  const { code, stdout, stderr } = await kiva([...words, '--base-url', base])
  expect([code, stdout.split('\n').length, stderr]).toEqual([0, 18, ''])
})

test.each(['--base-url', '--auth-url'])('a password in %s is not repeated', async (option) => {
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

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with success and frees the port', async (signal) => {
    const first = start(['sandbox', '--http'])
    const taken = await port(first)
    first.child.kill(signal)
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
    const second = start(['sandbox', '--http', '--port', taken])
    expect(await port(second)).toBe(taken)
    second.child.kill(signal)
    expect((await second.ended).code).toBe(0)
  })

  test('two stand side by side; a port that is taken is refused', async () => {
    const both = [start(['sandbox', '--http']), start(['sandbox', '--http'])] as const
    const ports = [await port(both[0]), await port(both[1])]
    expect(new Set(ports).size).toBe(2)
    const third = await kiva(['sandbox', '--http', '--port', String(ports[0])])
    expect(third).toMatchObject({ code: 3, stdout: '' })
    expect(JSON.parse(third.stderr).error.message).toBe(`Port ${ports[0]} is in use already`)
    for (const { child } of both) child.kill('SIGINT')
    expect(await Promise.all(both.map(async ({ ended }) => (await ended).code))).toEqual([0, 0])
  })

  test('a number that is no port is told as such', async () => {
    const ended = await kiva(['sandbox', '--http', '--port', '70000'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(JSON.parse(ended.stderr).error.message).toContain('--port takes a whole number from 0 to 65535')
  })
})
