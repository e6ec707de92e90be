/**
 * The cache on disk: one private file per reply. Nothing relies on a cache entry: any may vanish at any time.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheContent, CacheStore } from '../../ports/store.ts'
import { checkFile, checkUnlinkedFolder, failure } from '../files/file-permissions.ts'
import { writePrivate } from '../files/private-file.ts'
import { decodeEntry, encodeEntry, fileNames, nameOf } from './cache-entry.ts'

/** In bytes, all files together. */
const defaultLimit = 200 * 1024 * 1024

/**
 * A fraction of the limit: the bytes written before files are counted again (other processes write too), and
 * the size limit of one file.
 */
const step = 1 / 20

/** Opens the cache in a folder, which may be missing. Its files take at most `limit` bytes plus one step. */
export function openCacheStore(folder: string, limit = defaultLimit): CacheStore {
  /** Bytes that may still be written before the files are counted again. */
  let room = 0

  function makeRoom(): void {
    const files = cachedFiles(folder).toSorted((a, b) => a.time - b.time)
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { path, bytes } of files) {
      if (total <= limit * (1 - step)) break
      remove(path)
      total -= bytes
    }
    room = limit * step
  }

  return {
    path: folder,
    async get(key) {
      if (!checkUnlinkedFolder(folder)) return undefined
      try {
        const path = join(folder, nameOf(key))
        return checkFile(path) && decodeEntry(await readFile(path), key)
      } catch {
        // The file is not a cache entry, or another run removed it.
        return undefined
      }
    },
    async set(key, entry) {
      const bytes = encodeEntry(key, entry)
      if (bytes.byteLength > limit * step) return
      checkUnlinkedFolder(folder)
      if (room < bytes.byteLength) makeRoom()
      writePrivate(folder, nameOf(key), bytes, { flush: false })
      room -= bytes.byteLength
    },
    content: async () => contentOf(cachedFiles(folder)),
    async clear() {
      const files = cachedFiles(folder)
      for (const { path } of files) remove(path)
      return contentOf(files)
    },
  }
}

interface CachedFile {
  readonly path: string
  readonly bytes: number
  /** When it was written, in milliseconds since the epoch. */
  readonly time: number
}

/**
 * Lists the cache entries, including unfinished ones of killed runs. Other files in the folder are ignored.
 */
function cachedFiles(folder: string): readonly CachedFile[] {
  if (!checkUnlinkedFolder(folder)) return []
  try {
    return readdirSync(folder)
      .filter((name) => fileNames.test(name))
      .flatMap((name) => {
        const path = join(folder, name)
        const stats = lstatSync(path, { throwIfNoEntry: false })
        return stats?.isFile() ? [{ path, bytes: stats.size, time: stats.mtimeMs }] : []
      })
  } catch (cause) {
    throw failure(folder, 'read', cause)
  }
}

function contentOf(files: readonly CachedFile[]): CacheContent {
  const times = files.map(({ time }) => time).toSorted((a, b) => a - b)
  const [oldest, newest] = [times[0], times.at(-1)]
  return {
    entries: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(oldest !== undefined && { oldest }),
    ...(newest !== undefined && { newest }),
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (cause) {
    throw failure(path, 'delete', cause)
  }
}
