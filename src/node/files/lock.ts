/** One writer at a time, between processes. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { KivaError } from '../../errors.ts'
import { codeOf, failure } from './file-permissions.ts'

/** Milliseconds. A change takes a few; nobody holds a lock for a minute, and after ten seconds the person should know. */
const patience = 10_000
const tooOld = 60_000
/** What takes microseconds and is there for two seconds was left by a killed run: a mark not finished, a lock for breaking. */
const abandoned = 2_000

/**
 * Runs `change` while no other process runs one under the same lock file. It is not async: nothing may be awaited
 * under the lock. Throws `KivaError` of kind `config` when the lock can't be had.
 */
export async function underLock<T>(path: string, change: () => T): Promise<T> {
  const mark = `${process.pid} ${hostname()}\n`
  const deadline = Date.now() + patience
  while (!take(path, mark)) {
    breakStale(path, isStale)
    if (Date.now() > deadline) throw busy(path)
    await setTimeout(5 + Math.random() * 20)
  }
  try {
    return change()
  } finally {
    remove(path)
  }
}

/** Makes the lock file; false where it is there. Throws `KivaError` of kind `config`, and leaves no file then. */
export function take(path: string, mark: string): boolean {
  let file: number | undefined
  try {
    file = openSync(path, 'wx', 0o600)
    writeFileSync(file, mark)
    return true
  } catch (cause) {
    if (file !== undefined) remove(path)
    else if (codeOf(cause) === 'EEXIST') return false
    throw failure(path, 'could not be written', cause)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * Removes a lock that `isLeft` calls stale. Two processes that see the same stale lock must not remove it one after the
 * other, since the second would remove a fresh lock: so removing has a lock of its own.
 */
export function breakStale(path: string, isLeft: (path: string) => boolean): void {
  if (!isLeft(path)) return
  const breaking = `${path}.breaking`
  if (!take(breaking, '')) {
    if (isStale(breaking)) remove(breaking)
    return
  }
  try {
    if (isLeft(path)) remove(path)
  } finally {
    remove(breaking)
  }
}

/** Of a file that is gone meanwhile, or not readable, it is false: not ours to remove. */
function isStale(path: string): boolean {
  try {
    const mark = readFileSync(path, 'utf8')
    const age = Date.now() - statSync(path).mtimeMs
    if (!mark.endsWith('\n')) return age > abandoned
    const [pid, host] = mark.trimEnd().split(' ')
    return age > tooOld || (host === hostname() && !isAlive(Number(pid)))
  } catch {
    return false
  }
}

/** Another process may have been quicker. */
export function remove(path: string): void {
  rmSync(path, { force: true })
}

/** Whether a process of this machine runs, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}

function busy(path: string): KivaError {
  return new KivaError('config', `another kiva is still writing: ${path} is there`, {
    hint: 'Try again. If no other kiva runs, delete that file.',
  })
}
