/** A little that unpacks to a lot, made without ever holding the lot. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { lazy } from '../../lazy.ts'

/** Four times what should be read at once. */
const mebibytes = 200

/** A gzip file of blanks: 200 kB that come to 200 MiB. */
export const gzipBomb: () => Uint8Array = lazy(() => {
  const blanks = Buffer.alloc(1024 * 1024, ' ')
  // Flushed, a block leans on nothing before it, and may stand as often as wished (RFC 1951); it is not the last one.
  const block = deflateRawSync(blanks, { finishFlush: constants.Z_FULL_FLUSH })
  const last = deflateRawSync(Buffer.alloc(0))
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  const trailer = Buffer.alloc(8)
  let sum = 0
  for (let nth = 0; nth < mebibytes; nth++) sum = crc32(blanks, sum)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(blanks.length * mebibytes, 4)
  return Buffer.concat([header, ...Array.from({ length: mebibytes }, () => block), last, trailer])
})
