/** A short lock between processes: one writer at a time. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { KivaError } from '../../errors.ts'
import { codeOf, failure } from './file-permissions.ts'

/**
 * Milliseconds. A change takes a few. A lock older than a minute is stale, and after ten seconds of waiting
 * the user gets an error.
 */
const patience = 10_000
const tooOld = 60_000
/**
 * Milliseconds. Writing a lock or removing a stale one takes microseconds:
 * after two seconds its run was killed.
 */
const abandoned = 2_000

/**
 * Runs `change` while no other process runs one under the same lock file. `change` must be synchronous:
 * nothing may be awaited under the lock. Throws `KivaError` of kind `config` if the lock cannot be taken.
 */
export async function underLock<T>(path: string, change: () => T): Promise<T> {
  const mark = `${process.pid} ${hostname()}\n`
  const deadline = Date.now() + patience
  while (!take(path, mark)) {
    removeStale(path, isStale)
    if (Date.now() > deadline) throw busy(path)
    await setTimeout(5 + Math.random() * 20)
  }
  try {
    return change()
  } finally {
    remove(path)
  }
}

/**
 * Creates the lock file; returns false if it exists.
 * On failure, removes the file and throws `KivaError` of kind `config`.
 */
export function take(path: string, mark: string): boolean {
  let file: number | undefined
  try {
    file = openSync(path, 'wx', 0o600)
    writeFileSync(file, mark)
    return true
  } catch (cause) {
    if (file !== undefined) remove(path)
    else if (codeOf(cause) === 'EEXIST') return false
    throw failure(path, 'write', cause)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * Removes a lock that `isAbandoned` calls stale. If two processes see the same stale lock, the slower one could
 * remove a fresh lock. So the removal has a lock of its own.
 */
export function removeStale(path: string, isAbandoned: (path: string) => boolean): void {
  if (!isAbandoned(path)) return
  const breaking = `${path}.breaking`
  if (!take(breaking, '')) {
    if (isStale(breaking)) remove(breaking)
    return
  }
  try {
    if (isAbandoned(path)) remove(path)
  } finally {
    remove(breaking)
  }
}

/** Returns false for a file that is gone or unreadable: such a file must not be removed. */
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

/** Ignores a missing file: another process may have removed it first. */
export function remove(path: string): void {
  rmSync(path, { force: true })
}

/** Returns whether a process runs on this machine, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}

function busy(path: string): KivaError {
  return new KivaError('config', `another kiva is still writing: ${path} exists`, {
    hint: 'Try again. If no other kiva runs, delete that file.',
  })
}
