/**
 * Two ways to ask, one answer, where one of them is the mirror: lists and SQL of what was pulled, and its changes. Needs
 * `npm run build`, and a runtime with SQLite. See `test/equal`.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { changed, changes, type Market, marketOf, me } from '../equal/market.ts'
import { filtersOf, plain, type Request, valuesOf, words } from '../equal/requests.ts'
import { kiva as onService } from '../equal/row.ts'
import { service } from '../equal/service.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { hasSqlite, kiva } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

const folder = folderForAll()

/** Serves a market that a test replaces, and returns a machine of its own. */
async function machine(name: string, first: Market) {
  const state = { market: first, now: Date.now() }
  const url = await serveHttp(async (request, response) => {
    const send = service(state.market, { now: state.now })
    const { status, headers, body } = await send(
      { method: 'GET', url: `http://localhost${request.url}`, headers: {} },
      new AbortController().signal,
    )
    response.writeHead(status, { ...headers }).end(body)
  })
  const env = {
    KIVA_BASE_URL: url,
    KIVA_APP_ID: 'org.example.equal',
    KIVA_LENDER: me,
    KIVA_DATA_DIR: join(folder, name, 'data'),
    KIVA_CONFIG_DIR: join(folder, name, 'config'),
    KIVA_STATE_DIR: join(folder, name, 'state'),
  }
  return { state, env }
}

/** The records in one order, and each with its keys in one order. */
const sortedRecords = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const record = JSON.parse(line)
      return JSON.stringify(typeof record === 'object' ? Object.entries(record).toSorted() : record)
    })
    .toSorted()

const idsIn = (stdout: string) => (stdout.match(/"id":\d+/g) ?? []).toSorted()

const isTimed = (request: Request) =>
  request.filters.flat().some(({ column }) => ['ends', 'posted'].includes(column))

/** Loans whose filters read no time: the clock of the mirror is not that of the test. */
const requests: fc.Arbitrary<Request> = fc
  .tuple(
    valuesOf('loans search'),
    fc.oneof(fc.constant([]), filtersOf({ list: 'loans search', derived: [] })),
    fc.constantFrom<Partial<Request>>(
      {},
      {},
      {
        by: ['sector'],
        measures: [
          ['sum', 'loan_amount'],
          ['avg', 'lender_count'],
        ],
      },
      { by: ['status'] },
      { count: true },
    ),
  )
  .map(([values, filters, shape]): Request => ({ ...plain, values, filters, ...shape }))
  .filter((request) => !isTimed(request))

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  afterAll(closeServers)

  describe.each([5, 12])('what was pulled from market %i', (seed) => {
    const market = marketOf(seed)
    let env: Readonly<Record<string, string>> = {}

    beforeAll(async () => {
      const made = await machine(`market-${seed}`, market)
      env = made.env
      const pulled = await kivaHere(['mirror', 'pull', '-o', 'json'], env)
      expect([pulled.code, pulled.stderr]).toEqual([0, expect.any(String)])
    })

    test('answers any request as the service does', async () => {
      let found = 0
      const property = fc.asyncProperty(requests, async (request) => {
        const argv = [...words(request), '-o', 'ndjson']
        const ran = await kivaHere(['--mirror', ...argv], env)
        const expected = await onService(argv, service(market, { now: Date.now() }), { now: Date.now() })
        found += Number(expected.stdout !== '')
        expect([ran.code, idsIn(ran.stdout)]).toEqual([expected.code, idsIn(expected.stdout)])
        expect(sortedRecords(ran.stdout)).toEqual(sortedRecords(expected.stdout))
      })
      await fc.assert(property, { seed: 49, numRuns: 12 })
      expect(found).toBeGreaterThan(2)
    })

    test('is what SQL finds', async () => {
      const columns = [
        ['status', (loan: JsonObject) => loan['status'] || null],
        ['country_code', ({ location }: JsonObject) => (location as JsonObject)['country_code']],
        ['sector', (loan: JsonObject) => loan['sector']],
      ] as const
      const statement = `SELECT id, ${columns.map(([name]) => name).join(', ')} FROM loans ORDER BY id`
      const { code, stdout } = await kiva(['sql', statement, '-o', 'json'], env)
      const expected = market.loans.map((loan) =>
        Object.fromEntries([
          ['id', loan['id']],
          ...columns.map(([name, read]) => [name, read(loan) ?? null]),
        ]),
      )
      expect([code, JSON.parse(stdout)]).toEqual([0, expected.toReversed()])
    })

    test('has the lists within each loan as rows, in their order', async () => {
      const lists = {
        scheduled_payments: {
          columns: ['due_date', 'amount'],
          items: ({ terms }: JsonObject) => (terms as JsonObject | undefined)?.['scheduled_payments'],
        },
        borrowers: { columns: ['first_name', 'gender'], items: ({ borrowers }: JsonObject) => borrowers },
        payments: { columns: ['payment_id', 'amount'], items: ({ payments }: JsonObject) => payments },
      }
      for (const [name, { columns, items }] of Object.entries(lists)) {
        const statement = `SELECT loan_id, ${columns.join(', ')} FROM ${name} ORDER BY loan_id, place`
        const { code, stdout } = await kivaHere(['sql', statement, '-o', 'json'], env)
        const expected = market.loans
          .toSorted((one, other) => Number(one['id']) - Number(other['id']))
          .flatMap((loan) =>
            ((items(loan) ?? []) as readonly JsonObject[]).map((item) =>
              Object.fromEntries([
                ['loan_id', loan['id']],
                ...columns.map((column) => [column, item[column] || null]),
              ]),
            ),
          )
        expect([name, code, JSON.parse(stdout)]).toEqual([name, 0, expected])
        // The market has no payments.
        if (name !== 'payments') expect(expected.length).toBeGreaterThan(5)
      }
    })
  })

  test.each([7, 40])('a pull each day finds the changes of market %i', async (seed) => {
    const come = Array.from({ length: 40 }, (_, at) => 40 * seed + at)
    const empty = { ...marketOf(seed), pageSize: 20, loans: [] }
    const first = changed(empty, { gone: [], come, altered: [], days: 0 })
    const { state, env } = await machine(`days-${seed}`, first)
    const mirrored = new Map<string, Mirrored>()
    const [pulled, expected]: [JsonObject[], JsonObject[]] = [[], []]
    // In the past, as readings are. Noon, so that a pull does not end on the next day.
    state.now = Math.floor(Date.now() / day) * day - 1000.5 * day
    for (const change of [undefined, ...fc.sample(busyDays, { seed, numRuns: 10 })]) {
      if (change) state.market = changed(state.market, change)
      state.now += (change?.days ?? 0) * day
      expected.push(noteDay(mirrored, state.market, dayOf(state.now)))
      const { code, stdout, stderr } = await kivaHere(['mirror', 'pull', '-o', 'json'], env)
      const record = JSON.parse(stdout)
      // A pull doubts the service where five loans or more are not found.
      expect([record.absent < 5 ? code : 0, stderr]).toEqual([0, expect.any(String)])
      pulled.push(record)
    }
    const ask = async (statement: string) => {
      const { code, stdout } = await kivaHere(['sql', statement, '-o', 'json'], env)
      expect(code).toBe(0)
      return JSON.parse(stdout)
    }
    const rows = await ask(
      `SELECT loan_id, date(at) AS at, date(until) AS until, ${tracked.join(', ')} FROM changes
       ORDER BY loan_id, reading, at`,
    )
    const loans = [...mirrored].toSorted(([one], [other]) => Number(one) - Number(other))
    expect(rows).toEqual(
      loans.flatMap(([id, { states }]) =>
        states.map(({ at, until, values }) => ({ loan_id: Number(id), at, until, ...values })),
      ),
    )
    expect(pulled).toMatchObject(expected)
    const missing = await ask(
      'SELECT id, date(missing_since) AS since FROM loans WHERE missing_since IS NOT NULL ORDER BY id',
    )
    expect(missing).toEqual(
      loans.flatMap(([id, { since }]) => (since === undefined ? [] : [{ id: Number(id), since }])),
    )
    // Enough loans have changed, also more than once, and have disappeared.
    const counts = loans.map(([, { states }]) => states.length)
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(10)
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(0)
    expect(missing.length).toBeGreaterThan(5)
    const told = loans.filter(([, { states, since }]) => states.length > 1 && since !== undefined)
    expect(told.length).toBeGreaterThan(0)
    for (const [id, { states, since }] of told) {
      const { stdout } = await kivaHere(['mirror', 'changes', id, '-o', 'json'], env)
      const events = JSON.parse(stdout).map(({ event, at, changes = {} }: Event) => [
        event,
        at.slice(0, 10),
        Object.keys(changes).toSorted(),
      ])
      expect([id, events]).toEqual([
        id,
        [
          ...states.map(({ at, values }, place) => [
            place === 0 ? 'added' : 'changed',
            at,
            place === 0 ? [] : differing(values, states[place - 1]?.values ?? {}),
          ]),
          ['removed', since, []],
        ],
      ])
    }
  })
})

/** Days on which more loans change. */
const busyDays = fc
  .tuple(changes, fc.array(changes, { minLength: 5, maxLength: 5 }))
  .map(([first, others]) => ({ ...first, altered: [first, ...others].flatMap(({ altered }) => altered) }))

const day = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

interface Event {
  readonly event: string
  readonly at: string
  readonly changes?: JsonObject
}

/** The columns of `changes` that say what a loan was. */
const tracked = [
  'status',
  'funded_amount',
  'basket_amount',
  'paid_amount',
  'lender_count',
  'delinquent',
] as const

/** Numbers also come from texts, other values are NULL, and a loan of which it is not known is not late. */
const valuesOfLoan = (loan: JsonObject): JsonObject =>
  Object.fromEntries(
    tracked.map((name) => {
      const value = loan[name] ?? null
      if (name === 'status') return [name, value || null]
      if (name === 'delinquent') return [name, Number(value ?? 0)]
      return [name, typeof value === 'string' ? (/^[\d.]+$/.test(value) ? Number(value) : null) : value]
    }),
  )

const differing = (one: JsonObject, other: JsonObject) =>
  tracked.filter((name) => one[name] !== other[name]).toSorted()

/** What the mirror should know of a loan: days of its first and last reading with the same values. */
interface Mirrored {
  readonly states: { readonly at: string; until: string; readonly values: JsonObject }[]
  /** The day since which it is missing. */
  since?: string
}

/**
 * Notes a day of a market. A pull reads the loans that it has never read, and those whose status it expects to change.
 * Returns how many of each it should tell.
 */
function noteDay(mirrored: Map<string, Mirrored>, market: Market, today: string) {
  let [added, altered] = [0, 0]
  const isChanging = ({ states, since }: Mirrored) =>
    since === undefined &&
    ['fundraising', 'funded', 'in_repayment'].includes(String(states.at(-1)?.values['status']))
  const left = new Map(mirrored)
  for (const loan of market.loans) {
    const id = String(loan['id'])
    const known = mirrored.get(id)
    left.delete(id)
    const values = valuesOfLoan(loan)
    if (!known) {
      mirrored.set(id, { states: [{ at: today, until: today, values }] })
      added += 1
      continue
    }
    const last = known.states.at(-1)
    if (!last || !isChanging(known)) continue
    if (differing(values, last.values).length === 0) last.until = today
    else {
      known.states.push({ at: today, until: today, values })
      altered += 1
    }
  }
  for (const gone of left.values()) if (isChanging(gone)) gone.since = today
  return { new: added, changed: altered }
}
