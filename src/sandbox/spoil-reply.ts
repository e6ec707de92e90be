/** Faults of a finished reply: in its headers, its body, or its transfer. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { FaultName } from '../commands/actions/sandbox.ts'
import type { HttpReply, Served } from '../core/http.ts'
import { lazy } from '../core/lazy.ts'
import type { ActiveFaults } from './faults.ts'

/** Bytes of padding. A client should read at most 50 MiB at once. */
const padding = 51 * 1024 * 1024

/** Spreads a body over three seconds, with only a short pause between pieces. */
const drip = { pieces: 20, pause: 150 } as const

/** Levels of nesting: enough to overflow the stack of a recursive parser. */
const depth = 100_000

type Spoil = (reply: Served) => Served

const typeOf = ({ headers }: HttpReply) => (headers['content-type'] ?? '').replace(/;.*/s, '')

/** If several faults apply to one reply, they apply in this order. */
const spoilers: readonly (readonly [fault: FaultName, spoil: Spoil])[] = [
  ['deep-json', nestDeeply],
  ['wrong-content-type', (reply) => withHeader(reply, 'content-type', otherType(reply))],
  ['wrong-charset', (reply) => withHeader(reply, 'content-type', `${typeOf(reply)}; charset=utf-16`)],
  ['huge-body', (reply) => ({ ...reply, padding })],
  ['wrong-encoding', (reply) => withHeader(reply, 'content-encoding', 'gzip')],
  ['gzip-bomb', (reply) => withHeader({ ...reply, body: gzipBomb() }, 'content-encoding', 'gzip')],
  ['drip', (reply) => ({ ...reply, drip })],
  ['cut', cutInHalf],
  ['reset-body', (reply) => ({ ...cutInHalf(reply), reset: true })],
]

/** Returns the reply with the faults of its request applied. */
export function spoilReply(reply: HttpReply, activeFaults: ActiveFaults): Served {
  return spoilers.reduce(
    (before: Served, [fault, spoil]) => (activeFaults.has(fault) ? spoil(before) : before),
    reply,
  )
}

function cutInHalf(reply: Served): Served {
  return { ...reply, cutAfter: Math.floor(reply.body.length / 2) }
}

function withHeader(reply: Served, name: string, value: string): Served {
  return { ...reply, headers: { ...reply.headers, [name]: value } }
}

const otherType = (reply: HttpReply) => (typeOf(reply) === 'text/html' ? 'application/json' : 'text/html')

/** Appends a deeply nested member to a JSON document. The rest of the document stays as it was. */
function nestDeeply(reply: Served): Served {
  if (typeOf(reply) !== 'application/json') return reply
  const text = new TextDecoder().decode(reply.body).trimEnd()
  const nested = `,"nested":${'['.repeat(depth)}${']'.repeat(depth)}}`
  return { ...reply, body: new TextEncoder().encode(text.slice(0, -1) + nested) }
}

/** Four times 50 MiB, the most that a client should read at once. */
const mebibytes = 200

/**
 * Returns a gzip file of spaces: 200 kB that decompress to 200 MiB. It is built without holding the decompressed data in
 * memory.
 */
const gzipBomb: () => Uint8Array = lazy(() => {
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
