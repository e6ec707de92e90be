/** A trace is written as exchanges end. */
import { expect, test } from 'vitest'
import { createSecrets } from '../../../src/auth/masking.ts'
import { KivaError } from '../../../src/errors.ts'
import type { RunEvent } from '../../../src/ports/events.ts'
import type { Trace, TraceFrame } from '../../../src/ports/files.ts'
import type { Send } from '../../../src/ports/http.ts'
import { withTrace } from '../../../src/transport/trace/with-trace.ts'
import { jsonReply } from '../../harness.ts'
import { readHar } from '../../support/har.ts'

const never = new AbortController().signal
const request = { method: 'GET', url: 'https://api.example.org/v1/loans/84.json', headers: {} }
const reply = jsonReply({ loans: [] })
const full = new KivaError('config', 'The disk is full')

/** Exchanges that take 30 ms, and the trace of them. */
async function traced(send: Send, add: Trace['add'] = () => {}) {
  const opened: { path: string; frame: TraceFrame }[] = []
  const entries: string[] = []
  const events: RunEvent[] = []
  let time = 1000
  const recorded = await withTrace(
    async (...asked) => {
      time += 30
      return send(...asked)
    },
    'run.har',
    {
      secrets: createSecrets(),
      now: () => time,
      emit: (event) => void events.push(event),
      openTrace: async (path, frame) => {
        opened.push({ path, frame })
        return {
          add: (entry) => {
            entries.push(entry)
            add(entry)
          },
        }
      },
    },
  )
  return { send: recorded, opened, entries, events }
}

test('the text around the entries is a log of HAR, and begins as that of every trace', async () => {
  const { opened } = await traced(async () => reply)
  expect(opened.map(({ path }) => path)).toEqual(['run.har'])
  const { known = '', head = '', tail = '' } = opened[0]?.frame ?? {}
  expect(readHar(head + tail)).toEqual([])
  expect(known.length).toBeGreaterThan(0)
  expect(head.startsWith(known)).toBe(true)
  // An older version of kiva wrote the file that is replaced.
  expect(known).not.toContain(JSON.parse(head + tail).log.creator.version)
  expect(tail).toMatch(/\n$/)
})

test('each exchange is an entry, with the time it took', async () => {
  const { send, entries } = await traced(async () => reply)
  expect(await send(request, never)).toBe(reply)
  await send(request, never)
  expect(entries.map((entry) => JSON.parse(entry))).toMatchObject([
    { startedDateTime: '1970-01-01T00:00:01.000Z', time: 30, response: { status: 200 } },
    { startedDateTime: '1970-01-01T00:00:01.030Z', time: 30, response: { status: 200 } },
  ])
})

test('a failure is an entry, and is thrown on', async () => {
  const broken = new KivaError('network', 'The connection broke')
  const { send, entries } = await traced(async () => {
    throw broken
  })
  await expect(send(request, never)).rejects.toBe(broken)
  expect(entries.map((entry) => JSON.parse(entry))).toMatchObject([
    { time: 30, response: { status: 0 }, comment: 'The connection broke' },
  ])
})

test('a trace that cannot be written is told once, and the run goes on without it', async () => {
  const { send, entries, events } = await traced(
    async () => reply,
    () => {
      throw full
    },
  )
  expect(await send(request, never)).toBe(reply)
  expect(await send(request, never)).toBe(reply)
  expect(entries).toHaveLength(1)
  expect(events).toEqual([{ kind: 'disabled', part: 'trace', problem: full }])
})

test('an error while an entry is written is thrown, and the exchange is not added again', async () => {
  const bug = new TypeError('x is not a function')
  const { send, events, entries } = await traced(
    async () => reply,
    () => {
      throw bug
    },
  )
  await expect(send(request, never)).rejects.toBe(bug)
  expect([events, entries.length]).toEqual([[], 1])
})
