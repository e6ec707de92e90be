/** `kiva today`: what is new, what ends soon, what is due, and what changed since the last look. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { memoryFiles } from '../harness/memory-files.ts'
import { jsonReply, noon, type RunOptions, run, textSink } from '../harness.ts'
import { manyLoans, pathOf, serviceOf } from './portfolio-service.ts'

const day = 86_400_000
const days = (count: number) => new Date(noon + count * day).toISOString().replace('.000Z', 'Z')

/** Loan n, fundraising, with 20 days left. */
const open = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'fundraising',
  location: { country: 'Kenya', country_code: 'KE' },
  loan_amount: 500,
  funded_amount: 50,
  lender_count: 2,
  planned_expiration_date: days(20.5),
  ...more,
})

interface Market {
  /** The newest loans. */
  newest: readonly JsonObject[]
  /** Loans that can be shown by id. */
  byId: readonly JsonObject[]
  /** The loans of lender robin. */
  mine: readonly JsonObject[]
  /** Paths that fail with this status. */
  failing?: readonly [path: RegExp, status: number][]
}

const service =
  (market: Market): Send =>
  async (request, signal) => {
    const path = pathOf(request)
    const [, status] = market.failing?.find(([pattern]) => pattern.test(path)) ?? []
    if (status !== undefined) return jsonReply({}, status)
    if (path.startsWith('/loans/newest') || path.startsWith('/loans/search')) {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      const paging = {
        page,
        total: market.newest.length,
        page_size: 20,
        pages: Math.ceil(market.newest.length / 20),
      }
      return jsonReply({ paging, loans: market.newest.slice((page - 1) * 20, page * 20) })
    }
    if (path.startsWith('/lending_actions')) return jsonReply({ lending_actions: [{ id: 7, loan: open(1) }] })
    const ids = /^\/loans\/([\d,]+)$/.exec(path)?.[1]?.split(',')
    const found = ids && market.byId.filter(({ id }) => ids.includes(String(id)))
    if (found && found.length > 0) return jsonReply({ loans: found })
    return serviceOf(market.mine)(request, signal)
  }

const robin = { KIVA_LENDER: 'robin' }

/** A machine with these saved commands and shortlists. */
function machine(
  saved: Readonly<Record<string, string>> = {},
  lists: Readonly<Record<string, string>> = {},
  first: Partial<Market> = {},
) {
  const commands = Object.fromEntries(Object.entries(saved).map(([name, line]) => [name, line.split(' ')]))
  const state = new Map<string, string>(
    Object.entries(lists).map(([name, text]) => [`shortlists/${name}.txt`, text] as const),
  )
  if (Object.keys(saved).length > 0) state.set('saved.json', JSON.stringify({ v: 1, commands }))
  const market: Market = { newest: [], byId: [], mine: [], ...first }
  const look = (words = '', options: RunOptions = {}) =>
    run(['today', ...words.split(' ').filter(Boolean)], { state, send: service(market), ...options })
  const json = async (words = '', options: RunOptions = {}) => JSON.parse((await look(words, options)).stdout)
  return { state, market, look, json }
}

const marksIn = (state: ReadonlyMap<string, string>) =>
  [...state.keys()].filter((name) => name.startsWith('today'))

describe('saved commands', () => {
  test('the first look marks what is there, later ones find what is new', async () => {
    const { market, json, state } = machine({ fresh: 'loans newest' }, {}, { newest: [open(2), open(1)] })
    const command = { name: 'fresh', command: 'kiva loans newest' }
    const first = await json()
    expect(first).toMatchObject({ first_look: true, lender: null, repayments: null, portfolio: null })
    expect(first.saved).toEqual([
      {
        ...command,
        first_look: true,
        read: 2,
        looked: 2,
        total: 2,
        ended: 'all',
        new: 0,
        ids: [],
        first: [],
      },
    ])
    market.newest = [open(6), open(5), open(4), open(3), open(2)]
    const { saved, first_look } = await json()
    expect([first_look, saved[0].new, saved[0].read, saved[0].ids]).toEqual([
      false,
      4,
      5,
      ['6', '5', '4', '3'],
    ])
    expect(saved[0].first).toEqual(
      [6, 5, 4].map((id) => {
        const { lender_count: _, location: __, ...rest } = open(id)
        return { ...rest, location: { country: 'Kenya' } }
      }),
    )
    expect((await json()).saved[0].new).toBe(0)
    expect(marksIn(state)).toHaveLength(1)
  })

  test('--peek leaves the marks', async () => {
    const { market, json, state } = machine({ fresh: 'loans newest' }, {}, { newest: [open(1)] })
    await json('--peek')
    expect(marksIn(state)).toEqual([])
    await json()
    market.newest = [open(2), open(1)]
    for (const _ of [1, 2]) expect((await json('--peek')).saved[0].ids).toEqual(['2'])
  })

  test('--out saves the page, and moves the marks once the file is complete', async () => {
    const { market, look, json, state } = machine({ fresh: 'loans newest' }, {}, { newest: [open(1)] })
    await json()
    market.newest = [open(2), open(1)]
    const marks = [...state]
    const full = async () => {
      const files = memoryFiles(new Map())
      const complete = () => Promise.reject(new KivaError('config', 'No space is left'))
      return {
        ...files,
        create: async (...at: Parameters<typeof files.create>) => ({
          ...(await files.create(...at)),
          complete,
        }),
      }
    }
    expect((await look('--out a.html', { world: { files: full } })).code).toBe(3)
    expect([...state]).toEqual(marks)
    const { folder, stderr } = await look('--out a.html')
    expect(folder.get('a.html')).toMatch(
      /^<!doctype html>.*<strong>fresh<\/strong>: 1 new of 2<.*<\/html>\n$/s,
    )
    expect(stderr).toContain('Wrote 1 record to a.html')
    expect((await json()).saved[0].new).toBe(0)
  })

  test('--out keeps the page of a look of which a part failed', async () => {
    const { market, look } = machine({ fresh: 'loans newest' }, { spring: '1\n' }, { byId: [open(1)] })
    market.failing = [[/^\/loans\/newest/, 500]]
    const { code, folder } = await look('--out a.html')
    expect([code, folder.get('a.html')]).toEqual([
      9,
      expect.stringMatching(/>Today<\/h1>.*<strong>fresh<\/strong>: <span class="danger">failed/s),
    ])
  })

  test('options about output, files, marks and --watch are left out', async () => {
    const lines = {
      csv: 'loans newest --out loans.csv -o csv --fields id',
      marked: 'loans newest --new --mark mine --mark-only',
      watched: 'loans search --watch 30s --until true',
      changes: 'loans search --changes --peek --fail-empty',
      jq: 'loans newest --jq .name -r',
      where: 'loans search --where .id<$id --arg id=1 --jq .id',
      chart: 'loans newest --by sector --avg loan_amount -o json',
      count: 'loans newest --count',
      wire: 'loans newest --wire json --force',
    }
    const { state, look } = machine(lines, {}, { newest: [open(2), open(1)] })
    const { code, stdout, stderr, folder, requests } = await look()
    expect([code, stderr, folder.size, requests.length]).toEqual([0, '', 0, 9])
    expect(JSON.parse(stdout).saved.map(({ name, read }: JsonObject) => `${name} ${read}`)).toEqual([
      'changes 2',
      'chart 2',
      'count 2',
      'csv 2',
      'jq 2',
      'marked 2',
      'watched 2',
      'where 2',
      'wire 2',
    ])
    expect(state.size - marksIn(state).length).toBe(1)
  })

  test('the marks of --new are others', async () => {
    const { state, market, json } = machine({ fresh: 'loans newest --new' }, {}, { newest: [open(1)] })
    await json()
    market.newest = [open(2), open(1)]
    const options = { state, send: service(market) }
    expect(JSON.parse((await run(['saved', 'run', 'fresh'], options)).stdout)).toHaveLength(2)
    expect((await json()).saved[0].ids).toEqual(['2'])
  })

  test('commands that are no list of records with an id are skipped and never run', async () => {
    const lines = {
      account: 'my account',
      add: 'shortlist add x 1',
      elsewhere: 'loans newest --base-url https://other.example --auth-url https://other.example',
      files: 'templates images',
      input: 'loans show -',
      logout: 'logout',
      own: 'portfolio show robin',
      path: 'api loans/newest',
    }
    const { code, stdout, requests, files } = await machine(lines).look()
    expect([code, requests, files.size]).toEqual([0, [], 0])
    expect(JSON.parse(stdout).skipped.map(({ name, why }: JsonObject) => `${name}: ${why}`)).toEqual([
      'account: records without an id',
      'add: not a list',
      'elsewhere: has --base-url',
      'files: records without an id',
      'input: reads ids from standard input',
      'logout: not a list',
      'own: not a list',
      'path: not a list',
    ])
  })

  test('a record that a filter drops is not there', async () => {
    const { market, json } = machine(
      { small: 'loans search --where .loan_amount<=500' },
      {},
      { newest: [open(1)] },
    )
    await json()
    market.newest = [open(3, { loan_amount: 900 }), open(2), open(1)]
    expect((await json()).saved[0].ids).toEqual(['2'])
  })

  test('--limit bounds what is read', async () => {
    const newest = Array.from({ length: 60 }, (_, at) => open(60 - at))
    const { stdout, requests } = await machine({ fresh: 'loans newest --limit 30' }, {}, { newest }).look()
    expect([JSON.parse(stdout).saved[0].read, requests.length]).toEqual([30, 2])
  })

  test('what is printed of a record is what most tables have: of a team, its loans but not its name of one word', async () => {
    const state = new Map([
      ['saved.json', JSON.stringify({ v: 1, commands: { teams: ['teams', 'search'] } })],
    ])
    const team = (id: number) => ({
      id,
      shortname: `t${id}`,
      name: `Team ${id}`,
      loan_count: 3,
      team_since: days(0),
    })
    const look = async (...teams: readonly JsonObject[]) =>
      JSON.parse((await run(['today'], { state, send: async () => jsonReply({ teams }) })).stdout).saved[0]
    await look(team(1))
    expect((await look(team(2), team(1))).first).toEqual([{ id: 2, name: 'Team 2', loan_count: 3 }])
  })

  test('a lending action, which has no name of its own', async () => {
    const { json } = machine({ acts: 'lending-actions recent' })
    expect((await json()).saved[0]).toMatchObject({ first_look: true, read: 1 })
  })
})

describe('shortlists', () => {
  test('offers once to remove what is over, by list', async () => {
    const lists = { food: '1 2\n', more: '2 3 999\n' }
    const paid = { status: 'paid' }
    const { market, look, json } = machine({}, lists, { byId: [open(1), open(2), open(3, paid)] })
    expect((await json()).shortlists.ended).toEqual([{ list: 'more', ids: ['3'] }])
    market.byId = [open(1), open(2, { status: 'expired' }), open(3, paid)]
    const both = [
      { list: 'food', ids: ['2'] },
      { list: 'more', ids: ['2'] },
    ]
    expect((await json('--peek')).shortlists.ended).toEqual(both)
    expect((await look('-o csv --peek')).stdout).toContain('\r\nshortlists,food,ended,2,,,,\r\n')
    const page = await look('-o table --color never', { terminal: 120 })
    expect(page.stdout).toContain('1 loan of food is no longer fundraising · kiva shortlist remove food 2\n')
    expect((await json()).shortlists.ended).toEqual([])
  })

  test.each([
    [10, 'kiva shortlist remove many 1 2 3 4 5 6 7 8 9 10'],
    [11, '-o json has their ids'],
  ])('shows the command that removes %s loans: %s', async (count, words) => {
    const ids = Array.from({ length: count }, (_, at) => at + 1)
    const byId = ids.map((id) => open(id, { status: 'paid' }))
    const { look } = machine({}, { many: ids.join(' ') }, { byId })
    const { stdout } = await look('-o table --color never', { terminal: 120 })
    expect(stdout).toContain(`${count} loans of many are no longer fundraising · ${words}\n`)
  })

  const byId = [
    open(1),
    open(2, { planned_expiration_date: days(2.5) }),
    open(3),
    open(4, { status: 'paid' }),
  ]

  test('has the loans that end within three days or changed, and passes over other ids', async () => {
    const lists = { food: '1 2\n', more: '2 3 4 999 robin1001  # a lender\n' }
    const { market, json, look } = machine({}, lists, { byId })
    const first = await json()
    const second = { ends_soon: true, lists: ['food', 'more'] }
    expect(first.shortlists).toMatchObject({
      first_look: true,
      watched: 3,
      loans: [{ ...second, item: { id: 2 } }],
    })
    market.byId = [
      open(1, { funded_amount: 125, lender_count: 5 }),
      byId[1],
      open(3, { status: 'funded' }),
    ] as JsonObject[]
    const { requests, stdout } = await look('-o json')
    expect(requests.map(pathOf)).toEqual(['/loans/1,2,3,4,999'])
    expect(JSON.parse(stdout).shortlists).toMatchObject({
      first_look: false,
      watched: 3,
      loans: [
        { ...second, item: { id: 2 } },
        {
          item: { id: 1 },
          ends_soon: false,
          lists: ['food'],
          changes: { funded_amount: { from: 50, to: 125 }, lender_count: { from: 2, to: 5 } },
        },
        { item: { id: 3 }, ends_soon: false, changes: { status: { from: 'fundraising', to: 'funded' } } },
      ],
    })
    // A loan that is funded is passed over from then on.
    expect((await json()).shortlists).toMatchObject({ watched: 2, loans: [{ item: { id: 2 } }] })
  })

  test('of lenders alone need no request', async () => {
    const { code, stdout, requests } = await machine({}, { friends: 'robin1001 maya\n' }).look()
    expect([code, requests, JSON.parse(stdout).shortlists]).toEqual([0, [], null])
  })

  test('without any loan', async () => {
    const { json } = machine({}, { partners: '107 133\n' }, { byId: [open(1)] })
    expect((await json()).shortlists).toEqual({ first_look: true, watched: 0, ended: [], loans: [] })
  })
})

describe('the portfolio', () => {
  test('has what is due this month and what changed', async () => {
    const { market, json, look } = machine({}, {}, { mine: manyLoans(3) })
    const first = await json('', { env: robin })
    expect(first).toMatchObject({
      lender: 'robin',
      repayments: {
        month: '2026-11',
        dollars: 18.75,
        loans: 3,
        overdue: 0,
        assumes: { dollars_per_loan: 25 },
      },
      portfolio: { first_look: true, loans: 3, changes: [] },
    })
    const [third, , one] = manyLoans(3)
    market.mine = [...manyLoans(4).slice(0, 1), { ...third, paid_amount: 50 }, one] as JsonObject[]
    const page = await look('-o table --peek --color never', { env: robin, terminal: 80 })
    expect(page.stdout).toMatch(
      /\n {2}added +4 {2}Loan 4 {2}Kenya · \$100\n {2}changed +3 {2}Loan 3 {2}repaid /,
    )
    const { portfolio } = await json('', { env: robin })
    expect(portfolio.changes[0].item).toMatchObject({ loan_amount: 100, location: { country: 'Kenya' } })
    expect(
      portfolio.changes.map(({ event, item, changes = null, now = null }: JsonObject) => ({
        event,
        id: (item as JsonObject)['id'],
        changes,
        now,
      })),
    ).toEqual([
      { event: 'added', id: 4, changes: null, now: null },
      { event: 'changed', id: 3, changes: { paid_amount: { from: 25, to: 50 } }, now: null },
      { event: 'removed', id: 2, changes: null, now: 'not found' },
    ])
  })

  test('of the sandbox needs no login', async () => {
    const { code, stdout } = await run(['--sandbox', 'today'])
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { lender: 'robin1001', portfolio: { first_look: true } },
    ])
  })
})

describe('what came back since the last look', () => {
  /** Loans of $100, each repaid in part at the first look. */
  const paid = (id: number, paid_amount: number, more: JsonObject = {}) => ({
    ...manyLoans(id)[0],
    id,
    paid_amount,
    ...more,
  })
  const at = (now: number) => ({ env: robin, world: { now: () => now } })

  test('is the growth of the repaid part of $25, by the amount that was raised', async () => {
    const { market, json } = machine({}, {}, { mine: [paid(5, 10), paid(4, 10), paid(3, 10), paid(2, 10)] })
    const { repayments } = await json('', at(noon))
    expect([repayments.returned, repayments.lost]).toEqual([null, null])
    market.mine = [
      paid(5, 10),
      // A third of $25 is $8.33, after $2.50, and an eighth of $1 is rounded up. The loan asked for more than it raised.
      paid(4, 33.333, { loan_amount: 700 }),
      paid(3, 10.5),
      // A correction of $0.25, and a loan that is new in the list.
      paid(2, 9),
      paid(6, 90),
    ]
    const later = await json('', at(noon + 3 * day))
    expect(later.repayments).toMatchObject({
      returned: { dollars: 28.21, loans: 4, since: '2026-11-20' },
      lost: { dollars: 0, loans: 0 },
    })
    const last = await json('', at(noon + 9 * day))
    expect(last.repayments.returned).toEqual({ dollars: 0, loans: 0, ids: [], since: '2026-11-23' })
  })

  test('counts a loan that had no repayments before, and what is lost apart', async () => {
    const mine = [
      paid(4, 0, { status: 'funded', paid_amount: null }),
      paid(3, 40),
      paid(2, 0, { paid_amount: null }),
      paid(1, 0, {
        status: 'ended_with_loss',
        paid_amount: null,
        payments: [{ amount: 30 }, { amount: 10 }],
      }),
    ]
    const { market, json } = machine({}, {}, { mine })
    await json('', at(noon))
    market.mine = [
      paid(4, 20),
      paid(3, 0, { status: 'ended_with_loss', paid_amount: null, payments: [{ amount: 60 }] }),
      // The portfolio left it out before.
      paid(2, 50),
      ...mine.slice(3),
    ]
    expect((await json('', at(noon + day))).repayments).toMatchObject({
      returned: { dollars: 22.5, loans: 3 },
      lost: { dollars: 10, loans: 1 },
    })
    expect((await json('', at(noon + 2 * day))).repayments).toMatchObject({
      returned: { dollars: 0, loans: 0 },
      lost: { dollars: 0, loans: 0 },
    })
  })

  test('marks of an earlier version, which kept no payments, say nothing of loans whose payments are all there is', async () => {
    const lost = { status: 'ended_with_loss', paid_amount: null, payments: [{ amount: 40 }] }
    const { state, market, json } = machine({}, {}, { mine: [paid(2, 10), paid(1, 0, lost)] })
    await json('', at(noon))
    const [name = ''] = marksIn(state)
    const { paid_amount: _, ...old } = JSON.parse(state.get(name) ?? '').records[1]
    // Nor did they keep what a loan asked for.
    expect(Object.keys(old)).toEqual(['id', 'name', 'status', 'funded_amount'])
    const { records, ...rest } = JSON.parse(state.get(name) ?? '')
    state.set(name, JSON.stringify({ ...rest, records: { ...records, 1: old } }))
    market.mine = [paid(2, 20), paid(1, 0, lost)]
    const { repayments, portfolio } = await json('', at(noon + day))
    expect(repayments).toMatchObject({ returned: { dollars: 2.5, loans: 1 }, lost: { dollars: 0, loans: 0 } })
    expect(portfolio.changes.map(({ item }: JsonObject) => (item as JsonObject)['id'])).toEqual([2])
  })

  test('the first repayment of a loan is a change, too', async () => {
    const { paid_amount: _, ...funded } = paid(1, 0, { status: 'funded' })
    const { market, json } = machine({}, {}, { mine: [funded] })
    await json('', at(noon))
    market.mine = [paid(1, 20)]
    const { portfolio, repayments } = await json('', at(noon + day))
    expect(portfolio.changes[0].changes.paid_amount).toEqual({ to: 20 })
    expect(repayments.returned).toMatchObject({ dollars: 5, loans: 1 })
  })

  test('on any two days, is what the repaid part of the calendar grew by', async () => {
    const amount = fc.integer({ min: 0, max: 60_000 }).map((cents) => cents / 100)
    const status = fc.constantFrom(
      ...['fundraising', 'funded', 'in_repayment', 'in_repayment', 'paid', 'ended_with_loss', 'defaulted'],
      ...['expired', 'refunded', 'under_review'],
    )
    const anyLoan = fc
      .record({
        id: fc.integer({ min: 1, max: 6 }),
        status,
        loan_amount: amount,
        funded_amount: fc.option(amount, { freq: 8 }),
        paid_amount: fc.option(amount, { freq: 3 }),
        payments: fc.option(fc.array(amount.map((amount) => ({ amount }))), { freq: 3 }),
        currency_exchange_loss_amount: amount,
        delinquent: fc.boolean(),
      })
      .map((record) => paid(record.id, 0, record as unknown as JsonObject))
    const anyDay = fc.uniqueArray(anyLoan, { selector: (loan) => (loan as JsonObject)['id'], maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyDay, { minLength: 2, maxLength: 4 }), async (looks) => {
        const { market, json } = machine()
        let before: { readonly repaid: number; readonly lost: number } | undefined
        for (const [index, mine] of looks.entries()) {
          market.mine = mine
          const options = at(noon + index * day)
          const { returned, lost } = (await json('', options)).repayments
          const ran = await run(['portfolio', 'calendar', 'robin'], { send: service(market), ...options })
          const calendar = JSON.parse(ran.stdout)
          if (before) {
            const cents = (dollars: number) => Math.round(dollars * 100)
            expect(cents(returned.dollars)).toBe(cents(calendar.repaid) - cents(before.repaid))
            expect(cents(lost.dollars)).toBe(cents(calendar.lost) - cents(before.lost))
          }
          before = calendar
        }
      }),
      { seed: 4711, numRuns: 60 },
    )
  })

  test('of the sandbox, day by day', async () => {
    const state = new Map<string, string>()
    let before = 0
    for (const passed of [0, 30, 61, 200]) {
      const options = { state }
      const sandbox = ['--sandbox', '--day', String(passed)]
      const { returned } = JSON.parse((await run([...sandbox, 'today'], options)).stdout).repayments
      const { repaid } = JSON.parse((await run([...sandbox, 'portfolio', 'calendar'], options)).stdout)
      expect(repaid).toBeGreaterThan(before)
      if (passed > 0) expect(returned.dollars).toBeCloseTo(repaid - before, 6)
      before = repaid
    }
  })

  test('can be less than before: in words, and rows where the sum is 0', async () => {
    const { market, look } = machine(
      {},
      {},
      { mine: [paid(3, 40, { status: 'ended_with_loss' }), paid(2, 20)] },
    )
    await look('', at(noon))
    const repayments = (text: string) => /\nRepayments\n([\s\S]*?)\n\n/.exec(text)?.[1]?.replace(/\s+/g, ' ')
    market.mine = [paid(3, 40, { status: 'refunded' }), paid(2, 60)]
    const even = await look('-o csv --peek', at(noon + day))
    const rows = even.stdout.split('\r\n').filter((line) => /,(returned|lost),/.test(line))
    expect(rows).toEqual([
      'repayments,robin,returned,2026-11-20,,dollars,,0',
      'repayments,robin,returned,2026-11-20,,loans,,2',
      'repayments,robin,lost,,,dollars,,-15',
      'repayments,robin,lost,,,loans,,1',
    ])
    market.mine = [paid(3, 40, { status: 'refunded' }), paid(2, 30)]
    const page = await look('-o table --color never', { ...at(noon + day), terminal: 100 })
    expect(repayments(page.stdout)).toContain(
      'about $7.50 less repaid than on 20 Nov, from 2 loans about $15 less lost with 1 loan',
    )
  })

  test('is told in words, with what is due next', async () => {
    const { market, look } = machine({}, {}, { mine: [paid(2, 0), paid(1, 10)] })
    const page = async (now: number) => {
      const { stdout } = await look('-o table --color never', { ...at(now), terminal: 80 })
      return /\nRepayments\n([\s\S]*?)\n\n/
        .exec(stdout)?.[1]
        ?.split('\n')
        .map((text) => text.trim())
    }
    expect(await page(noon)).toEqual([
      'first look: the next one says what came back',
      '$12.50 to come in November from 2 loans · next: $12.50 in December',
      '$10 overdue from 2 loans',
      'at $25 in each loan · kiva portfolio calendar robin',
    ])
    market.mine = [paid(2, 75, { status: 'ended_with_loss' }), paid(1, 14)]
    expect(await page(noon + 12 * day)).toEqual([
      'about $19.75 came back since 20 Nov, from 2 loans',
      'about $6.25 lost with 1 loan · $6.25 to come in December from 1 loan',
      'next: $6.25 in January · $2.75 overdue from 1 loan',
      'at $25 in each loan · kiva portfolio calendar robin',
    ])
  })
})

describe('marks', () => {
  test('of an earlier version are read once', async () => {
    const { state, market, json } = machine(
      { fresh: 'loans newest', old: 'loans search --sector Food' },
      { spring: '11\n' },
      { newest: [open(2), open(1)], byId: [open(11)], mine: manyLoans(2) },
    )
    const today = Math.floor(noon / day)
    await json('', { env: robin })
    const looks: Record<string, JsonObject> = {}
    for (const name of marksIn(state)) {
      const { list, seen, records } = JSON.parse(state.get(name) ?? '')
      const ids = Object.fromEntries((seen[today] ?? []).map((id: string) => [id, today]))
      looks[list] = { day: today, found: Object.keys(records).length > 0 ? records : ids }
      state.delete(name)
    }
    looks['other'] = { day: today, found: { 9: today - 3 } }
    state.set('today.json', JSON.stringify({ v: 1, looks }))
    market.newest = [open(3), open(2), open(1)]
    market.byId = [open(11, { funded_amount: 75 })]
    const peeked = await json('--peek', { env: robin })
    expect([state.has('today.json'), marksIn(state)]).toEqual([true, ['today.json']])
    const found = await json('', { env: robin })
    expect(found).toEqual(peeked)
    expect(found).toMatchObject({
      first_look: false,
      saved: [{ ids: ['3'] }, { ids: ['3'] }],
      shortlists: { loans: [{ changes: { funded_amount: { from: 50, to: 75 } } }] },
      portfolio: { first_look: false, changes: [] },
    })
    expect(state.has('today.json')).toBe(false)
    const other = marksIn(state).map((name) => JSON.parse(state.get(name) ?? ''))
    expect(other.find(({ list }) => list === 'other').seen).toEqual({ [today - 3]: ['9'] })
    expect((await json('', { env: robin })).saved[0].ids).toEqual([])
  })

  test('a look is the first one only if nothing was looked at before', async () => {
    const { state, json } = machine({ fresh: 'loans newest' }, {}, { newest: [open(1)], byId: [open(1)] })
    await json()
    state.set('shortlists/spring.txt', '1\n')
    expect(await json()).toMatchObject({ first_look: false, shortlists: { first_look: true } })
  })

  test('a record that left the list and came back within half a year is not new', async () => {
    const { market, json } = machine({ fresh: 'loans newest' }, {}, { newest: [open(2), open(1)] })
    const look = async (days: number, ...newest: readonly JsonObject[]) => {
      market.newest = newest
      return (await json('', { world: { now: () => noon + days * day } })).saved[0].ids
    }
    expect(await look(0, open(1))).toEqual([])
    expect(await look(1, open(2))).toEqual(['2'])
    expect(await look(25, open(2))).toEqual([])
    expect(await look(30, open(2), open(1))).toEqual([])
    expect(await look(31, open(2))).toEqual([])
    expect(await look(210, open(2), open(1))).toEqual([])
    expect(await look(211, open(2))).toEqual([])
    // 180 days after it was last in the list, the next look forgets it.
    expect(await look(391, open(2))).toEqual([])
    expect(await look(392, open(2), open(1))).toEqual(['1'])
  })

  test('stay where the clock of the machine is set back', async () => {
    const list = (...ids: readonly number[]) => ids.map((id) => open(id))
    const older = Array.from({ length: 59 }, (_, at) => 59 - at)
    const { market, state, look } = machine(
      { fresh: 'loans newest' },
      {},
      { newest: list(90, ...older), mine: manyLoans(2) },
    )
    const at = async (days: number) => {
      const { stdout, requests } = await look('', { env: robin, world: { now: () => noon + days * day } })
      const { saved, repayments, first_look } = JSON.parse(stdout)
      const pages = requests.filter((request) => pathOf(request).startsWith('/loans/newest')).length
      return { first_look, pages, ids: saved[0].ids, returned: repayments.returned }
    }
    expect(await at(10)).toMatchObject({ first_look: true, pages: 3 })
    market.newest = list(91, ...older)
    market.mine = manyLoans(2).map((loan) => ({ ...loan, paid_amount: 35 }))
    expect(await at(-400)).toEqual({
      ...{ first_look: false, pages: 2, ids: ['91'] },
      returned: { dollars: 5, loans: 2, ids: ['1', '2'], since: '2026-11-30' },
    })
    // The loan that was not in the list meanwhile is remembered.
    market.newest = list(91, 90, ...older)
    expect(await at(10)).toMatchObject({ first_look: false, ids: [], returned: { loans: 0 } })
    expect(marksIn(state)).toHaveLength(2)
  })

  test('a loan that left the portfolio is removed once', async () => {
    const { market, json } = machine({}, {}, { mine: manyLoans(2) })
    const events = async () =>
      (await json('', { env: robin })).portfolio.changes.map(({ event }: JsonObject) => event)
    await events()
    market.mine = manyLoans(1)
    expect([await events(), await events()]).toEqual([['removed'], []])
  })

  test('of saved commands belong to their order and their limit', async () => {
    const { state, json } = machine({ one: 'loans newest --order id' }, {}, { newest: [open(2), open(1)] })
    await json()
    for (const line of ['loans newest --order name', 'loans newest', 'loans newest --order id --limit 1']) {
      state.set('saved.json', JSON.stringify({ v: 1, commands: { one: line.split(' ') } }))
      expect((await json()).saved[0].first_look).toBe(true)
    }
  })

  test('are saved after the page is printed', async () => {
    const { state, look } = machine({ fresh: 'loans newest' }, {}, { newest: [open(1)] })
    const stdout = textSink()
    const write = async () => {
      throw new KivaError('usage', 'the pipe is closed')
    }
    for (const words of ['-o json', '-o csv', '-o table']) {
      await look(words, { world: { stdout: { ...stdout, write } } })
      expect(marksIn(state)).toEqual([])
    }
  })

  test('that are corrupt fail their part alone', async () => {
    const { state, look } = machine({ one: 'loans newest', two: 'loans search' }, {}, { newest: [open(1)] })
    await look()
    const [name = ''] = marksIn(state)
    state.set(name, '{')
    const { code, stdout } = await look()
    expect([code, JSON.parse(stdout).saved.filter((one: object) => 'error' in one)]).toEqual([
      9,
      [
        expect.objectContaining({
          error: { kind: 'config', message: `/state/${name} is corrupt: expected a mark` },
        }),
      ],
    ])
  })

  test('of shortlists work where no loan is left', async () => {
    const { market, look } = machine({}, { spring: '1 2\n'.replace(' ', '\n') }, { byId: [open(1)] })
    await look()
    market.failing = [[/^\/loans\//, 404]]
    const { code, stdout } = await look('-o json')
    expect([code, JSON.parse(stdout).shortlists]).toEqual([
      0,
      { first_look: false, watched: 0, ended: [], loans: [] },
    ])
  })
})

test('CSV has a name for every new record', async () => {
  const { market, look } = machine(
    { fresh: 'loans newest', acts: 'lending-actions recent' },
    {},
    { newest: [open(1)] },
  )
  await look()
  market.newest = [6, 5, 4, 3, 2, 1].map((id) => open(id))
  const { stdout } = await look('-o csv')
  expect(stdout.split('\r\n').slice(1, 6)).toEqual(
    [6, 5, 4, 3, 2].map((id) => `saved,fresh,new,${id},Loan ${id},,,`),
  )
})

describe('failures', () => {
  const saved = { bad: 'loans search', gone: 'loans show @none', good: 'loans newest' }

  test('of some parts: the others are printed, and their marks move', async () => {
    const { market, look, json, state } = machine(
      saved,
      { spring: '1\n' },
      { newest: [open(1)], byId: [open(1)] },
    )
    market.failing = [[/search|lenders/, 503]]
    const { code, stdout, stderr } = await look('', { env: robin })
    expect(code).toBe(9)
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'partial',
      message: expect.stringMatching(/^3 parts of 5 failed: .*503/),
    })
    const today = JSON.parse(stdout)
    expect(today.saved).toMatchObject([
      { name: 'bad', error: { kind: 'service' } },
      { name: 'gone', error: { kind: 'usage', message: 'unknown shortlist "none"' } },
      { name: 'good', read: 1 },
    ])
    expect(today).toMatchObject({
      shortlists: { watched: 1 },
      repayments: { error: { kind: 'service' } },
      portfolio: { error: { kind: 'service' } },
    })
    expect(marksIn(state)).toHaveLength(2)
    market.failing = []
    state.set(
      'saved.json',
      JSON.stringify({ v: 1, commands: { bad: ['loans', 'search'], good: ['loans', 'newest'] } }),
    )
    const next = await json('', { env: robin })
    expect(next.saved.map(({ first_look }: JsonObject) => first_look)).toEqual([true, false])
    expect([next.shortlists.first_look, next.portfolio.first_look]).toEqual([false, true])
  })

  test.each<[number, number]>([
    [503, 6],
    [400, 5],
  ])('of all parts with HTTP %i end with exit code %i', async (status, code) => {
    const { market, look, state } = machine({ one: 'loans newest', two: 'loans search' })
    market.failing = [[/./, status]]
    const ended = await look()
    expect([ended.code, ended.stdout, marksIn(state)]).toEqual([code, '', []])
  })

  test('Ctrl-C ends the look', async () => {
    const stop = new AbortController()
    const { look, state } = machine({ one: 'loans newest', two: 'loans search' })
    const send: Send = async () => {
      stop.abort(new KivaError('interrupted', 'Interrupted'))
      throw stop.signal.reason
    }
    expect(await look('', { send, signal: stop.signal })).toMatchObject({ code: 130, stdout: '' })
    expect(marksIn(state)).toEqual([])
  })

  test('Ctrl-C ends a look of which some parts are done', async () => {
    const stop = new AbortController()
    const { market, look, state } = machine(
      { one: 'loans newest', two: 'partners list' },
      {},
      { newest: [open(1)] },
    )
    const send: Send = async (request, signal) => {
      if (!pathOf(request).startsWith('/partners')) return service(market)(request, signal)
      stop.abort(new KivaError('interrupted', 'Interrupted'))
      throw new KivaError('network', 'the connection was closed')
    }
    expect(await look('', { send, signal: stop.signal })).toMatchObject({ code: 130, stdout: '' })
    expect(marksIn(state)).toEqual([])
  })

  test('a state folder that cannot be written is an error before anything is sent', async () => {
    const { state, look } = machine({ one: 'loans newest' })
    const refuse = async () => {
      throw new KivaError('config', 'cannot write /state: read-only file system')
    }
    const world = {
      state: async () => ({
        pathOf: (name: string) => `/state/${name}`,
        list: async () => [],
        read: async (name: string) => state.get(name),
        update: refuse,
      }),
    }
    const { code, stdout, requests } = await look('', { world })
    expect([code, stdout, requests]).toEqual([3, '', []])
    expect((await look('--peek', { world })).code).toBe(0)
  })

  test.each(['{', '{"v":2}', '{"v":1,"looks":{"a":{"day":"x","found":{}}}}'])(
    'corrupt marks: %s',
    async (text) => {
      const { state, look } = machine({ one: 'loans newest' })
      state.set('today.json', text)
      const { code, stderr, requests } = await look()
      expect([code, requests]).toEqual([3, []])
      expect(JSON.parse(stderr).error.message).toBe(
        '/state/today.json is corrupt: expected the marks of kiva today',
      )
    },
  )
})

describe('more than ten requests', () => {
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve))
  const many = (count: number) => Array.from({ length: count }, (_, at) => open(count - at))

  test('are announced before the eleventh', async () => {
    const market = { newest: many(300), byId: [], mine: [] }
    const stderr = textSink()
    const sentBefore: string[] = []
    const send: Send = (request, signal) => {
      if (stderr.text() === '') sentBefore.push(pathOf(request))
      return service(market)(request, signal)
    }
    const { look } = machine({ all: 'loans newest --all', more: 'loans search --limit 40' })
    const { code, requests } = await look('', { send, world: { stderr, yieldToEvents: rest } })
    expect([code, stderr.text(), requests.length]).toEqual([0, 'Sending about 17 requests.\n', 17])
    expect(sentBefore).toEqual(['/loans/newest', '/loans/search'])
  })

  test('at least so many, if there are more parts than that', async () => {
    const saved = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, 'loans newest']))
    const { stderr } = await machine(saved, {}, { newest: many(2) }).look()
    expect(stderr).toBe('Sending at least 12 requests.\n')
  })

  test('ten are not', async () => {
    const { look } = machine({ all: 'loans newest --all' }, {}, { newest: many(200) })
    expect((await look()).stderr).toBe('')
  })

  test('with the time they take where the rate limit slows them down', async () => {
    const { look } = machine({}, {}, { mine: manyLoans(1500) })
    expect((await look('', { env: robin })).stderr).toBe(
      'Sending about 106 requests, about 2min at 60 requests per minute.\n',
    )
  })
})

describe('the page', () => {
  const terminal = { terminal: 80, env: { NO_COLOR: '1' } }

  test('says how to begin', async () => {
    const { code, stdout, stderr, requests, state } = await machine().look('', terminal)
    expect([code, stderr, requests, state.size]).toEqual([0, '', [], 0])
    expect(stdout).toMatchInlineSnapshot(`
      "Today                                                                20 Nov 2026

      kiva today shows the changes since you last looked. Begin with any of these:

      a list to look at each day  kiva saved add food -- loans search --sector Food
      loans to keep an eye on     kiva shortlist add spring 2100001 2100080
      your repayments and loans   kiva login
      the same without a login    kiva config set lender <lender id>
      "
    `)
  })

  test('a first look', async () => {
    const { look } = machine({ fresh: 'loans newest' }, {}, { newest: [open(1)] })
    expect((await look('', terminal)).stdout).toMatchInlineSnapshot(`
      "Today                                                   20 Nov 2026 · first look

      Saved commands
        fresh  first look: 1 record marked

      Shortlists
        none yet · begin with: kiva shortlist add spring 2100001 2100080

      Your repayments and loans
        log in with kiva login, or kiva config set lender <lender id>
      "
    `)
  })

  test('with everything', async () => {
    const lines = {
      acts: 'lending-actions recent',
      fresh: 'loans newest',
      own: 'portfolio show robin',
      wrong: 'loans show @none',
    }
    const lists = { spring: '1 2\n' }
    const { market, look } = machine(lines, lists, {
      newest: [open(1)],
      byId: [open(1), open(2, { planned_expiration_date: days(1.5) })],
      mine: manyLoans(2),
    })
    const env = { ...terminal.env, ...robin }
    await look('', { env })
    const hostile = '\u001b[2JEvil\u202e\r\nname '.repeat(4)
    market.newest = [5, 4, 3, 2, 1].map((id) => open(id, id === 4 ? { name: hostile } : {}))
    market.byId = [open(1, { funded_amount: 125, lender_count: 5 }), ...market.byId.slice(1)]
    market.mine = manyLoans(2).map((loan) => ({ ...loan, status: 'paid' }))
    const { stdout } = await look('', { ...terminal, env })
    expect(stdout).toMatchInlineSnapshot(`
      "Today                                                        20 Nov 2026 · robin
      nothing came back since 20 Nov · $50 out in 2 loans · 1 loan ends within 3 days

      Saved commands
        acts   nothing new
        fresh  4 new of 5
               5  Loan 5                        Kenya · $450 to go · 20 days left
               4  �[2JEvil� name �[2JEvil� na…  Kenya · $450 to go · 20 days left
               3  Loan 3                        Kenya · $450 to go · 20 days left
               … 1 more: -o json has their ids
        wrong  failed: unknown shortlist "none"
        own    skipped: not a list

      Shortlists
        2  Loan 2  1 day left · @spring
        1  Loan 1  funded $50 → $125, 2 → 5 lenders · @spring

      Repayments
        nothing came back since 20 Nov
        nothing to come in November
        kiva portfolio calendar robin

      Portfolio
        changed  1  Loan 1  funded $50 → $125
      "
    `)
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80)
    expect(stdout).not.toContain('\u001b')
  })

  test('long names give way to what has changed, and rows that are not shown take no room', async () => {
    const named = (id: number, name: string, amount: number) => open(id, { name, funded_amount: amount })
    const group = (amount: number) => named(20, 'Mujeres del Maíz Group', amount)
    const others = (amount: number) =>
      [10, 9, 8, 7, 6, 5, 4, 3, 2].map((id) => named(id, `Loan ${id}`, amount))
    const hidden = (amount: number) => named(1, 'A name of a loan that is not shown', amount)
    const { market, look } = machine({}, {}, { mine: [...others(25), named(0, 'Ana', 25), hidden(25)] })
    const env = { ...terminal.env, ...robin }
    await look('', { env })
    market.mine = [...others(125), named(0, 'Ana', 125), hidden(125)]
    const { stdout } = await look('', { ...terminal, env })
    expect(stdout).toContain('changed   9  Loan 9   funded $25 → $125')
    expect(stdout.match(/changed/g)).toHaveLength(9)
    expect(stdout).toContain('… 2 more: -o json has all')
    market.mine = [group(25), ...others(125)]
    await look('', { env })
    market.mine = [{ ...group(1925), status: 'funded' }, ...others(125)]
    const narrow = await look('', { terminal: 76, env })
    expect(narrow.stdout).toContain(
      'changed  20  Mujeres del Maíz…   fundraising → funded, funded $25 → $1,925',
    )
    market.mine = [group(25), ...others(125)]
    expect((await look('', { terminal: 60, env })).stdout).toContain(
      'changed  20  Mujeres del…  funded → fundraising, funded $…',
    )
  })

  test('for screen readers', async () => {
    const { market, look } = machine(
      { fresh: 'loans newest' },
      { spring: '1\n' },
      { newest: [open(1)], byId: [open(1)] },
    )
    await look()
    market.newest = [open(2), open(1)]
    market.byId = [open(1, { funded_amount: 125 })]
    expect((await look('--plain', terminal)).stdout).toMatchInlineSnapshot(`
      "Today
      20 Nov 2026

      Saved commands:
      fresh: 1 new of 2
      2, Loan 2, Kenya · $450 to go · 20 days left

      Shortlists:
      1, Loan 1, funded $50 → $125 · @spring

      Your repayments and loans:
      log in with kiva login, or kiva config set lender <lender id>
      "
    `)
  })

  test('rows for a table', async () => {
    const lines = { fresh: 'loans newest', own: 'portfolio show robin', wrong: 'loans show @none' }
    const { market, look } = machine(
      lines,
      { spring: '1\n' },
      { newest: [open(1)], byId: [open(1)], mine: manyLoans(1) },
    )
    await look('', { env: robin })
    market.newest = [open(2), open(1)]
    market.byId = [open(1, { funded_amount: 125, planned_expiration_date: days(1) })]
    market.mine = []
    expect((await look('-o csv', { env: robin })).stdout).toMatchInlineSnapshot(`
      "part,from,event,id,name,field,before,after
      saved,fresh,new,2,Loan 2,,,
      saved,wrong,failed,,,,,"unknown shortlist ""none"""
      saved,own,skipped,,,,,not a list
      shortlists,spring,ends_soon,1,Loan 1,planned_expiration_date,,2026-11-21T12:00:00Z
      shortlists,spring,changed,1,Loan 1,funded_amount,50,125
      shortlists,spring,changed,1,Loan 1,planned_expiration_date,2026-12-11T00:00:00Z,2026-11-21T12:00:00Z
      portfolio,robin,removed,1,Loan 1,status,fundraising,no longer in this list
      "
    `)
  })
})
