/** Writes a reply with the fault that it simulates: slow, too long, truncated, reset, or none. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Served } from '../../ports/http.ts'

/**
 * Writes a reply. `socket` is the connection below TLS, because only that one can be reset.
 * Rejects if the client disconnects early.
 */
export async function writeReply(
  reply: Served,
  { response, socket, head }: { response: ServerResponse; socket: Socket; head: boolean },
): Promise<void> {
  const { status, headers, body, cutAfter, reset, drip, padding = 0 } = reply
  if (reset && cutAfter === undefined) return void socket.resetAndDestroy()
  response.writeHead(status, { ...headers, 'content-length': String(body.byteLength + padding) })
  if (head || (cutAfter === undefined && !drip && !padding)) return void response.end(head ? '' : body)
  await pipeline(Readable.from(piecesOf(reply)), response, { end: cutAfter === undefined })
  if (cutAfter === undefined) return
  // Flushes what was written before the connection ends.
  await new Promise((resolve) => response.write('', resolve))
  if (reset) socket.resetAndDestroy()
  else response.destroy()
}

const blanks = Buffer.alloc(64 * 1024, ' ')

async function* piecesOf({ body, cutAfter, drip, padding = 0 }: Served): AsyncGenerator<Uint8Array> {
  const sent = body.subarray(0, cutAfter)
  const size = Math.max(1, Math.ceil(sent.byteLength / (drip?.pieces ?? 1)))
  for (let at = 0; at < sent.byteLength; at += size) {
    if (drip && at > 0) await wait(drip.pause)
    yield sent.subarray(at, at + size)
  }
  const rest = cutAfter === undefined ? padding : 0
  for (let left = rest; left > 0; left -= blanks.byteLength) yield blanks.subarray(0, left)
}
