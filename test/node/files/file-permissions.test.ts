/** The guard alone: each word of what it refuses, and the folders that it makes. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/errors.ts'
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
  test('are made with their parents, each for its owner alone', () => {
    const folder = join(root, 'a', 'b', 'kiva')
    makeFolder(folder)
    for (const one of [folder, join(root, 'a', 'b'), join(root, 'a')]) {
      expect(statSync(one).mode & 0o777).toBe(0o700)
    }
    makeFolder(folder)
  })

  test.runIf(existsSync('/proc/self'))('that cannot be made are told as that', () => {
    for (const folder of ['/proc/none', '/proc/none/deep/kiva']) {
      const { message, hint } = refusal(() => makeFolder(folder))
      expect(message).toMatch(/^\/proc\/none\S* could not be made: there can be no folder there$/)
      expect(hint).toContain('KIVA_CONFIG_DIR')
    }
  })

  test('below a file cannot be made', () => {
    writeFileSync(join(root, 'file'), '')
    for (const folder of [join(root, 'file', 'kiva'), join(root, 'file', 'deep', 'kiva')]) {
      expect(refusal(() => makeFolder(folder)).message).toBe(
        `${folder} could not be made: a part of its path is not a folder`,
      )
    }
  })

  test('that are files are none', () => {
    const path = join(root, 'kiva')
    writeFileSync(path, '')
    for (const run of [() => makeFolder(path), () => checkFolder(path)]) {
      expect(refusal(run)).toMatchObject({
        message: `${path} is not a folder, so it is not used`,
        hint: `Move it away: mv ${path} …`,
      })
    }
  })

  test.each([0o720, 0o702, 0o777])('of mode %o may be changed by others', (mode) => {
    const path = join(root, 'kiva')
    mkdirSync(path)
    chmodSync(path, mode)
    expect(refusal(() => makeFolder(path))).toMatchObject({
      message: `${path} may be changed by others, so it is not used`,
      hint: `Run: chmod 700 ${path}`,
    })
  })

  test('may be read by others, be linked to, and be absent', () => {
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
  test('that are fit give their stats; none gives nothing', () => {
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
  ])('of mode %o are open to others', (mode, shown) => {
    const path = join(root, 'x.json')
    writeFileSync(path, '')
    chmodSync(path, mode)
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `${path} is open to others (mode ${shown}), so it is not used`,
      hint: `Run: chmod 600 ${path}`,
    })
  })

  test('that are links are not followed', () => {
    const path = join(root, 'x.json')
    symlinkSync(join(root, 'none'), path)
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `${path} is a symbolic link, so it is not used`,
      hint: `Put the file itself there: rm ${path}`,
    })
  })

  test('that are no files are none', () => {
    const path = join(root, 'x.json')
    spawnSync('mkfifo', ['-m', '600', path])
    expect(refusal(() => checkFile(path))).toMatchObject({
      message: `${path} is not a regular file, so it is not used`,
      hint: 'Move it away.',
    })
  })

  test('that cannot be looked at are told with the reason', () => {
    writeFileSync(join(root, 'file'), '')
    const path = join(root, 'file', 'x.json')
    expect(refusal(() => checkFile(path)).message).toBe(
      `${path} could not be looked at: a part of its path is not a folder`,
    )
  })

  test.each([[process.getuid?.() === 0 ? 65534 : 0, process.getuid?.()]])(
    'of another user (%i) are not ours',
    (owner, us) => {
      let path = '/etc/passwd'
      if (us === 0) {
        path = join(root, 'x.json')
        writeFileSync(path, '', { mode: 0o600 })
        spawnSync('chown', [String(owner), path])
      }
      expect(refusal(() => checkFile(path))).toMatchObject({
        message: `${path} belongs to another user (${owner}), so it is not used`,
        hint: `Run kiva as that user, or: sudo chown ${us} ${path}`,
      })
    },
  )
})

test.each([
  ['with space', `'PATH with space'`],
  ["o'clock", `'PATH o'\\''clock'`],
  ['$HOME;', `'PATH $HOME;'`],
])('a command to paste quotes a path with %j', (name, quoted) => {
  const path = join(root, ` ${name}`)
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  expect(refusal(() => checkFile(path)).hint).toBe(`Run: chmod 600 ${quoted.replace('PATH', `${root}/`)}`)
})

describe('a failure', () => {
  test.each([
    ['EACCES', 'permission denied'],
    ['EPERM', 'not permitted'],
    ['ENOENT', 'there can be no folder there'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EFBIG', 'a file may not be that large here'],
    ['ENOTDIR', 'a part of its path is not a folder'],
    ['ENAMETOOLONG', 'its name is too long'],
    ['EIO', 'EIO'],
    ['', 'unknown reason'],
  ])('%s is told as %s', (code, words) => {
    const cause = Object.assign(new Error('system'), code === '' ? {} : { code })
    const problem = failure('/x', 'could not be read', cause)
    expect(problem).toMatchObject({ kind: 'config', message: `/x could not be read: ${words}`, cause })
    expect(problem.hint).toMatch(/^Nothing was changed\. .*KIVA_CONFIG_DIR/)
  })

  test('has a code only where it is an error with one that is text', () => {
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
