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
  const state = { market: first }
  const send = service(() => state.market, { now: Date.now() })
  const url = await serveHttp(async (request, response) => {
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
  return { state, env, send }
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
      { by: ['sector'], sum: ['loan_amount'] },
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

  test('a pull each day finds the changes of the market', async () => {
    const { state, env } = await machine('days', { ...marketOf(7), pageSize: 20 })
    const pull = () => kivaHere(['mirror', 'pull', '-o', 'json'], env)
    const statesOf = new Map<string, string[]>()
    const mayBeRead = new Set<string>()
    const look = () => {
      for (const loan of state.market.loans) {
        const id = String(loan['id'])
        const states = statesOf.get(id) ?? []
        // Of the others, a pull reads only those that it has never read.
        if (states.length > 0 && !isOpen(states.at(-1) ?? '')) mayBeRead.add(id)
        if (states.at(-1) !== stateOf(loan)) statesOf.set(id, [...states, stateOf(loan)])
      }
    }
    look()
    expect((await pull()).code).toBe(0)
    for (const change of fc.sample(changes, { seed: 49, numRuns: 8 })) {
      state.market = changed(state.market, change)
      look()
      expect((await pull()).code).toBe(0)
    }
    const { code, stdout } = await kiva(
      ['sql', 'SELECT * FROM changes ORDER BY loan_id, at', '-o', 'json'],
      env,
    )
    expect(code).toBe(0)
    const found = new Map<string, string[]>()
    for (const row of JSON.parse(stdout)) {
      const id = String(row.loan_id)
      found.set(id, [...(found.get(id) ?? []), stateOf(row)])
    }
    expect([...found.keys()].toSorted()).toEqual([...statesOf.keys()].toSorted())
    const sure = [...statesOf].filter(([id]) => !mayBeRead.has(id))
    expect(sure.map(([id]) => [id, found.get(id)])).toEqual(sure)
    expect(sure.filter(([, states]) => states.length > 1).length).toBeGreaterThan(0)
  })
})

/** The columns of `changes`, as the mirror keeps them: numbers also from texts, NULL for others, and 0 if it is not known to be late. */
function stateOf(loan: JsonObject): string {
  const amounts = ['funded_amount', 'basket_amount', 'paid_amount', 'lender_count'].map((name) => {
    const value = loan[name] ?? null
    return typeof value === 'string' ? (/^[\d.]+$/.test(value) ? Number(value) : null) : value
  })
  return JSON.stringify([loan['status'] || null, ...amounts, Number(loan['delinquent'] ?? 0)])
}

const isOpen = (state: string) => /"(?:fundraising|funded|in_repayment)"/.test(state)
