import { userAgent } from '../../api/wire/request.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import type { Fetch } from '../../ports/http.ts'

/** More than any picture of so few pixels takes. */
const mostBytes = 2 * 1024 * 1024

/** What asks, and what it takes: nothing of who asks, and no credentials, since pictures come from any host. */
const headers = { 'user-agent': userAgent, accept: 'image/jpeg' }

/** A JPEG file from an address. Throws `KivaError`, for a redirect too: nothing is fetched from where it leads. */
export async function fetchPicture(url: string, fetch: Fetch, stop: AbortSignal): Promise<Uint8Array> {
  const {
    status,
    headers: told,
    body,
  } = await fetch({ method: 'GET', url, headers, mostBytes }, { signal: stop })
  const { host } = new URL(url)
  if (status !== 200) throw new KivaError('service', sentence`${host} answered ${status}`)
  const type = told['content-type'] ?? ''
  if (!/^image\/jpe?g\s*(;|$)/i.test(type)) {
    throw new KivaError('service', sentence`${host} sent something else than JPEG`)
  }
  if (body.byteLength > mostBytes) throw new KivaError('service', sentence`${host} sent too much`)
  return body
}
