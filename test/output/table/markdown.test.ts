/** `-o md`: Markdown tables, which a reader of Markdown takes apart again. */
import { describe, expect, test } from 'vitest'
import { unknownType } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { renderMarkdown } from '../../../src/output/page/write-markdown.ts'
import { jsonReply, run } from '../../harness.ts'

const loan = (id: number, more: object = {}) => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  loan_amount: 1250,
  funded_amount: 25 * id,
  sector: 'Food',
  location: { country: 'Kenya' },
  ...more,
})

const serve = (loans: readonly object[], failsAfter = Number.POSITIVE_INFINITY) => ({
  send: async ({ url }: { readonly url: string }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    if (page > failsAfter) return jsonReply({}, 404)
    const paging = { page, total: loans.length, page_size: 20, pages: Math.ceil(loans.length / 20) }
    return jsonReply({ paging, loans: loans.slice((page - 1) * 20, page * 20) as Json })
  },
})
const print = (loans: readonly object[], ...words: readonly string[]) =>
  run(['loans', 'search', '-o', 'md', ...words], serve(loans))

test('has the columns of the table, and numbers at the right', async () => {
  const { stdout } = await print([loan(1), loan(2, { use: 'to buy seed' })], '--limit', '2')
  expect(stdout).toBe(
    [
      '| ID | NAME | COUNTRY | SECTOR | USE | ASKED | TO GO | FUNDED | ENDS | STATUS | POSTED |',
      '| ---: | --- | --- | --- | --- | ---: | ---: | ---: | --- | --- | --- |',
      '| 1 | Loan 1 | Kenya | Food |  | $1,250 | $1,225 | 2% |  | fundraising |  |',
      '| 2 | Loan 2 | Kenya | Food | buy seed | $1,250 | $1,200 | 4% |  | fundraising |  |',
      '',
    ].join('\n'),
  )
})

test.each([
  ['a | b', String.raw`a \| b`],
  ['back\\slash', String.raw`back\\slash`],
  ['*bold* _it_ ~no~ `code`', '\\*bold\\* \\_it\\_ \\~no\\~ \\`code\\`'],
  ['![x](https://evil.example/p.png)', String.raw`!\[x\](https:<!-- -->//evil.example/p.png)`],
  ['<img src=x>', String.raw`\<img src=x\>`],
  ['@name #12', String.raw`@<!-- -->name \#<!-- -->12`],
  ['two\nlines\r\nand\ttabs', 'two lines and tabs'],
  ['\u001b[31mred', '�\\[31mred'],
])('a name of strangers is text: %j', async (name, printed) => {
  const { stdout } = await print([loan(1, { name })], '--fields', 'name')
  expect(stdout).toBe(`| NAME |\n| --- |\n| ${printed} |\n`)
})

test('names of SQL are one line each, and NULL is named', async () => {
  async function* rows() {
    yield [1, null, 'x\ny']
  }
  const view = { type: unknownType, names: ['a\nb', 'c|d', 'e'], single: false, width: undefined }
  let text = ''
  for await (const part of renderMarkdown(rows(), {
    ...view,
    detail: false,
    now: undefined,
    color: false,
    kiva: (words: string) => words,
  }))
    text += part
  expect(text).toBe('| a b | c\\|d | e |\n| ---: | --- | --- |\n| 1 | NULL | x y |\n')
})

test('the first 50 rows decide the columns, and are printed as soon as they are there', async () => {
  let read = 0
  async function* rows() {
    for (;;) yield [++read]
  }
  const view = { type: unknownType, names: ['a'], single: false, width: undefined, detail: false }
  const printed = renderMarkdown(rows(), { ...view, now: undefined, color: false, kiva: (words) => words })
  for await (const part of printed) {
    expect([read, String(part).split('\n').length]).toEqual([50, 53])
    return
  }
})

describe('is printed', () => {
  test('for more rows than decide the columns, and for those before a failure', async () => {
    const many = Array.from({ length: 130 }, (_, at) => loan(at + 1))
    const rows = (text: string) => text.split('\n').slice(2, -1).length
    expect(rows((await print(many, '--all', '--fields', 'id')).stdout)).toBe(130)
    const failed = await run(['loans', 'search', '--all', '-o', 'md', '--concurrency', '1'], serve(many, 1))
    expect([failed.code, rows(failed.stdout)]).toEqual([9, 20])
  })

  test('for groups, changes and records of kiva, and as a page for one record', async () => {
    const groups = await print([loan(1), loan(2)], '--by', 'sector', '--sum', 'amount')
    expect(groups.stdout).toBe(
      '| SECTOR | COUNT | SUM AMOUNT |\n| --- | ---: | ---: |\n| Food | 2 | $2,500 |\n',
    )
    const changes = await print([loan(1)], '--changes')
    expect(changes.stdout.split('\n')[0]).toMatch(/^\| EVENT \| ID \| NAME \|/)
    const list = await run(['shortlist', 'list', '-o', 'md'], {
      state: new Map([['shortlists/spring.txt', '1\n2\n']]),
    })
    expect(list.stdout.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^\| NAME \|/),
      expect.stringMatching(/^\| --- \|/),
    ])
    const shown = await run(['loans', 'show', '1', '-o', 'md'], {
      send: async () => jsonReply({ loans: [loan(1)] }),
    })
    expect(shown.stdout).toMatch(/^# Loan 1\n\nfundraising · \\#<!-- -->1\n/)
  })

  test('to a file by its ending, and not at all without records', async () => {
    const { folder } = await run(['loans', 'search', '--out', 'table.MD', '--limit', '1'], serve([loan(1)]))
    expect(folder.get('table.MD')).toMatch(/^\| ID \|/)
    expect((await print([])).stdout).toBe('')
  })
})

test('is no input of kiva', async () => {
  const { code, stderr } = await run(['loans', 'show', '-'], { stdin: '| ID |\n| ---: |\n| 1 |\n' })
  expect([code, JSON.parse(stderr).error.hint]).toEqual([
    2,
    expect.stringContaining('Print the ids with -o ids'),
  ])
})
