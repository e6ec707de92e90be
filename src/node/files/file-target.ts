/** Finds where an output file will be written, and names that lead to one file. This runs before any request is sent. */
import type { Stats } from 'node:fs'
import { type FileHandle, lstat, readdir, readlink, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import type { FileName, FileOptions } from '../../core/files.ts'
import { codeOf, reasonOf, shell } from './file-permissions.ts'

export interface Place {
  /** Absolute. Links are followed: the file behind a link is replaced, and the link stays. */
  readonly path: string
  /** Permission bits of the existing file. */
  readonly mode: number | undefined
  /** True for a pipe, a terminal or a device: such a target cannot be replaced by a finished file. */
  readonly isStream: boolean
}

/** Matches names of this process's own streams. The shell chose their targets, which may be regular files. */
const ownStream = /^\/(?:dev\/(?:stdin|stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/

/**
 * Returns the absolute path of a name. Throws `KivaError` of kind `config` if the working folder was deleted.
 */
export function absolutePath(named: string): string {
  try {
    return resolve(named)
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw cause
    throw new KivaError('config', `cannot find ${named}: the current folder no longer exists`, {
      hint: 'Change to another folder with cd, or give the whole path.',
      cause,
    })
  }
}

/**
 * Returns the place that a name leads to.
 * Throws `KivaError` of kind `config` if no file can be written there.
 */
export async function placeOf(named: string): Promise<Place> {
  const path = absolutePath(named)
  if (ownStream.test(path)) return { path, mode: undefined, isStream: true }
  const stats = await statsOf(named)
  if (stats?.isDirectory() || named.endsWith(sep)) {
    throw unusable(named, 'is a folder', 'Use a file name in it.')
  }
  if (!stats) {
    await checkNew(named, path)
    return { path, mode: undefined, isStream: false }
  }
  if (!stats.isFile()) return { path, mode: undefined, isStream: true }
  return { path: await realpath(path), mode: stats.mode & 0o777, isStream: false }
}

/** Returns the stats of a file, with links followed, or `undefined` if nothing is there. */
export async function statsOf(named: string): Promise<Stats | undefined> {
  const path = absolutePath(named)
  try {
    return await stat(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw failed(named, 'access', cause)
  }
}

/** Implements `Files.checkOwners`. */
export async function checkOwners(named: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  // Fails for links in a circle.
  await statsOf(named)
  await checkParts(named, absolutePath(named))
}

/** Checks each folder and link from the top down to `path`, and those that links lead to. */
async function checkParts(named: string, path: string): Promise<void> {
  if (dirname(path) !== path) await checkParts(named, dirname(path))
  const stats = await lstat(path).catch(() => undefined)
  if (stats && stats.uid !== 0 && !stats.isFile())
    throw new KivaError('config', `cannot change ${named}: ${path} belongs to another user (${stats.uid})`, {
      hint: 'Run kiva as that user, or set HOME to your own home folder.',
    })
  if (stats?.isSymbolicLink()) await checkParts(named, resolve(dirname(path), await readlink(path)))
}

async function checkNew(named: string, path: string): Promise<void> {
  if (!(await statsOf(dirname(path)))) {
    const folder = dirname(named)
    throw unusable(named, `cannot be created: no folder ${folder}`, `Run: ${shell('mkdir -p', folder)}`)
  }
  const isLink = await lstat(path).then(
    () => true,
    () => false,
  )
  if (isLink) throw unusable(named, 'is a broken symbolic link', 'Use another file.')
}

/**
 * Renames a complete file to its final name.
 * Throws `KivaError` of kind `config`, and then leaves the file as it is.
 */
export async function putInPlace(file: {
  readonly named: string
  readonly path: string
  readonly place: Place
  readonly options: FileOptions
}): Promise<void> {
  const { named, path, place, options } = file
  const hint = `The complete output is in ${path}.`
  if (!options.overwrite && (await statsOf(place.path))) {
    throw unusable(named, 'was created by another program meanwhile', hint)
  }
  await rename(path, place.path).catch((cause) => {
    throw failed(named, 'replace', cause, hint)
  })
}

/** Returns the `config` error for a file that cannot be used as its option requires. */
export function unusable(named: string, what: string, hint: string): KivaError {
  return new KivaError('config', `${named} ${what}`, { hint })
}

/** Returns the `config` error for a failed file operation. */
export function failed(named: string, verb: string, cause: unknown, hint = makeRoom): KivaError {
  return new KivaError('config', `cannot ${verb} ${named}: ${reasonOf(cause)}`, { hint, cause })
}

const makeRoom = 'Check permissions and free space, or use another file.'

/**
 * Returns the system's identifier of an open file, or of the file at a path (links are not followed). Returns
 * `undefined` if there is no file.
 */
export async function fileId(file: string | FileHandle): Promise<string | undefined> {
  try {
    const look = { bigint: true } as const
    const { dev, ino } = await (typeof file === 'string' ? lstat(file, look) : file.stat(look))
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** Returns the first two names of different options that lead to one file: implements `Files.findSame`. */
export async function findSame(
  names: readonly FileName[],
): Promise<readonly [FileName, FileName] | undefined> {
  const targets = await Promise.all(names.map(targetOf))
  for (const [at, name] of names.entries()) {
    for (const [before, other] of names.slice(0, at).entries()) {
      const [target, earlier] = [targets[at], targets[before]]
      if (!target || !earlier || other.option === name.option) continue
      if (await isSame(earlier, target)) return [other, name]
    }
  }
  return undefined
}

interface Target {
  /** With all existing links followed. */
  readonly path: string
  /** Set for an existing regular file. */
  readonly id: string | undefined
}

async function targetOf({ named, suffix = '' }: FileName): Promise<Target> {
  const path = (await realName(absolutePath(named))) + suffix
  const stats = await stat(path, { bigint: true }).catch(() => undefined)
  return { path, id: stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined }
}

/** Returns the path with its links followed. For a missing file, follows the links of its folder. */
async function realName(path: string): Promise<string> {
  if (ownStream.test(path)) return path
  const inFolder = async () => join(await realpath(dirname(path)), basename(path))
  return realpath(path)
    .catch(inFolder)
    .catch(() => path)
}

async function isSame(target: Target, other: Target): Promise<boolean> {
  if (target.path === other.path) return true
  // Two streams of this process may share a file: the shell connected them (`> log 2>&1`).
  if (ownStream.test(target.path) && ownStream.test(other.path)) return false
  if (target.id !== undefined || other.id !== undefined) return target.id === other.id
  const [folder, otherFolder] = [dirname(target.path), dirname(other.path)]
  if (fold(basename(target.path)) !== fold(basename(other.path))) return false
  if ((await fileId(folder)) !== (await fileId(otherFolder))) return false
  return basename(target.path) === basename(other.path) || ignoresCase(folder)
}

const fold = (name: string) => name.normalize('NFC').toLowerCase()

/**
 * Returns whether a folder ignores case in file names.
 * Tries it with a file in the folder, else with the folder's own name.
 */
async function ignoresCase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  const name = names.find((entry) => swapCase(entry) !== entry)
  const path = name === undefined ? folder : join(folder, name)
  const swapped = join(dirname(path), swapCase(basename(path)))
  const id = await fileId(path)
  return swapped !== path && id !== undefined && id === (await fileId(swapped))
}

const swapCase = (name: string) =>
  Array.from(name, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')
