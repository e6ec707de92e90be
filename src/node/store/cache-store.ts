/**
 * The cache on disk: one private file per reply. Nothing relies on a cache entry: any may vanish at any time.
 */

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json } from '../../core/json.ts'
import type { CacheContent, CacheEntry, CacheStore } from '../../core/store.ts'
import { checkSmallFile, checkUnlinkedFolder, failure } from '../files/file-permissions.ts'
import { writePrivate } from '../files/private-file.ts'

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
        return checkSmallFile(path, limit * step) && decodeEntry(readFileSync(path), key)
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

/** The format's version, written to every file. A file of another version counts as missing. */
const version = 1

/** The file name of a key: a hash, which reveals nothing about the key. */
const nameOf = (key: string) => hashOf([key])

/** Matches names of finished and unfinished cache files. */
const fileNames = /^[0-9a-f]{64}(\.\d+\.new)?$/

const newline = 0x0a

/**
 * Encodes an entry in three parts: a hash of the other two, by which incomplete files are detected, a line of JSON
 * about the reply, and the reply's bytes.
 */
function encodeEntry(key: string, { about, body }: CacheEntry): Uint8Array {
  const head = Buffer.from(`${JSON.stringify({ version, key, about })}\n`)
  return Buffer.concat([Buffer.from(`${hashOf([head, body])}\n`), head, body])
}

/** Decodes the entry stored under a key. Returns `undefined` for any other bytes. */
function decodeEntry(bytes: Uint8Array, key: string): CacheEntry | undefined {
  const head = bytes.indexOf(newline) + 1
  const body = bytes.indexOf(newline, head) + 1
  if (head === 0 || body === 0) return undefined
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString()
  if (text(0, head - 1) !== hashOf([bytes.subarray(head)])) return undefined
  // The hash matches, so a kiva wrote this file, though perhaps another version.
  const header: Json = JSON.parse(text(head, body))
  if (!isObject(header) || header['version'] !== version || header['key'] !== key) return undefined
  return isObject(header['about']) ? { about: header['about'], body: bytes.subarray(body) } : undefined
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
