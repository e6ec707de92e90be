/** Charts and maps of complete commands, over lists of several pages. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

const size = 100
const loans = Array.from({ length: 1000 }, (_, at) => ({
  id: 5000 - at,
  sector: at % 10 === 0 ? 'Arts' : 'Food',
  loan_amount: 25,
  location: { country: 'Kenya' },
}))
const service: Send = async ({ url }) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1)
  const paging = { page, total: loans.length, page_size: size, pages: loans.length / size }
  return jsonReply({ paging, loans: loans.slice((page - 1) * size, page * size) })
}
const search = (...words: readonly string[]) => run(['loans', 'search', ...words], { send: service })
const rows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))

describe('-o chart', () => {
  test('draws the first page, and the footer states how many loans are left', async () => {
    const { code, stdout, stderr } = await search('-o', 'chart')
    expect([code, rows(stdout)]).toEqual([0, ['Food 90', 'Arts 10', 'total 100']])
    expect(stderr).toBe('100 of 1,000 loans · next: --limit 200 or --all\n')
  })

  test('counts every page with --all', async () => {
    const { code, stdout, stderr, requests } = await search('-o', 'chart', '--all')
    expect([code, stderr, requests.length]).toEqual([0, '', 10])
    expect(rows(stdout)).toEqual(['Food 900', 'Arts 100', 'total 1,000'])
  })

  test.each([
    ['html', 'html'],
    ['md', 'md'],
    ['txt', 'text'],
  ])('in a file .%s is a drawing or a table as its name says', async (ending, kind) => {
    const name = `chart.${ending}`
    const { code, folder } = await search('-o', 'chart', '--out', name)
    const text = folder.get(name) ?? ''
    const isHtml = /^<!doctype html>.*<svg /s.test(text)
    const isMarkdown = /^\| -+:? \|/m.test(text)
    expect([code, isHtml ? 'html' : isMarkdown ? 'md' : 'text']).toEqual([0, kind])
    expect(text).toContain('Food')
  })

  test('counts as many records as --limit allows', async () => {
    const { stdout } = await search('-o', 'chart', '--limit', '150')
    expect(rows(stdout)).toEqual(['Food 135', 'Arts 15', 'total 150'])
  })

  test('is drawn in a terminal for one number of one field, which may be a short name', async () => {
    const drawn = async (...words: readonly string[]) => {
      const { stdout } = await run(['loans', 'search', ...words], { send: service, terminal: 80 })
      return rows(stdout.replaceAll(/\x1b\[\d+m/g, ''))
    }
    expect(await drawn('--by', 'country')).toEqual(['Kenya 1,000', 'total 1,000'])
    expect(await drawn('--by', 'sector', '--sum', 'amount', '--count')).toEqual([
      'Food $22,500',
      'Arts $2,500',
      'total $25,000',
    ])
    expect(await drawn('--by', 'sector', '--median', 'amount')).toEqual(['Arts $25', 'Food $25', 'all $25'])
  })

  test('draws the field of --by and the number of --sum, in a pipe too', async () => {
    expect(rows((await search('-o', 'chart', '--by', 'country')).stdout)).toEqual([
      'Kenya 1,000',
      'total 1,000',
    ])
    expect(rows((await search('-o', 'chart', '--sum', 'amount')).stdout)).toEqual([
      'Food $22,500',
      'Arts $2,500',
      'total $25,000',
    ])
  })

  test('fits the width of a terminal', async () => {
    const { stdout } = await run(['loans', 'search', '-o', 'chart'], { send: service, terminal: 50 })
    expect(stdout.replaceAll(/\x1b\[\d+m/g, '').split('\n')[1]).toMatch(/^Food .{44}█$/)
  })

  test('reports an empty list and draws nothing', async () => {
    const send: Send = async () =>
      jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 }, loans: [] })
    const { code, stdout, stderr } = await run(['loans', 'search', '--by', 'status', '-o', 'chart'], { send })
    expect([code, stdout, stderr]).toEqual([0, '', 'No loans found.\n'])
  })

  test('draws nothing if a page fails, because a partial chart would look complete', async () => {
    const send: Send = async (request, signal) =>
      request.url.includes('page=7')
        ? { status: 404, headers: {}, body: new Uint8Array() }
        : service(request, signal)
    const { code, stdout } = await run(['loans', 'search', '-o', 'chart', '--all'], { send })
    expect([code, stdout]).toEqual([5, ''])
  })

  test('counts the results of a jq expression', async () => {
    const { stdout } = await search('--jq', '{kind: .sector[:1]}', '--by', 'kind', '-o', 'chart')
    expect(rows(stdout)).toEqual(['F 900', 'A 100', 'total 1,000'])
    const all = await search(
      '--all',
      '--slurp',
      '--jq',
      '.[] | {kind: .sector, n: 2}',
      '--by',
      'kind',
      '--sum',
      'n',
      '-o',
      'chart',
    )
    expect(rows(all.stdout)).toEqual(['Food 1,800', 'Arts 200', 'total 2,000'])
  })

  test('is written to the file of --out', async () => {
    const { code, folder } = await search('--by', 'sector', '-o', 'chart', '--out', 'chart.txt')
    expect(code).toBe(0)
    expect(rows(folder.get('chart.txt') ?? '')).toEqual(['Food 900', 'Arts 100', 'total 1,000'])
  })
})

describe('-o map', () => {
  test('counts loans by country, and the loans without a place', async () => {
    const send: Send = async () =>
      jsonReply({ loans: [{ id: 1, location: { country: 'Peru', geo: { pairs: '-12 -77' } } }, { id: 2 }] })
    const { code, stdout } = await run(['loans', 'newest', '-o', 'map'], { send, terminal: 60 })
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\x1b\[\d+m/g, '')).toMatch(
      /\n\n1 {2}Peru {2}1\n\n1 of 2 loans has no place\.\n$/,
    )
  })

  test('of records without a place is a usage error before any request', async () => {
    const { code, stderr, requests } = await run(['lenders', 'newest', '-o', 'map'])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toMatch(/^error: -o map cannot be used with lenders\nhint: ./)
  })

  test('counts the results of a jq expression', async () => {
    const expression = '{location: {country: "X", geo: {pairs: "1 2"}}}'
    expect((await search('--jq', expression, '-o', 'map')).stdout).toContain('\n1  X  100\n')
  })
})

describe('a chart is a usage error for', () => {
  test.each([
    [['--by', 'sector', '--wire', 'json'], '--by cannot be used with --wire'],
    [['--by', 'sector', '--fields', 'id', '-o', 'chart'], '--fields cannot be used with -o chart'],
    [['--jq', '{a: 1}', '-o', 'chart'], '-o chart requires --by'],
    [['--by', 'country', '-o', 'map'], '--by cannot be used with -o map'],
    [['--by', 'sector,status', '-o', 'chart'], '-o chart draws one number of one field'],
    [['--sum', 'amount', '--avg', 'amount', '-o', 'chart'], '-o chart draws one number of one field'],
    [['--sum', 'amount,lender_count', '-o', 'map'], '-o map draws one number of one field'],
    [['--by', 'sector', '--order', 'count:asc', '-o', 'chart'], '-o chart cannot be sorted'],
    [['--sum', 'status', '-o', 'chart'], 'invalid value "status" for --sum'],
  ] as const)('%j: %s', async (words, message) => {
    const { code, stdout, stderr, requests } = await search(...words)
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr.replace('{"error":{"kind":"usage","message":"', 'error: ')).toContain(`error: ${message}`)
    expect(stderr).toContain('hint')
  })

  test.each([
    [['--jq', '{a: "x"}', '--by', 'b'], 'error: unknown field "b" for --by'],
    [['--jq', '{a: "x"}', '--by', 'a', '--sum', 'a'], 'error: invalid value "a" for --sum'],
  ] as const)('%j, found after the first page: %s', async (words, message) => {
    const { code, stdout, stderr } = await search(...words, '-o', 'chart')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})
