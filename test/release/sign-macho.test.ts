/** The ad hoc signature, on a small executable. test/e2e/signature.release.ts checks the real ones. */
import { expect, test } from 'vitest'
import { signMacho } from '../../scripts/release/sign-macho.mjs'
import { readMacho } from '../support/macho.ts'

const [textSize, limit] = [3 * 4096, 3 * 4096 + 1000]

function segment(name: string, offset: number, size: number): Buffer {
  const command = Buffer.alloc(72)
  command.writeUInt32LE(0x19, 0)
  command.writeUInt32LE(72, 4)
  command.write(name, 8)
  for (const [at, number] of [offset, size, offset, size].entries())
    command.writeBigUInt64LE(BigInt(number), 24 + 8 * at)
  return command
}

/** Returns an executable with text, `limit - textSize` bytes of linking data, and an old signature that matches nothing. */
function executable(oldSignature = 500): Buffer {
  const place = Buffer.alloc(16)
  for (const [at, number] of [0x1d, 16, limit, oldSignature].entries()) place.writeUInt32LE(number, 4 * at)
  const commands = Buffer.concat([
    segment('__TEXT', 0, textSize),
    segment('__LINKEDIT', textSize, limit - textSize + oldSignature),
    place,
  ])
  const head = Buffer.alloc(32)
  for (const [at, number] of [0xfeedfacf, 0x100000c, 0, 2, 3, commands.length].entries())
    head.writeUInt32LE(number, 4 * at)
  const file = Buffer.alloc(limit + oldSignature, 0xab)
  Buffer.concat([head, commands]).copy(file)
  return file
}

test.each([0, 500, 50_000])('replaces an old signature of %d bytes', (oldSignature) => {
  const file = executable(oldSignature)
  const signed = signMacho(file, 'kiva')
  const { signature, segments } = readMacho(signed)
  expect(signature).toMatchObject({
    identifier: 'kiva',
    flags: 2,
    version: 0x20400,
    slots: [0],
    specialSlots: 0,
    limit,
    offset: limit,
    pageSize: 4096,
    pages: 4,
    wrongPages: [],
    executableSegment: { base: 0, limit: textSize, flags: 1 },
  })
  expect(signature.offset + signature.size).toBe(signed.length)
  const size = signed.length - textSize
  expect(segments.get('__LINKEDIT')).toEqual({ offset: textSize, size, memorySize: 16_384 })
  // The load commands are the only bytes before the signature that changed.
  expect(signed.subarray(192, limit)).toEqual(file.subarray(192, limit))
})

test('signs the same bytes in the same way, also a second time', () => {
  const signed = signMacho(executable(), 'kiva')
  expect(signMacho(executable(), 'kiva')).toEqual(signed)
  expect(signMacho(signed, 'kiva')).toEqual(signed)
})

test.each([
  [0, 5],
  [1, 4096],
  [3, limit - 1],
])('page %d no longer matches once its byte %d changes', (page, at) => {
  const signed = signMacho(executable(), 'kiva')
  signed.writeUInt8((signed[at] ?? 0) ^ 1, at)
  expect(readMacho(signed).signature.wrongPages).toEqual([page])
})

test('refuses a file that it cannot sign', () => {
  expect(() => signMacho(Buffer.from('MZ'.padEnd(64)), 'kiva')).toThrow('not a 64-bit Mach-O')
  const withoutPlace = executable()
  withoutPlace.writeUInt32LE(0x1b, 32 + 72 + 72)
  expect(() => signMacho(withoutPlace, 'kiva')).toThrow('no place for a signature')
})
