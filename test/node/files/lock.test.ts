/** The lock alone: whose it is, how long it is respected, and that breaking a stale one never breaks a fresh one. */
import { spawn, spawnSync } from 'node:child_process'
import {
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
import { KivaError } from '../../../src/errors.ts'
import { underLock } from '../../../src/node/files/lock.ts'
import { folderForEach } from '../../support/folder.ts'
import { until } from '../../support/until.ts'

const folder = folderForEach()
const path = join(folder, 'x.lock')
beforeEach(() => {
  // Only the date stands still, and is moved by hand; waiting is real.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const ours = `${process.pid} ${hostname()}\n`
/** The number of a process that has ended here. */
const ended = spawnSync(process.execPath, ['-e', '']).pid
const gone = `${ended} ${hostname()}\n`
/** Whether a process of another machine lives cannot be known. */
const foreign = `${ended} elsewhere.example\n`

/** Puts a lock there that was written so long ago. */
function put(mark: string, age = 0, at = path): void {
  writeFileSync(at, mark)
  const written = new Date(Date.now() - age)
  utimesSync(at, written, written)
}

/** Tries to get the lock, and tells how that stands. */
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
    /** After some tries, of which one takes 25 ms at most: that it goes on waiting is seen only in time. */
    async state() {
      await wait(120)
      return state
    },
  }
}

test('while the change runs, the lock tells whose it is; after it, it is gone', async () => {
  const result = await underLock(path, () => {
    expect(readFileSync(path, 'utf8')).toBe(ours)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    return 'changed'
  })
  expect(result).toBe('changed')
  expect(readdirSync(folder)).toEqual([])
})

test('a change that fails leaves no lock', async () => {
  const failing = underLock(path, () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual([])
})

test('a lock that somebody took for stale and broke is no failure of the change', async () => {
  expect(await underLock(path, () => rmSync(path))).toBeUndefined()
})

test('a lock that cannot be written is no lock that is held', async () => {
  const nowhere = join(folder, 'none', 'x.lock')
  await expect(underLock(nowhere, () => {})).rejects.toMatchObject({
    kind: 'config',
    message: `${nowhere} could not be written: there can be no folder there`,
  })
})

describe('respected, to the end of patience, is a lock', () => {
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
      message: `another kiva is still writing: ${path} is there`,
      hint: 'Try again. If no other kiva runs, delete that file.',
    })
    expect(readFileSync(path, 'utf8')).toBe(mark)
    expect(readdirSync(folder)).toEqual(['x.lock'])
  })

  test('that is none of ours at all', async () => {
    mkdirSync(path)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(10_100)
    await attempt.ended
    expect(await attempt.state()).toBeInstanceOf(KivaError)
    expect(existsSync(path)).toBe(true)
  })

  // Only root can become nobody.
  test.runIf(process.getuid?.() === 0)('of a process that belongs to somebody else', async () => {
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

describe('broken is a lock', () => {
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

  test.each(['', `${process.pid} ${hostname()}`])('that is not whole yet (%j), not before', async (mark) => {
    put(mark, 1_800)
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(300)
    await attempt.ended
    expect(await attempt.state()).toBe('done')
  })
})

describe('to the millisecond, is waited for', () => {
  // A whole second, so that no file system rounds the date of a file.
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

  test('who breaks a lock, for two seconds', async () => {
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

describe('of two who would break a stale lock', () => {
  test('the second leaves it alone while the first is at it', async () => {
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

  test('the second looks again: a lock that is fresh by then stays', async () => {
    // Whoever reads the lock first finds a process that is gone, and after that one that lives.
    const feeder = `mkfifo ${path}; echo '${gone.trim()}' > ${path}; while sleep 0.02; do echo '${ours.trim()}' > ${path}; done`
    const feeding = spawn('/bin/sh', ['-c', feeder])
    await until('the feeder has begun', () => existsSync(path))
    const attempt = trying()
    expect(await attempt.state()).toBe('waits')
    later(10_100)
    await attempt.ended
    feeding.kill()
    expect(await attempt.state()).toBeInstanceOf(KivaError)
    expect(existsSync(path)).toBe(true)
  })
})
