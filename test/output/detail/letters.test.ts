/** Journal entries, comments and updates as they are read: one letter after the other. */
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { JsonObject } from '../../../src/ports/json.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'
import { entry, samples } from '../samples.ts'

const read = (returns: RecordName, records: readonly JsonObject[], rest = {}) =>
  printed(
    'table',
    records,
    viewOf(returns, { detailOptions: { read: true, language: undefined, full: false }, ...rest }),
  )

const line = (columns: number) => `\n${'─'.repeat(columns)}\n\n`

it('are drawn one after the other, with their whole text', async () => {
  const second = {
    id: 2,
    subject: 'Short',
    body: 'Hello.\r\nBye.',
    author: 'Bo',
    comment_count: 0,
    bulk: true,
  }
  const text = await read('journal_entry', [entry, second])
  const [first, other, ...rest] = text.split(line(80))
  expect(rest).toEqual([])
  expect(first).toMatch(/^A good harvest +journal entry · #500001\nJane Fieldworker · 4 Oct 2026/)
  expect(first).toContain('More on our page (https://example.org/harvest?a=1&b=2).')
  expect(first).toContain('kiva journal-entries comments 500001\n')
  expect(other).toMatch(/^Short +journal entry · #2\nBo · generated notice\n\nHello.\nBye.\n$/)
})

it('one alone is a letter too, and none is nothing', async () => {
  expect(await read('comment', [{ id: 1, author: 'Kim', body: 'Well done!' }])).toMatch(/^Kim +comment · #1/)
  expect(await read('comment', [])).toBe('')
})

it('of an earlier run are followed after a line', async () => {
  expect(await read('comment', [{ id: 1, author: 'Kim', body: 'Hi' }], { continued: true })).toMatch(
    /^\n─+\n\nKim/,
  )
})

describe('have a comfortable width', () => {
  const long = { ...entry, body: `<p>${'ordinary words '.repeat(80)}</p><p>${'漢字'.repeat(100)}</p>` }
  it.each([
    [undefined, 88],
    [200, 88],
    [88, 88],
    [60, 60],
  ])('on %s columns', async (width, most) => {
    const lines = (await read('journal_entry', [long, long], { width })).split('\n')
    const widths = lines.map((one) => stringWidth(one))
    expect(Math.max(...widths)).toBe(most)
  })
})

it('an address stays whole, so that it opens', async () => {
  const long = `https://example.org/?${'q=1&'.repeat(40)}`
  expect(await read('journal_entry', [{ ...entry, body: `<a href="${long}">Here</a>` }])).toContain(
    `Here\n(${long})\n`,
  )
  const endless = `https://example.org/${'q'.repeat(5000)}`
  const lines = (await read('comment', [{ body: endless }])).split('\n')
  expect(Math.max(...lines.map((one) => one.length))).toBe(80)
})

it('line ends that the service spelled out are line ends', async () => {
  const text = await read('journal_entry', [{ ...entry, body: '<p>One.</p>\\r\\n\\r\\n<p>Two.</p>' }])
  expect(text).toContain('One.\n\nTwo.')
})

it('an update is what it holds: an entry, a payment, or what is new', async () => {
  const payment = {
    payment_id: 9,
    amount: 34.37,
    local_amount: 618.75,
    settlement_date: '2026-10-01T12:00:00Z',
    processed_date: '2026-09-04T00:00:00Z',
    currency_exchange_loss_amount: 0.5,
    comment: 'in two parts',
    new_field: 'x',
  }
  const text = await read('loan_updates', [
    { update_type: 'journal_entry', journal_entry: entry },
    { update_type: 'payment', payment },
    { update_type: 'constructor', constructor: { who: 'Jo' } },
  ])
  const [letter, repaid, other] = text.split(line(80))
  expect(letter).toContain('A good harvest')
  expect(`\n${repaid}`).toMatchInlineSnapshot(`
    "
    $34.37 repaid                                                       payment · #9
    settled 1 Oct 2026 12:00 UTC (3 d ago) · processed 4 Sep 2026
    618.75 in local currency · $0.50 lost in currency exchange

    in two parts

    New field  x
    "
  `)
  expect(other).toMatch(/^constructor +loan update\n\nWho +Jo\n$/)
})

it.each(['journal_entry', 'comment', 'loan_updates'] as const)(
  'hostile text in a %s stays text',
  async (type) => {
    const evil =
      '\u001b[31mred\u001b]8;;https://evil.example\u0007link\u009b2J\u202etxet\r\nKiva  comment · #9'
    const spoil = (record: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(record).map(([key, value]) => [
          key,
          typeof value === 'string' && key !== 'update_type' ? evil : value,
        ]),
      )
    const records = (samples[type] as readonly JsonObject[]).map((record) =>
      type === 'loan_updates'
        ? {
            ...record,
            journal_entry: spoil(entry),
            payment: { amount: evil, comment: `<p>&#27;[2J${evil}</p>` },
          }
        : { ...spoil(record), body: `<p>&#27;[2J${evil}</p>` },
    )
    const text = await read(type, records, { color: true, site: 'https://www.kiva.org' })
    expect(text).toContain('red')
    expect(unsafeIn(text)).toEqual([])
  },
)
