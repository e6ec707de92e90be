/** What goes wrong with a reply that was made: in its head, in its body, and on its way. */
import type { FaultName } from '../../commands/actions/fault-names.ts'
import type { HttpReply, Served } from '../../ports/http.ts'
import { gzipBomb } from './gzip-bomb.ts'
import type { Strikes } from './strikes.ts'

/** Nobody should read more at once than 50 MiB. */
const padding = 51 * 1024 * 1024

/** Three seconds for a body, though none of its pieces is late. */
const drip = { pieces: 20, pause: 150 } as const

/** Deep enough for whoever reads by recursion. */
const depth = 100_000

type Spoil = (reply: Served) => Served

/** In this order, where several strike. */
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

/** A reply as the faults of its request leave it. */
export function spoilReply(reply: HttpReply, strikes: Strikes): Served {
  return spoilers.reduce(
    (before: Served, [fault, spoil]) => (strikes.has(fault) ? spoil(before) : before),
    reply,
  )
}

function cutInHalf(reply: Served): Served {
  return { ...reply, cutAfter: Math.floor(reply.body.length / 2) }
}

function withHeader(reply: Served, name: string, value: string): Served {
  return { ...reply, headers: { ...reply.headers, [name]: value } }
}

const typeOf = ({ headers }: HttpReply) => (headers['content-type'] ?? '').replace(/;.*/s, '')
const otherType = (reply: HttpReply) => (typeOf(reply) === 'text/html' ? 'application/json' : 'text/html')

/** One more member at the end of a JSON document: the rest can be read as before. */
function nestDeeply(reply: Served): Served {
  if (typeOf(reply) !== 'application/json') return reply
  const text = new TextDecoder().decode(reply.body).trimEnd()
  const nested = `,"nested":${'['.repeat(depth)}${']'.repeat(depth)}}`
  return { ...reply, body: new TextEncoder().encode(text.slice(0, -1) + nested) }
}
