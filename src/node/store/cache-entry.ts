/** The file format of a cached reply. A hash detects incomplete files and files of another key. */
import { createHash } from 'node:crypto'
import { isObject, type Json } from '../../ports/json.ts'
import type { CacheEntry } from '../../ports/store.ts'

/** The format's version, written to every file. A file of another version counts as missing. */
const version = 1

/** The file name of a key: a hash, which reveals nothing about the key. */
export const nameOf = (key: string) => hashOf([key])

/** Matches names of finished and unfinished cache files. */
export const fileNames = /^[0-9a-f]{64}(\.\d+\.new)?$/

const newline = 0x0a

/**
 * Encodes an entry in three parts: a hash of the other two, a line of JSON about the reply,
 * and the reply's bytes.
 */
export function encodeEntry(key: string, { about, body }: CacheEntry): Uint8Array {
  const head = Buffer.from(`${JSON.stringify({ version, key, about })}\n`)
  return Buffer.concat([Buffer.from(`${hashOf([head, body])}\n`), head, body])
}

/** Decodes the entry stored under a key. Returns `undefined` for any other bytes. */
export function decodeEntry(bytes: Uint8Array, key: string): CacheEntry | undefined {
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
