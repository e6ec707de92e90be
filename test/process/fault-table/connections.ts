/** Connections that fail, break, or speak another protocol. */
import type { Socket } from 'node:net'
import { serveBytes, serveSockets } from '../../support/servers.ts'
import { type Place, pageOfTwo, type Row, secondPage } from './row.ts'

const at = (port: number): Place => ({ baseUrl: `http://127.0.0.1:${port}` })
const bytes = (text: string) => async () => at((await serveBytes(text)).port)

/** Replies to a request with this part of a response, and then calls `end` on the connection. */
const saying = (text: string, end: (socket: Socket) => void) => async () => {
  const { port } = await serveSockets((socket) => {
    socket.once('data', () => (text === '' ? end(socket) : socket.write(text, () => end(socket))))
  })
  return at(port)
}
const reset = (socket: Socket) => void socket.resetAndDestroy()
const close = (socket: Socket) => void socket.destroy()

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const broken = { code: 7, says: /closed the connection before the response was complete/ }
const later = { words: ['loans', 'newest', '--all', '-o', 'ndjson'], code: 9, records: 3 }

export const connectionRows: readonly Row[] = [
  { name: 'nobody listens', place: async () => at(1), code: 7, says: /refused the connection/ },
  ...['https://nobody.invalid', 'https://a.b.c.invalid:8443', 'https://xn--nobody-3ya.invalid'].map(
    (baseUrl) => ({
      name: `no server knows the name ${baseUrl}`,
      place: async () => ({ baseUrl }),
      code: 7,
      says: /cannot resolve .*invalid.* --sandbox works offline/,
    }),
  ),
  { name: 'hangs up at once', place: bytes(''), ...broken },
  {
    name: 'does not speak HTTP',
    place: bytes('SSH-2.0-OpenSSH_9\r\n\r\n'),
    code: 7,
    says: /an invalid HTTP response/,
  },
  { name: 'speaks an HTTP that is none', place: bytes('HTTP/9.9 200\r\n\r\n'), code: 7 },
  { name: 'a status that is none', place: bytes('HTTP/1.1 abc OK\r\n\r\n'), code: 7 },
  {
    name: 'heads without measure',
    place: bytes(`${head}x: ${'x'.repeat(200_000)}\r\n\r\n`),
    code: 7,
  },
  {
    name: 'a chunk whose length is none',
    place: bytes(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
    code: 7,
  },
  {
    name: 'chunks without an end',
    place: saying(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`, close),
    ...broken,
  },
  { name: 'closed before the head', place: saying('', close), ...broken },
  { name: 'closed within the head', place: saying(head.slice(0, 30), close), ...broken },
  {
    name: 'closed within the body',
    place: saying(`${head}content-length: 99\r\n\r\n{"loans":[`, close),
    ...broken,
  },
  { name: 'reset before the head', place: saying('', reset), ...broken },
  { name: 'reset within the head', place: saying(head.slice(0, 30), reset), ...broken },
  {
    name: 'reset within the body',
    place: saying(`${head}content-length: 99\r\n\r\n{"loans":[`, reset),
    ...broken,
  },
  {
    name: 'reset between pages',
    place: secondPage((response) => response.socket?.resetAndDestroy()),
    ...later,
    says: /stopped after 3 records: .* closed the connection before the response was complete/,
  },
  {
    name: 'closed between pages',
    place: secondPage((response) => response.destroy()),
    ...later,
    says: /stopped after 3 records/,
  },
  {
    name: 'cut within the second page',
    place: secondPage((response) => {
      response.writeHead(200, { 'content-length': 500 }).write(pageOfTwo(2), () => response.destroy())
    }),
    ...later,
  },
  {
    name: 'cut within the second page, as one array',
    place: secondPage((response) => response.destroy()),
    ...later,
    words: ['loans', 'newest', '--all', '-o', 'json'],
  },
  {
    name: 'failing on the second page',
    place: secondPage((response) => void response.writeHead(502).end()),
    ...later,
    says: /stopped after 3 records: API error \(502\)/,
  },
  {
    name: 'a second page that is none',
    place: secondPage((response) => void response.end('<html>')),
    ...later,
  },
]
