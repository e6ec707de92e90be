/** Locks: their owner, how long they are respected, and that breaking a stale lock never breaks a fresh one. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import { holdLock, underLock } from '../../../src/node/files/lock.ts'
import { folderForEach } from '../../support/folder.ts'
import { kivaErrorOf } from '../../support/kiva-error.ts'
import { until } from '../../support/until.ts'

const folder = folderForEach()
const path = join(folder, 'x.lock')
beforeEach(() => {
  // Only the date is faked and set by the tests; timers are real.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
/** As older versions of kiva write it, and systems that do not report the start of a process. */
const ours = `${process.pid} ${hostname()}\n`
/** The pid of a process of this machine that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid
const gone = `${ended} ${hostname()}\n`
/** A process on another machine: it is unknown whether it is alive. */
const foreign = `${ended} elsewhere.example\n`

/** Writes a lock file of this age in milliseconds. */
function put(mark: string, age = 0, at = path): void {
  writeFileSync(at, mark)
  const written = new Date(Date.now() - age)
  utimesSync(at, written, written)
}

/** Tries to get the lock; returns the state of the attempt. */
function trying() {
  let state: 'waits' | 'done' | KivaError = 'waits'
  const ended = underLock(path, () => 'changed').then(
    () => {
      state = 'done'
    },
    (error: KivaError) => {
      state = error
    },
  )
  return {
    ended,
    /** The state after several tries, of at most 25 ms each: only time shows that it keeps waiting. */
    async state() {
      await wait(120)
      return state
    },
  }
}

test('the lock names its process during the change and is removed afterwards', async () => {
  const result = await underLock(path, () => {
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} ${hostname()} \\d*\\n$`))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    return 'changed'
  })
  expect(result).toBe('changed')
  expect(readdirSync(folder)).toEqual([])
})

test('a failed change leaves no lock', async () => {
  const failing = underLock(path, () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual([])
})

test('a lock that another process broke meanwhile does not fail the change', async () => {
  expect(await underLock(path, () => rmSync(path))).toBeUndefined()
})

test('a lock that cannot be written is an error', async () => {
  const nowhere = join(folder, 'none', 'x.lock')
  await expect(underLock(nowhere, () => {})).rejects.toMatchObject({
    kind: 'config',
    message: `cannot write ${nowhere}: no such file or folder`,
  })
})

describe('an attempt waits ten seconds, then fails, for a lock', () => {
  test.each([
    ['of a living process here', ours, 0],
    ['of another machine, fresh', foreign, 0],
    ['of another machine, nearly a minute old', foreign, 49_000],
    ['of a living process here, nearly a minute old', ours, 49_000],
  ])('%s', async (_, mark, age) => {
    put(mark, age)
    const attempt = trying()
    later(9_900)
    expect(await attempt.state()).toBe('waits')
    later(200)
    await attempt.ended
    expect(await attempt.state()).toMatchObject({
      kind: 'config',
      message: `another kiva is still writing: ${path} exists`,
      hint: 'Try again. If no other kiva runs, delete that file.',
    })
    expect(readFileSync(path, 'utf8')).toBe(mark)
    expect(readdirSync(folder)).toEqual(['x.lock'])
  })

  test.each([
    ['a folder', () => mkdirSync(path)],
    ['a named pipe, which no program writes to', () => spawnSync('mkfifo', [path])],
    ['larger than what kiva writes, and old', () => put('\0'.repeat(1001), 3_000)],
  ])('that is %s', async (_, make) => {
    make()
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(10_100)
    await attempt.ended
    expect(await attempt.state()).toBeInstanceOf(KivaError)
    expect(existsSync(path)).toBe(true)
  })

  // Only root can start a process as another user.
  test.runIf(process.getuid?.() === 0)('of a process of another user', async () => {
    put(`${process.pid} ${hostname()}\n`)
    spawnSync('chmod', ['777', folder])
    const nobody = spawn('sleep', ['60'], { uid: 65534 })
    put(`${nobody.pid} ${hostname()}\n`)
    const kill = process.kill
    const asNobody = vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      process.seteuid?.(65533)
      try {
        return kill.call(process, pid, signal)
      } finally {
        process.seteuid?.(0)
      }
    })
    const attempt = trying()
    const state = await attempt.state()
    asNobody.mockRestore()
    rmSync(path)
    await attempt.ended
    nobody.kill()
    expect(state).toBe('waits')
  })
})

// Only Linux reports when a process started.
describe.runIf(process.platform === 'linux')('a lock with the start of its process', () => {
  test('is never broken while the process lives', async () => {
    const unlock = holdLock(path.replace('.lock', ''))
    const mark = readFileSync(path, 'utf8')
    unlock()
    put(mark, 24 * 3_600_000)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(10_100)
    await attempt.ended
    expect(await attempt.state()).toBeInstanceOf(KivaError)
    expect(readFileSync(path, 'utf8')).toBe(mark)
  })

  test('is broken at once if its process is a zombie', async () => {
    // The shell becomes a program that never asks for its child.
    const parent = spawn('/bin/sh', ['-c', 'sleep 100 & echo $!; exec sleep 100'])
    const pid = Number(await once(parent.stdout, 'data'))
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    try {
      await until('the shell is gone', () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n')
      put(`${pid} ${hostname()} ${stat()[21]}\n`)
      process.kill(pid, 'SIGKILL')
      await until('it is dead', () => stat()[2] === 'Z')
      await trying().ended
      expect(readdirSync(folder)).toEqual([])
    } finally {
      parent.kill()
    }
  })

  test('is broken at once if its number belongs to a newer process', async () => {
    put(`${process.pid} ${hostname()} 17\n`)
    await trying().ended
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('an attempt breaks a lock', () => {
  test.each([
    ['of a process that is gone', gone, 0],
    ['of another machine, a minute old', foreign, 60_100],
    ['of a living process here, a minute old: the number belongs to somebody else by now', ours, 60_100],
    ['that was not written to its end, after two seconds', '', 2_100],
    ['that was cut in its middle, after two seconds', `${process.pid} ${hostname()}`, 2_100],
  ])('%s', async (_, mark, age) => {
    put(mark, age)
    await trying().ended
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(['', `${process.pid} ${hostname()}`])('with mark %j only after two seconds', async (mark) => {
    put(mark, 1_800)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(300)
    await attempt.ended
    expect(await attempt.state()).toBe('done')
  })
})

describe('an attempt waits exactly, to the millisecond, for', () => {
  // A whole second, because some file systems round the date of a file.
  beforeEach(() => vi.setSystemTime(Math.floor(Date.now() / 1000) * 1000))

  test.each([
    ['a lock of another machine, for a minute', foreign, 60_000],
    ['a lock that is not whole, for two seconds', '', 2_000],
  ])('%s', async (_, mark, age) => {
    put(mark, age)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(1)
    await attempt.ended
    expect(await attempt.state()).toBe('done')
  })

  test('another process that breaks the lock, for two seconds', async () => {
    put(gone)
    put('', 2_000, `${path}.breaking`)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(1)
    await attempt.ended
    expect(await attempt.state()).toBe('done')
  })

  test('a lock that is held, for ten seconds', async () => {
    put(ours)
    const attempt = trying()
    later(10_000)
    expect(await attempt.state()).toBe('waits')
    later(1)
    await attempt.ended
    expect(await attempt.state()).toBeInstanceOf(KivaError)
  })
})

describe('of two processes that break a stale lock', () => {
  test('the second waits while the first breaks it', async () => {
    put(gone)
    put('', 1_500, `${path}.breaking`)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    expect(readdirSync(folder).sort()).toEqual(['x.lock', 'x.lock.breaking'])
    later(600)
    await attempt.ended
    expect(await attempt.state()).toBe('done')
    expect(readdirSync(folder)).toEqual([])
  })

  test('the second reads the lock again and keeps a fresh one', async () => {
    // The first read of the lock gives a dead process, later reads a living one.
    put(gone)
    const kill = process.kill
    const firstCheck = vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
      put(ours)
      return kill.call(process, pid, signal)
    })
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(10_100)
    await attempt.ended
    expect(firstCheck).toHaveBeenCalledWith(ended, 0)
    firstCheck.mockRestore()
    expect(await attempt.state()).toBeInstanceOf(KivaError)
    expect(readFileSync(path, 'utf8')).toBe(ours)
  })
})

describe('the lock that a run holds on a file', () => {
  const path = join(folder, 'a.part')
  const lock = `${path}.lock`
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
  test.runIf(process.platform === 'linux')(
    'a lock is taken over if its pid belongs to a newer process',
    () => {
      const other = spawn('sleep', ['60'])
      try {
        writeFileSync(lock, `${other.pid} ${hostname()} 17\n`)
        holdLock(path)()
        expect(readdirSync(folder)).toEqual([])
      } finally {
        other.kill()
      }
    },
  )

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
})
