/** `--new` and `--changes`: what is printed, and what the mark remembers. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/ports/http.ts'
import type { JsonObject } from '../../src/ports/json.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

const day = 86_400_000
const loan = (id: number, more: JsonObject = {}): JsonObject => ({ id, name: `Loan ${id}`, ...more })
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const loans = (first: number, count: number) => down(first, count).map((id) => loan(id))
const ids = (stdout: string): readonly number[] => JSON.parse(stdout).map(({ id }: { id: number }) => id)
const events = (stdout: string): readonly string[] =>
  JSON.parse(stdout).map(
    ({
      event,
      item,
      changed_fields = [],
    }: {
      event: string
      item: { id: number }
      changed_fields?: string[]
    }) => `${event} ${item.id} ${changed_fields.join()}`.trim(),
  )

/** A service whose list a test may change. */
function listOf(list: { loans: readonly JsonObject[] }, failsAt = 0): Send {
  return async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    if (page === failsAt) return jsonReply({}, 400)
    const paging = { page, total: list.loans.length, page_size: 20, pages: Math.ceil(list.loans.length / 20) }
    return jsonReply({ paging, loans: list.loans.slice((page - 1) * 20, page * 20) })
  }
}

/** Runs lines one after the other with the same state folder. */
function machine(first: readonly JsonObject[]) {
  const list = { loans: first }
  const state = new Map<string, string>()
  const search = (line: string, options: RunOptions = {}) =>
    run(['loans', 'search', ...line.split(' ')], { state, send: listOf(list), ...options })
  return { list, state, search }
}

describe('--new', () => {
  test('prints everything at first, then only new records', async () => {
    const { list, state, search } = machine(loans(10, 5))
    expect(ids((await search('--new')).stdout)).toEqual([10, 9, 8, 7, 6])
    list.loans = loans(12, 7)
    const second = await search('--new')
    expect([ids(second.stdout), second.stderr]).toEqual([[12, 11], '2 new loans\n'])
    const third = await search('--new -o ndjson')
    expect([third.code, third.stdout, third.stderr]).toEqual([0, '', ''])
    expect(state.size).toBe(1)
  })

  test('--mark-only prints nothing at first', async () => {
    const { list, search } = machine(loans(10, 5))
    expect((await search('--new --mark-only -o ndjson')).stdout).toBe('')
    list.loans = loans(11, 6)
    expect(ids((await search('--new --mark-only')).stdout)).toEqual([11])
  })

  test('--mark-only leaves records that a filter drops for later', async () => {
    const { list, search } = machine([loan(2, { left: 50 }), loan(1, { left: 75 })])
    const line = '--where .left<60 --new --mark-only'
    expect(ids((await search(line)).stdout)).toEqual([])
    list.loans = [loan(2, { left: 25 }), loan(1, { left: 50 })]
    expect(ids((await search(line)).stdout)).toEqual([1])
  })

  test('--mark-only prints nothing until a run is complete', async () => {
    const { list, search } = machine(loans(100, 60))
    const line = '--new --mark-only --all -o ndjson --concurrency 1'
    expect((await search(line, { send: listOf(list, 3) })).code).toBe(9)
    expect((await search(line)).stdout).toBe('')
  })

  test('--peek leaves the mark', async () => {
    const { state, search } = machine(loans(10, 2))
    for (const _ of [1, 2]) expect(ids((await search('--new --peek')).stdout)).toEqual([10, 9])
    expect(state.size).toBe(0)
  })

  test('--limit counts new records; the others are new next time', async () => {
    const { search } = machine(loans(100, 50))
    expect(ids((await search('--new --limit 30')).stdout)).toEqual(down(100, 30))
    expect(ids((await search('--new --limit 30')).stdout)).toEqual(down(70, 20))
  })

  test('works with filters and sorting, and prints in every format', async () => {
    const { search } = machine(loans(20, 10))
    const line = '--where .id%2==0 --order id --new'
    expect(ids((await search(`${line} --limit 2`)).stdout)).toEqual([12, 14])
    expect((await search(`${line} -o csv --fields id`)).stdout).toBe('id\r\n16\r\n18\r\n20\r\n')
  })

  test.each(['--new --peek', '--changes --peek', '--where .id>8', '--where .id>8 --limit 1', '--order id'])(
    'with --slurp, stderr counts records as without it: %s',
    async (line) => {
      const { search } = machine(loans(10, 3))
      const { stderr } = await search(line)
      expect((await search(`${line} --slurp --jq .`)).stderr).toBe(stderr)
    },
  )

  test('a mark belongs to what is read, not to how it is printed', async () => {
    const { search } = machine(loans(10, 3))
    await search('--new -o table')
    expect((await search('--new -o ndjson --fields id')).stdout).toBe('')
    expect(ids((await search('--new --sector Food')).stdout)).toEqual([10, 9, 8])
    const other = { env: { KIVA_BASE_URL: 'https://other.example', KIVA_AUTH_URL: 'https://other.example' } }
    expect(ids((await search('--new', other)).stdout)).toEqual([10, 9, 8])
  })

  test('a shortlist keeps its mark when its ids change', async () => {
    const { state, search } = machine([])
    const send: Send = async ({ url }) => {
      const [, ids = ''] = /loans\/([\d,]+)/.exec(url) ?? []
      return jsonReply({ loans: ids.split(',').map((id) => loan(Number(id))) })
    }
    const show = (line: string, stdin = '') =>
      run(['loans', 'show', ...line.split(' ')], { state, send, stdin })
    state.set('shortlists/s.txt', '1\n2\n')
    await show('@s --changes')
    await show('@s - --changes', '8')
    state.set('shortlists/s.txt', '2\n3\n')
    expect(events((await show('@s --changes')).stdout)).toEqual(['added 3', 'removed 1'])
    expect(events((await show('@s - --changes', '8')).stdout)).toEqual(['added 3', 'removed 1'])
    // The ids themselves are another command line.
    expect(events((await show('2 3 --changes')).stdout)).toEqual(['added 2', 'added 3'])
    expect((await search('--changes -o ndjson')).stdout).toBe('')
  })

  test('a mark keeps its file from version to version', async () => {
    const { state, search } = machine(loans(10, 3))
    await search('--new --sector Food --q maize')
    await run(['--sandbox', 'partners', 'list', '--new'], { state })
    expect([...state.keys()]).toEqual([
      'marks/55348771cca1e33392da3c50b003f7b8.json',
      'marks/4b26a47bdbeed68453824690e1cfe792.json',
    ])
  })

  test('a mark belongs to all pages', async () => {
    const { list, search } = machine(loans(100, 60))
    await search('--new --sector Food')
    list.loans = loans(120, 80)
    expect(ids((await search('--new --sector Food --page 2')).stdout)).toEqual([])
    expect(ids((await search('--new --sector Food')).stdout)).toEqual(down(120, 20))
  })

  test('a mark belongs to the lender of --with mine', async () => {
    const { list, search } = machine(loans(3, 3))
    const lent: Record<string, number> = { ann: 3, bob: 2 }
    const send: Send = async (request, signal) => {
      const [, lender] = /lenders\/(\w+)\/loans/.exec(request.url) ?? []
      if (lender === undefined) return listOf(list)(request, signal)
      return jsonReply({ paging: { page: 1, total: 1 }, loans: [loan(lent[lender] ?? 0)] })
    }
    const notLent = (lender: string) =>
      search(`--with mine --lender ${lender} --where .derived.mine.lent|not --new`, { send })
    expect(ids((await notLent('ann')).stdout)).toEqual([2, 1])
    expect(ids((await notLent('bob')).stdout)).toEqual([3, 1])
    expect(ids((await notLent('ann')).stdout)).toEqual([])
  })

  test('--mark NAME shares a mark between command lines of one list', async () => {
    const { search, state } = machine(loans(10, 3))
    await search('--new --mark daily')
    expect((await search('--new --mark daily --sector Food -o ndjson')).stdout).toBe('')
    expect([...state.keys()]).toEqual(['marks/daily.json'])
    const wrong = await run(['lenders', 'newest', '--new', '--mark', 'daily'], { state })
    expect([wrong.code, wrong.stderr.includes('this mark belongs to another list')]).toEqual([2, true])
  })

  test('a run that fails has marked what it printed', async () => {
    const { list, state, search } = machine(loans(100, 60))
    const failed = await search('--new --all -o ndjson --concurrency 1', { send: listOf(list, 3) })
    expect([failed.code, failed.stdout.trim().split('\n')]).toEqual([
      9,
      expect.objectContaining({ length: 40 }),
    ])
    expect(ids((await search('--new --all')).stdout)).toEqual(down(60, 20))
    expect(state.size).toBe(1)
  })

  test.each(['--new', '--new --order id', '--changes'])(
    '%s: a page that was not written is printed next time',
    async (line) => {
      const { search } = machine(loans(10, 5))
      const words = `${line} -o ndjson`
      const { stdout } = await search(`${words} --peek`)
      await search(words, { readerLeavesAfter: 5 })
      expect((await search(words)).stdout).toBe(stdout)
    },
  )

  test('leaves a named mark of --changes its records', async () => {
    const { search } = machine(loans(10, 5))
    await search('--changes --mark daily')
    expect(ids((await search('--new --mark daily')).stdout)).toEqual([])
    expect(events((await search('--changes --mark daily')).stdout)).toEqual([])
  })

  test('records that are not in the list for 180 days are forgotten', async () => {
    const { list, state, search } = machine([loan(1), loan(2)])
    await search('--new')
    list.loans = [loan(2)]
    await search('--new', { now: noon + 100 * day })
    await search('--new', { now: noon + 200 * day })
    expect(Object.values(JSON.parse([...state.values()].join()).seen)).toEqual([['2']])
  })

  test('a corrupt mark is an error before anything is sent', async () => {
    const { state, search } = machine(loans(3, 1))
    state.set('marks/daily.json', '{"v":1')
    const { code, stderr, requests } = await search('--new --mark daily')
    expect([code, requests, stderr.includes('/state/marks/daily.json is corrupt')]).toEqual([3, [], true])
  })

  test('on a terminal, it says that nothing is new', async () => {
    const { search } = machine(loans(3, 2))
    await search('--new')
    expect((await search('--new', { terminal: 80, env: { NO_COLOR: '1' } })).stderr).toContain(
      'No new loans.',
    )
  })
})

describe('--changes', () => {
  test('prints added, changed and removed records as events', async () => {
    const { list, search } = machine([loan(3), loan(2, { a: { b: 1 } }), loan(1)])
    expect(events((await search('--changes')).stdout)).toEqual(['added 3', 'added 2', 'added 1'])
    list.loans = [loan(4), loan(3), loan(2, { a: { b: 2 } })]
    const { stdout, stderr } = await search('--changes')
    expect(events(stdout)).toEqual(['added 4', 'changed 2 a.b', 'removed 1'])
    expect(stderr).toBe('3 changes\n')
    expect(events((await search('--changes')).stdout)).toEqual([])
  })

  test('nothing is removed if the list was not read to its end', async () => {
    const { list, search } = machine(loans(60, 60))
    await search('--changes')
    const failed = await search('--changes -o ndjson', { send: listOf(list, 2) })
    expect(failed.stdout).not.toContain('removed')
    list.loans = loans(60, 59)
    expect(events((await search('--changes')).stdout)).toEqual(['removed 1'])
  })

  test('nothing is removed if records may be missing between two pages', async () => {
    const { search } = machine(loans(100, 60))
    await search('--changes')
    // The list loses its first loan with each request, so that no page follows the one before it.
    let requests = 0
    const shrinking: Send = (request, signal) =>
      listOf({ loans: loans(100, 60).slice(requests++) })(request, signal)
    const { stdout, stderr } = await search('--changes --concurrency 1 -o ndjson', { send: shrinking })
    expect(stdout).toBe('')
    expect(stderr).toContain('The list changed while it was read')
  })

  test('a record that stays in the list is not forgotten', async () => {
    const { search } = machine([loan(1)])
    await search('--changes')
    await search('--changes', { now: noon + 100 * day })
    expect(events((await search('--changes', { now: noon + 200 * day })).stdout)).toEqual([])
    expect(events((await search('--changes', { now: noon + 600 * day })).stdout)).toEqual([])
  })

  test('a removal that was not printed is printed next time', async () => {
    const { list, search } = machine([loan(2), loan(1)])
    await search('--changes')
    list.loans = [loan(3), loan(2)]
    const line = '--changes -o ndjson'
    const [added, removed] = (await search(`${line} --peek`)).stdout.split('\n')
    const left = await search(line, { readerLeavesAfter: Number(added?.length) + 1 })
    expect([left.code, left.stdout]).toEqual([0, `${added}\n${removed}\n`])
    expect((await search(line)).stdout).toBe(`${removed}\n`)
  })

  test('a table names the records', async () => {
    const { stdout } = await machine([loan(3)]).search('--changes -o table')
    expect(stdout).toMatch(/EVENT +ID +NAME/)
    expect(stdout).toMatch(/added +3 +Loan 3/)
  })

  test('with filters, a record that no longer matches is removed', async () => {
    const { list, search } = machine([loan(3, { left: 50 }), loan(2, { left: 20 })])
    const line = '--where .left>=50 --changes'
    expect(events((await search(line)).stdout)).toEqual(['added 3'])
    list.loans = [loan(3, { left: 25 }), loan(2, { left: 75 })]
    expect(events((await search(line)).stdout)).toEqual(['added 2', 'removed 3'])
  })

  test('a number that a double cannot hold is no change, and keeps its digits', async () => {
    const { search } = machine([])
    const reply = (...records: readonly string[]): RunOptions => ({
      send: async () => textReply(`{"paging":{"page":1,"total":${records.length}},"loans":[${records}]}`),
    })
    const exact = '{"id":1,"rate":0.10000000000000001,"left":9007199254740993}'
    await search('--changes', reply(exact))
    expect((await search('--changes', reply(exact))).stdout).toBe('[]\n')
    const { stdout } = await search('--changes -o ndjson', reply())
    expect(stdout).toBe(`{"event":"removed","item":${exact}}\n`)
  })

  test('--mark-only and --peek', async () => {
    const { list, search } = machine(loans(3, 2))
    expect((await search('--changes --mark-only -o ndjson')).stdout).toBe('')
    list.loans = loans(4, 3)
    for (const _ of [1, 2]) expect(events((await search('--changes --peek')).stdout)).toEqual(['added 4'])
  })
})

describe('--fail-empty', () => {
  test.each([
    ['--new --fail-empty', 'no new loans found'],
    ['--changes --fail-empty', 'no changes found'],
    ['--where false --fail-empty', 'no loans found'],
  ])('kiva loans search %s', async (line, message) => {
    const { search } = machine(loans(3, 2))
    await search(line)
    const { code, stderr } = await search(line)
    expect([code, JSON.parse(stderr).error]).toEqual([10, { kind: 'empty', message, exit_code: 10 }])
  })

  test('an empty list', async () => {
    expect((await machine([]).search('--fail-empty')).code).toBe(10)
  })

  test('with --slurp, no record is empty too', async () => {
    const { search } = machine(loans(3, 2))
    const line = '--new --fail-empty --slurp --jq length'
    expect(await search(line)).toMatchObject({ code: 0, stdout: '2\n' })
    expect(await search(line)).toMatchObject({ code: 10, stdout: '0\n' })
  })

  test('changes nothing if something is printed', async () => {
    expect((await machine(loans(3, 2)).search('--fail-empty')).code).toBe(0)
  })
})

test.each([
  ['--new --changes', '--new cannot be used with --changes'],
  ['--mark daily', '--mark requires --new or --changes'],
  ['--peek', '--peek requires --new or --changes'],
  ['--mark-only', '--mark-only requires --new or --changes'],
  ['--new --watch 30s', '--watch cannot be used with --new'],
  ['--new --checkpoint c --out f', '--checkpoint cannot be used with --new'],
  ['--changes --limit 3', '--limit cannot be used with --changes'],
  ['--new --mark ../x', 'invalid mark name "../x"'],
  ['--fail-empty --wire json', '--wire cannot be used with --fail-empty'],
])('kiva loans search %s is refused', async (line, message) => {
  const { code, stderr, requests } = await machine([]).search(line)
  expect([code, requests]).toEqual([2, []])
  expect(JSON.parse(stderr).error.message).toBe(message)
})
