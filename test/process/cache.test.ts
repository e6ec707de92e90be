/** The cache of the built tool, on a real disk and against a real server. Needs `npm run build`. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { shell } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
let env: Record<string, string>
/** The headers of each request, in order. */
let asked: IncomingHttpHeaders[]
/** Makes a reply that does not fit in four disk blocks. */
const names = Array.from({ length: 200 }, (_, at) => `method number ${at}`)

beforeEach(async () => {
  asked = []
  const base = await serveHttp(({ headers, url }, reply) => {
    asked.push(headers)
    const etag = '"first"'
    if (headers['if-none-match'] === etag) {
      reply.writeHead(304, { etag }).end()
      return
    }
    const methods = names.map((name, at) => ({ id: `GET|${at}`, name, url }))
    reply.writeHead(200, { 'content-type': 'application/json', etag }).end(JSON.stringify({ methods }))
  })
  env = { KIVA_BASE_URL: base, KIVA_CACHE_DIR: folder }
})
afterEach(closeServers)

const words = ['methods', 'list', '-o', 'ndjson']
const modeOf = (path: string) => statSync(path).mode & 0o777
const onlyFile = () => join(folder, readdirSync(folder)[0] ?? '')

test('a cached reply is reused, revalidated when too old, and printed by --offline', async () => {
  const first = await kiva([...words, '--cache', '1h'], env)
  expect([first.code, first.stderr, asked.length]).toEqual([0, '', 1])
  const second = await kiva([...words, '--cache', '1h', '-v'], env)
  expect([second.code, second.stdout, asked.length]).toEqual([0, first.stdout, 1])
  expect(second.stderr).toMatch(/^< 200, \d+ bytes, \d+ms, from cache, \d+s old$/m)
  const confirmed = await kiva([...words, '--cache', '0s', '-v'], env)
  expect([confirmed.code, confirmed.stdout, asked.length]).toEqual([0, first.stdout, 2])
  expect(asked[1]?.['if-none-match']).toBe('"first"')
  expect(confirmed.stderr).toContain('from cache, 0s old')
  await closeServers()
  expect(await kiva([...words, '--offline'], env)).toEqual(first)
  const other = await kiva(['methods', 'show', 'GET|1', '--offline', '-o', 'json'], env)
  expect([other.code, other.stdout]).toEqual([5, ''])
  expect(JSON.parse(other.stderr).error).toMatchObject({ kind: 'refused', exit_code: 5 })
})

test('the cache folder has mode 700 and its file 600, whatever the umask', async () => {
  await shell('umask 0; $KIVA methods list -o json --cache 1h', [], env)
  expect([modeOf(folder), modeOf(onlyFile())]).toEqual([0o700, 0o600])
})

test('without --cache no folder is created', async () => {
  await kiva(words, env)
  expect(existsSync(folder)).toBe(false)
})

test('four runs at once share a cache entry without failures', async () => {
  const { stdout } = await kiva(words, env)
  const runs = await Promise.all([1, 2, 3, 4].map(() => kiva([...words, '--cache', '0s', '-v'], env)))
  for (const run of runs) {
    expect([run.code, run.stdout]).toEqual([0, stdout])
    expect(run.stderr).not.toContain('cache error')
  }
  expect(readdirSync(folder)).toHaveLength(1)
  expect((await kiva([...words, '--offline'], env)).stdout).toBe(stdout)
})

describe('a cache failure does not change the output', () => {
  /** Expects the same output as without a cache, and one warning with -v. */
  async function unchanged(line = '$KIVA methods list -o ndjson --cache 1h'): Promise<void> {
    const without = await kiva(words, env)
    expect(await shell(line, [], env)).toEqual(without)
    const told = await shell(`${line} -v`, [], env)
    expect([told.code, told.stdout]).toEqual([0, without.stdout])
    expect(told.stderr.match(/^cache error: /gm)).toHaveLength(1)
  }

  test('when its folder is a symbolic link', async () => {
    const target = join(root, 'target')
    mkdirSync(target, { mode: 0o700 })
    symlinkSync(target, folder)
    await unchanged()
    expect(readdirSync(target)).toEqual([])
  })

  test('when other users may write to its folder', async () => {
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    await unchanged()
    expect(readdirSync(folder)).toEqual([])
  })

  test('when its folder cannot be created', async () => {
    env['KIVA_CACHE_DIR'] = '/proc/none/kiva'
    await unchanged()
  })

  test('when KIVA_CACHE_DIR is a relative path', async () => {
    env['KIVA_CACHE_DIR'] = 'relative'
    await unchanged()
  })

  test('when the disk is full', async () => {
    await unchanged('ulimit -f 4; $KIVA methods list -o ndjson --cache 1h')
    expect(readdirSync(folder)).toEqual([])
  })

  test('when an entry is truncated: it is fetched and written again', async () => {
    const first = await kiva([...words, '--cache', '1h'], env)
    truncateSync(onlyFile(), 500)
    expect(await kiva([...words, '--cache', '1h'], env)).toEqual(first)
    expect(asked).toHaveLength(2)
    expect((await kiva([...words, '--offline'], env)).stdout).toBe(first.stdout)
  })
})

test('--offline, cache info and cache clear refuse a folder that is a symbolic link', async () => {
  symlinkSync(root, folder)
  for (const line of ['methods list --offline', 'cache info', 'cache clear']) {
    const ended = await kiva([...line.split(' '), '-o', 'json'], env)
    expect([line, ended.code, ended.stdout]).toEqual([line, 3, ''])
    expect(JSON.parse(ended.stderr).error.message).toContain('is a symbolic link')
  }
})

test('cache info and cache clear report the number and size of the entries', async () => {
  await kiva([...words, '--cache', '1h'], env)
  const bytes = statSync(onlyFile()).size
  const info = JSON.parse((await kiva(['cache', 'info', '-o', 'json'], env)).stdout)
  expect(info).toEqual({ folder, entries: 1, bytes, oldest: info.newest, newest: info.oldest })
  const cleared = await kiva(['cache', 'clear', '-o', 'json'], env)
  expect(JSON.parse(cleared.stdout)).toEqual({ folder, entries: 1, bytes })
  expect(readdirSync(folder)).toEqual([])
})
