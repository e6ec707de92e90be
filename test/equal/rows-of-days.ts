/** Equivalences over days, while a market changes: what is new, what has changed, and what came back. */
import fc from 'fast-check'
import type { Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { noon } from '../harness.ts'
import { type Change, changed, changes, type Market, me } from './market.ts'
import { type ListName, plain, type Request, words } from './requests.ts'
import { kiva, markets, type Row, recordsIn, row } from './row.ts'
import { service } from './service.ts'

const day = 86_400_000

interface Days {
  readonly market: number
  readonly request: Request
  readonly days: readonly Change[]
}

interface Day {
  readonly market: Market
  /** Days since the first. */
  readonly passed: number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly send: Send
}

/** The market of each day. Pages have 20 records, so that five of them are a whole list. */
function daysOf(first: Market, changesOfDays: readonly Change[]): readonly Day[] {
  const dayOf = (market: Market, passed: number): Day => {
    const now = noon + passed * day
    return { market, passed, now, send: service(market, { now }) }
  }
  const days = [dayOf({ ...first, pageSize: 20, loans: first.loans.slice(0, 50) }, 0)]
  for (const change of changesOfDays) {
    const { market, passed } = days.at(-1) as Day
    days.push(dayOf(changed(market, change), passed + change.days))
  }
  return days
}

const searches = (
  list: ListName,
  all: boolean,
  values: Request['values'],
  filter?: readonly [string, string],
): Request => ({
  ...plain,
  list,
  all,
  values,
  filters: filter ? [[{ isNegated: false, column: filter[0], operator: ':', values: [filter[1]] }]] : [],
})

/** A list that is read whole, whatever enters it where. */
const wholeLists: readonly Request[] = [
  searches('loans search', true, []),
  searches('loans search', true, [['status', 'fundraising']]),
  searches('loans search', true, [['status', 'funded']]),
  searches('loans search', false, [['sort-by', 'oldest']]),
  searches('loans search', false, [['sort-by', 'popularity']]),
  searches('loans search', false, [['status', 'funded']]),
  searches('loans search', false, [], ['country', 'kenya']),
  searches('loans search', false, [], ['status', 'in_repayment']),
  searches(`lenders loans ${me}`, false, []),
]

/** A list that begins with the newest, if no loan comes to it late. */
const newestFirst: readonly Request[] = [
  searches('loans search', false, []),
  searches('loans newest', false, []),
]

const daysFor = (requests: readonly Request[], isAltered: boolean): fc.Arbitrary<Days> =>
  fc.record({
    market: markets,
    request: fc.constantFrom(...requests),
    days: fc.array(isAltered ? changes : changes.map((change) => ({ ...change, altered: [] })), {
      minLength: 1,
      maxLength: 3,
    }),
  })

const anyList = fc.oneof(daysFor(wholeLists, true), daysFor(newestFirst, false))

/** Returns the ids of the list each day, read whole, without marks. */
async function wholeOf(request: Request, market: Market): Promise<readonly JsonObject[]> {
  const ran = await kiva([...words({ ...request, all: true }), '-o', 'ndjson'], service(market))
  return recordsIn(ran.stdout) as readonly JsonObject[]
}

const idsOf = (records: readonly JsonObject[]) => records.map(({ id }) => String(id))

/** Days for which a record is remembered that has left the list. */
const remembered = 180

/** Keeps in mind which records were listed when. */
function memory() {
  const last = new Map<string, number>()
  return (ids: readonly string[], today: number): readonly string[] => {
    const fresh = ids.filter((id) => today - (last.get(id) ?? Number.NEGATIVE_INFINITY) > remembered)
    for (const id of ids) last.set(id, today)
    return fresh
  }
}

const linesOf = ({ request, days }: Days) => [words(request), ['days:', JSON.stringify(days)]]

const fresh = row({
  name: '--new over days, and differences of whole lists',
  runs: 20,
  cases: anyList,
  lines: linesOf,
  compare: async ({ request, days }, market) => {
    const state = new Map<string, string>()
    const unseen = memory()
    const [one, other]: [unknown[], unknown[]] = [[], []]
    for (const { market: today, passed, now, send } of daysOf(market, days)) {
      const ran = await kiva([...words(request), '--new', '-o', 'ndjson'], send, { state, now })
      one.push([ran.code, idsOf(recordsIn(ran.stdout) as readonly JsonObject[]).toSorted()])
      other.push([0, unseen(idsOf(await wholeOf(request, today)), passed).toSorted()])
    }
    return {
      one,
      other,
      found: one.length > 1 && JSON.stringify(other.slice(1)).length > 10 * days.length ? 1 : 0,
    }
  },
})

const changedRecords = row({
  name: '--changes over days, and differences of whole lists',
  runs: 20,
  cases: daysFor(wholeLists, true),
  lines: linesOf,
  compare: async ({ request, days }, market) => {
    const state = new Map<string, string>()
    const [one, other]: [unknown[], unknown[]] = [[], []]
    let before = new Map<string, string>()
    for (const { market: today, now, send } of daysOf(market, days)) {
      const ran = await kiva([...words(request), '--changes', '-o', 'ndjson'], send, { state, now })
      const events = recordsIn(ran.stdout).map(({ event, item }) => `${event} ${(item as JsonObject)['id']}`)
      one.push([ran.code, events.toSorted()])
      const records = new Map(
        (await wholeOf(request, today)).map((record) => [String(record['id']), JSON.stringify(record)]),
      )
      const expected = [
        ...[...records].flatMap(([id, text]) =>
          !before.has(id) ? `added ${id}` : before.get(id) === text ? [] : `changed ${id}`,
        ),
        ...[...before.keys()].flatMap((id) => (records.has(id) ? [] : `removed ${id}`)),
      ]
      other.push([0, expected.toSorted()])
      before = records
    }
    return { one, other, found: days.length }
  },
})

/** A sum in whole cents. */
const centsOf = (dollars: unknown) => Math.round(Number(dollars) * 100)

const today = row({
  name: 'today over days, and differences of portfolios and whole lists',
  runs: 20,
  cases: anyList,
  lines: linesOf,
  compare: async ({ request, days }, market) => {
    const state = new Map([['saved.json', JSON.stringify({ v: 1, commands: { mine: words(request) } })]])
    const unseen = memory()
    const [one, other]: [unknown[], unknown[]] = [[], []]
    let before: { readonly repaid: number; readonly lost: number } | undefined
    const env = { KIVA_LENDER: me }
    for (const { market: current, passed, now, send } of daysOf(market, days)) {
      const ran = await kiva(['today', '-o', 'json'], send, { state, now, env })
      const found = ran.stdout === '' ? {} : JSON.parse(ran.stdout)
      const calendar = await kiva(['portfolio', 'calendar', '-o', 'json'], send, { now, env })
      const sums = calendar.stdout === '' ? undefined : JSON.parse(calendar.stdout)
      const all = unseen(idsOf(await wholeOf(request, current)), passed)
      one.push([
        found.saved?.[0]?.ids?.toSorted(),
        sums && centsOf(found.repayments?.returned?.dollars ?? 0),
        sums && centsOf(found.repayments?.lost?.dollars ?? 0),
      ])
      other.push([
        passed === 0 ? [] : all.toSorted(),
        sums && (before ? centsOf(sums.repaid) - before.repaid : 0),
        sums && (before ? centsOf(sums.lost) - before.lost : 0),
      ])
      before = sums && { repaid: centsOf(sums.repaid), lost: centsOf(sums.lost) }
    }
    return { one, other, found: market.lent.length }
  },
})

/** The ids at the beginning of the lines that open. */
const idsOfLines = (stdout: string) =>
  [...stdout.matchAll(/^\d+\. (?:(?:added|changed|removed), )?(?<id>\d+), /gm)].map(
    ({ groups }) => groups?.['id'],
  )

const home = row({
  name: 'Today of explore over days, and kiva today, whose marks it leaves',
  runs: 10,
  cases: anyList,
  lines: linesOf,
  compare: async ({ request, days }, market) => {
    const listed = market.loans.slice(0, 6).map(({ id }) => id)
    const state = new Map([
      ['saved.json', JSON.stringify({ v: 1, commands: { mine: words(request) } })],
      ['shortlists/spring.txt', `${listed.join('\n')}\n`],
    ])
    const [one, other]: [unknown[], unknown[]] = [[], []]
    const env = { KIVA_LENDER: me }
    for (const { now, send } of daysOf(market, days)) {
      const session = await kiva(['explore', '--plain'], send, { state, now, env, stdin: ['quit'] })
      const ran = await kiva(['today', '-o', 'json'], send, { state, now, env })
      const found = ran.stdout === '' ? {} : JSON.parse(ran.stdout)
      const items = [...(found.shortlists?.loans ?? []), ...(found.portfolio?.changes ?? [])]
      const expected = [
        ...(found.saved?.[0]?.first ?? []),
        ...items.map(({ item }: { readonly item: unknown }) => item),
      ].map(({ id }) => String(id))
      one.push(idsOfLines(session.stdout))
      other.push(expected)
    }
    return { one, other, found: other.flat().length }
  },
})

export const rowsOfDays: readonly Row[] = [fresh, changedRecords, today, home]
