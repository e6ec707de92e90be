/** Failures that a retry overcomes, and failures that stay. */
import type { ServerResponse } from 'node:http'
import { type Place, pageOfTwo, type Row, service } from './row.ts'

const limit = { code: 'org.kiva.RateLimitExceeded', message: 'Too many' }
export const limitReached = JSON.stringify(limit)

type Answer = (response: ServerResponse) => void

/** A service that sends these replies first, and then good ones. */
const atFirst =
  (...answers: readonly Answer[]) =>
  async (): Promise<Place> => {
    let requests = 0
    const place = await service((response) => {
      const answer = answers[requests++]
      if (answer) answer(response)
      else response.end(pageOfTwo(1))
    })()
    return { ...place, env: { KIVA_RETRIES: '3' } }
  }
const always = (answer: Answer) => async (): Promise<Place> => ({
  ...(await service(answer)()),
  env: { KIVA_RETRIES: '2' },
})

const status =
  (number: number, body = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(number, headers).end(body)
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-length': 500 }).write('{"loans":', () => response.destroy())
}
const reset: Answer = (response) => void response.socket?.resetAndDestroy()
const soon = () => new Date(Date.now() + 1000).toUTCString()

export const retryRows: readonly Row[] = [
  ...[408, 425, 429, 500, 502, 503, 504].map((number) => ({
    name: `${number}, and then an answer`,
    place: atFirst(status(number)),
    code: 0,
    records: 3,
  })),
  { name: 'a body that is cut, and then an answer', place: atFirst(cut), code: 0, records: 3 },
  {
    name: 'a reset, a cut, a failure, and then an answer',
    place: atFirst(reset, cut, status(502)),
    code: 0,
    records: 3,
  },
  {
    name: '429 with Retry-After in seconds, and then an answer',
    place: atFirst(status(429, '', { 'retry-after': '1' })),
    code: 0,
    records: 3,
  },
  {
    name: '403 of the limit with Retry-After as a date, and then an answer',
    place: atFirst((response) => status(403, limitReached, { 'retry-after': soon() })(response)),
    code: 0,
    records: 3,
  },
  { name: '502 for good', place: always(status(502)), code: 6, says: /tried 3 times/ },
  { name: 'cut for good', place: always(cut), code: 7, says: /tried 3 times/ },
  { name: 'reset for good', place: always(reset), code: 7, says: /tried 3 times/ },
  { name: '429 for good', place: always(status(429)), code: 8, says: /tried 3 times.*--wait-on-limit/ },
  {
    name: 'a limit that lasts longer than anybody waits unasked',
    place: always(status(403, limitReached)),
    code: 8,
    says: /--wait-on-limit/,
  },
  {
    name: 'maintenance that lasts longer than anybody waits unasked',
    place: always(status(503, '', { 'retry-after': '3600' })),
    code: 6,
    says: /^API error \(503\) /,
  },
  ...[400, 401, 403, 404, 501].map((number) => ({
    name: `${number} is not tried again`,
    place: atFirst(status(number)),
    code: number === 501 ? 6 : number === 400 || number === 404 ? 5 : 4,
  })),
]
