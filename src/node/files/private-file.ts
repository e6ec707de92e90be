/** Files that only their owner may read: certificates, cache entries, lists, pending logins. */
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { checkFile, failure, makeFolder } from './file-permissions.ts'
import { writeAtomically } from './write-atomically.ts'

/**
 * Writes a private file (0600, folder 0700), atomically, and returns its path. Replaces an old file of that
 * name if it is safe. Throws `KivaError` of kind `config`. Without `flush` the file may be corrupt after a
 * power loss.
 */
export function writePrivate(
  folder: string,
  name: string,
  content: string | Uint8Array,
  { flush = true } = {},
): string {
  if (name !== basename(name) || name.startsWith('.'))
    throw new KivaError('bug', `${name} is not a file name`)
  makeFolder(folder)
  const path = join(folder, name)
  checkFile(path)
  // The cache and the state folder know this name, and remove what a killed run left behind.
  const unfinished = `${path}.${process.pid}.new`
  try {
    rmSync(unfinished, { force: true })
    writeAtomically(path, content, { unfinished, flush })
  } catch (cause) {
    throw failure(path, 'write', cause)
  }
  return path
}

/** Removes a file if it still has this content; otherwise another process has rewritten it. */
export function removePrivate(path: string, content: string): void {
  try {
    if (readFileSync(path, 'utf8') === content) rmSync(path)
  } catch {
    // The file is gone, or its content cannot be read.
  }
}

/**
 * Removes files named like `name`, with any digits at its `-<digits>`, that have not changed since `before`
 * (milliseconds since the epoch).
 */
export function removeOldPrivate(folder: string, name: string, before: number): void {
  const [, start = '', end = ''] = /^(.*-)\d+(\.\w+)$/.exec(name) ?? []
  if (start === '') return
  for (const other of readdirSync(folder)) {
    const isAlike = other.startsWith(start) && other.endsWith(end)
    const path = join(folder, other)
    if (!isAlike || !/^\d+$/.test(other.slice(start.length, -end.length))) continue
    try {
      if (lstatSync(path).mtimeMs < before) rmSync(path)
    } catch {
      // Another run removed it first, or it cannot be removed: a leftover file does no harm.
    }
  }
}
