/** `kiva partners show`: field partners by id, found in the list of all. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { openSession } from '../explore/session.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const pageSize = 200
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)
const partner = (id: number) => ({ id, name: `Partner ${id}`, status: 'active', rating: '4.5' })

/** A service with the partners 1 to 500, on three pages. */
const service: Send = async (request) => {
  const page = pageOf(request)
  const ids = Array.from({ length: 500 }, (_, at) => at + 1).slice((page - 1) * pageSize, page * pageSize)
  const paging = { page, total: 500, page_size: pageSize, pages: 3 }
  return jsonReply({ paging, partners: ids.map(partner) })
}

const show = (words: string, options: RunOptions = {}) =>
  run(['partners', 'show', ...words.split(' ').filter(Boolean)], { send: service, ...options })
const idsIn = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: number }) => id)
const errorIn = (stderr: string) => JSON.parse(stderr).error

test.each([
  ['7', [7], [1]],
  ['#7', [7], [1]],
  ['7,3', [7, 3], [1]],
  ['450 7 450', [450, 7], [1, 2, 3]],
  ['250 1', [250, 1], [1, 2]],
])('%s: prints them in this order, and reads no page after the last one', async (words, ids, pages) => {
  const { code, stdout, stderr, requests } = await show(words)
  expect([code, idsIn(stdout), stderr]).toEqual([0, ids, ''])
  expect(requests.map(pageOf)).toEqual(pages)
  expect(requests.map(({ url }) => new URL(url).searchParams.has('ids'))).not.toContain(true)
})

test.each(['get', 'view'])('%s is an alias', async (alias) => {
  const { stdout } = await run(['partners', alias, '7'], { send: service })
  expect(idsIn(stdout)).toEqual([7])
})

describe('unknown ids', () => {
  test('prints the others, then exits with 9', async () => {
    const { code, stdout, stderr, requests } = await show('7 9999 8')
    expect([code, idsIn(stdout), requests.length]).toEqual([9, [7, 8], 3])
    expect(errorIn(stderr)).toMatchObject({
      message: 'not found: 9999',
      hint: 'The other 2 were printed; --missing FILE saves the missing ids.',
    })
  })

  test.each([
    ['9999', 'partner 9999 not found'],
    ['9998 9999', 'no partners found'],
  ])('%s: exits with 5 and prints nothing', async (words, message) => {
    const { code, stdout, stderr } = await show(words)
    expect([code, stdout, errorIn(stderr).message]).toEqual([5, '', message])
  })

  test('--missing saves them', async () => {
    const { code, folder } = await show('7 9999 9998 --missing gone.txt')
    expect([code, folder.get('gone.txt')]).toEqual([9, '9999\n9998\n'])
  })
})

test.each([
  ['', 'missing required argument <ids>'],
  ['abc', 'invalid value "abc" for <ids>: expected a whole number of at least 1'],
  ['0', 'invalid value "0" for <ids>: expected a whole number of at least 1'],
  ['7 --limit 1', 'unknown option --limit'],
  ['7 --page 2', 'unknown option --page'],
  ['7 --ids 8', 'unknown option --ids'],
  ['- --watch 9s', '--watch cannot be used with ids from standard input'],
])('"%s" is refused before any request', async (words, message) => {
  const { code, stderr, requests } = await show(words, { stdin: '7\n' })
  expect([code, errorIn(stderr).message, requests]).toEqual([2, message, []])
})

describe('ids from elsewhere', () => {
  test('standard input, in place of -', async () => {
    const { stdout } = await show('8 -', { stdin: '7, 9\n\n300 8\n' })
    expect(idsIn(stdout)).toEqual([8, 7, 9, 300])
  })

  test('an invalid or missing id on standard input', async () => {
    const [invalid, empty] = [await show('-', { stdin: '7 x\n' }), await show('-', { stdin: '\n' })]
    expect([invalid.code, invalid.requests, errorIn(invalid.stderr).message]).toEqual([
      2,
      [],
      'line 1 of standard input: invalid value "x" for <ids>: expected a whole number of at least 1',
    ])
    expect([empty.code, errorIn(empty.stderr).message]).toEqual([2, 'missing value for <ids>'])
  })

  const state = new Map([['shortlists/good.txt', '7  # reliable\n300\n']])

  test('a shortlist', async () => {
    const { stdout } = await show('@good', { state: new Map(state) })
    expect(idsIn(stdout)).toEqual([7, 300])
  })

  test('a mark stays when the ids of the shortlist change', async () => {
    const first = await show('@good --new', { state: new Map(state) })
    first.state.set('shortlists/good.txt', '7\n8\n')
    const { stdout } = await show('@good --new', { state: first.state })
    expect([idsIn(first.stdout), idsIn(stdout)]).toEqual([[7, 300], [8]])
  })
})

describe('output', () => {
  test('a page per partner on a terminal', async () => {
    const { stdout } = await run(['--sandbox', 'partners', 'show', '101', '133'], {
      terminal: 80,
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/^Umoja Harvest Trust +field partner · active · #101\nKenya \(KE\), Africa\n/)
    for (const label of ['Rating', 'Since', 'Late', 'Default', 'At risk', 'Currency loss', 'Yield', 'Web'])
      expect(stdout).toMatch(new RegExp(`^${label} +\\S`, 'm'))
    expect(stdout).toMatch(/\n─+\n\nUmoja Wellspring Association +field partner · active · #133\n/)
    expect(stdout).toContain('kiva --sandbox loans search --partner 133')
  })

  test.each([
    ['--fields id,name', '[\n  {\n    "id": 7,\n    "name": "Partner 7"\n  }\n]\n'],
    ['--jq .name -o ndjson', '"Partner 7"\n'],
    ['--fields name -o csv', 'name\r\nPartner 7\r\n'],
    ['--across', 'ID      7\nNAME    Partner 7\nSTATUS  active\nRATING  4.5\n'],
  ])('%s', async (words, expected) => {
    const { stdout } = await show(`7 ${words}`)
    expect(stdout.replaceAll(' \n', '\n')).toBe(expected)
  })

  test('--curl prints the request that it sends first', async () => {
    const { stdout, requests } = await show('7 --curl')
    expect(requests).toEqual([])
    expect(stdout).toContain('https://api.kivaws.org/v1/partners.json')
  })
})

test('a failure on a later page prints nothing of the earlier ones', async () => {
  const send: Send = async (request, how) =>
    pageOf(request) === 1 ? service(request, how) : jsonReply({ code: 'org.kiva.ServerError' }, 500)
  const { code, stdout } = await show('7 300', { send })
  expect([code, stdout]).toEqual([6, ''])
})

test('the help names the request', async () => {
  const { stdout } = await run(['partners', 'show', '--help'])
  expect(stdout).toContain('Sends GET /v1/partners, page by\npage, until all ids are found.')
})

test('the help of the group lists it', async () => {
  const { stdout } = await run(['partners', '--help'])
  expect(stdout).toMatch(/\n {2}show {2}Show field partners/)
})

test('a saved command reads the ids when it runs', async () => {
  const { state } = await run(['saved', 'add', 'ours', '--', 'partners', 'show', '-'], { stdin: '8\n' })
  const { stdout } = await run(['saved', 'run', 'ours'], { send: service, state, stdin: '7\n' })
  expect(idsIn(stdout)).toEqual([7])
})

test('kiva explore opens the page of one partner', async () => {
  const session = await openSession({ argv: ['--sandbox', 'explore', 'partners', 'show', '101'] })
  expect((await session.screen()).join('\n')).toContain('Kenya (KE), Africa')
  await session.end()
})
