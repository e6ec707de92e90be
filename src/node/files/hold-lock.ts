/** A lock that a run holds for hours, on a file that it writes page by page. */
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../text/foreign-text.ts'
import { isAlive, remove, removeStale, take } from './lock.ts'

/**
 * Milliseconds. Writing a lock takes microseconds:
 * an older incomplete lock is from a killed run or a power cut.
 */
const staleAfter = 2_000
const unfinished = /^\0*$|^\d+( \S*){0,2}$/

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process started, in the system's own count; empty if the system does not report it. */
  readonly start: string
}

/**
 * Locks a file for this run by `<path>.lock`, and returns the function that unlocks it. Takes over the lock
 * of a process that has ended. Throws `KivaError` of kind `config` while another run holds the lock. If the
 * folder allows no lock, as when it is read-only, the run continues without one: writing the file reports the
 * problem.
 */
export function holdLock(path: string): () => void {
  const lock = `${path}.lock`
  const mark = `${process.pid} ${hostname()} ${startOf(process.pid)}\n`
  // The second try follows the removal of a stale lock; the third follows a run that was killed while it
  // removed one.
  for (let tries = 0; tries < 3; tries++) {
    try {
      if (take(lock, mark)) return () => unlock(lock, mark)
      removeStale(lock, isAbandoned)
    } catch {
      return () => {}
    }
  }
  throw lockedError(path, lock)
}

function unlock(lock: string, mark: string): void {
  try {
    if (readFileSync(lock, 'utf8') === mark) remove(lock)
  } catch {
    // The lock is gone or cannot be removed: the next run sees that this process has ended.
  }
}

/**
 * Returns whether the run that made a lock has ended.
 * Files that kiva did not write are never stale, so they stay.
 */
function isAbandoned(lock: string): boolean {
  try {
    const text = readFileSync(lock, 'utf8')
    if (unfinished.test(text)) return Date.now() - statSync(lock).mtimeMs > staleAfter
    const holder = holderIn(text)
    return holder !== undefined && holder.host === hostname() && !isRunning(holder)
  } catch {
    return false
  }
}

/** A process with the same number but another start time is a different process. */
function isRunning({ pid, start }: Holder): boolean {
  if (!isAlive(pid)) return false
  const now = startOf(pid)
  return start === '' || now === '' || start === now
}

function holderIn(text: string): Holder | undefined {
  const [, pid, host = '', start = ''] = /^(\d+) (\S+) (\d*)\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host, start }
}

/** Linux reports the start as field 22. Field 2 is in parentheses and may contain spaces. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function lockedError(path: string, lock: string): KivaError {
  const holder = holderOf(lock)
  if (!holder) {
    return new KivaError('config', `cannot lock ${path}: ${lock} already exists`, {
      hint: 'Delete that file if no other kiva uses it.',
    })
  }
  const { pid, host } = holder
  const where = host === hostname() ? '' : sentence` on ${foreign(host)}`
  return new KivaError('config', sentence`another kiva (process ${pid}${where}) is writing ${path}`, {
    hint: `Wait until it ends, or choose another file. If it has ended, delete ${lock}.`,
  })
}

function holderOf(lock: string): Holder | undefined {
  try {
    return holderIn(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}
