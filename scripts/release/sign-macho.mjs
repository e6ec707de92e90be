/**
 * Signs a macOS executable ad hoc, which macOS requires before it starts one: Bun leaves its own signature in cross-built
 * x64 executables, where it does not match. Formats: mach-o/loader.h, and osfmk/kern/cs_blobs.h of Apple's xnu.
 * Without the hardened runtime, compiling JavaScript needs no entitlement, so the signature has none.
 */
import { createHash } from 'node:crypto'

/** The kernel accepts it on both processors; LLVM's linker uses it too. */
const pageSize = 4096
const hashSize = 32
const command = { segment64: 0x19, codeSignature: 0x1d }
/** The fields of a CodeDirectory of version 0x20400 are this long, the head of a SuperBlob with one entry that long. */
const [directoryHead, superBlobHead] = [88, 20]

/** Returns the bytes of a 64-bit executable, signed with this identifier. Throws if the file has no place for a signature. */
export function signMacho(executable, identifier) {
  if (executable.readUInt32LE(0) !== 0xfeedfacf) throw new Error('The file is not a 64-bit Mach-O file.')
  const commands = loadCommands(executable)
  const signature = commands.find(({ type }) => type === command.codeSignature)
  const [text, linkedit] = ['__TEXT', '__LINKEDIT'].map((name) =>
    commands.find((one) => one.type === command.segment64 && nameOf(executable, one) === name),
  )
  if (!(signature && text && linkedit)) throw new Error('The executable has no place for a signature.')
  // The old signature stands at the end, and the new one takes its place.
  const limit = executable.readUInt32LE(signature.at + 8)
  const pages = Math.ceil(limit / pageSize)
  const directorySize = directoryHead + identifier.length + 1 + pages * hashSize
  const size = roundUp(superBlobHead + directorySize, 16)
  const signed = Buffer.alloc(limit + size)
  executable.copy(signed, 0, 0, limit)
  signed.writeUInt32LE(size, signature.at + 12)
  const length = limit + size - Number(signed.readBigUInt64LE(linkedit.at + 40))
  signed.writeBigUInt64LE(BigInt(roundUp(length, 2 ** 14)), linkedit.at + 32)
  signed.writeBigUInt64LE(BigInt(length), linkedit.at + 48)
  // The hashes cover the load commands, so they come last.
  writeNumbers(signed, limit, [0xfade0cc0, superBlobHead + directorySize, 1, 0, superBlobHead])
  const at = limit + superBlobHead
  const hashesAt = directoryHead + identifier.length + 1
  writeNumbers(signed, at, [
    ...[0xfade0c02, directorySize, 0x20400],
    0x2, // ad hoc
    ...[hashesAt, directoryHead, 0, pages, limit],
    (hashSize << 24) | (2 << 16) | Math.log2(pageSize), // of SHA-256
  ])
  signed.writeBigUInt64BE(signed.readBigUInt64LE(text.at + 40), at + 64)
  signed.writeBigUInt64BE(signed.readBigUInt64LE(text.at + 48), at + 72)
  signed.writeBigUInt64BE(1n, at + 80) // a main executable
  signed.write(identifier, at + directoryHead, 'latin1')
  for (let page = 0; page < pages; page++) {
    const bytes = signed.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit))
    createHash('sha256')
      .update(bytes)
      .digest()
      .copy(signed, at + hashesAt + page * hashSize)
  }
  return signed
}

function loadCommands(executable) {
  let at = 32
  return Array.from({ length: executable.readUInt32LE(16) }, () => {
    const one = { type: executable.readUInt32LE(at), at }
    at += executable.readUInt32LE(at + 4)
    return one
  })
}

const nameOf = (executable, { at }) => executable.toString('latin1', at + 8, at + 24).replace(/\0+$/, '')
const roundUp = (number, unit) => Math.ceil(number / unit) * unit

function writeNumbers(bytes, at, numbers) {
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, at + 4 * index)
}
