/** Decodes bodies by their content codings (RFC 9110 §8.4). Loaded only if a reply has any. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'

type Unpacker = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const [inflated, inflatedRaw] = [promisify(inflate), promisify(inflateRaw)]

/** Some servers leave out the zlib header, whose first byte ends in 8 (RFC 1950); no block of deflate begins so. */
const deflated: Unpacker = (bytes, options) =>
  (bytes[0] ?? 0) % 16 === 8 ? inflated(bytes, options) : inflatedRaw(bytes, options)

const unpackers: ReadonlyMap<string, Unpacker> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', deflated],
  ['br', promisify(brotliDecompress)],
  ['identity', async (bytes: Uint8Array) => bytes],
])

/** No real service uses more codings. Each extra one would multiply the work of a decompression bomb. */
const maxEncodings = 5

/**
 * Decompresses a body by the codings that `content-encoding` lists. Throws `KivaError` of kind `bug` for an
 * unknown coding, and zlib's errors: `ERR_BUFFER_TOO_LARGE` if any step exceeds `maxBytes`.
 */
export async function unpack(bytes: Uint8Array, encodings: string, maxBytes: number): Promise<Uint8Array> {
  const codings = encodings
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '')
  const steps = codings.map((coding) => unpackers.get(coding) ?? unknown(coding))
  if (steps.length > maxEncodings) throw unknown(encodings)
  let plain = bytes
  for (const step of steps.reverse()) plain = await step(plain, { maxOutputLength: maxBytes })
  return plain
}

function unknown(coding: string): never {
  throw new KivaError(
    'bug',
    sentence`cannot decompress the response: unknown encoding "${foreign(coding)}"`,
    {
      hint: `kiva knows ${[...unpackers.keys()].join(', ')}. A proxy may have compressed the response.`,
    },
  )
}
