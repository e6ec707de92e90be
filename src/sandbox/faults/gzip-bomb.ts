/**
 * A small gzip file that decompresses to a huge one, built without holding the decompressed data in memory.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { lazy } from '../../lazy.ts'

/** Four times 50 MiB, the most that a client should read at once. */
const mebibytes = 200

/** Returns a gzip file of spaces: 200 kB that decompress to 200 MiB. */
export const gzipBomb: () => Uint8Array = lazy(() => {
  const blanks = Buffer.alloc(1024 * 1024, ' ')
  // A full flush makes the block independent of earlier data, so it can be repeated any number of times (RFC
  // 1951). It is not marked as the last block.
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
