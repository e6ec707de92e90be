/** How an answer is written to a file, so that what is not whole, or of something else, is noticed. */
import { createHash } from 'node:crypto'
import { isObject, type Json } from '../../ports/json.ts'
import type { CacheEntry } from '../../ports/store.ts'

/** Stands in every file: what another version wrote is not there. */
const version = 1

/** The name of a key's file; a stranger learns nothing from it. */
export const nameOf = (key: string) => hashOf([key])

/** The names of files, finished or not. */
export const fileNames = /^[0-9a-f]{64}(\.\d+\.new)?$/

const newline = 0x0a

/** Three parts: the hash of the others, a line of JSON about the answer, the answer's bytes. */
export function encodeEntry(key: string, { about, body }: CacheEntry): Uint8Array {
  const head = Buffer.from(`${JSON.stringify({ version, key, about })}\n`)
  return Buffer.concat([Buffer.from(`${hashOf([head, body])}\n`), head, body])
}

/** The entry that was written under a key; `undefined` for bytes that are anything else. */
export function decodeEntry(bytes: Uint8Array, key: string): CacheEntry | undefined {
  const head = bytes.indexOf(newline) + 1
  const body = bytes.indexOf(newline, head) + 1
  if (head === 0 || body === 0) return undefined
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString()
  if (text(0, head - 1) !== hashOf([bytes.subarray(head)])) return undefined
  // What has this hash was written by a kiva, though perhaps by another one.
  const told: Json = JSON.parse(text(head, body))
  if (!isObject(told) || told['version'] !== version || told['key'] !== key) return undefined
  return isObject(told['about']) ? { about: told['about'], body: bytes.subarray(body) } : undefined
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
