/** The lock that a run holds on a file: its owner, when it is taken over, and when it is skipped. */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdLock } from '../../../src/node/files/hold-lock.ts'
import { folderForEach } from '../../support/folder.ts'
import { kivaErrorOf } from '../../support/kiva-error.ts'

const folder = folderForEach()
const path = join(folder, 'a.part')
const lock = `${path}.lock`
/** The pid of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid
const refusal = () =>
  kivaErrorOf(
    Promise.resolve().then(() => holdLock(path)),
    'config',
  )

test('a lock is held until it is released, and can be taken again after that', async () => {
  const unlock = holdLock(path)
  expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} ${hostname()} \\d*\\n$`))
  const { message, hint } = await refusal()
  expect(message).toBe(`another kiva (process ${process.pid}) is writing ${path}`)
  expect(hint).toContain(`delete ${lock}`)
  unlock()
  expect(readdirSync(folder)).toEqual([])
  holdLock(path)()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock taken over by another process is not removed on release', () => {
  const unlock = holdLock(path)
  writeFileSync(lock, `${process.ppid} ${hostname()} \n`)
  unlock()
  expect(existsSync(lock)).toBe(true)
})

test.each([
  ['of a process that has ended', `${ended} ${hostname()} 17\n`, 0],
  ['of a process that has ended, where none tells its start', `${ended} ${hostname()} \n`, 0],
  ['that was left empty', '', 2_500],
  ['that was left unfinished', `${process.ppid} ${hostname().slice(0, 2)}`, 2_500],
  ['that a power cut left', '\0\0\0\0', 2_500],
])('a lock is taken over %s', (_, mark, age) => {
  writeFileSync(lock, mark)
  utimesSync(lock, new Date(), new Date(Date.now() - age))
  holdLock(path)()
  expect(readdirSync(folder)).toEqual([])
})

// Only Linux reports when another process started.
test.runIf(process.platform === 'linux')('a lock is taken over if its pid belongs to a newer process', () => {
  const other = spawn('sleep', ['60'])
  try {
    writeFileSync(lock, `${other.pid} ${hostname()} 17\n`)
    holdLock(path)()
    expect(readdirSync(folder)).toEqual([])
  } finally {
    other.kill()
  }
})

test.each([
  [
    'of another machine',
    `${ended} elsewhere.example 17\n`,
    `another kiva (process ${ended} on elsewhere.example)`,
  ],
  [
    'of a living process, whose start is not told',
    `${process.ppid} ${hostname()} \n`,
    'another kiva (process',
  ],
  ['that is empty and new', '', 'cannot lock'],
  ["that is a person's own file", 'notes\n', 'cannot lock'],
])('a lock is respected %s, at any age', async (_, mark, told) => {
  writeFileSync(lock, mark)
  if (mark !== '') utimesSync(lock, 1, 1)
  expect((await refusal()).message).toContain(told)
  expect([readdirSync(folder), readFileSync(lock, 'utf8')]).toEqual([['a.part.lock'], mark])
})

test('a folder with the name of the lock is an error', async () => {
  mkdirSync(lock)
  expect((await refusal()).message).toBe(`cannot lock ${path}: ${lock} already exists`)
})

test('no lock is taken if the folder is not writable', () => {
  chmodSync(folder, 0o555)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    holdLock(path)()
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(folder, 0o755)
  }
  expect(readdirSync(folder)).toEqual([])
})
