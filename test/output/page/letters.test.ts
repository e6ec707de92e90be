/** Journal entries, comments and updates in reading mode: each printed in full, one after the other. */
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { renderTable } from '../../../src/output/table/render-table.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'
import { entry, samples } from '../samples.ts'

const read = (returns: RecordName, records: readonly JsonObject[], rest = {}) =>
  printed(
    'table',
    records,
    viewOf(returns, { detailOptions: { read: true, language: undefined, full: false }, ...rest }),
  )

const line = (columns: number) => `\n${'─'.repeat(columns)}\n\n`

it('entries are separated by lines and printed with their whole text', async () => {
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

it('a single comment is printed in the same layout, and an empty list prints nothing', async () => {
  expect(await read('comment', [{ id: 1, author: 'Kim', body: 'Well done!' }])).toMatch(/^Kim +comment · #1/)
  expect(await read('comment', [])).toBe('')
})

it('a continued run starts with a separator line', async () => {
  expect(await read('comment', [{ id: 1, author: 'Kim', body: 'Hi' }], { continued: true })).toMatch(
    /^\n─+\n\nKim/,
  )
})

describe('the text width has an upper limit', () => {
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

it('a long URL is not wrapped, unless it is extremely long', async () => {
  const long = `https://example.org/?${'q=1&'.repeat(40)}`
  expect(await read('journal_entry', [{ ...entry, body: `<a href="${long}">Here</a>` }])).toContain(
    `Here\n(${long})\n`,
  )
  const endless = `https://example.org/${'q'.repeat(5000)}`
  const lines = (await read('comment', [{ body: endless }])).split('\n')
  expect(Math.max(...lines.map((one) => one.length))).toBe(80)
})

it('literal \\r\\n sequences from the API become line breaks', async () => {
  const text = await read('journal_entry', [{ ...entry, body: '<p>One.</p>\\r\\n\\r\\n<p>Two.</p>' }])
  expect(text).toContain('One.\n\nTwo.')
})

it('an update prints its journal entry, its payment, or its unknown content', async () => {
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
    Payments
       processed     settled  amount   local   loss  payment
      4 Sep 2026  1 Oct 2026  $34.37  618.75  $0.50        9
      9  in two parts · new field: x
    "
  `)
  expect(other).toMatch(/^constructor +loan update\n\nWho +Jo\n$/)
})

describe('payments among the updates', () => {
  const update = (payment: JsonObject) => ({ update_type: 'payment', payment })
  const letter = { update_type: 'journal_entry', journal_entry: entry }
  const [first, second, third] = [1, 2, 3].map((id) => update({ payment_id: id, amount: id + 0.5 }))
  const updates = [first, second, letter, third].filter((one) => one !== undefined)
  const table = (...rows: readonly string[]) =>
    ['Payments', '  amount  payment', ...rows.map((row) => `  ${row}`), ''].join('\n')

  it('are one table up to the next letter', async () => {
    const [before, middle, after] = (await read('loan_updates', updates)).split(line(80))
    expect(before).toBe(table(' $1.50        1', ' $2.50        2'))
    expect(middle).toMatch(/^A good harvest/)
    expect(after).toBe(table(' $3.50        3'))
  })

  it('are one line each as plain text', async () => {
    const [before] = (await read('loan_updates', updates, { plain: true })).split('\n\n\n')
    expect(before).toBe('Payments:\namount $1.50, payment 1\namount $2.50, payment 2')
  })

  it('with other fields beside the payment are printed on their own, and lose none', async () => {
    const text = await read('loan_updates', [{ ...update({ amount: 1 }), odd: 'x' }, ...updates.slice(0, 1)])
    expect(text.split(line(80))).toEqual([
      'Payments\n  amount\n      $1\n\nMore\n  Odd  x\n',
      table(' $1.50        1'),
    ])
  })

  it('that came before a failure are printed', async () => {
    async function* failing() {
      yield* updates.slice(0, 2)
      throw new Error('cut')
    }
    const view = viewOf('loan_updates', { detailOptions: { read: true, language: undefined, full: false } })
    const chunks: string[] = []
    const reading = async () => {
      for await (const chunk of renderTable(failing(), view)) chunks.push(String(chunk))
    }
    await expect(reading()).rejects.toThrow('cut')
    expect(chunks).toEqual([table(' $1.50        1', ' $2.50        2')])
  })
})

it.each(['journal_entry', 'comment', 'loan_updates'] as const)(
  'hostile text in a %s is sanitized',
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
