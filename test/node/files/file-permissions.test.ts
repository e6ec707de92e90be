/** The permission checks: every error message, and the folders that are created. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import {
  checkFile,
  checkFolder,
  codeOf,
  failure,
  makeFolder,
} from '../../../src/node/files/file-permissions.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()

function refusal(run: () => unknown): { readonly message: string; readonly hint: string | undefined } {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(KivaError)
    expect((error as KivaError).kind).toBe('config')
    return error as KivaError
  }
  throw new Error('nothing was refused')
}

describe('folders', () => {
  test('are created with their parents, each with mode 0700', () => {
    const folder = join(root, 'a', 'b', 'kiva')
    makeFolder(folder)
    for (const one of [folder, join(root, 'a', 'b'), join(root, 'a')]) {
      expect(statSync(one).mode & 0o777).toBe(0o700)
    }
    makeFolder(folder)
  })

  test.runIf(existsSync('/proc/self'))('that cannot be created are an error', () => {
    for (const folder of ['/proc/none', '/proc/none/deep/kiva']) {
      const { message, hint } = refusal(() => makeFolder(folder))
      expect(message).toMatch(/^cannot create \/proc\/none\S*: no such file or folder$/)
      expect(hint).toContain('KIVA_CONFIG_DIR')
    }
  })

  test('below a file are an error', () => {
    writeFileSync(join(root, 'file'), '')
    for (const folder of [join(root, 'file', 'kiva'), join(root, 'file', 'deep', 'kiva')]) {
      expect(refusal(() => makeFolder(folder)).message).toBe(
        `cannot create ${folder}: part of the path is not a folder`,
      )
    }
  })

  test('that are files are an error', () => {
    const path = join(root, 'kiva')
    writeFileSync(path, '')
    for (const run of [() => makeFolder(path), () => checkFolder(path)]) {
      expect(refusal(run)).toMatchObject({
        message: `cannot use ${path}: it is not a folder`,
        hint: `Move it away: mv ${path} …`,
      })
    }
  })

  test.each([0o720, 0o702, 0o777])('of mode %o, writable by others, are an error', (mode) => {
    const path = join(root, 'kiva')
    mkdirSync(path)
    chmodSync(path, mode)
    expect(refusal(() => makeFolder(path))).toMatchObject({
      message: `cannot use ${path}: it can be changed by other users`,
      hint: `Run: chmod 700 ${path}`,
    })
  })

  test('may be readable by others, a symbolic link or missing', () => {
    const path = join(root, 'kiva')
    mkdirSync(path)
    chmodSync(path, 0o755)
    checkFolder(path)
    symlinkSync(path, join(root, 'link'))
    checkFolder(join(root, 'link'))
    checkFolder(join(root, 'none'))
  })
})

describe('files', () => {
  test('with a safe mode give their stats; missing ones give undefined', () => {
    const path = join(root, 'x.json')
    expect(checkFile(path)).toBeUndefined()
    writeFileSync(path, 'abc', { mode: 0o600 })
    expect(checkFile(path)?.size).toBe(3)
    chmodSync(path, 0o700)
    expect(checkFile(path)?.isFile()).toBe(true)
  })

  test.each([
    [0o640, '0640'],
    [0o620, '0620'],
    [0o610, '0610'],
    [0o604, '0604'],
    [0o602, '0602'],
    [0o601, '0601'],
    [0o044, '0044'],
  ])('of mode %o, open to others, are an error', (mode, shown) => {
    const path = join(root, 'x.json')
    writeFileSync(path, '')
    chmodSync(path, mode)
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `cannot use ${path}: it is accessible to other users (mode ${shown})`,
      hint: `Run: chmod 600 ${path}`,
    })
  })

  test('that are symbolic links are an error', () => {
    const path = join(root, 'x.json')
    symlinkSync(join(root, 'none'), path)
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `cannot use ${path}: it is a symbolic link`,
      hint: `Replace it with a regular file: rm ${path}`,
    })
  })

  test('that are named pipes are an error', () => {
    const path = join(root, 'x.json')
    spawnSync('mkfifo', ['-m', '600', path])
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `cannot use ${path}: it is not a regular file`,
      hint: 'Move it away.',
    })
  })

  test('below a file are an error with the reason', () => {
    writeFileSync(join(root, 'file'), '')
    const path = join(root, 'file', 'x.json')
    expect(refusal(() => checkFile(path)).message).toBe(
      `cannot access ${path}: part of the path is not a folder`,
    )
  })

  test.each([[process.getuid?.() === 0 ? 65534 : 0, process.getuid?.()]])(
    'of another user (%i) are an error',
    (owner, us) => {
      let path = '/etc/passwd'
      if (us === 0) {
        path = join(root, 'x.json')
        writeFileSync(path, '', { mode: 0o600 })
        spawnSync('chown', [String(owner), path])
      }
      expect(refusal(() => checkFile(path))).toMatchObject({
        message: `cannot use ${path}: it belongs to another user (${owner})`,
        hint: `Run kiva as that user, or: sudo chown ${us} ${path}`,
      })
    },
  )
})

test.each([
  ['with space', `'PATH with space'`],
  ["o'clock", `'PATH o'\\''clock'`],
  ['$HOME;', `'PATH $HOME;'`],
])('the command in a hint quotes a path with %j', (name, quoted) => {
  const path = join(root, ` ${name}`)
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  expect(refusal(() => checkFile(path)).hint).toBe(`Run: chmod 600 ${quoted.replace('PATH', `${root}/`)}`)
})

describe('a failure', () => {
  test.each([
    ['EACCES', 'permission denied'],
    ['EPERM', 'operation not permitted'],
    ['ENOENT', 'no such file or folder'],
    ['EROFS', 'read-only file system'],
    ['ENOSPC', 'disk full'],
    ['EDQUOT', 'disk quota exceeded'],
    ['EFBIG', 'file too large'],
    ['ENOTDIR', 'part of the path is not a folder'],
    ['ENAMETOOLONG', 'file name too long'],
    ['EIO', 'EIO'],
    ['', 'unknown reason'],
  ])('with the code %s has the message: %s', (code, words) => {
    const cause = Object.assign(new Error('system'), code === '' ? {} : { code })
    const problem = failure('/x', 'read', cause)
    expect(problem).toMatchObject({ kind: 'config', message: `cannot read /x: ${words}`, cause })
    expect(problem.hint).toMatch(/^Check permissions and free space, .*KIVA_CONFIG_DIR/)
  })

  test('has a code only if it is an Error with a string code', () => {
    expect(codeOf(Object.assign(new Error('x'), { code: 'EIO' }))).toBe('EIO')
    for (const other of [
      new Error('x'),
      Object.assign(new Error('x'), { code: 5 }),
      { code: 'EIO' },
      null,
      'EIO',
    ]) {
      expect(codeOf(other)).toBe('')
    }
  })
})
