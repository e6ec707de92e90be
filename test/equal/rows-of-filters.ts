/** Equivalences of conditions, orders and groups. */
import fc from 'fast-check'
import type { JsonObject } from '../../src/core/json.ts'
import { keeps } from './by-hand.ts'
import { cellsOf } from './cells-by-hand.ts'
import { groupsOf, keptOf, sortedBy } from './expected.ts'
import type { Market } from './market.ts'
import { me } from './market.ts'
import {
  allLists,
  type Condition,
  conditionsOf,
  conditionText,
  fieldsOf,
  filtersMaybe,
  filtersOf,
  groupingOf,
  type ListName,
  lists,
  plain,
  type Request,
  sendableOf,
  valuesOf,
  words,
} from './requests.ts'
import { idsIn, kiva, markets, type Row, recordsIn, row } from './row.ts'
import { allOf, service } from './service.ts'
import { wheres } from './where.ts'

const paths: Readonly<Record<ListName, string>> = {
  'loans search': '/loans/search',
  'loans newest': '/loans/newest',
  [`lenders loans ${me}`]: `/lenders/${me}/loans`,
  'lenders search': '/lenders/search',
  'lenders newest': '/lenders/newest',
  'teams search': '/teams/search',
  'partners list': '/partners',
  'journal-entries search': '/journal_entries/search',
  'journal-entries comments 6000': '/journal_entries/6000/comments',
  'loans journal-entries 1007': '/loans/1007/journal_entries',
}

/** The records of a list with all their details, in the order of the service. */
function detailed(market: Market, list: ListName) {
  const records = allOf(market, paths[list])
  if (lists[list] !== 'loan_listing') return records
  const byId = new Map(market.loans.map((loan) => [loan['id'], loan]))
  return records.map((record) => byId.get(record['id'] ?? null) ?? record)
}

const idField = (list: ListName) => (lists[list] === 'lender_listing' ? 'lender_id' : 'id')

const idsOf = (list: ListName, records: readonly Readonly<Record<string, unknown>>[]) =>
  records.flatMap((record) => {
    const id = record[idField(list)]
    return id === undefined ? [] : [String(id)]
  })

const withFilters = (list: fc.Arbitrary<ListName>, filters = filtersOf): fc.Arbitrary<Request> =>
  fc.tuple(list, fc.constantFrom(0, 0, 1)).chain(([name, people]) => {
    const derived = people === 1 && lists[name] === 'loan_listing' ? ['people'] : []
    const request: Request = { ...plain, list: name, derived }
    return filters(request).map((found) => ({ ...request, filters: found }))
  })

const some = fc.constantFrom<ListName>(
  'loans search',
  'loans search',
  'loans search',
  'lenders search',
  'teams search',
)

const sent = row({
  name: 'conditions sent to the API, and not sent',
  runs: 120,
  cases: fc
    .record({
      market: markets,
      request: fc.oneof(withFilters(some), withFilters(some, sendableOf), withFilters(some, sendableOf)),
      limit: fc.constantFrom(undefined, undefined, 1, 3, 20),
    })
    .map(({ request, limit, market }) => ({ market, request: { ...request, limit } })),
  lines: ({ request }) => [words(request)],
  compare: async ({ request }, market) => {
    const argv = [...words(request), '-o', 'ndjson']
    const names = [
      'status',
      'country_code',
      'sector',
      'partner',
      'region',
      'gender',
      'category',
      'membership_type',
    ]
    const ran = await kiva(argv, service(market))
    const whole = await kiva(argv, service(market, { ignored: names }))
    return { one: [ran.code, ran.stdout], other: [whole.code, whole.stdout], found: ran.stdout.length }
  },
})

const byHand = row({
  name: '--filter, and a filter written by hand',
  runs: 100,
  cases: fc.record({
    market: markets,
    request: withFilters(fc.constantFrom(...allLists, ...allLists, 'loans search')),
  }),
  lines: ({ request }) => [words(request)],
  compare: async ({ request }, market) => {
    const { list, filters } = request
    const ran = await kiva([...words(request), '-o', 'ids'], service(market))
    const kept = detailed(market, list).filter((record) => keeps(list, filters, record))
    const ids = idsOf(list, kept)
    return { one: [ran.code, idsIn(ran.stdout)], other: [0, ids], found: ids.length }
  },
})

const where = row({
  name: '--where, and a condition written by hand',
  runs: 24,
  cases: fc.record({
    market: markets,
    request: fc.constantFrom(...allLists, 'loans search' as const).chain((list) =>
      fc
        .record({
          filters: filtersMaybe(list),
          where: fc.constantFrom(...Object.keys(wheres[lists[list]] ?? {})),
          limit: fc.constantFrom(undefined, undefined, 1, 3, 20),
        })
        .map((chosen): Request => ({ ...plain, list, ...chosen })),
    ),
  }),
  lines: ({ request }) => [words(request)],
  compare: async ({ request }, market) => {
    const { list, filters, where = '', limit } = request
    const ran = await kiva([...words(request), '-o', 'ids'], service(market))
    const details = detailed(market, list)
    const kept = allOf(market, paths[list])
      .filter(
        (record, at) => wheres[lists[list]]?.[where]?.(record) && keeps(list, filters, details[at] ?? record),
      )
      .slice(0, limit)
    const ids = idsOf(list, kept)
    return { one: [ran.code, idsIn(ran.stdout)], other: [0, ids], found: ids.length }
  },
})

const negated = row({
  name: 'a filter, its opposite, and all records',
  runs: 40,
  cases: fc.record({
    market: markets,
    one: fc.tuple(fc.constantFrom(...allLists), fc.constantFrom(false, true)).chain(([list, people]) => {
      const derived = people && lists[list] === 'loan_listing' ? ['people'] : []
      return conditionsOf({ list, derived }).map((condition) => ({ list, derived, condition }))
    }),
  }),
  lines: ({ one }) => [words(filtered(one)), words(filtered(opposite(one)))],
  compare: async ({ one }, market) => {
    const runs = [filtered(one), filtered(opposite(one))].map((request) =>
      kiva([...words(request), '-o', 'ids'], service(market)),
    )
    const [kept, left] = await Promise.all(runs)
    const ids = [...idsIn(kept?.stdout ?? ''), ...idsIn(left?.stdout ?? '')]
    const all = idsOf(one.list, allOf(market, paths[one.list]))
    return {
      one: [kept?.code, left?.code, ids.toSorted()],
      other: [0, 0, all.toSorted()],
      found: idsIn(kept?.stdout ?? '').length,
    }
  },
})

interface Single {
  readonly list: ListName
  readonly derived: readonly string[]
  readonly condition: Condition
}

const filtered = ({ list, derived, condition }: Single): Request => ({
  ...plain,
  list,
  derived,
  filters: [[condition]],
})

const opposite = (one: Single): Single => ({
  ...one,
  condition: { ...one.condition, isNegated: !one.condition.isNegated },
})

interface Typed {
  readonly request: Request
  /** The filters typed before: parts of the text, or conditions much like those of the filter. */
  readonly before: readonly (readonly [likeness: string, part: number])[]
  /** Whether all pages are read before the filter is typed. */
  readonly isRead: boolean
  /** Whether explore is started with all filters but the last. */
  readonly isGiven: boolean
}

/** Makes a condition much like another one. */
const likenesses: Readonly<Record<string, (condition: Condition) => Condition>> = {
  opposite: (condition) => ({ ...condition, isNegated: !condition.isNegated }),
  word: ({ isNegated, values }) => ({ isNegated, column: '', operator: '', values: values.slice(0, 1) }),
  operator: (condition) => ({ ...condition, operator: condition.operator.endsWith('=') ? ':' : '=' }),
  fewer: (condition) => ({ ...condition, values: condition.values.slice(0, 1) }),
  more: (condition) => ({ ...condition, values: [...condition.values, 'a'] }),
  longer: (condition) => ({ ...condition, values: condition.values.map((value) => `${value}0`) }),
  name: (condition) => ({ ...condition, column: 'name', operator: ':' }),
}

const typed: fc.Arbitrary<Typed> = withFilters(fc.constantFrom(...allLists, 'loans search')).chain(
  (request) =>
    fc.record({
      request: valuesOf(request.list).chain((values) =>
        fc.constantFrom<Request>(request, request, { ...request, values }),
      ),
      before: fc.array(
        fc.tuple(
          fc.constantFrom('part', 'rest', ...Object.keys(likenesses)),
          fc.integer({ min: 1, max: 99 }),
        ),
        {
          maxLength: 3,
        },
      ),
      isRead: fc.boolean(),
      isGiven: fc.boolean(),
    }),
)

const textOf = (conditions: readonly Condition[]) => conditions.map(conditionText).join(' ')

function textLike(conditions: readonly Condition[], likeness: string, part: number): string {
  const text = textOf(conditions)
  if (likeness === 'part') return text.slice(0, (text.length * part) / 100)
  const change = likenesses[likeness]
  return textOf(change ? conditions.map(change) : conditions.slice(1))
}

/** The command line of explore, and the lines typed there. */
function linesOf({ request, before, isRead, isGiven }: Typed) {
  const { filters } = request
  const given = isGiven ? filters.slice(0, filters.length - 1) : []
  const conditions = filters.slice(given.length).flat()
  const text = textOf(conditions)
  const all = [...before.map(([likeness, part]) => textLike(conditions, likeness, part)), text]
  const argv = ['explore', ...words({ ...request, filters: given, all: isRead }), '--plain']
  return { text, argv, lines: all.map((one) => `filter ${one}`) }
}

const explored = row({
  name: 'a filter typed in explore, and --filter',
  runs: 60,
  cases: fc.record({ market: markets, typed }),
  lines: ({ typed }) => [[...linesOf(typed).argv, ':', ...linesOf(typed).lines], words(typed.request)],
  compare: async ({ typed }, market) => {
    const { text, argv, lines } = linesOf(typed)
    const folder = new Map<string, string>()
    const yes = (said: string) => (said.endsWith('Type yes or no: ') ? 'yes' : 'list')
    const stdin = [...lines, 'all', yes, 'export shown.ndjson']
    const session = await kiva(argv, service(market), { stdin, folder })
    const ran = await kiva([...words(typed.request), '-o', 'ndjson'], service(market))
    const kept = recordsIn(ran.stdout)
    const shown = recordsIn(folder.get('shown.ndjson') ?? '')
    return {
      one: [session.code, session.stdout.includes(`, ${kept.length} match "${text}"`), shown],
      other: [0, true, kept],
      found: kept.length,
    }
  },
})

const fieldsOfList = (list: ListName) => fieldsOf[lists[list]]

const ordered = row({
  name: '--order, --at-most and --limit, and all records sorted and cut by hand',
  runs: 80,
  cases: fc.record({
    market: markets,
    request: fc.constantFrom(...allLists).chain((list) => {
      const { keys, amounts } = fieldsOfList(list)
      const shown = lists[list] === 'loan_listing' ? ['to-go', 'repaid', 'to-go'] : []
      const key = fc
        .constantFrom(...keys, ...amounts, ...shown)
        .chain((name) => fc.constantFrom(name, `${name}:desc`))
      return fc
        .record({
          order: fc.array(key, { minLength: 1, maxLength: 2 }),
          limit: fc.constantFrom(undefined, 1, 3, 20),
          atMost: fc.option(
            fc
              .tuple(fc.constantFrom(1, 2), fc.constantFrom(...keys))
              .map(([most, name]) => `${most}:${name}`),
            { nil: undefined, freq: 2 },
          ),
        })
        .map((chosen): Request => ({ ...plain, list, ...chosen }))
    }),
  }),
  lines: ({ request }) => [words(request)],
  compare: async ({ request }, market) => {
    const { list, order, atMost, limit } = request
    const ran = await kiva([...words(request), '-o', 'ndjson'], service(market))
    const shown = (record: JsonObject, key: string) =>
      key === 'to-go' || key === 'repaid'
        ? cellsOf(lists[list], record)[key.replace('-', ' ').toUpperCase()]?.amount
        : undefined
    const kept = keptOf(sortedBy(allOf(market, paths[list]), order, shown), atMost).slice(0, limit)
    return { one: [ran.code, recordsIn(ran.stdout)], other: [0, kept], found: kept.length }
  },
})

const grouped = row({
  name: '--by, --sum, --avg, --median and --count, and all records added up by hand',
  runs: 120,
  cases: fc.record({
    market: markets,
    request: fc.constantFrom(...allLists).chain((list) => {
      return fc
        .record({
          values: valuesOf(list),
          grouping: groupingOf(list),
          order: fc.constantFrom<readonly string[]>([], [], ['count'], ['count:desc']),
          limit: fc.constantFrom(undefined, undefined, undefined, 1, 5),
          filters: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, filtersOf({ list, derived: [] })),
          count: fc.constantFrom(false, false, false, false, true),
        })
        .map(
          ({ count, grouping, order, ...chosen }): Request => ({
            ...plain,
            list,
            ...chosen,
            ...(count ? { count } : { ...grouping, order }),
            all: false,
          }),
        )
    }),
  }),
  lines: ({ request }) => [words(request)],
  compare: async ({ request }, market) => {
    const { count, limit } = request
    const send = service(market)
    // A filter, and more than a hundred pages, need a yes.
    const { length } = allOf(market, paths[request.list])
    const yes = request.filters.length > 0 || length > 100 * market.pageSize ? ['--all'] : []
    const ran = await kiva([...words(request), ...yes, '-o', 'ndjson'], send)
    const { values, filters } = request
    const whole: Request = { ...plain, list: request.list, values, filters }
    const all = await kiva([...words(whole), '-o', 'ndjson'], send)
    const records = recordsIn(all.stdout).slice(0, limit)
    const expected = count ? [records.length] : groupsOf(records, request)
    return { one: [ran.code, ran.stdout], other: [0, linesOfJson(expected)], found: records.length }
  },
})

const linesOfJson = (values: readonly unknown[]) => values.map((one) => `${JSON.stringify(one)}\n`).join('')

export const rowsOfFilters: readonly Row[] = [sent, byHand, where, negated, explored, ordered, grouped]
