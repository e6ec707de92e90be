/** Records count as delivered once they are written, never earlier. */
import { describe, expect, test } from 'vitest'
import { recordTypes } from '../../../src/api/records/record-types.ts'
import { KivaError } from '../../../src/core/errors.ts'
import type { Send } from '../../../src/core/http.ts'
import type { Json } from '../../../src/core/json.ts'
import { formats } from '../../../src/output/formats.ts'
import type { View } from '../../../src/output/view.ts'
import type { RecordPage } from '../../../src/records/reading.ts'
import { noResumePoint } from '../../../src/records/reading.ts'
import { Delivery } from '../../../src/run/print/delivery.ts'
import { jsonReply, run, textSink } from '../../harness.ts'
import { recordFormats } from '../../output/helpers.ts'

const loan = (id: number) => ({ id, name: `Loan ${id}`, use: 'to buy maize' })
const some = (count: number) => Array.from({ length: count }, (_, index) => loan(index + 1))
const shown: Send = async ({ url }) =>
  jsonReply({ loans: (url.match(/loans\/([\d,]+)/)?.[1] ?? '').split(',').map((id) => loan(Number(id))) })
const ids = (count: number) => some(count).map(({ id }) => id)

describe('a delivery', () => {
  const pageOf = (count: number, next: number): RecordPage => ({
    ...{ records: some(count), single: false, paging: undefined, headers: {}, next },
    ...{ received: count, repeats: 0, recordIds: [], hasChanged: false, hasGap: false },
  })

  test('counts records as delivered only when they are acknowledged', () => {
    const page = pageOf(3, 2)
    const delivery = new Delivery(page)
    expect(delivery.page).toBe(page)
    delivery.beginPage(page)
    delivery.taken += 2
    expect([delivery.taken, delivery.delivered]).toEqual([2, 0])
    delivery.acknowledge(1)
    delivery.taken += 1
    delivery.endPage()
    expect([delivery.taken, delivery.delivered, delivery.writtenUpTo]).toEqual([3, 1, noResumePoint])
    delivery.acknowledge(3)
    expect(delivery.writtenUpTo).toMatchObject({ delivered: 3, next: 2 })
  })

  test('moves its resume point only when all pages held by the renderer are written', () => {
    const [first, second] = [pageOf(2, 2), pageOf(1, 3)]
    const delivery = new Delivery(first)
    for (const page of [first, second]) {
      delivery.beginPage(page)
      delivery.endPage()
    }
    delivery.acknowledge(2)
    expect([delivery.pages, delivery.delivered, delivery.writtenUpTo.next]).toEqual([2, 2, undefined])
    delivery.acknowledge(3)
    expect(delivery.writtenUpTo).toMatchObject({ delivered: 3, next: 3 })
  })

  test('is as old as its oldest page', () => {
    const delivery = new Delivery(pageOf(1, 2))
    for (const cacheAge of [5000, 90_000, undefined]) delivery.beginPage({ ...pageOf(1, 2), cacheAge })
    expect(delivery.oldest).toBe(90_000)
  })

  test('continues from the resume point of an earlier run', () => {
    const page = pageOf(1, 4)
    const delivery = new Delivery(page, { ...noResumePoint, delivered: 2, next: 3 })
    expect([delivery.before, delivery.taken, delivery.delivered]).toEqual([2, 2, 2])
    delivery.beginPage(page)
    delivery.endPage()
    delivery.acknowledge(delivery.taken)
    expect(delivery.writtenUpTo).toMatchObject({ delivered: 3, next: 4 })
  })
})

describe.each(recordFormats)('the renderer %s', (format) => {
  const view: View = {
    type: recordTypes.loan_listing,
    single: false,
    detail: false,
    width: undefined,
    color: false,
    now: undefined,
    kiva: (words) => `kiva ${words}`,
  }

  test('gives text with every record taken so far', async () => {
    const render = await formats[format].load()
    let taken = 0
    async function* records() {
      for (const record of some(120)) {
        taken += 1
        yield record as Json
      }
    }
    let text = ''
    for await (const chunk of render(records(), view)) {
      text += chunk
      for (let id = 1; id <= taken; id++) expect(text).toContain(`Loan ${id}`)
    }
    expect(taken).toBe(120)
  })
})

describe('a failure after the first record', () => {
  test.each(recordFormats)(
    'of the service on the second chunk exits with 9 after complete records, as %s',
    async (format) => {
      let calls = 0
      const send: Send = (request, signal) =>
        ++calls > 1 ? Promise.reject(new KivaError('network', 'gone')) : shown(request, signal)
      const { code, stdout, stderr } = await run(['loans', 'show', '-', '-o', format], {
        stdin: ids(60).join('\n'),
        send,
      })
      const body = stdout.replace(/<title>.*/, '')
      expect([code, body.match(/Loan \d+/g)?.length]).toEqual([9, 50])
      expect(stderr).toContain('stopped after 50 records')
    },
  )

  test('of the output exits with 9, and the message counts the written records', async () => {
    const sink = textSink()
    const full: typeof sink = {
      ...sink,
      write: async (chunk) => {
        if (sink.text() !== '') throw new KivaError('bug', 'The disk is full')
        await sink.write(chunk)
      },
    }
    const { code, stderr } = await run(['loans', 'show', '-', '-o', 'ndjson'], {
      stdin: ids(60).join('\n'),
      send: shown,
      world: { stdout: full },
    })
    expect([code, sink.text().trimEnd().split('\n').length]).toEqual([9, 50])
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'partial', exit_code: 9 })
    expect(JSON.parse(stderr).error.message).toMatch(/^stopped after 50 records/)
  })

  test('by a signal exits with the code of the signal', async () => {
    const stop = new AbortController()
    let calls = 0
    const send: Send = async (request, signal) => {
      if (++calls > 1) stop.abort(new KivaError('interrupted', 'Interrupted'))
      signal.throwIfAborted()
      return shown(request, signal)
    }
    const { code, stdout } = await run(['loans', 'show', '-', '-o', 'ndjson'], {
      stdin: ids(60).join(' '),
      send,
      signal: stop.signal,
    })
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([130, 50])
  })

  test('but one on the first request exits with its own code and no output', async () => {
    const send: Send = async () =>
      jsonReply({ code: 'org.kiva.ServerMaintenance', message: 'back soon' }, 503)
    const { code, stdout } = await run(['loans', 'show', '-'], { stdin: ids(60).join(' '), send })
    expect([code, stdout]).toEqual([6, ''])
  })
})

describe('unknown ids', () => {
  test('in every chunk exit with 5 and no output', async () => {
    const send: Send = async () => jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'none' }, 404)
    const { code, stdout, requests } = await run(['loans', 'show', '-'], { stdin: ids(120).join(' '), send })
    expect([code, stdout, requests.length]).toEqual([5, '', 3])
  })

  test('are not reported if a record has an id that is neither string nor number', async () => {
    const send: Send = async () => jsonReply({ loans: [{ id: { toString: 1 }, name: 'odd' }] })
    const { code, stdout } = await run(['loans', 'show', '7'], { send })
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: { toString: 1 }, name: 'odd' }]])
  })

  test('give a message in the singular if one of two was found', async () => {
    const send: Send = async () => jsonReply({ loans: [loan(7)] })
    const { code, stderr } = await run(['loans', 'show', '7', '8'], { send })
    expect(code).toBe(9)
    expect(stderr).toContain('The other one was printed')
  })
})

describe('--limit', () => {
  test('cuts a list without pages', async () => {
    const { stdout, stderr } = await run(['--sandbox', 'lending-actions', 'recent', '--limit', '3'])
    expect(JSON.parse(stdout)).toHaveLength(3)
    expect(stderr).toBe('3 of 100 lending actions · next: --limit 50 or --all\n')
  })

  test('above the length of a list without pages prints no footer', async () => {
    const { stderr } = await run(['--sandbox', 'lending-actions', 'recent', '--limit', '300'])
    expect(stderr).toBe('')
  })
})
