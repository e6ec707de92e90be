/** Equivalences of the tools of `kiva mcp`, and the command lines that ask for the same. */
import fc from 'fast-check'
import type { JsonObject } from '../../src/core/json.ts'
import { callOnce } from '../mcp/session.ts'
import { type Market, me } from './market.ts'
import { flat } from './read-back.ts'
import {
  allLists,
  conditionText,
  fieldsOf,
  filtersOf,
  type ListedType,
  type ListName,
  lists,
  type Measure,
  plain,
  type Request,
  someOf,
  valuesOf,
  words,
} from './requests.ts'
import { kiva, markets, type Row, recordsIn, row } from './row.ts'
import { service } from './service.ts'

/** A call of a tool, and how the command line asks for all records that it may answer with. */
interface Call {
  readonly tool: string
  readonly given: JsonObject
  readonly words: readonly string[]
  readonly type?: ListedType | undefined
  readonly limit?: number | undefined
  readonly page?: number | undefined
  /** Groups and counts, and records by id, have no pages. */
  readonly isPaged: boolean
}

const toolOf = ([resource = '', verb = '']: readonly string[]) => `${resource}_${verb}`.replaceAll('-', '_')

/** The argument of a list within a record. */
const pathOf = ([resource, , id]: readonly string[]): JsonObject =>
  id === undefined ? {} : { [resource === 'lenders' ? 'lender_id' : 'id']: id }

/** Options of the service that take one value. */
const single = ['sort-by', 'gender', 'category', 'membership-type']

/** The fields of a call without `fields`: the columns that a table on a terminal drops last. */
const usual: Readonly<Record<ListedType, readonly string[]>> = {
  loan_listing: [
    ...['id', 'name', 'location.country', 'sector', 'use', 'loan_amount', 'funded_amount', 'paid_amount'],
    ...['planned_expiration_date', 'status'],
  ],
  lender_listing: ['lender_id', 'name', 'whereabouts', 'country_code'],
  team_listing: [
    ...['id', 'shortname', 'name', 'category', 'member_count', 'loan_count', 'loaned_amount'],
    'whereabouts',
  ],
  partner_listing: [
    ...['id', 'name', 'status', 'rating', 'delinquency_rate', 'default_rate', 'total_amount_raised'],
    'loans_posted',
  ],
  journal_entry: ['id', 'subject', 'author', 'date', 'comment_count', 'recommendation_count'],
  comment: ['id', 'author', 'whereabouts', 'date'],
}

const pages = fc.record({
  limit: fc.constantFrom(undefined, 1, 10, 40),
  page: fc.constantFrom(undefined, 1, 2, 3, 3),
  fields: fc.constantFrom<'usual' | 'some' | 'all'>('usual', 'some', 'all', 'all'),
})

/** What lists of loans, lenders and partners take besides. */
const shapes = (list: ListName): fc.Arbitrary<Partial<Request>> => {
  const { keys, amounts } = fieldsOf[lists[list]]
  const ofLoans = lists[list] === 'loan_listing' ? ['funding', 'people', 'partner'] : []
  const sums = someOf(amounts, 0).map((all) => all.map((field): Measure => ['sum', field]))
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: filtersOf({ list, derived: [] }).map((filters) => ({ filters })) },
    someOf([...keys, ...amounts.map((name) => `${name}:desc`)], 1).map((order) => ({ order })),
    fc.record({ by: someOf(keys, 1), measures: sums }),
    fc.constant({ count: true }),
    someOf(ofLoans, 0).map((derived) => ({ derived })),
  )
}

const takesShapes: readonly ListedType[] = ['loan_listing', 'lender_listing', 'partner_listing']

const listCalls: fc.Arbitrary<Call> = fc
  .constantFrom<ListName>(...allLists, 'loans search', 'loans search', 'lenders search')
  .chain((list) =>
    fc.record({
      list: fc.constant(list),
      values: valuesOf(list),
      shape: takesShapes.includes(lists[list]) ? shapes(list) : fc.constant<Partial<Request>>({}),
      paging: pages,
    }),
  )
  .map(({ list, values, shape, paging: { limit, page, fields } }): Call => {
    const isPaged = !shape.count && !shape.by
    const type = lists[list]
    const request: Request = { ...plain, list, values, ...shape }
    const { filters, order, by, measures, count, derived } = request
    const named = fieldsOf[type].keys.slice(0, 2)
    const isNamed = isPaged && derived.length === 0 && fields === 'some'
    return {
      tool: toolOf(list.split(' ')),
      given: {
        ...pathOf(list.split(' ')),
        ...Object.fromEntries(
          values.map(([name, value]) => [
            name.replaceAll('-', '_'),
            single.includes(name) ? value : value.split(','),
          ]),
        ),
        ...(filters.length > 0 && { filter: filters.map((all) => all.map(conditionText).join(' ')) }),
        ...(order.length > 0 && { order: order.join(',') }),
        ...(by.length > 0 && { by: by.join(',') }),
        ...(measures.length > 0 && { sum: measures.map(([, field]) => field).join(',') }),
        ...(count && { count }),
        ...(derived.length > 0 && { with: derived }),
        ...(limit !== undefined && { limit }),
        ...(isPaged && page !== undefined && { page }),
        ...(isNamed && { fields: named }),
        ...(fields === 'all' && { fields: ['*'] }),
      },
      words: words(isNamed ? { ...request, fields: named } : request),
      type: isPaged && !isNamed && fields !== 'all' ? type : undefined,
      limit,
      page: isPaged ? page : undefined,
      isPaged,
    }
  })

/** Lists within a record that only this row reads. */
const withinCalls: fc.Arbitrary<Call> = fc
  .tuple(
    fc.constantFrom('loans lenders 1007', `lenders teams ${me}`, 'teams lenders 201', 'teams loans 201'),
    pages,
  )
  .map(([line, { limit, page }]) => ({
    tool: toolOf(line.split(' ')),
    given: {
      ...pathOf(line.split(' ')),
      ...(limit !== undefined && { limit }),
      ...(page !== undefined && { page }),
      fields: ['*'],
    },
    words: [...line.split(' '), '--all'],
    limit,
    page,
    isPaged: true,
  }))

const ids = (key: 'loans' | 'lenders' | 'teams' | 'partners', id: string) => (market: Market) =>
  market[key].flatMap((one) => (one[id] === undefined ? [] : [String(one[id])]))

/** Tools that show records by id: the argument, and the ids in a market. */
const shows: Readonly<
  Record<string, readonly [argument: string, all: (market: Market) => readonly string[]]>
> = {
  'loans show': ['ids', ids('loans', 'id')],
  'lenders show': ['lender_ids', ids('lenders', 'lender_id')],
  'teams show': ['ids', ids('teams', 'id')],
  'teams using-shortname': ['shortnames', ids('teams', 'shortname')],
  'partners show': ['ids', ids('partners', 'id')],
}

type Asked =
  | { readonly call: Call }
  | { readonly show: string; readonly places: readonly number[] }
  | { readonly action: readonly string[]; readonly given: JsonObject }

const asked: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ call: listCalls }) },
  { weight: 4, arbitrary: fc.record({ call: withinCalls }) },
  {
    weight: 2,
    arbitrary: fc.record({
      show: fc.constantFrom(...Object.keys(shows)),
      places: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Asked>(
      { action: ['portfolio', 'show'], given: {} },
      {
        action: ['portfolio', 'show', me, '--by', 'sector,gender'],
        given: { lender: me, by: ['sector', 'gender'] },
      },
      { action: ['today', '--peek'], given: {} },
    ),
  },
)

/** Returns the call for records of a market by id; `undefined` if it has none. */
function callFor(asked: Asked, market: Market): Call | undefined {
  if ('call' in asked) return asked.call
  if ('action' in asked) {
    const { action, given } = asked
    return { tool: action[0] === 'today' ? 'today' : toolOf(action), given, words: action, isPaged: false }
  }
  const [argument = '', all = () => []] = shows[asked.show] ?? []
  const known = all(market)
  const chosen = [...new Set(asked.places.flatMap((place) => known[place % known.length] ?? []))]
  const line = [...asked.show.split(' '), ...chosen]
  return chosen.length === 0
    ? undefined
    : { tool: toolOf(line), given: { [argument]: chosen, fields: ['*'] }, words: line, isPaged: false }
}

/** What `today` looks at. */
const saved: readonly [string, string] = [
  'saved.json',
  JSON.stringify({ v: 1, commands: { mine: ['loans', 'newest'] } }),
]

/** An agent reads no other control characters. */
const forAgents = (stdout: string) => stdout.replaceAll('\\r\\n', '\\n').replaceAll('\\t', ' ')

const called = row({
  name: 'a call of a tool over MCP, and the command line',
  runs: 70,
  cases: fc.record({ market: markets, asked }),
  lines: ({ asked }) =>
    'call' in asked
      ? [asked.call.words, ['mcp', ':', asked.call.tool, JSON.stringify(asked.call.given)]]
      : [[JSON.stringify(asked)]],
  compare: async ({ asked }, whole) => {
    // A call sends at most five requests for a page, and 30 for a list.
    const market = { ...whole, pageSize: whole.loans.length > 60 ? 20 : 10 }
    const call = callFor(asked, market)
    if (!call) return { one: '', other: '', found: 0 }
    const { tool, given, words, type, limit = 10, page = 1, isPaged } = call
    const env = { KIVA_LENDER: me }
    const send = service(market)
    const isAction = 'action' in asked
    const state = new Map([saved])
    const format = isAction ? 'json' : 'ndjson'
    const ran = await kiva([...words, '-o', format], send, { env, state: new Map([saved]) })
    const {
      from: _from,
      requests: _requests,
      left_out: _leftOut,
      ...answer
    } = await callOnce(tool, given, { send, env, state }, [])
    // A tool keeps nothing.
    if (isAction)
      return {
        one: [answer, [...state]],
        other: [JSON.parse(forAgents(ran.stdout)), [saved]],
        found: ran.stdout.length,
      }
    const all = recordsIn(forAgents(ran.stdout))
    if (given['count']) return { one: answer, other: { count: all[0] }, found: 1 }
    const kept = isPaged ? all.slice((page - 1) * limit, page * limit) : all
    const { records, ...others } = answer
    const shown = records as readonly JsonObject[] | undefined
    return {
      one: [type ? flat(shown ?? []).map((record) => chosenOf(record, () => true)) : shown, others],
      other: [
        type
          ? flat(kept).map((record) =>
              chosenOf(record, (path) => usual[type].includes(path) || path.startsWith('derived.')),
            )
          : kept,
        { total: all.length, next_page: isPaged && page * limit < all.length ? page + 1 : null },
      ],
      found: kept.length,
    }
  },
})

/** Returns the fields by name. */
const chosenOf = (record: Readonly<Record<string, string>>, isChosen: (path: string) => boolean) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([path]) => isChosen(path))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

export const rowsOfTools: readonly Row[] = [called]
