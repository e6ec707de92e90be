/**
 * Checks a file with secrets before it is opened:
 * its owner, its permissions, its size, and whether it is a regular file.
 */
import { lstatSync, mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { shellWord } from '../../core/shell-word.ts'

/** Windows uses access lists instead of modes; the lists of a user's profile folder are safe by default. */
const hasModes = process.getuid !== undefined

/** Creates a missing folder, private to its owner. Throws `KivaError` of kind `config`. */
export function makeFolder(folder: string): void {
  try {
    makeFolders(folder)
  } catch (cause) {
    throw failure(folder, 'create', cause)
  }
  checkFolder(folder)
}

/** Avoids `recursive`: Node 20 then loops forever on a file system that refuses folders, such as /proc. */
function makeFolders(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return
    const parent = dirname(folder)
    if (codeOf(cause) !== 'ENOENT' || parent === folder || statIfExists(parent, statSync)) throw cause
    makeFolders(parent)
    makeFolders(folder)
  }
}

/** Rejects a folder in which another user could replace our files. A missing folder passes. */
export function checkFolder(folder: string): void {
  const stats = statIfExists(folder, statSync)
  if (stats) checkOwnFolder(folder, stats)
}

/** Like {@link checkFolder}, and rejects a link to a folder. Returns whether the folder exists. */
export function checkUnlinkedFolder(folder: string): boolean {
  const stats = statIfExists(folder, lstatSync)
  if (!stats) return false
  if (stats.isSymbolicLink()) throw unsafe(folder, 'is a symbolic link', `Remove it: ${shell('rm', folder)}`)
  checkOwnFolder(folder, stats)
  return true
}

function checkOwnFolder(folder: string, stats: Stats): void {
  if (!stats.isDirectory()) throw unsafe(folder, 'is not a folder', `Move it away: ${shell('mv', folder)} …`)
  checkOwner(folder, stats)
  if (hasModes && (stats.mode & 0o022) !== 0) {
    throw unsafe(folder, 'can be changed by other users', `Run: ${shell('chmod 700', folder)}`)
  }
}

/**
 * Returns the file's stats, or `undefined` if it is missing.
 * Rejects a link, a foreign owner, and a file others may read.
 */
export function checkFile(path: string): Stats | undefined {
  const stats = statIfExists(path, lstatSync)
  if (!stats) return undefined
  if (stats.isSymbolicLink()) {
    throw unsafe(path, 'is a symbolic link', `Replace it with a regular file: ${shell('rm', path)}`)
  }
  if (!stats.isFile()) throw unsafe(path, 'is not a regular file', 'Move it away.')
  checkOwner(path, stats)
  if (hasModes && (stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0')
    throw unsafe(path, `is accessible to other users (mode ${mode})`, `Run: ${shell('chmod 600', path)}`)
  }
  return stats
}

/** In bytes. A shortlist of a million ids is smaller. */
export const usualLimit = 16 * 1024 * 1024

/** Like {@link checkFile}, for a file that is read whole: rejects one of more than `limit` bytes. */
export function checkSmallFile(path: string, limit = usualLimit): Stats | undefined {
  const stats = checkFile(path)
  if (stats && stats.size > limit)
    throw unsafe(path, tooLarge(stats.size, limit), `Move it away: ${shell('mv', path)} …`)
  return stats
}

/** Returns the words for a file that is larger than kiva reads. Both sizes are in bytes. */
export const tooLarge = (size: number, limit: number) =>
  `is too large: ${counted(size, 'bytes')}, and the limit is ${withThousands(limit)}`

function checkOwner(path: string, stats: Stats): void {
  const us = process.getuid?.()
  if (us !== undefined && stats.uid !== us) {
    const hint = `Run kiva as that user, or: ${shell(`sudo chown ${us}`, path)}`
    throw unsafe(path, `belongs to another user (${stats.uid})`, hint)
  }
}

function statIfExists(path: string, stat: (path: string) => Stats): Stats | undefined {
  try {
    return stat(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw failure(path, 'access', cause)
  }
}

function unsafe(path: string, what: string, hint: string): KivaError {
  return new KivaError('config', `cannot use ${path}: it ${what}`, { hint })
}

/** Returns the `config` error for a failed file operation: `cannot read PATH: permission denied`. */
export function failure(path: string, verb: string, cause: unknown): KivaError {
  return new KivaError('config', `cannot ${verb} ${path}: ${reasonOf(cause)}`, {
    hint: 'Check permissions and free space, or set KIVA_CONFIG_DIR (for the cache KIVA_CACHE_DIR, for lists KIVA_STATE_DIR, for the mirror KIVA_DATA_DIR) to another folder.',
    cause,
  })
}

/** Returns why a file operation failed, in words. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  return reasons[code] ?? (code || 'unknown reason')
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or folder',
  EROFS: 'read-only file system',
  ENOSPC: 'disk full',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file too large',
  ENOTDIR: 'part of the path is not a folder',
  ENAMETOOLONG: 'file name too long',
}

/** Returns the system's error code of a failed file operation, or an empty string. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

/** Returns a command to paste into a shell. */
export const shell = (command: string, path: string) => `${command} ${shellWord(path)}`
