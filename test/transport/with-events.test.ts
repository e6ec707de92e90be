/** The events of one exchange. */
import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/ports/events.ts'
import type { Send } from '../../src/ports/http.ts'
import { withEvents } from '../../src/transport/with-events.ts'
import { jsonReply } from '../harness.ts'

const request = { method: 'GET', url: 'https://api.example.org/v1/loans/84.json', headers: {} }
const exchange = { request, began: 1000 }
const broken = new Error('broken')

/** A `Send` that takes 30 ms, and the events of its requests. */
function observed(answer: Send) {
  const events: RunEvent[] = []
  let time = 1000
  const send: Send = (...asked) => {
    time += 30
    return answer(...asked)
  }
  return { send: withEvents(send, { now: () => time, emit: (event) => void events.push(event) }), events }
}

test('a request and its reply, with the time between them', async () => {
  const reply = jsonReply({})
  const { send, events } = observed(async () => reply)
  expect(await send(request, new AbortController().signal)).toBe(reply)
  expect(events).toEqual([
    { kind: 'request', exchange },
    { kind: 'reply', exchange, reply, milliseconds: 30 },
  ])
})

test.each([true, false])('a failure is thrown on; canceled by the signal: %s', async (isCanceled) => {
  const controller = new AbortController()
  const { send, events } = observed(async () => {
    if (isCanceled) controller.abort()
    throw broken
  })
  await expect(send(request, controller.signal)).rejects.toBe(broken)
  expect(events).toEqual([
    { kind: 'request', exchange },
    { kind: 'failure', exchange, isCanceled, milliseconds: 30 },
  ])
})

test('the request is sent after its event was handled', async () => {
  const order: string[] = []
  const send = withEvents(
    async () => {
      order.push('sent')
      return jsonReply({})
    },
    {
      now: () => 0,
      emit: async ({ kind }) => {
        await Promise.resolve()
        order.push(kind)
      },
    },
  )
  await send(request, new AbortController().signal)
  expect(order).toEqual(['request', 'sent', 'reply'])
})
