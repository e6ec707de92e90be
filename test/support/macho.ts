/**
 * Reads a 64-bit Mach-O file and its code signature, by mach-o/loader.h and osfmk/kern/cs_blobs.h of Apple's xnu. Shares
 * nothing with the signer.
 */
import { createHash } from 'node:crypto'

export interface Segment {
  readonly memorySize: number
  readonly offset: number
  readonly size: number
}

export interface Signature {
  readonly offset: number
  readonly size: number
  /** The slots of the SuperBlob. Slot 0 is the CodeDirectory. */
  readonly slots: readonly number[]
  readonly version: number
  readonly flags: number
  readonly identifier: string
  /** The hashes cover the file up to this offset. */
  readonly limit: number
  readonly pageSize: number
  readonly specialSlots: number
  readonly executableSegment: { readonly base: number; readonly limit: number; readonly flags: number }
  readonly pages: number
  /** The pages whose hash is not that of the file. */
  readonly wrongPages: readonly number[]
}

export interface Macho {
  readonly segments: ReadonlyMap<string, Segment>
  /** The version of macOS that the file needs, such as 13.0. */
  readonly minimumSystem: string | undefined
  readonly signature: Signature
}

/** Returns what the file says of itself. Throws an error if it has no signature by SHA-256, or a blob has another type. */
export function readMacho(file: Buffer): Macho {
  expectNumber('the magic number', file.readUInt32LE(0), 0xfeedfacf)
  const segments = new Map<string, Segment>()
  let minimumSystem: string | undefined
  let signature: Signature | undefined
  let at = 32
  for (let count = file.readUInt32LE(16); count > 0; count--) {
    const [command, size] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)]
    // LC_SEGMENT_64: a name, and memory address, memory size, file offset, file size in 8 bytes each.
    if (command === 0x19) {
      const [, memorySize = 0, offset = 0, length = 0] = [24, 32, 40, 48].map((from) =>
        Number(file.readBigUInt64LE(at + from)),
      )
      segments.set(textAt(file, at + 8), { memorySize, offset, size: length })
    }
    // LC_BUILD_VERSION: the platform, then the minimum version as xxxx.yy.zz in 16, 8 and 8 bits.
    if (command === 0x32) minimumSystem = `${file.readUInt16LE(at + 14)}.${file[at + 13]}`
    // LC_CODE_SIGNATURE
    if (command === 0x1d)
      signature = readSignature(file, file.readUInt32LE(at + 8), file.readUInt32LE(at + 12))
    at += size
  }
  if (signature === undefined) throw new Error('The file has no signature.')
  return { segments, minimumSystem, signature }
}

function readSignature(file: Buffer, offset: number, size: number): Signature {
  const blob = file.subarray(offset, offset + size)
  const take = fields(blob, 0)
  expectNumber('the magic number of the signature', take(4), 0xfade0cc0)
  if (take(4) > size) throw new Error('The signature is longer than its load command says.')
  const entries = Array.from({ length: take(4) }, () => ({ slot: take(4), at: take(4) }))
  const start = entries.find(({ slot }) => slot === 0)?.at ?? Number.NaN
  const next = fields(blob, start)
  expectNumber('the magic number of the CodeDirectory', next(4), 0xfade0c02)
  const length = next(4)
  const [version, flags] = [next(4), next(4)]
  const [hashes, name] = [next(4), next(4)]
  const [specialSlots, pages, limit] = [next(4), next(4), next(4)]
  expectNumber('the size of a hash', next(1), 32)
  expectNumber('the type of the hashes', next(1), 2)
  next(1)
  const pageSize = 2 ** next(1)
  // spare2, scatterOffset, teamOffset, spare3, codeLimit64
  for (const bytes of [4, 4, 4, 4, 8]) expectNumber('a field that only others use', next(bytes), 0)
  const executableSegment = { base: next(8), limit: next(8), flags: next(8) }
  if (hashes + pages * 32 > length) throw new Error('A hash is outside of the CodeDirectory.')
  const wrongPages = Array.from({ length: pages }, (_, page) => page).filter((page) => {
    const bytes = file.subarray(page * pageSize, Math.min(limit, (page + 1) * pageSize))
    const from = start + hashes + page * 32
    return !createHash('sha256')
      .update(bytes)
      .digest()
      .equals(blob.subarray(from, from + 32))
  })
  return {
    offset,
    size,
    slots: entries.map(({ slot }) => slot),
    version,
    flags,
    identifier: textAt(blob, start + name),
    limit,
    pageSize,
    specialSlots,
    executableSegment,
    pages,
    wrongPages,
  }
}

/** Returns a function that reads the next number, of 1, 4 or 8 bytes. All numbers of a signature are big-endian. */
function fields(blob: Buffer, start: number): (bytes: number) => number {
  let at = start
  return (bytes) => {
    const value = bytes === 8 ? Number(blob.readBigUInt64BE(at)) : blob.readUIntBE(at, bytes)
    at += bytes
    return value
  }
}

const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, bytes.indexOf(0, at))

function expectNumber(what: string, found: number, expected: number): void {
  if (found !== expected)
    throw new Error(`${what} is 0x${found.toString(16)}, not 0x${expected.toString(16)}`)
}
