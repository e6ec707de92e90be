/** Detects paths that lead to the same file. */
import { type FileHandle, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileName } from '../../ports/files.ts'
import { absolutePath, ownStream } from './file-target.ts'

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

/** Implements `Files.findSame`. */
export async function findSame(
  names: readonly FileName[],
): Promise<readonly [FileName, FileName] | undefined> {
  const targets = await Promise.all(names.map(targetOf))
  for (const [at, name] of names.entries()) {
    for (const [before, other] of names.slice(0, at).entries()) {
      const [one, two] = [targets[before], targets[at]]
      if (one && two && other.option !== name.option && (await isSame(one, two))) return [other, name]
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

async function isSame(one: Target, two: Target): Promise<boolean> {
  if (one.path === two.path) return true
  // Two streams of this process may share a file: the shell connected them (`> log 2>&1`).
  if (ownStream.test(one.path) && ownStream.test(two.path)) return false
  if (one.id !== undefined || two.id !== undefined) return one.id === two.id
  const [folder, other] = [dirname(one.path), dirname(two.path)]
  if (fold(basename(one.path)) !== fold(basename(two.path))) return false
  if ((await fileId(folder)) !== (await fileId(other))) return false
  return basename(one.path) === basename(two.path) || ignoresCase(folder)
}

const fold = (name: string) => name.normalize('NFC').toLowerCase()

/**
 * Returns whether a folder ignores case in file names.
 * Tries it with a file in the folder, else with the folder's own name.
 */
async function ignoresCase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  const name = names.find((one) => swapCase(one) !== one)
  const path = name === undefined ? folder : join(folder, name)
  const swapped = join(dirname(path), swapCase(basename(path)))
  const id = await fileId(path)
  return swapped !== path && id !== undefined && id === (await fileId(swapped))
}

const swapCase = (name: string) =>
  Array.from(name, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')
