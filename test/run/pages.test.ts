import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/errors.ts'
import type { HttpReply, HttpRequest } from '../../src/ports/http.ts'
import { readPages } from '../../src/run/pages.ts'
import type { Plan } from '../../src/run/plan.ts'
import { jsonReply, noon, textReply } from '../harness.ts'

const endpoint = { returns: 'loan_detail' } as const
const unknown = (message: string) => jsonReply({ code: 'org.kiva.InvalidIdentifier', message }, 404)
const loan = (id: number) => jsonReply({ loans: [{ id }] })

const reading = { endpoint, concurrency: 1, stop: new AbortController().signal, now: () => noon }

/** One part of ids for each answer. */
function partsOf(count: number): Plan {
  const requests = Array.from({ length: count }, (_, at) => ({ method: 'GET', url: `${at}`, headers: {} }))
  async function* parts() {
    for (const request of requests) yield { ids: [1], request }
  }
  return { kind: 'ids', parts: parts(), answered: 0, opening: requests[0] }
}

/** Reads to the end: the records, the failure that ended it, and how many requests were sent. */
async function read(...answers: readonly (HttpReply | Error)[]) {
  const sent: string[] = []
  const fetch = async ({ url }: HttpRequest) => {
    sent.push(url)
    const answer = answers[Number(url)]
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  const records: unknown[] = []
  let failure: unknown
  try {
    for await (const page of readPages(partsOf(answers.length), { ...reading, fetch }))
      records.push(...page.records)
  } catch (error) {
    failure = error
  }
  return { records, failure, sent: sent.length }
}

describe('the pages of an invocation', () => {
  test('come one after the other, each asked for when it is wanted', async () => {
    let sent = 0
    const pages = readPages(partsOf(2), { ...reading, fetch: async () => loan(++sent) })
    expect(sent).toBe(0)
    expect((await pages.next()).value).toMatchObject({ records: [{ id: 1 }] })
    expect(sent).toBe(1)
    expect((await pages.next()).value).toMatchObject({ records: [{ id: 2 }] })
    expect((await pages.next()).done).toBe(true)
  })

  test('of no request are none', async () => {
    expect(await read()).toEqual({ records: [], failure: undefined, sent: 0 })
  })

  test('a part whose ids are all unknown is passed over, wherever it stands', async () => {
    const found = { records: [{ id: 1 }], failure: undefined, sent: 2 }
    expect(await read(unknown('none'), loan(1))).toEqual(found)
    expect(await read(loan(1), unknown('none'))).toEqual(found)
  })

  test('where every id is unknown, what the service said last is the failure', async () => {
    const one = await read(unknown('first'))
    expect(one).toMatchObject({ records: [], failure: { message: 'first', status: 404 }, sent: 1 })
    const two = await read(unknown('first'), unknown('second'))
    expect(two).toMatchObject({ records: [], failure: { message: 'second', status: 404 }, sent: 2 })
  })

  test.each([
    ['another refusal', jsonReply({ message: 'no' }, 400)],
    ['a failure of the network', new KivaError('network', 'gone')],
    ['a failure of ours that happens to have a status', Object.assign(new Error('bug'), { status: 404 })],
  ])('%s ends it at once', async (_, answer) => {
    const { records, failure, sent } = await read(loan(1), answer, loan(2))
    expect({ records, sent }).toEqual({ records: [{ id: 1 }], sent: 2 })
    expect(failure).toBeInstanceOf(Error)
  })

  test('a wait that is told as a date counts from now', async () => {
    const late = textReply('', 503, { 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' })
    expect((await read(late)).failure).toMatchObject({ retryAfter: 9 })
  })
})
