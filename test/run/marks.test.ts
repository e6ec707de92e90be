/** `--new` and `--changes`: what is printed, and what the mark remembers. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { jsonReply, noon, type RunOptions, run, textReply } from '../harness.ts'

const day = 86_400_000
const loan = (id: number, more: JsonObject = {}): JsonObject => ({ id, name: `Loan ${id}`, ...more })
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const loans = (first: number, count: number) => down(first, count).map((id) => loan(id))
const ids = (stdout: string): readonly number[] => JSON.parse(stdout).map(({ id }: { id: number }) => id)
interface Event {
  readonly event: string
  readonly item: { readonly id: number }
  readonly changes?: Readonly<Record<string, { readonly from?: Json; readonly to?: Json }>>
  readonly now?: string
}

/** `changed 2 a.b 1 → 2`, `removed 1 funded` */
const events = (stdout: string): readonly string[] =>
  JSON.parse(stdout).map(({ event, item, changes = {}, now = '' }: Event) => {
    const fields = Object.entries(changes).map(([path, { from, to }]) => `${path} ${from} → ${to}`)
    return `${event} ${item.id} ${[...fields, now].join(' ')}`.trim()
  })

interface List {
  loans: readonly JsonObject[]
  /** Loans that are not in the list and can be shown by id. */
  others?: readonly JsonObject[]
}

/** A service whose list a test may change. */
function listOf(list: List, failsAt = 0): Send {
  return async ({ url }) => {
    const [, ids] = /loans\/([\d,%C]+)\.json/.exec(url) ?? []
    if (ids !== undefined) {
      const asked = decodeURIComponent(ids).split(',')
      const found = [...list.loans, ...(list.others ?? [])].filter(({ id }) => asked.includes(String(id)))
      return jsonReply({ loans: found }, found.length > 0 ? 200 : 404)
    }
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    if (page === failsAt) return jsonReply({}, 400)
    const paging = { page, total: list.loans.length, page_size: 20, pages: Math.ceil(list.loans.length / 20) }
    return jsonReply({ paging, loans: list.loans.slice((page - 1) * 20, page * 20) })
  }
}

/** Runs lines one after the other with the same state folder. */
function machine(first: readonly JsonObject[]) {
  const list: List = { loans: first }
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
    const { stdout, stderr } = await search('--new --mark-only -o ndjson')
    expect([stdout, stderr]).toEqual(['', 'Marked 5 loans. The next run prints what is new.\n'])
    list.loans = loans(11, 6)
    const second = await search('--new --mark-only')
    expect([ids(second.stdout), second.stderr]).toEqual([[11], '1 new loan\n'])
  })

  test.each([
    ['--changes --mark-only', 'Marked 28 loans. The next run prints what changed.\n'],
    ['--changes --mark-only --peek', 'Marked nothing: --peek does not move the mark.\n'],
    ['--new --mark-only --quiet', ''],
  ])('a first run with %s says what it marked', async (line, words) => {
    const { stderr } = await machine(loans(50, 28)).search(line)
    expect(stderr).toBe(words)
  })

  test('an empty list is marked too', async () => {
    const { list, search } = machine([])
    const words = 'Marked 0 loans. The next run prints what changed.\n'
    expect((await search('--changes --mark-only')).stderr).toBe(words)
    list.loans = [loan(1)]
    expect(events((await search('--changes --mark-only')).stdout)).toEqual(['added 1'])
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
    expect(events((await show('@s --changes')).stdout)).toEqual([
      'added 3',
      'removed 1 no longer in this list',
    ])
    expect(events((await show('@s - --changes', '8')).stdout)).toEqual([
      'added 3',
      'removed 1 no longer in this list',
    ])
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
    expect(events(stdout)).toEqual(['added 4', 'changed 2 a.b 1 → 2', 'removed 1 not found'])
    expect(stderr).toBe('3 changes\n')
    expect(events((await search('--changes')).stdout)).toEqual([])
  })

  test('nothing is removed if the list was not read to its end', async () => {
    const { list, search } = machine(loans(60, 60))
    await search('--changes')
    const failed = await search('--changes -o ndjson', { send: listOf(list, 2) })
    expect(failed.stdout).not.toContain('removed')
    list.loans = loans(60, 59)
    expect(events((await search('--changes')).stdout)).toEqual(['removed 1 not found'])
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
    expect(events((await search(line)).stdout)).toEqual(['added 2', 'removed 3 no longer in this list'])
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
    expect(stdout).toBe(`{"event":"removed","item":${exact},"now":"not found"}\n`)
  })

  test('--mark-only and --peek', async () => {
    const { list, search } = machine(loans(3, 2))
    expect((await search('--changes --mark-only -o ndjson')).stdout).toBe('')
    list.loans = loans(4, 2)
    for (const _ of [1, 2])
      expect(events((await search('--changes --peek')).stdout)).toEqual(['added 4', 'removed 2 not found'])
  })

  test('a removed loan has the status that it has now, from one request for 50 loans', async () => {
    const open = (id: number, status = 'fundraising') => loan(id, { status })
    const { list, search } = machine(down(200, 62).map((id) => open(id)))
    await search('--changes --mark-only')
    list.loans = []
    list.others = [open(200, 'funded'), open(199), ...down(198, 59).map((id) => open(id, 'in_repayment'))]
    const asked: number[] = []
    const counting: Send = (request, signal) => {
      const [, ids] = /loans\/([\d,%C]+)\.json/.exec(request.url) ?? []
      if (ids !== undefined) asked.push(decodeURIComponent(ids).split(',').length)
      return listOf(list)(request, signal)
    }
    const { stdout } = await search('--changes', { send: counting })
    expect(events(stdout).slice(0, 2)).toEqual(['removed 139 not found', 'removed 140 in_repayment'])
    expect(events(stdout).slice(-2)).toEqual(['removed 199 no longer in this list', 'removed 200 funded'])
    expect(asked).toEqual([50, 12])
  })

  test('a removal whose status cannot be read is printed next time', async () => {
    const { list, search } = machine(loans(3, 2))
    await search('--changes')
    list.loans = [loan(4), loan(3)]
    const failing: Send = (request, signal) =>
      /loans\/2\.json/.test(request.url) ? Promise.resolve(jsonReply({}, 503)) : listOf(list)(request, signal)
    const failed = await search('--changes -o ndjson', { send: failing })
    expect([failed.code, failed.stdout]).toEqual([
      9,
      `${JSON.stringify({ event: 'added', item: loan(4) })}\n`,
    ])
    expect(events((await search('--changes')).stdout)).toEqual(['removed 2 not found'])
  })

  test('records that cannot be shown by id are only removed', async () => {
    const state = new Map<string, string>()
    const list = async (partners: readonly JsonObject[]) =>
      run(['partners', 'list', '--changes', '-o', 'ndjson'], {
        state,
        send: async () => jsonReply({ paging: { page: 1, total: partners.length }, partners }),
      })
    await list([{ id: 1 }, { id: 2 }])
    const { stdout, requests } = await list([{ id: 2 }])
    expect([stdout, requests.length]).toEqual(['{"event":"removed","item":{"id":1}}\n', 1])
  })

  test('every line of CSV has the same columns', async () => {
    const { list, search } = machine([loan(3)])
    await search('--changes')
    list.loans = [...down(100, 60).map((id) => loan(id)), loan(3, { a: 1 })]
    const lines = (await search('--changes -o csv')).stdout.trimEnd().split('\r\n')
    expect([lines[0], lines.length]).toEqual(['event,item,changes,now', 62])
    expect(lines.at(-1)).toBe('changed,"{""id"":3,""name"":""Loan 3"",""a"":1}","{""a"":{""to"":1}}",')
  })

  describe('a table says in words', () => {
    const before = {
      id: 2101987,
      name: 'Upendo Group',
      status: 'fundraising',
      funded_amount: 50,
      lender_count: 2,
    }
    /** Returns the row of the change to `more`. */
    const rowFor = async (more: JsonObject, words = '', options: RunOptions = {}) => {
      const { list, search } = machine([before])
      await search('--changes')
      list.loans = [{ ...before, ...more }]
      const { stdout } = await search(`--changes -o table${words}`, options)
      return stdout.split('\n')[1]
    }

    test('how much was raised, by how many', async () => {
      expect(await rowFor({ funded_amount: 125, lender_count: 5 })).toBe(
        'changed  2101987  Upendo Group  funded $50 → $125, 2 → 5 lenders',
      )
    })

    test.each<[string, JsonObject, string]>([
      [
        'the status first',
        { funded_amount: 1250.5, status: 'in_repayment' },
        'fundraising → in repayment, funded $50 → $1,250.50',
      ],
      ['the end', { planned_expiration_date: '2026-12-05T08:00:00Z' }, 'ends none → 5 Dec 2026'],
      ['a late repayment', { delinquent: true, paid_amount: 12 }, 'repaid none → $12, late none → yes'],
      ['other fields by their path', { location: { town: 'Goma' } }, 'location added'],
      ['lists and long texts', { tags: [{ name: '#Eco' }], use: 'u'.repeat(41) }, 'tags added, use added'],
      ['a name', { name: 'Upendo\u001b[2J \u202eB' }, 'name Upendo Group → Upendo\ufffd[2J \ufffdB'],
      ['a strange value', { funded_amount: '$?', lender_count: null }, 'funded $50 → $?, 2 → none lenders'],
    ])('%s', async (_, more, words) => {
      expect((await rowFor(more))?.split(/ {2,}/)[3]).toBe(words)
    })

    test('two times of one day', async () => {
      const { list, search } = machine([{ id: 1, planned_expiration_date: '2026-12-05T08:00:00Z' }])
      await search('--changes')
      list.loans = [{ id: 1, planned_expiration_date: '2026-12-05T09:30:00Z' }]
      expect((await search('--changes -o table')).stdout).toContain(
        'ends 5 Dec 2026 08:00 UTC → 5 Dec 2026 09:30 UTC',
      )
    })

    test('at 80 columns, whatever the names', async () => {
      const more = { name: 'N'.repeat(70), use: 'to buy a cow', funded_amount: 125, lender_count: 5 }
      const options = { terminal: 80, env: { NO_COLOR: '1' } }
      const row = await rowFor(more, '', options)
      expect(row?.length).toBeLessThanOrEqual(80)
      expect(row).toContain('$50 → $125, 2 → 5 lenders')
    })

    test('what became of a removed loan', async () => {
      const { list, search } = machine([before])
      await search('--changes')
      Object.assign(list, { loans: [], others: [{ ...before, status: 'in_repayment' }] })
      expect((await search('--changes -o table')).stdout.split('\n')[1]).toBe(
        'removed  2101987  Upendo Group  in repayment',
      )
    })

    test('one value per line for screen readers', async () => {
      const { list, search } = machine([before])
      await search('--changes')
      list.loans = [{ ...before, lender_count: 3 }]
      expect((await search('--changes -o table --plain')).stdout).toBe(
        'Event: changed\nID: 2101987\nName: Upendo Group\nChange: 2 → 3 lenders\n',
      )
    })
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
