/** Finds and fetches the pictures of records. */
import { imageOf, type PictureSize, pictureAddress } from '../../api/records/picture-address.ts'
import { KivaError } from '../../errors.ts'
import type { Json } from '../../ports/json.ts'
import type { ReadPorts } from '../reading.ts'
import { fetchPicture } from './fetch-picture.ts'
import { readTemplates } from './read-templates.ts'

/**
 * Number of files to keep. Records may share one: a lender with many actions, or the service's placeholder.
 */
const maxCached = 100

/**
 * Resolves with a record's picture as a JPEG file, or with `undefined` if it has none. Throws `KivaError`, and the reason
 * of `stop`, after which the same picture may be asked for again.
 */
export type PictureFiles = (
  record: Json,
  size: PictureSize,
  stop?: AbortSignal,
) => Promise<Uint8Array | undefined>

/** Returns what fetches pictures. It reads the patterns of their addresses once, and each picture once. */
export function pictureFiles(ports: ReadPorts): PictureFiles {
  const patterns = new Map<'all', ReturnType<typeof readTemplates>>()
  const files = new Map<string, Promise<Uint8Array>>()
  return async (record, size, stop = ports.signal) => {
    const image = imageOf(record)
    if (!image) return undefined
    const templates = await once(patterns, 'all', stop, () => readTemplates({ ...ports, signal: stop }))
    const url = pictureAddress(templates.get(image.template) ?? '', image, size, ports.baseUrl)
    if (url === undefined) throw new KivaError('service', 'the API gives no URL for it')
    return once(files, url, stop, () => fetchPicture(url, ports.fetch, stop))
  }
}

/** Resolves with what `make` resolves with, which is kept, unless it was canceled. */
async function once<Key, Value>(
  kept: Map<Key, Promise<Value>>,
  key: Key,
  stop: AbortSignal,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = kept.get(key) ?? make()
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > maxCached && oldest !== undefined) kept.delete(oldest)
  try {
    return await value
  } catch (error) {
    if (stop.aborted) kept.delete(key)
    throw error
  }
}
