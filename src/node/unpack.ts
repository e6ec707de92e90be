import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

type Unpacker = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

/** By content coding (RFC 9110 §8.4.1). Each rejects beyond `maxOutputLength` bytes. */
export const unpackers: Readonly<Record<string, Unpacker>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}
