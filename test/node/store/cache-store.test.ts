/** The cache on a real disk. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CacheEntry } from '../../../src/core/store.ts'
import { openCacheStore } from '../../../src/node/store/cache-store.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()
const folder = join(root, 'deep', 'kiva')

const store = (limit?: number) => openCacheStore(folder, limit)
const entryOf = (text: string): CacheEntry => ({
  about: { status: 200 },
  body: new TextEncoder().encode(text),
})
const textOf = (entry: CacheEntry | undefined) => entry && new TextDecoder().decode(entry.body)
const files = () => readdirSync(folder)
const modeOf = (path: string) => statSync(path).mode & 0o777

/** Returns the path of the only file. */
function onlyFile(): string {
  const [name = '', ...others] = files()
  expect(others).toEqual([])
  return join(folder, name)
}

test('a stored entry is read back byte for byte by another store', async () => {
  const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  await store().set('one', { about: { status: 200, etag: '"ü\n"' }, body })
  await store().set('two', { about: {}, body: new Uint8Array() })
  const found = await store().get('one')
  expect(found?.about).toEqual({ status: 200, etag: '"ü\n"' })
  expect(Uint8Array.from(found?.body ?? [])).toEqual(body)
  expect(textOf(await store().get('two'))).toBe('')
  expect(await store().get('three')).toBeUndefined()
})

test('a later entry replaces an earlier one with the same key', async () => {
  await store().set('key', entryOf('old'))
  await store().set('key', entryOf('new'))
  expect(textOf(await store().get('key'))).toBe('new')
  expect(files()).toHaveLength(1)
})

test('folders have mode 0700 and files 0600 under any umask', async () => {
  const before = process.umask(0)
  try {
    await store().set('https://api.example/v1/loans/84.json', entryOf('secret?'))
  } finally {
    process.umask(before)
  }
  expect([modeOf(folder), modeOf(join(root, 'deep')), modeOf(onlyFile())]).toEqual([0o700, 0o700, 0o600])
  expect(onlyFile()).toMatch(/\/[0-9a-f]{64}$/)
})

test('reading, counting and clearing do not create the folder', async () => {
  expect(await store().get('key')).toBeUndefined()
  expect(await store().content()).toEqual({ entries: 0, bytes: 0 })
  expect(await store().clear()).toEqual({ entries: 0, bytes: 0 })
  expect(existsSync(folder)).toBe(false)
})

describe('counts as missing:', () => {
  const spoilt: readonly (readonly [string, (bytes: Buffer) => Buffer | string])[] = [
    ['an empty file', () => ''],
    ['one that is cut', (bytes) => bytes.subarray(0, -1)],
    ['one that is longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    [
      'one with a changed byte',
      (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) as Buffer,
    ],
    ['one with a changed head', (bytes) => bytes.toString().replace('200', '201')],
    ['text of something else', () => 'a\nb\nc'],
    ['one line', () => 'a'.repeat(64)],
  ]
  test.each(spoilt)('%s', async (_, spoil) => {
    await store().set('key', entryOf('whole'))
    const path = onlyFile()
    writeFileSync(path, spoil(readFileSync(path)))
    expect(await store().get('key')).toBeUndefined()
    await store().set('key', entryOf('mended'))
    expect(textOf(await store().get('key'))).toBe('mended')
  })

  test('an entry whose file holds another key', async () => {
    await store().set('other', entryOf('of the other'))
    const other = onlyFile()
    await store().set('key', entryOf('of the key'))
    const [name = ''] = files().filter((file) => join(folder, file) !== other)
    writeFileSync(join(folder, name), readFileSync(other))
    expect(await store().get('key')).toBeUndefined()
  })

  test('a file that others may read, or a symbolic link', async () => {
    await store().set('key', entryOf('whole'))
    const path = onlyFile()
    chmodSync(path, 0o644)
    expect(await store().get('key')).toBeUndefined()
    chmodSync(path, 0o600)
    const elsewhere = join(root, 'elsewhere')
    writeFileSync(elsewhere, readFileSync(path), { mode: 0o600 })
    rmSync(path)
    symlinkSync(elsewhere, path)
    expect(await store().get('key')).toBeUndefined()
  })
})

describe('an unsafe folder is an error for reading and writing', () => {
  const uses = [
    ['get', () => store().get('key')],
    ['set', () => store().set('key', entryOf('x'))],
    ['content', () => store().content()],
    ['clear', () => store().clear()],
  ] as const

  test.each(uses)('a symbolic link: %s', async (_, use) => {
    const target = join(root, 'target')
    mkdirSync(target, { mode: 0o700 })
    mkdirSync(dirname(folder), { mode: 0o700 })
    symlinkSync(target, folder)
    await expect(use()).rejects.toMatchObject({
      kind: 'config',
      message: `cannot use ${folder}: it is a symbolic link`,
    })
    expect(readdirSync(target)).toEqual([])
  })

  test.each(uses)('a folder writable by others: %s', async (_, use) => {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o770)
    await expect(use()).rejects.toMatchObject({ kind: 'config', hint: `Run: chmod 700 ${folder}` })
    expect(files()).toEqual([])
  })

  test.runIf(process.getuid?.() === 0).each(uses)('a folder of another user: %s', async (_, use) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chownSync(folder, 65534, 65534)
    await expect(use()).rejects.toMatchObject({ message: expect.stringContaining('belongs to another user') })
  })

  test.each(uses)('a file: %s', async (_, use) => {
    mkdirSync(dirname(folder), { mode: 0o700 })
    writeFileSync(folder, '', { mode: 0o600 })
    await expect(use()).rejects.toMatchObject({ message: expect.stringContaining('is not a folder') })
  })
})

describe('the size limit', () => {
  const kilobyte = 'x'.repeat(1000)

  /** Stores an entry and sets its age in minutes. */
  async function keepAged(key: string, minutes: number): Promise<void> {
    const before = new Set(existsSync(folder) ? files() : [])
    await store().set(key, entryOf(kilobyte))
    const [name = ''] = files().filter((file) => !before.has(file))
    const time = Date.now() / 1000 - minutes * 60
    utimesSync(join(folder, name), time, time)
  }

  test('removes the oldest entries first', async () => {
    for (const minutes of Array.from({ length: 30 }, (_, index) => index))
      await keepAged(`aged ${minutes}`, minutes)
    const limit = 30_000
    await store(limit).set('fresh', entryOf(kilobyte))
    const { bytes } = await store().content()
    expect(bytes).toBeLessThanOrEqual(limit)
    expect(bytes).toBeGreaterThan(limit / 2)
    const left = await Promise.all(
      ['fresh', 'aged 0', 'aged 10', 'aged 28', 'aged 29'].map(
        async (key) => (await store().get(key)) !== undefined,
      ),
    )
    expect(left).toEqual([true, true, true, false, false])
  })

  test('holds for many entries written by one run', async () => {
    const limit = 60_000
    const one = store(limit)
    for (let at = 0; at < 200; at += 1) await one.set(String(at), entryOf(kilobyte))
    expect((await one.content()).bytes).toBeLessThanOrEqual(limit)
    expect(textOf(await one.get('199'))).toBe(kilobyte)
    expect(await one.get('0')).toBeUndefined()
  })

  test('rejects an entry of more than half the limit', async () => {
    await store(30_000).set('large', entryOf('x'.repeat(20_000)))
    expect(await store().get('large')).toBeUndefined()
  })

  test('counts for a file of its name too, which is not read beyond it', async () => {
    await store().set('key', entryOf('whole'))
    expect(await store(1000).get('key')).toBeUndefined()
    expect(textOf(await store(10_000).get('key'))).toBe('whole')
    truncateSync(onlyFile(), 700e9)
    expect(await store().get('key')).toBeUndefined()
    await store().set('key', entryOf('whole'))
    expect(textOf(await store().get('key'))).toBe('whole')
  })

  test('counts files left by a killed run, and clear removes them', async () => {
    await store().set('key', entryOf('whole'))
    writeFileSync(`${onlyFile()}.4711.new`, kilobyte, { mode: 0o600 })
    expect(await store().content()).toMatchObject({ entries: 2 })
    expect(await store().clear()).toMatchObject({ entries: 2 })
    expect(files()).toEqual([])
  })
})

test('content reports the entries, and clear removes them but no other files', async () => {
  await store().set('one', entryOf('1'))
  await store().set('two', entryOf('2'))
  const [first = '', second = ''] = files().map((name) => join(folder, name))
  utimesSync(first, 1_000, 1_000)
  utimesSync(second, 3_000, 3_000)
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  const bytes = statSync(first).size + statSync(second).size
  const content = { entries: 2, bytes, oldest: 1_000_000, newest: 3_000_000 }
  expect(await store().content()).toEqual(content)
  expect(await store().clear()).toEqual(content)
  expect(files()).toEqual(['notes.txt'])
})
