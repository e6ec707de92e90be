/** Filters after reading: what they keep, in which order, and how many requests they need. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { jsonReply, run, textReply } from '../harness.ts'

const size = 20
const urlOf = ({ url }: HttpRequest) => new URL(url)
const pathsOf = (requests: readonly HttpRequest[]) =>
  requests.map(
    (request) => `${urlOf(request).pathname.slice(3)}?${urlOf(request).searchParams.get('page') ?? 1}`,
  )

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
/** Loan n is posted on day n. */
const loan = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Loan ${id}`,
  loan_amount: (id % 7) * 100,
  sector: id % 2 ? 'Food' : 'Arts',
  posted_date: day(id),
  ...more,
})
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const loans = (first: number, count: number) => down(first, count).map((id) => loan(id))

/** A service with lists by path, in pages of 20. */
function service(
  lists: Readonly<Record<string, readonly Json[]>>,
  key: (path: string) => string = () => 'loans',
): Send {
  return async (request) => {
    const { pathname, searchParams } = urlOf(request)
    const path = pathname.slice(3).replace('.json', '')
    const list = lists[path]
    if (!list) return jsonReply({ code: 'org.kiva.InvalidIdentifier', message: `no ${path}` }, 404)
    const page = Number(searchParams.get('page') ?? 1)
    const paging = { page, total: list.length, page_size: size, pages: Math.ceil(list.length / size) }
    return jsonReply({ paging, [key(path)]: list.slice((page - 1) * size, page * size) })
  }
}

const search = { '/loans/search': loans(100, 90) }
const search90 = (line: readonly string[], lists = {}) =>
  run(['loans', 'search', ...line], { send: service({ ...search, ...lists }) })
const ids = (stdout: string): readonly number[] => JSON.parse(stdout).map((one: { id: number }) => one.id)

describe('--where', () => {
  test('reads all pages, keeps whole records in their order, and says how many match', async () => {
    const { code, stdout, stderr, requests } = await search90(['--where', '.loan_amount > 500'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(loans(100, 90).filter((one) => Number(one['loan_amount']) > 500))
    expect(stderr).toBe('13 of 90 loans match\n')
    expect(requests).toHaveLength(5)
  })

  test('stops reading when --limit is met', async () => {
    const { stdout, stderr, requests } = await search90([
      '--where',
      '.sector == "Food" and .id < 95',
      '--limit',
      '9',
    ])
    expect(ids(stdout)).toEqual([93, 91, 89, 87, 85, 83, 81, 79, 77])
    expect(requests).toHaveLength(2)
    expect(stderr).toBe('first 9 matches (40 of 90 loans read)\n')
  })

  test.each([
    ['the first result decides', '(false, true)', 0],
    ['null is not a match', '.nothing', 0],
    ['no result is not a match', 'empty', 0],
    ['0 and "" are matches', '0', 90],
    ['--arg sets a variable', '.name == $n', 1],
  ])('%s', async (_, expression, count) => {
    const { stdout } = await search90(['--where', expression, '--arg', 'n=Loan 42'])
    expect(ids(stdout)).toHaveLength(count)
  })

  test('an expression that fails names the loan, before anything is printed', async () => {
    const { code, stdout, stderr } = await search90(['--where', '.name | tonumber > 3'])
    expect([code, stdout]).toEqual([2, ''])
    expect(JSON.parse(stderr).error.message).toContain('jq failed on loan 100')
  })

  test('an invalid expression is refused before any request', async () => {
    const { code, stderr, requests } = await search90(['--where', '.name |'])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain('invalid jq expression')
  })

  test('without a match', async () => {
    const { code, stdout, stderr } = await search90(['--where', 'false'])
    expect([code, stdout, stderr]).toEqual([0, '[]\n', 'No matches among 90 loans\n'])
  })
})

describe('--order', () => {
  test('sorts by several fields; ties by id, without a value last', async () => {
    const list = [
      loan(1),
      loan(2, { sector: null }),
      loan(8),
      loan(3),
      loan(4),
      loan(10, { loan_amount: '300.0' }),
    ]
    const send = service({ '/loans/search': list })
    const { stdout } = await run(['loans', 'search', '--order', 'sector:desc,loan_amount'], { send })
    expect(ids(stdout)).toEqual([1, 3, 8, 10, 4, 2])
  })

  test('numbers that differ beyond the precision of JavaScript, also as text', async () => {
    const digits = [
      '1e400',
      '9007199254740994',
      '" +9007199254740993 "',
      '"9007199254740992"',
      '9007199254740991.5',
      '1.0000000000000000001e1',
      '10',
      '0.1000000000000000000000000002e2',
      '-9007199254740992',
      '-9007199254740993',
      '-1e400',
    ]
    const records = digits.map((number, at) => `{"id":${at},"loan_amount":${number}}`)
    const paging = { page: 1, total: records.length, page_size: 20, pages: 1 }
    const send: Send = async () =>
      textReply(`{"paging":${JSON.stringify(paging)},"loans":[${records.toReversed().join()}]}`)
    const up = await run(['loans', 'search', '--order', 'loan_amount'], { send })
    expect(ids(up.stdout)).toEqual([10, 9, 8, 6, 7, 5, 4, 3, 2, 1, 0])
    const down = await run(['loans', 'search', '--order', 'loan_amount:desc'], { send })
    expect(ids(down.stdout)).toEqual([0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10])
  })

  test('with --limit keeps the first of all', async () => {
    const { stdout, stderr, requests } = await search90(['--order', 'posted_date', '--limit', '3'])
    expect([ids(stdout), requests.length]).toEqual([[11, 12, 13], 5])
    expect(stderr).toBe('3 of 90 loans\n')
  })

  test('a list longer than what it keeps in memory is sorted as well', async () => {
    const list = down(3000, 3000).map((id) => loan(id, { loan_amount: (id * 7919) % 3001 }))
    const { stdout } = await run(
      ['loans', 'search', '--all', '--order', 'loan_amount:desc', '--limit', '20'],
      {
        send: service({ '/loans/search': list }),
      },
    )
    const best = list.toSorted((one, other) => Number(other['loan_amount']) - Number(one['loan_amount']))
    expect(ids(stdout)).toEqual(best.slice(0, 20).map(({ id }) => id))
  })

  test('a failure while reading leaves the output empty', async () => {
    const inner = service(search)
    const send: Send = async (request, signal) =>
      urlOf(request).searchParams.get('page') === '3' ? jsonReply({}, 400) : inner(request, signal)
    const { code, stdout } = await run(['loans', 'search', '--order', 'id'], { send })
    expect([code, stdout]).toEqual([5, ''])
  })

  test('an unknown field is refused', async () => {
    const { code, stderr } = await search90(['--order', 'loan_amuont'])
    expect(code).toBe(2)
    expect(stderr).toContain('unknown field \\"loan_amuont\\" for --order')
    expect(stderr).toContain('Did you mean loan_amount?')
  })
})

describe('--at-most', () => {
  test('keeps the first of each value, across pages', async () => {
    const { stdout } = await search90(['--at-most', '2:sector', '--where', '.id < 60'])
    expect(ids(stdout)).toEqual([59, 58, 57, 56])
  })

  test('records without the field are one group', async () => {
    const list = [
      loan(5),
      loan(4, { partner_id: 7 }),
      loan(3),
      loan(2, { partner_id: 7 }),
      loan(1, { partner_id: 8 }),
    ]
    const { stdout } = await run(['loans', 'search', '--at-most', '1:partner_id'], {
      send: service({ '/loans/search': list }),
    })
    expect(ids(stdout)).toEqual([5, 4, 1])
  })

  const tagged = (...lists: readonly (readonly string[])[]) =>
    lists.map((names) => ({ tags: names.map((name) => ({ name })) }))
  test.each<[rule: string, limits: string, parts: readonly JsonObject[], expected: readonly number[]]>([
    ['an empty text is no value', '1:use', [{}, { use: '' }, { use: 'a' }, { use: null }], [4, 2]],
    [
      'a list counts for each value',
      '1:tags.name',
      tagged([], ['a', 'b'], ['b'], ['c', 'c'], ['c']),
      [5, 4, 2],
    ],
    ['a list counts once for a value', '2:tags.name', tagged(['c', 'c'], ['c'], ['c']), [3, 2]],
    [
      'each field has its own values',
      '1:use,1:activity',
      [{ use: 'a' }, { activity: 'a' }, { use: 'b' }],
      [3, 2],
    ],
  ])('%s', async (_, limits, parts, expected) => {
    const list = parts.map((part, at) => loan(parts.length - at, part))
    const { stdout } = await run(['loans', 'search', '--at-most', limits], {
      send: service({ '/loans/search': list }),
    })
    expect(ids(stdout)).toEqual(expected)
  })

  test('comes after --order and before --limit', async () => {
    const { stdout, stderr } = await search90(['--order', 'id', '--at-most', '1:loan_amount', '--limit', '3'])
    expect(ids(stdout)).toEqual([11, 12, 13])
    expect(stderr).toBe('3 of 90 loans\n')
  })
})

describe('--not-lent-by', () => {
  const lender = '/lenders/robin1001/loans'
  const listed = ['--not-lent-by', 'robin1001', '--concurrency', '1']

  test('reads the lender newest first, until the rest is older', async () => {
    const lists = { [lender]: loans(150, 130).filter(({ id }) => Number(id) % 3 === 0) }
    const { stdout, requests } = await search90(listed, lists)
    expect(ids(stdout)).toEqual(down(100, 90).filter((id) => id % 3 !== 0 || id <= 20))
    const asked = pathsOf(requests).filter((path) => path.startsWith('/lenders'))
    expect(asked).toEqual([1, 2, 3].map((page) => `${lender}.json?${page}`))
  })

  test('reads no more of the lender than the loans need', async () => {
    const lists = { [lender]: loans(150, 150) }
    const { stdout, requests } = await search90([...listed, '--limit', '5', '--where', '.id > 80'], lists)
    expect(ids(stdout)).toEqual([])
    const asked = pathsOf(requests).filter((path) => path.startsWith('/lenders'))
    expect(asked.length).toBeLessThan(8)
  })

  test('reads all pages of a list that is not sorted by date', async () => {
    const mixed = [...loans(9, 8), ...loans(150, 20), ...loans(60, 20), ...loans(130, 10), ...loans(41, 1)]
    const { stdout, requests } = await search90(listed, { [lender]: mixed })
    const lent = new Set(mixed.map(({ id }) => id))
    expect(ids(stdout)).toEqual(down(100, 90).filter((id) => !lent.has(id)))
    expect(pathsOf(requests).filter((path) => path.startsWith('/lenders'))).toHaveLength(3)
  })

  test('loans without a date are checked against the whole list', async () => {
    const send = service({
      '/loans/search': [loan(7, { posted_date: null }), loan(6, { posted_date: null })],
      [lender]: [...loans(100, 40), loan(7, { posted_date: null })],
    })
    const { stdout } = await run(['loans', 'search', ...listed], { send })
    expect(ids(stdout)).toEqual([6])
  })

  test('an unknown lender is an error, never an unfiltered list', async () => {
    const { code, stdout, stderr, requests } = await search90(['--not-lent-by', 'nobody'])
    expect([code, stdout, requests.length > 0]).toEqual([5, '', true])
    expect(stderr).not.toContain('--base-url')
  })

  test.each([
    ['that is asked for no loan', { '/loans/search': [] }, []],
    ['after one who lent to all', { [lender]: loans(100, 90) }, ['--not-lent-by', 'robin1001']],
  ])('an unknown lender %s is an error too', async (_, lists, words) => {
    const { code, stdout } = await search90([...words, '--not-lent-by', 'nobody'], lists)
    expect([code, stdout]).toEqual([5, ''])
  })

  test('several lenders', async () => {
    const lists = { [lender]: loans(100, 5), '/lenders/ada/loans': loans(20, 5) }
    const { stdout } = await search90([...listed, '--not-lent-by', 'ada'], lists)
    expect(ids(stdout)).toEqual(
      down(95, 75)
        .filter((id) => id > 20)
        .concat(down(15, 5)),
    )
  })
})

describe('--only', () => {
  const partners = down(150, 150).map((id) => ({ id, name: `Partner ${id}` }))
  const send = service({ '/partners': partners }, () => 'partners')

  test('reads until all are found', async () => {
    const line = ['partners', 'list', '--only', '149,#133', '--concurrency', '1']
    const { code, stdout, requests } = await run(line, { send })
    expect([code, ids(stdout)]).toEqual([0, [149, 133]])
    expect(requests).toHaveLength(1)
  })

  test('names the missing ones, and exits with 9', async () => {
    const { code, stdout, stderr } = await run(['partners', 'list', '--only', '5,999,1000'], { send })
    expect([code, ids(stdout)]).toEqual([9, [5]])
    expect(JSON.parse(stderr).error.message).toBe('not found: 999, 1000')
  })

  test.each(['150,100', '100'])(
    '--only %s: says that the list changed on a page without any',
    async (only) => {
      const growing: Send = (request, signal) => {
        const page = Number(urlOf(request).searchParams.get('page') ?? 1)
        const list = page === 1 ? partners : [{ id: 151 }, ...partners]
        return service({ '/partners': list }, () => 'partners')(request, signal)
      }
      const line = ['partners', 'list', '--only', only, '--concurrency', '1']
      const { code, stdout, stderr } = await run(line, { send: growing })
      expect([code, ids(stdout)]).toEqual([0, only.split(',').map(Number)])
      expect(stderr).toContain('The list changed while it was read')
    },
  )

  test('exits with 5 if none is found', async () => {
    const { code, stdout } = await run(['partners', 'list', '--only', '999'], { send })
    expect([code, stdout]).toEqual([5, ''])
  })
})

test.each([
  ['--where . --page 2', '--page cannot be used with --where'],
  ['--order id --wire json', '--wire cannot be used with --order'],
  ['--order id --checkpoint c --out f', '--checkpoint cannot be used with --order'],
  ['--at-most 1:id --resume c --out f', '--resume cannot be used with --at-most'],
  ['--where . --limit 2 --checkpoint c --out f', '--limit cannot be used with filters and --checkpoint'],
  ['--at-most id', 'invalid value "id" for --at-most: expected n:field'],
  ['--at-most 0:id', 'invalid value "0" for --at-most'],
  ['--order location..country', 'invalid value "location..country" for --order'],
  ['--with luck', 'invalid value "luck" for --with'],
  ['--lender robin1001', '--lender requires --with mine'],
])('kiva loans search %s is refused', async (line, message) => {
  const { code, stderr, requests } = await search90(line.split(' '))
  expect([code, requests]).toEqual([2, []])
  expect(JSON.parse(stderr).error.message).toContain(message)
})

test('the filters run before --fields and --jq, in every format', async () => {
  const line = ['--where', '.id > 97', '--order', 'id', '-o']
  expect((await search90([...line, 'csv', '--fields', 'id,sector'])).stdout).toBe(
    'id,sector\r\n98,Arts\r\n99,Food\r\n100,Arts\r\n',
  )
  expect((await search90([...line, 'ndjson', '--jq', '.id'])).stdout).toBe('98\n99\n100\n')
  expect((await search90([...line, 'json', '--slurp', '--jq', 'length'])).stdout).toBe('3\n')
})

test('a run with --where resumes where it ended', async () => {
  const inner = service(search)
  let failing = true
  const send: Send = async (request, signal) =>
    failing && urlOf(request).searchParams.get('page') === '3' ? jsonReply({}, 400) : inner(request, signal)
  const line = [
    'loans',
    'search',
    '--where',
    '.id % 10 == 0',
    '-o',
    'ndjson',
    '--out',
    '/o',
    '--concurrency',
    '1',
  ]
  const first = await run([...line, '--checkpoint', '/c'], { send })
  expect(first.code).toBe(9)
  failing = false
  const second = await run([...line, '--resume', '/c'], { send, folder: first.folder })
  expect([second.code, second.stderr.includes('error')]).toEqual([0, false])
})
