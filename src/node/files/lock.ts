/**
 * Locks between processes: a file `<path>.lock` that names the process which writes `<path>`. A change of a file of
 * kiva holds its lock for milliseconds, and others wait; a run holds the lock of its output for hours, and others fail.
 */
import { closeSync, lstatSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { codeOf, failure } from './file-permissions.ts'

/** Milliseconds. A change takes a few: after ten seconds of waiting the user gets an error. */
const patience = 10_000
/** Milliseconds. An older lock of a change is stale if its process cannot be checked. */
const longestChange = 60_000
/** Milliseconds. Writing a lock or removing a stale one takes microseconds: after this time its run was killed. */
const longestWrite = 2_000

/**
 * Runs `change` while no other process runs one under the same lock file. `change` must be synchronous:
 * nothing may be awaited under the lock. Throws `KivaError` of kind `config` if the lock cannot be taken.
 */
export async function underLock<T>(lock: string, change: () => T): Promise<T> {
  const mark = ownMark()
  const deadline = Date.now() + patience
  while (!take(lock, mark)) {
    removeStale(lock, longestChange)
    if (Date.now() > deadline) throw busy(lock)
    await setTimeout(5 + Math.random() * 20)
  }
  try {
    return change()
  } finally {
    release(lock, mark)
  }
}

/**
 * Locks a file for this run by `<path>.lock`, and returns the function that unlocks it.
 * Throws `KivaError` of kind `config` while another run holds the lock. If the folder allows no lock, as when it is
 * read-only, the run continues without one: writing the file reports the problem.
 */
export function holdLock(path: string): () => void {
  const lock = `${path}.lock`
  const mark = ownMark()
  // The second try follows the removal of a stale lock; the third follows a run that was killed while it
  // removed one.
  for (let tries = 0; tries < 3; tries++) {
    try {
      if (take(lock, mark)) return () => release(lock, mark)
      removeStale(lock, Number.POSITIVE_INFINITY)
    } catch {
      return () => {}
    }
  }
  throw lockedError(path, lock)
}

/**
 * Creates the lock file; returns false if it exists.
 * On failure, removes the file and throws `KivaError` of kind `config`.
 */
function take(lock: string, mark: string): boolean {
  let file: number | undefined
  try {
    file = openSync(lock, 'wx', 0o600)
    writeFileSync(file, mark)
    return true
  } catch (cause) {
    if (file !== undefined) remove(lock)
    else if (codeOf(cause) === 'EEXIST') return false
    throw failure(lock, 'write', cause)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Removes the lock, unless another process has taken it over. */
function release(lock: string, mark: string): void {
  try {
    if (markIn(lock) === mark) remove(lock)
  } catch {
    // The lock is gone or cannot be removed: the next run sees that this process has ended.
  }
}

/**
 * Removes a stale lock. If two processes see the same stale lock, the slower one could remove a fresh lock.
 * So the removal has a lock of its own.
 */
function removeStale(lock: string, longest: number): void {
  if (!isStale(lock, longest)) return
  const breaking = `${lock}.breaking`
  if (!take(breaking, '')) {
    if (isStale(breaking, longest)) remove(breaking)
    return
  }
  try {
    if (isStale(lock, longest)) remove(lock)
  } finally {
    remove(breaking)
  }
}

/**
 * Returns whether the process that made a lock has ended. If that cannot be checked, as on another machine, a lock older
 * than `longest` milliseconds is stale. Returns false for a file that is gone, unreadable, or not written by kiva:
 * such a file must not be removed.
 */
function isStale(lock: string, longest: number): boolean {
  try {
    const text = markIn(lock)
    const isOlderThan = (limit: number) => Date.now() - statSync(lock).mtimeMs > limit
    if (unfinished.test(text)) return isOlderThan(longestWrite)
    const holder = holderIn(text)
    if (!holder) return false
    return hasEnded(holder) ?? isOlderThan(longest)
  } catch {
    return false
  }
}

/** Returns the mark in a lock file. Throws for what kiva does not write there: reading a named pipe would never end. */
function markIn(lock: string): string {
  const stats = lstatSync(lock)
  if (!stats.isFile() || stats.size > longestMark) throw new Error('not a lock of kiva')
  return readFileSync(lock, 'utf8')
}

/** In bytes. A host name has at most 255. */
const longestMark = 1000

/** A mark that was cut; NUL bytes are what a power cut leaves. */
const unfinished = /^\0*$|^\d+( \S*){0,2}$/

/** Ignores a missing file: another process may have removed it first. */
function remove(lock: string): void {
  rmSync(lock, { force: true })
}

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process started, in the system's own count; empty if the system does not report it. */
  readonly start: string
}

/** The content of a lock file: process, host and start. */
const ownMark = () => `${process.pid} ${hostname()} ${startOf(process.pid)}\n`

/** Older versions of kiva write no start into the lock of a change. */
function holderIn(text: string): Holder | undefined {
  const [, pid, host = '', start = ''] = /^(\d+) (\S+)(?: (\d*))?\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host, start }
}

/**
 * Returns whether a process has ended; `undefined` if this machine cannot know.
 * A process with the same number but another start is a different process.
 */
function hasEnded({ pid, host, start }: Holder): boolean | undefined {
  if (host !== hostname()) return undefined
  if (!isAlive(pid)) return true
  if (statOf(pid)[0] === 'Z') return true
  const now = startOf(pid)
  return start === '' || now === '' ? undefined : start !== now
}

/** Returns whether a process number is in use on this machine: by any user's process, or by a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}

const startOf = (pid: number): string => statOf(pid)[19] ?? ''

/** Linux reports a process in a line, from its state (field 3) on; its start is field 22. Elsewhere empty. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 2 is in parentheses and may contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function busy(lock: string): KivaError {
  return new KivaError('config', `another kiva is still writing: ${lock} exists`, {
    code: 'locked',
    hint: 'Try again. If no other kiva runs, delete that file.',
  })
}

function lockedError(path: string, lock: string): KivaError {
  const holder = holderOf(lock)
  if (!holder) {
    return new KivaError('config', `cannot lock ${path}: ${lock} already exists`, {
      code: 'locked',
      hint: 'Delete that file if no other kiva uses it.',
    })
  }
  const { pid, host } = holder
  const where = host === hostname() ? '' : sentence` on ${foreign(host)}`
  return new KivaError('config', sentence`another kiva (process ${pid}${where}) is writing ${path}`, {
    code: 'locked',
    hint: `Wait until it ends, or choose another file. If it has ended, delete ${lock}.`,
  })
}

function holderOf(lock: string): Holder | undefined {
  try {
    return holderIn(markIn(lock))
  } catch {
    return undefined
  }
}
