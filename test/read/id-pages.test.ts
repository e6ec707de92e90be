/** Records by their ids, a page for each chunk of the ids. */
import { describe, expect, test } from 'vitest'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { decodeReply } from '../../src/api/wire/reply.ts'
import { KivaError } from '../../src/errors.ts'
import type { HttpReply } from '../../src/ports/http.ts'
import type { FetchPage } from '../../src/read/fetch-page.ts'
import { idPages } from '../../src/read/id-pages.ts'
import type { IdPlan } from '../../src/read/plan.ts'
import { jsonReply, noon, textReply } from '../harness.ts'

const endpoint = { returns: 'loan_detail' } as const
const unknown = (message: string) => jsonReply({ code: 'org.kiva.InvalidIdentifier', message }, 404)
const loan = (id: number) => jsonReply({ loans: [{ id }] })

/** One chunk of ids for each answer. */
function chunksOf(count: number): IdPlan {
  const requests = Array.from({ length: count }, (_, at) => ({ method: 'GET', url: `${at}`, headers: {} }))
  async function* chunks() {
    for (const request of requests) yield { ids: [1], request }
  }
  return { kind: 'ids', chunks: chunks(), done: 0 }
}

const pagesOf = (count: number, fetchPage: FetchPage) =>
  idPages(chunksOf(count), recordTypes.loan_detail, fetchPage, 1)

/** Reads to the end: the records, the failure that ended it, and how many requests were sent. */
async function read(...answers: readonly (HttpReply | Error)[]) {
  const sent: string[] = []
  const fetchPage: FetchPage = async ({ url }) => {
    sent.push(url)
    const answer = answers[Number(url)]
    if (answer === undefined || answer instanceof Error) throw answer
    return decodeReply(endpoint, answer, noon)
  }
  const records: unknown[] = []
  let failure: unknown
  try {
    for await (const page of pagesOf(answers.length, fetchPage)) records.push(...page.records)
  } catch (error) {
    failure = error
  }
  return { records, failure, sent: sent.length }
}

describe('pages of ids', () => {
  test('come one after the other, each asked for when it is wanted', async () => {
    let sent = 0
    const pages = pagesOf(2, async () => decodeReply(endpoint, loan(++sent), noon))
    expect(sent).toBe(0)
    expect((await pages.next()).value).toMatchObject({ records: [{ id: 1 }] })
    expect(sent).toBe(1)
    expect((await pages.next()).value).toMatchObject({ records: [{ id: 2 }] })
    expect((await pages.next()).done).toBe(true)
  })

  test('of no request are none', async () => {
    expect(await read()).toEqual({ records: [], failure: undefined, sent: 0 })
  })

  test('a chunk whose ids are all unknown is skipped, wherever it is', async () => {
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
