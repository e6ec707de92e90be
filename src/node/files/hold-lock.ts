/** A lock that a run holds for hours, on a file that it writes page by page. */
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { breakStale, isAlive, remove, take } from './lock.ts'

/** Milliseconds. Writing a lock takes microseconds: an unfinished one was left by a run that was killed, or by a power cut. */
const abandoned = 2_000
const unfinished = /^\0*$|^\d+( \S*){0,2}$/

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process started, as the system counts it; empty where the system does not tell. */
  readonly start: string
}

/**
 * Locks a file for this run by `<path>.lock`, and returns the function that unlocks it. The lock of a process that has
 * ended is taken over. Throws `KivaError` of kind `config` while another run holds it. In a folder where no lock can be
 * made, such as a read-only one, the run goes on without: writing the file tells what is wrong.
 */
export function holdLock(path: string): () => void {
  const lock = `${path}.lock`
  const mark = `${process.pid} ${hostname()} ${startOf(process.pid)}\n`
  // A second try after the stale lock was removed; a third where a run was killed while it removed one.
  for (let tries = 0; tries < 3; tries++) {
    try {
      if (take(lock, mark)) return () => unlock(lock, mark)
      breakStale(lock, isLeft)
    } catch {
      return () => {}
    }
  }
  throw held(path, lock)
}

function unlock(lock: string, mark: string): void {
  try {
    if (readFileSync(lock, 'utf8') === mark) remove(lock)
  } catch {
    // Somebody removed it, or nobody may: the next run sees that this process has ended.
  }
}

/** Whether the run that made a lock has ended. A file that kiva did not write is nobody's lock, and stays. */
function isLeft(lock: string): boolean {
  try {
    const text = readFileSync(lock, 'utf8')
    if (unfinished.test(text)) return Date.now() - statSync(lock).mtimeMs > abandoned
    const holder = holderIn(text)
    return holder !== undefined && holder.host === hostname() && !isRunning(holder)
  } catch {
    return false
  }
}

/** A process that started at another time has only got the same number. */
function isRunning({ pid, start }: Holder): boolean {
  if (!isAlive(pid)) return false
  const now = startOf(pid)
  return start === '' || now === '' || start === now
}

function holderIn(text: string): Holder | undefined {
  const [, pid, host = '', start = ''] = /^(\d+) (\S+) (\d*)\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host, start }
}

/** Linux tells it as the 22nd word; the second one, in brackets, may hold blanks itself. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function held(path: string, lock: string): KivaError {
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
