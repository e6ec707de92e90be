/** The state folder on a real disk. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStateFolder } from '../../../src/node/store/state-folder.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()
const folder = join(root, 'deep', 'kiva')
const lists = join(folder, 'lists')
const state = openStateFolder(folder)
const modeOf = (path: string) => statSync(path).mode & 0o777

test('a file is written, read, listed and removed', async () => {
  await state.update('lists/b.txt', (old) => {
    expect(old).toBeUndefined()
    return 'héllo 🌱\n'
  })
  await state.update('lists/a.txt', () => '')
  await state.update('top.json', () => '{}')
  expect(await state.list('lists')).toEqual(['a.txt', 'b.txt'])
  expect(await state.read('lists/b.txt')).toBe('héllo 🌱\n')
  expect(await state.read('lists/a.txt')).toBe('')
  expect(state.pathOf('lists/b.txt')).toBe(join(lists, 'b.txt'))
  await state.update('lists/b.txt', (old) => (old === 'héllo 🌱\n' ? undefined : old))
  expect(readdirSync(lists)).toEqual(['a.txt'])
})

test('a file beside another changes with it, under its lock, and has the same mode', async () => {
  const add = (line: string) => {
    let text = ''
    return state.update(
      'all.json',
      (old = '') => {
        text = `${old}${line}\n`
        return text
      },
      { name: 'names.txt', text: () => text },
    )
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(add))
  expect(await state.read('names.txt')).toBe(await state.read('all.json'))
  expect(modeOf(join(folder, 'names.txt'))).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['all.json', 'names.txt'])
  await state.update('all.json', () => undefined, { name: 'names.txt', text: () => undefined })
  expect(readdirSync(folder)).toEqual([])
})

test('folders have mode 0700 and files 0600 under any umask', async () => {
  const before = process.umask(0)
  try {
    await state.update('lists/a.txt', () => 'x')
  } finally {
    process.umask(before)
  }
  const modes = [join(root, 'deep'), folder, lists, join(lists, 'a.txt')].map(modeOf)
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
})

test('reading and listing do not create the folder', async () => {
  expect(await state.read('lists/a.txt')).toBeUndefined()
  expect(await state.list('lists')).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

test('a failed change leaves the file as it was, and no lock', async () => {
  await state.update('lists/a.txt', () => 'old')
  const failing = state.update('lists/a.txt', () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(readFileSync(join(lists, 'a.txt'), 'utf8')).toBe('old')
  expect(readdirSync(lists)).toEqual(['a.txt'])
})

test('an unchanged file is not written again', async () => {
  await state.update('lists/a.txt', () => 'same')
  const { ino } = statSync(join(lists, 'a.txt'))
  await state.update('lists/a.txt', (old) => old)
  expect(statSync(join(lists, 'a.txt')).ino).toBe(ino)
})

test('the unfinished file of a killed run is removed by the next change of the same file only', async () => {
  await state.update('lists/a.txt', () => 'old')
  for (const name of ['a.txt.123.new', 'ab.txt.123.new', 'a.txt.mine.new'])
    writeFileSync(join(lists, name), 'half', { mode: 0o600 })
  await state.update('lists/a.txt', (old) => `${old} and new`)
  expect(await state.read('lists/a.txt')).toBe('old and new')
  expect(readdirSync(lists)).toEqual(['a.txt', 'a.txt.mine.new', 'ab.txt.123.new'])
})

test.each(['../a', 'a/../b', '/etc/passwd', 'a/b/c', '.a', 'a\0', ''])(
  'the name %j never becomes a path',
  async (name) => {
    await expect(state.read(name)).rejects.toMatchObject({ kind: 'bug' })
    await expect(state.update(name, () => '')).rejects.toMatchObject({ kind: 'bug' })
    expect(existsSync(folder)).toBe(false)
  },
)

describe('unsafe files and folders are errors for every use:', () => {
  const uses = [
    ['read', () => state.read('lists/a.txt')],
    ['update', () => state.update('lists/a.txt', () => 'x')],
  ] as const
  const make = (path: string, mode = 0o700) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, mode)
  }

  test.each(uses)('a file that others may read: %s', async (_, use) => {
    make(lists)
    writeFileSync(join(lists, 'a.txt'), 'x')
    chmodSync(join(lists, 'a.txt'), 0o644)
    await expect(use()).rejects.toMatchObject({
      kind: 'config',
      hint: `Run: chmod 600 ${join(lists, 'a.txt')}`,
    })
  })

  test.each(uses)('a symbolic link: %s', async (_, use) => {
    make(lists)
    writeFileSync(join(root, 'elsewhere'), 'x', { mode: 0o600 })
    symlinkSync(join(root, 'elsewhere'), join(lists, 'a.txt'))
    await expect(use()).rejects.toMatchObject({
      message: `cannot use ${join(lists, 'a.txt')}: it is a symbolic link`,
    })
    expect(readFileSync(join(root, 'elsewhere'), 'utf8')).toBe('x')
  })

  test.each([
    ...[...uses, ['list', () => state.list('lists')] as const].map(
      ([name, use]) => [name, folder, use] as const,
    ),
    ...[...uses, ['list', () => state.list('lists')] as const].map(
      ([name, use]) => [name, lists, use] as const,
    ),
  ])('a folder that others may change: %s in %s', async (_, path, use) => {
    make(lists)
    chmodSync(path, 0o777)
    await expect(use()).rejects.toMatchObject({ kind: 'config', hint: `Run: chmod 700 ${path}` })
    expect(readdirSync(lists)).toEqual([])
  })

  test.each(uses)('a file in place of the folder: %s', async (_, use) => {
    make(folder)
    writeFileSync(lists, '', { mode: 0o600 })
    await expect(use()).rejects.toMatchObject({ message: `cannot use ${lists}: it is not a folder` })
  })
})

test('an error of the disk names KIVA_STATE_DIR', async () => {
  await expect(openStateFolder('/proc/none/kiva').update('a.txt', () => 'x')).rejects.toMatchObject({
    kind: 'config',
    hint: expect.stringContaining('KIVA_STATE_DIR'),
  })
})

describe('a file has a limit:', () => {
  const limits = [
    ['saved.json', 16 * 1024 * 1024, '16,777,216'],
    ['lists/a.txt', 16 * 1024 * 1024, '16,777,216'],
    ['marks/a.json', 256 * 1024 * 1024, '268,435,456'],
  ] as const

  test.each(limits)('%s is not read beyond it', async (name, limit, shown) => {
    await state.update(name, () => 'x')
    const path = state.pathOf(name)
    // Without content on the disk: reading 700 GB would never end.
    truncateSync(path, 700e9)
    const refusal = {
      kind: 'config',
      message: `cannot use ${path}: it is too large: 700,000,000,000 bytes, and the limit is ${shown}`,
      hint: `Move it away: mv ${path} …`,
    }
    await expect(state.read(name)).rejects.toMatchObject(refusal)
    await expect(state.update(name, () => 'y')).rejects.toMatchObject(refusal)
    truncateSync(path, limit + 1)
    await expect(state.read(name)).rejects.toMatchObject({ kind: 'config' })
    expect(statSync(path).size).toBe(limit + 1)
  })

  test('a file of its size is written and read, and one byte more is not written', async () => {
    const most = `é${'x'.repeat(16 * 1024 * 1024 - 2)}`
    await state.update('lists/a.txt', () => most)
    expect(await state.read('lists/a.txt')).toBe(most)
    await expect(state.update('lists/a.txt', (old) => `${old}x`)).rejects.toMatchObject({
      kind: 'config',
      message: `cannot write ${join(lists, 'a.txt')}: it is too large: 16,777,217 bytes, and the limit is 16,777,216`,
    })
    expect(readdirSync(lists)).toEqual(['a.txt'])
    expect(await state.read('lists/a.txt')).toBe(most)
  })
})
