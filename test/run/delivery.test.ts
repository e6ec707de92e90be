/** What was delivered is what was written: counted then, told then, and never more. */
import { describe, expect, test } from 'vitest'
import type { Json, Send } from '../../src/context.ts'
import { KivaError } from '../../src/errors.ts'
import { formatNames, formats } from '../../src/output/formats.ts'
import type { View } from '../../src/output/view.ts'
import { Delivery } from '../../src/run/delivery.ts'
import { jsonReply, run, textSink } from '../harness.ts'

const loan = (id: number) => ({ id, name: `Loan ${id}`, use: 'to buy maize' })
const some = (count: number) => Array.from({ length: count }, (_, index) => loan(index + 1))
const newest =
  (records: Json): Send =>
  async () =>
    jsonReply({ paging: { page: 1, total: 312, page_size: 20, pages: 16 }, loans: records })
const shown: Send = async ({ url }) =>
  jsonReply({ loans: (url.match(/loans\/([\d,]+)/)?.[1] ?? '').split(',').map((id) => loan(Number(id))) })
const ids = (count: number) => some(count).map(({ id }) => id)

describe('the count', () => {
  const page = { records: [], single: false, paging: undefined, headers: {} }

  test('of what was written follows what was taken, and never runs ahead', () => {
    const delivery = new Delivery(page, [])
    expect(delivery.page).toBe(page)
    expect([delivery.taken, delivery.delivered]).toEqual([0, 0])
    delivery.take(loan(1))
    delivery.take(loan(2))
    expect([delivery.taken, delivery.delivered]).toEqual([2, 0])
    delivery.acknowledge()
    delivery.take(loan(3))
    expect([delivery.taken, delivery.delivered]).toEqual([3, 2])
  })

  test('of names is not kept where nothing was asked for by id', () => {
    const delivery = new Delivery(page, [])
    delivery.take(loan(1))
    delivery.take({ name: 'no id' })
    expect([[...delivery.ids], delivery.unnamed]).toEqual([[], 0])
  })

  test('of names has every id that a record goes by, and how many go by none', () => {
    const delivery = new Delivery(page, ['id', 'shortname'])
    delivery.take({ id: 7, shortname: 'Team_Seven', name: 'x' })
    delivery.take({ id: null, shortname: 'EIGHT' })
    delivery.take({ id: 0 })
    delivery.take({ id: 'GET*|loans|search', shortname: ['x'] })
    expect([...delivery.ids]).toEqual(['7', 'team_seven', 'eight', '0', 'get*loans|search'])
    expect(delivery.unnamed).toBe(0)
    for (const nameless of [
      { name: 'x' },
      { id: null },
      { id: { a: 1 }, shortname: [] },
      84,
      'id',
      null,
      [1],
    ])
      delivery.take(nameless)
    expect(delivery.ids.size).toBe(5)
    expect([delivery.unnamed, delivery.taken]).toEqual([7, 11])
  })
})

describe.each(formatNames)('%s: a text holds every record that was taken for it', (format) => {
  const view: View = {
    returns: 'loan_listing',
    single: false,
    detail: false,
    width: undefined,
    colour: false,
    now: undefined,
    kiva: (words) => `kiva ${words}`,
  }

  test('so that writing it delivers them', async () => {
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
  test.each(formatNames)(
    'of the service, on the second chunk, in %s: 9, and whole records',
    async (format) => {
      let calls = 0
      const send: Send = (request, signal) =>
        ++calls > 1 ? Promise.reject(new KivaError('network', 'gone')) : shown(request, signal)
      const { code, stdout, stderr } = await run(['loans', 'show', '-', '-o', format], {
        stdin: ids(60).join('\n'),
        send,
      })
      expect([code, stdout.match(/Loan \d+/g)?.length]).toEqual([9, 50])
      expect(stderr).toContain('Stopped after 50 records')
    },
  )

  test('of the output: 9, and what was written before is counted', async () => {
    const sink = textSink()
    const full: typeof sink = {
      ...sink,
      write: async (chunk) => {
        if (sink.text().split('\n').length > 3) throw new KivaError('bug', 'The disk is full')
        await sink.write(chunk)
      },
    }
    const { code, stderr } = await run(['loans', 'newest', '-o', 'ndjson'], {
      send: newest(some(20)),
      world: { stdout: full },
    })
    expect([code, sink.text().trimEnd().split('\n').length]).toEqual([9, 3])
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'partial', exit_code: 9 })
    expect(JSON.parse(stderr).error.message).toMatch(/^Stopped after 3 records/)
  })

  test('by a signal is the signal', async () => {
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

  test('before it: the failure itself, and nothing on stdout', async () => {
    const send: Send = async () =>
      jsonReply({ code: 'org.kiva.ServerMaintenance', message: 'back soon' }, 503)
    const { code, stdout } = await run(['loans', 'show', '-'], { stdin: ids(60).join(' '), send })
    expect([code, stdout]).toEqual([6, ''])
  })
})

describe('ids that the service does not have', () => {
  test('in every chunk: refused, nothing on stdout', async () => {
    const send: Send = async () => jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'none' }, 404)
    const { code, stdout, requests } = await run(['loans', 'show', '-'], { stdin: ids(120).join(' '), send })
    expect([code, stdout, requests.length]).toEqual([5, '', 3])
  })

  test('an id that is no text and no number names nothing', async () => {
    const send: Send = async () => jsonReply({ loans: [{ id: { toString: 1 }, name: 'odd' }] })
    const { code, stdout } = await run(['loans', 'show', '7'], { send })
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: { toString: 1 }, name: 'odd' }]])
  })

  test('one found of two is told in the singular', async () => {
    const send: Send = async () => jsonReply({ loans: [loan(7)] })
    const { code, stderr } = await run(['loans', 'show', '7', '8'], { send })
    expect(code).toBe(9)
    expect(stderr).toContain('The other one was printed')
  })
})

describe('--limit', () => {
  test('cuts a list that has no pages', async () => {
    const { stdout, stderr } = await run(['--sandbox', 'lending-actions', 'recent', '--limit', '3'])
    expect(JSON.parse(stdout)).toHaveLength(3)
    expect(stderr).toBe('3 of 100 lending actions. More: --limit 100.\n')
  })

  test('beyond a page says that one page holds no more', async () => {
    const { stdout, stderr } = await run(['loans', 'newest', '--limit', '45'], { send: newest(some(20)) })
    expect(JSON.parse(stdout)).toHaveLength(20)
    expect(stderr).toBe('20 of 312 loans. One page holds no more. More: --page 2.\n')
  })
})
