/** The archives of a release, read by tar, Python and Debian's programs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ar, gzip, tar, zip } from '../../scripts/release/archive.mjs'
import { folderForEach } from '../support/folder.ts'

const folder = folderForEach()
const date = Date.UTC(2026, 10, 23, 12, 34, 56) / 1000
const entries = [
  { name: 'top/z.txt', data: 'last\n' },
  { name: 'top/bin/kiva', data: Buffer.alloc(100_000, 'kiva'), executable: true },
  { name: 'top/empty', data: '' },
  { name: 'top/Chloé', data: 'é' },
]
const run = (program: string, ...words: readonly string[]) =>
  execFileSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  })
const save = (name: string, data: Buffer) => writeFileSync(join(folder, name), data)
/** Expects the entries as files below a folder. */
function expectSame(top: string): void {
  for (const { name, data } of entries)
    expect(readFileSync(join(top, name)).equals(Buffer.from(data)), name).toBe(true)
}

test('tar lists sorted names with owner 0, modes and one date', () => {
  save('a.tar.gz', gzip(tar(entries, date)))
  const listed = run('tar', '-tvzf', 'a.tar.gz', '--numeric-owner', '--full-time', '--quoting-style=literal')
  expect(
    listed
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ')),
  ).toEqual([
    'drwxr-xr-x 0/0 0 2026-11-23 12:34:56 top/',
    '-rw-r--r-- 0/0 2 2026-11-23 12:34:56 top/Chloé',
    'drwxr-xr-x 0/0 0 2026-11-23 12:34:56 top/bin/',
    '-rwxr-xr-x 0/0 100000 2026-11-23 12:34:56 top/bin/kiva',
    '-rw-r--r-- 0/0 0 2026-11-23 12:34:56 top/empty',
    '-rw-r--r-- 0/0 5 2026-11-23 12:34:56 top/z.txt',
  ])
  run('tar', '-xzf', 'a.tar.gz')
  expectSame(folder)
})

test('the order of the entries does not change the bytes', () => {
  const turned = entries.toReversed()
  expect(tar(turned, date).equals(tar(entries, date))).toBe(true)
  expect(zip(turned, date).equals(zip(entries, date))).toBe(true)
})

test('a tar file has the bytes that GNU tar writes', () => {
  const small = [
    { name: 'a/b', data: 'c' },
    { name: 'a/d', data: 'e'.repeat(513) },
  ]
  mkdirSync(join(folder, 'a'))
  for (const { name, data } of small) writeFileSync(join(folder, name), data)
  for (const path of ['a', 'a/b', 'a/d']) chmodSync(join(folder, path), path === 'a' ? 0o755 : 0o644)
  const owner = ['--owner=root:0', '--group=root:0', `--mtime=@${date}`]
  run('tar', '--format=ustar', '--sort=name', '--blocking-factor=1', ...owner, '-cf', 'gnu.tar', 'a')
  expect(tar(small, date)).toEqual(readFileSync(join(folder, 'gnu.tar')))
})

test('a zip file has the same bytes in each time zone', () => {
  const module = fileURLToPath(new URL('../../scripts/release/archive.mjs', import.meta.url))
  const script = `
    import { zip } from ${JSON.stringify(module)}
    console.log(zip([{ name: 'a/b', data: 'c' }], ${date}).toString('base64'))`
  const made = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'].map((zone) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { TZ: zone },
      encoding: 'utf8',
    }),
  )
  const expected = zip([{ name: 'a/b', data: 'c' }], date).toString('base64')
  expect(new Set(made)).toEqual(new Set([`${expected}\n`]))
})

test('gzip has no name and no time, and the same system everywhere', () => {
  expect([...gzip(Buffer.from('kiva')).subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
})

test('zip has names, modes, dates and sums, as Python reads them', () => {
  save('a.zip', zip(entries, date))
  const script = `
import json, zipfile
with zipfile.ZipFile('a.zip') as z:
    print(json.dumps([z.testzip()] + [[i.filename, oct(i.external_attr >> 16), list(i.date_time), i.create_system, i.file_size] for i in z.infolist()]))
    z.extractall('out')
`
  const time = [2026, 11, 23, 12, 34, 56]
  expect(JSON.parse(run('python3', '-c', script))).toEqual([
    null,
    ['top/Chloé', '0o100644', time, 3, 2],
    ['top/bin/kiva', '0o100755', time, 3, 100_000],
    ['top/empty', '0o100644', time, 3, 0],
    ['top/z.txt', '0o100644', time, 3, 5],
  ])
  expectSame(join(folder, 'out'))
})

test('a name of up to 256 bytes is kept, and a longer one is refused', () => {
  /** A name with so many bytes before its last slash, in two folders, and after it. */
  const long = (before: number, after: number) =>
    `${'d'.repeat(75)}/${'e'.repeat(before - 76)}/${'f'.repeat(after)}`
  const names = ['x'.repeat(100), long(80, 19), long(80, 20), long(154, 99), long(155, 100)]
  mkdirSync(join(folder, 'out'))
  save(
    'long.tar',
    tar(
      names.map((name) => ({ name, data: name })),
      date,
    ),
  )
  run('tar', '-xf', 'long.tar', '-C', 'out')
  for (const name of names) expect(readFileSync(join(folder, 'out', name), 'utf8')).toBe(name)
  for (const name of ['x'.repeat(101), long(156, 100), long(80, 101)])
    expect(() => tar([{ name, data: '' }], date)).toThrow(`${name} is too long for a tar file`)
})

test('ar has members of odd and even length, in their order', () => {
  const members = [
    { name: 'debian-binary', data: '2.0\n' },
    { name: 'a', data: 'odd' },
  ]
  const line = (name: string, size: string) =>
    `${name.padEnd(16)}1795437296  0     0     100644  ${size.padEnd(10)}\`\n`
  expect(ar(members, date).toString()).toBe(
    `!<arch>\n${line('debian-binary', '4')}2.0\n${line('a', '3')}odd\n`,
  )
})
