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

const length = (text: string) => `content-length: ${text.length}\r\n`
const chunked = 'transfer-encoding: chunked\r\n'
const page = '{"loans":[]}'

/** Responses that the parser of HTTP rejects, and how the error names them. */
const invalid: readonly (readonly [bytes: string, reason: string])[] = [
  [`HTTP/1.1 100 Continue\r\n\r\n${head}${length(page)}\r\n${page}`, 'unexpected 100 Continue'],
  [
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'unexpected 101 Switching Protocols',
  ],
  [`${head}${length(page)}${length(page)}\r\n${page}`, 'two Content-Length headers'],
  [`${head}content-length: 12, 12\r\n\r\n${page}`, 'two Content-Length headers'],
  [
    `${head}${length(page)}${chunked}\r\nc\r\n${page}\r\n0\r\n\r\n`,
    'both Content-Length and Transfer-Encoding',
  ],
  [
    `${head}${chunked}${length(page)}\r\nc\r\n${page}\r\n0\r\n\r\n`,
    'both Content-Length and Transfer-Encoding',
  ],
  [`${head}${length(page)}x y\r\n\r\n${page}`, 'invalid header'],
  [`${head}content-length: ten\r\n\r\n`, 'invalid character in Content-Length'],
  [`${head}${chunked}\r\nc  \r\n${page}\r\n0\r\n\r\n`, 'blanks after the size of a chunk'],
  [`${head}${chunked}\r\nc \r\n${page}\r\n0\r\n\r\n`, 'blanks after the size of a chunk, or no size'],
  [`${head}${chunked}\r\nzz\r\n${page}\r\n0\r\n\r\n`, 'invalid character in chunk size'],
  [`HTTP/1.1 200 OK\nx: y\n\n${page}`, 'missing expected CR after response line'],
  [`HTTP/1.1 abc OK\r\n\r\n`, 'invalid status code'],
  [`HTTP/9.9 200\r\n\r\n`, 'invalid HTTP version'],
  ['SSH-2.0-OpenSSH_9\r\n\r\n', 'not HTTP/1.1'],
  ['HTTP/2 200\r\n\r\n', 'not HTTP/1.1'],
  [`${head}x: ${'x'.repeat(200_000)}\r\n\r\n`, 'headers of more than 16 KiB'],
]

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
  ...invalid.map(([text, reason], at) => ({
    name: `invalid HTTP ${at}: ${reason}`,
    place: bytes(text),
    code: 7,
    says: new RegExp(`^\\S+ sent an invalid HTTP response \\(${reason}\\) .*a proxy may be changing`),
  })),
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
