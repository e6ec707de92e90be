/** `kiva completion install` and `uninstall` may change only kiva's own lines in a user's startup files. */
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'

const home = folderForEach()
const start = join(home, '.zshrc')
const env = { HOME: home, SHELL: '/bin/zsh' }
const completion = (verb: string, more = {}) =>
  kivaHere(['completion', verb, '-o', 'json'], { ...env, ...more })
/** Not UTF-8: `é` in Latin-1, and the byte 0xff. */
const latin1 = Buffer.from('alias caf\xe9=ls\n\xff\n', 'latin1')

test('bytes that are not UTF-8 stay as they are', async () => {
  writeFileSync(start, latin1)
  expect(await completion('install')).toMatchObject({ code: 0 })
  const written = readFileSync(start)
  expect(written.subarray(0, latin1.length)).toEqual(latin1)
  expect(written.includes('compdef _kiva kiva')).toBe(true)
  expect(await completion('uninstall')).toMatchObject({ code: 0 })
  expect(readFileSync(start)).toEqual(latin1)
})

test('a non-ASCII folder is written as UTF-8, and a second install changes nothing', async () => {
  const data = join(home, 'données')
  await completion('install', { XDG_DATA_HOME: data })
  const written = readFileSync(start, 'utf8')
  expect(written).toContain(`${data}/zsh`)
  await completion('install', { XDG_DATA_HOME: data })
  expect(readFileSync(start, 'utf8')).toBe(written)
})

const begin = '# >>> kiva completion >>>\n'
const end = '# <<< kiva completion <<<\n'

test.each([
  ['a begin mark without its end, and a whole block later', `${begin}alias mine=1\n${begin}. x\n${end}`],
  ['an end mark without its begin', `alias mine=1\n${end}${begin}. x\n${end}`],
  ['two blocks', `${begin}. x\n${end}alias mine=1\n${begin}. x\n${end}`],
  ['a begin mark alone', `${begin}alias mine=1\n`],
  ['the marks in the wrong order', `${end}alias mine=1\n${begin}`],
])('%s: install and uninstall fail and change nothing', async (_, text) => {
  writeFileSync(start, text)
  for (const verb of ['install', 'uninstall']) {
    const { code, stderr } = await completion(verb)
    expect([code, stderr]).toEqual([3, expect.stringContaining(start)])
    expect(readFileSync(start, 'utf8')).toBe(text)
    expect(readdirSync(home)).toEqual(['.zshrc'])
  }
})

test('install refuses a UTF-16 file and leaves it unchanged', async () => {
  const text = Buffer.from('\ufeffSet-Alias k kiva\r\n', 'utf16le')
  writeFileSync(start, text)
  const { code, stderr } = await completion('install')
  expect([code, stderr]).toEqual([3, expect.stringContaining('UTF-16')])
  expect(readFileSync(start)).toEqual(text)
})

test('the target of a symbolic link is edited, and the link, mode and owner stay', async () => {
  const dotfiles = join(home, 'dotfiles')
  const real = join(dotfiles, 'zshrc')
  mkdirSync(dotfiles)
  writeFileSync(real, 'setopt nomatch\n')
  // A new file would not get this mode under the usual umask.
  chmodSync(real, 0o666)
  if (process.getuid?.() === 0) chownSync(real, 12345, 23456)
  symlinkSync('dotfiles/zshrc', start)
  const { uid, gid, mode } = statSync(real)
  for (const verb of ['install', 'uninstall']) {
    expect(await completion(verb)).toMatchObject({ code: 0 })
    expect([lstatSync(start).isSymbolicLink(), readlinkSync(start)]).toEqual([true, 'dotfiles/zshrc'])
    expect(statSync(real)).toMatchObject({ uid, gid, mode })
    expect(readdirSync(dotfiles)).toEqual(['zshrc'])
    expect(readFileSync(real, 'utf8').includes('compdef')).toBe(verb === 'install')
  }
})

test('install replaces the startup file with a new file and leaves no temporary file', async () => {
  writeFileSync(start, 'setopt nomatch\n')
  const { ino } = statSync(start)
  await completion('install')
  expect(statSync(start).ino).not.toBe(ino)
  expect(readdirSync(home).sort()).toEqual(['.local', '.zshrc'])
})

/** Makes `folder` that of another user, as when sudo keeps HOME. */
const giveAway = (folder: string) => chownSync(folder, 12345, 12345)

describe.runIf(process.getuid?.() === 0)('as root, in folders of another user', () => {
  test.each(['install', 'uninstall', 'install --dry-run'])('%s changes nothing', async (line) => {
    writeFileSync(start, 'setopt nomatch\n')
    giveAway(home)
    const { code, stderr } = await kivaHere(['completion', ...line.split(' '), '-o', 'json'], env)
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      3,
      {
        message: expect.stringMatching(
          `^cannot change ${home}/.*: ${home} belongs to another user \\(12345\\)$`,
        ),
      },
    ])
    expect(readdirSync(home)).toEqual(['.zshrc'])
    expect(readFileSync(start, 'utf8')).toBe('setopt nomatch\n')
  })

  test('nothing is written through a link into them, or through their links', async () => {
    const [theirs, ours] = [join(home, 'theirs'), join(home, 'ours')]
    for (const folder of [theirs, ours]) mkdirSync(folder)
    symlinkSync(ours, join(theirs, 'data'))
    symlinkSync(theirs, join(home, 'link'))
    giveAway(theirs)
    for (const data of [join(theirs, 'data'), join(home, 'link'), join(home, 'link/data')]) {
      const { code, stderr } = await completion('install', { XDG_DATA_HOME: data })
      expect([code, stderr]).toEqual([3, expect.stringContaining(`${theirs} belongs to another user`)])
    }
    symlinkSync(join(theirs, 'zshrc'), start)
    writeFileSync(join(theirs, 'zshrc'), '')
    expect((await completion('install')).code).toBe(3)
    expect([readdirSync(ours), readdirSync(theirs).sort(), readdirSync(home).sort()]).toEqual([
      [],
      ['data', 'zshrc'],
      ['.zshrc', 'link', 'ours', 'theirs'],
    ])
  })
})
