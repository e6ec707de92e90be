/** Each status with each kind of body. */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { hostileTexts } from '../../../src/sandbox/hostile.ts'
import { type Row, service } from './row.ts'

interface Body {
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

const type = (name: string) => ({ 'content-type': name })
const said = { code: 'org.kiva.Trouble', message: 'There is trouble' }

const bodies: Readonly<Record<string, Body>> = {
  nothing: { text: '' },
  JSON: { text: JSON.stringify(said), headers: type('application/json') },
  XML: {
    text: `<?xml version="1.0"?><response><code>${said.code}</code><message>${said.message}</message></response>`,
    headers: type('application/xml'),
  },
  HTML: { text: '<html><title>There is trouble</title><h1>Trouble</h1></html>', headers: type('text/html') },
  'OAuth pairs': {
    text: 'oauth_problem=token_rejected&oauth_problem_advice=There%20is%20trouble',
    headers: type('application/x-www-form-urlencoded'),
  },
  'hostile text': {
    text: JSON.stringify({ code: `org.kiva.X\u0085hint: no`, message: hostileTexts.join('\n').repeat(500) }),
    headers: type('application/json; charset=utf-8'),
  },
}

/** The exit code for each status. */
const codes: Readonly<Record<number, number>> = {
  301: 7,
  302: 7,
  400: 5,
  401: 4,
  403: 4,
  404: 5,
  408: 5,
  413: 5,
  425: 5,
  429: 8,
  500: 6,
  501: 6,
  502: 6,
  503: 6,
  504: 6,
}

const answer = (status: number, { text, headers = {} }: Body, more: Body['headers'] = {}) =>
  service((response) => {
    const elsewhere = status < 400 && status >= 300 ? { location: 'https://elsewhere.example/' } : {}
    response.writeHead(status, { ...elsewhere, ...headers, ...more }).end(text)
  })

const everyStatus: readonly Row[] = Object.entries(codes).flatMap(([status, code]) =>
  Object.entries(bodies).map(([kind, body]) => ({
    name: `${status} with ${kind}`,
    place: answer(Number(status), body),
    code,
  })),
)

/** A truncated body counts as a failed connection, whatever the status. */
const cutBodies: readonly Row[] = [200, ...Object.keys(codes).map(Number)].map((status) => ({
  name: `${status} with a body that is cut`,
  place: service((response) => {
    response
      .writeHead(status, { 'content-length': 500 })
      .write('{"code":"org.kiva.', () => response.destroy())
  }),
  code: 7,
  says: /closed the connection before the response was complete/,
}))

const limit = { code: 'org.kiva.RateLimitExceeded', message: 'Too many' }
const limits: readonly Row[] = [
  { name: '403 with the code of the limit', place: answer(403, { text: JSON.stringify(limit) }), code: 8 },
  {
    name: '403 with the code of the limit, in XML',
    place: answer(403, { text: `<response><code>${limit.code}</code><message>no</message></response>` }),
    code: 8,
  },
  {
    name: '403 with nothing left',
    place: answer(403, { text: '' }, { 'x-ratelimit-overall-remaining': '0' }),
    code: 8,
  },
  {
    name: '403 with nothing left of this kind',
    place: answer(403, { text: '' }, { 'x-ratelimit-specific-remaining': '0' }),
    code: 8,
  },
  {
    name: '429 with Retry-After in seconds',
    place: answer(429, { text: '' }, { 'retry-after': '120' }),
    code: 8,
    says: /120 s/,
  },
  {
    name: '503 with Retry-After as a date',
    place: answer(503, { text: '' }, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
    code: 6,
  },
  {
    name: '200 with the code of maintenance',
    place: answer(200, { text: '{"code":"org.kiva.ServerMaintenance","message":"Back soon"}' }),
    code: 6,
    says: /Back soon/,
  },
]

const loans = '{"loans":[{"id":1}]}'
const wellMeant: readonly Row[] = [
  {
    name: '200 with HTML, such as the login page of a hotel',
    place: answer(200, bodies['HTML'] as Body),
    code: 7,
    says: /^an HTML page came in place of JSON: "There is trouble" .*browser/,
  },
  {
    name: '200 with HTML in place of a document',
    place: answer(200, bodies['HTML'] as Body),
    words: ['loans', 'newest', '--wire', 'xml'],
    code: 7,
    says: /^an HTML page came in place of XML: "There is trouble"/,
  },
  ...['nothing', 'XML', 'OAuth pairs'].map((kind) => ({
    name: `200 with ${kind}`,
    place: answer(200, bodies[kind] as Body),
    code: 1,
  })),
  { name: '200 with an error as JSON', place: answer(200, bodies['JSON'] as Body), code: 5 },
  {
    name: '304 to a request without a condition',
    place: answer(304, { text: '' }),
    code: 6,
    says: /^unexpected 304 Not Modified/,
  },
  {
    name: 'raw deflate, which Apache once sent',
    place: service((response) => {
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync(loans))
    }),
    code: 0,
    records: 1,
  },
  { name: '204', place: answer(204, { text: '' }), code: 1 },
  { name: 'half a document', place: answer(200, { text: loans.slice(0, 12) }), code: 1 },
  {
    name: 'lists in lists',
    place: answer(200, { text: `{"loans":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}` }),
    code: 1,
    says: /levels deep/,
  },
  {
    name: 'a wrong content type',
    place: answer(200, { text: loans, headers: type('text/html') }),
    code: 0,
    records: 1,
  },
  {
    name: 'a wrong charset',
    place: answer(200, { text: loans, headers: type('application/json; charset=utf-16') }),
    code: 1,
  },
  {
    name: 'a wrong encoding',
    place: answer(200, { text: loans }, { 'content-encoding': 'gzip' }),
    code: 7,
  },
  {
    name: 'an encoding that nobody knows',
    place: answer(200, { text: loans }, { 'content-encoding': 'zstd' }),
    code: 1,
  },
  {
    name: 'a body that unpacks to too much',
    place: service((response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(51 * 1024 * 1024, ' ')))
    }),
    code: 7,
    says: /larger than 50 MiB/,
  },
  {
    name: 'a body without end',
    place: service((response) => {
      const blanks = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && response.write(blanks));
      }
      response.writeHead(200).on('drain', more)
      more()
    }),
    code: 7,
    says: /larger than 50 MiB/,
  },
  {
    name: 'hostile records',
    place: answer(200, { text: JSON.stringify({ loans: hostileTexts.map((name, id) => ({ id, name })) }) }),
    code: 0,
    records: hostileTexts.length,
  },
]

export const statusRows: readonly Row[] = [...everyStatus, ...cutBodies, ...limits, ...wellMeant]
