import { userAgent } from '../../api/wire/request.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import type { Fetch } from '../../ports/http.ts'

/** In bytes; larger than any picture of these sizes. */
const maxBytes = 2 * 1024 * 1024

/**
 * Headers of a picture request. Pictures may come from any host,
 * so they reveal nothing about the user and carry no credentials.
 */
const headers = { 'user-agent': userAgent, accept: 'image/jpeg' }

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
