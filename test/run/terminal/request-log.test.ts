/** The log of requests and replies (`-v`). */
import { expect, test } from 'vitest'
import type { HttpReply, HttpRequest } from '../../../src/core/http.ts'
import { requestLog } from '../../../src/run/terminal/request-log.ts'
import { withEvents } from '../../../src/transport/transport.ts'
import { contextOf } from '../../harness/context.ts'
import { jsonReply, textSink } from '../../harness.ts'

const never = new AbortController().signal
const ask = (id: number) => ({
  method: 'GET',
  url: `https://api.example.org/v1/loans/${id}.json`,
  headers: {},
})

/** A log around a `Send` whose replies the test gives, in any order. */
function logged() {
  const { context } = contextOf({ settings: { verbosity: 1 } })
  const sink = textSink()
  const stderr = { ...sink, color: false, write: (text: string | Uint8Array) => sink.write(text) }
  const waiting: { answer(reply: HttpReply): void; fail(error: Error): void }[] = []
  const send = (_: HttpRequest) =>
    new Promise<HttpReply>((answer, fail) => {
      waiting.push({ answer, fail })
    })
  const now = () => 7
  const log = withEvents(send, { now, emit: requestLog({ ...context, stderr, now }) })
  return { log, waiting, lines: () => sink.text().trimEnd().split('\n') }
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('sequential exchanges have no numbers', async () => {
  const { log, waiting, lines } = logged()
  for (const id of [1, 2]) {
    const asked = log(ask(id), never)
    await settle()
    waiting.shift()?.answer(jsonReply({ id }))
    await asked
  }
  expect(lines()).toEqual([
    '> GET https://api.example.org/v1/loans/1.json',
    '< 200, 8 bytes, 0ms',
    '> GET https://api.example.org/v1/loans/2.json',
    '< 200, 8 bytes, 0ms',
  ])
})

test('the lines of concurrent exchanges have the number of the exchange', async () => {
  const { log, waiting, lines } = logged()
  const asked = [1, 2, 3].map((id) => log(ask(id), never).catch(() => undefined))
  await settle()
  const [first, second, third] = waiting
  third?.answer(jsonReply({}))
  await settle()
  second?.fail(new Error('reset'))
  await settle()
  first?.answer(jsonReply({}))
  await Promise.all(asked)
  expect(lines().map((line) => line.replace(/https:\S+/, ''))).toEqual([
    '> GET ',
    '[2] > GET ',
    '[3] > GET ',
    '[3] < 200, 2 bytes, 0ms',
    '[2] < no response, 0ms',
    '[1] < 200, 2 bytes, 0ms',
  ])
})

test('the compressed size and the time of the headers are logged if known', async () => {
  const { log, waiting, lines } = logged()
  const asked = log(ask(1), never)
  await settle()
  waiting[0]?.answer({ ...jsonReply({}), transfer: { bytes: 22, untilHead: 5 } })
  await asked
  expect(lines()[1]).toBe('< 200, 2 bytes (22 compressed), 0ms (headers after 5ms)')
})

test('an aborted exchange is logged as canceled', async () => {
  const { log, waiting, lines } = logged()
  const stop = new AbortController()
  const asked = log(ask(1), stop.signal).catch(() => undefined)
  await settle()
  stop.abort()
  waiting[0]?.fail(new Error('aborted'))
  await asked
  expect(lines()[1]).toBe('< canceled, 0ms')
})
