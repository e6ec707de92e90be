/** Finds and fetches the pictures of records. */
import { imageOf, type PictureSize, pictureAddress } from '../api/records/picture-address.ts'
import { userAgent } from '../api/wire/request.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import type { Fetch } from '../core/http.ts'
import { isObject, type Json } from '../core/json.ts'
import { openReading } from './read.ts'
import { onePage, type ReadPorts } from './reading.ts'

/**
 * Resolves with a record's picture as a JPEG file, or with `undefined` if it has none. Throws `KivaError`, and the
 * reason of `stop`, after which the same picture may be asked for again.
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

/**
 * Number of files to keep. Records may share one: a lender with many actions, or the service's placeholder.
 */
const maxCached = 100

/** Fetches a JPEG file. Throws `KivaError`, also for a redirect, which is never followed. */
export async function fetchPicture(url: string, fetch: Fetch, stop: AbortSignal): Promise<Uint8Array> {
  const {
    status,
    headers: told,
    body,
  } = await fetch({ method: 'GET', url, headers, maxBytes }, { signal: stop })
  const { host } = new URL(url)
  if (status !== 200) throw new KivaError('service', sentence`${host} responded ${status}`)
  const type = told['content-type'] ?? ''
  if (!/^image\/jpe?g\s*(;|$)/i.test(type)) {
    throw new KivaError('service', sentence`${host} sent a file that is not JPEG`)
  }
  if (body.byteLength > maxBytes)
    throw new KivaError('service', sentence`${host} sent a file that is too large`)
  return body
}

/** In bytes; larger than any picture of these sizes. */
const maxBytes = 2 * 1024 * 1024

/**
 * Headers of a picture request. Pictures may come from any host,
 * so they reveal nothing about the user and carry no credentials.
 */
const headers = { 'user-agent': userAgent, accept: 'image/jpeg' }

/** The patterns of picture addresses, by the ids of their templates. Throws `KivaError`. */
async function readTemplates(ports: ReadPorts): Promise<ReadonlyMap<string, string>> {
  const endpoint = Object.values(ports.catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .find(({ returns }) => returns === 'image_template')
  if (!endpoint) throw new KivaError('bug', 'no endpoint returns image templates')
  const patterns = new Map<string, string>()
  const request = { endpoint, values: {}, extra: [], extent: onePage }
  for await (const { records } of await openReading(request, ports))
    for (const { id, pattern } of records.filter(isObject)) patterns.set(String(id), String(pattern ?? ''))
  return patterns
}
