/** Requests for lists as plain values, made at random from the columns that filters know, and their command lines. */
import fc from 'fast-check'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { takenBy } from '../../src/records/row-filter.ts'
import { me, sectors, statuses } from './market.ts'
import { wheres } from './where.ts'

/** A condition of `--filter`. Without a column it is a word. */
export interface Condition {
  readonly isNegated: boolean
  readonly column: string
  readonly operator: '' | ':' | '=' | ':=' | '<' | '<=' | '>' | '>=' | ':<' | ':>='
  /** As they are typed, with their quotes. */
  readonly values: readonly string[]
}

export interface Request {
  /** The words of the list: `loans search`. */
  readonly list: ListName
  /** Options of the service, such as `['status', 'paid,funded']`. */
  readonly values: readonly (readonly [name: string, value: string])[]
  readonly derived: readonly string[]
  /** The conditions of each `--filter`. */
  readonly filters: readonly (readonly Condition[])[]
  /** The expression of `--where`. */
  readonly where: string | undefined
  readonly order: readonly string[]
  readonly limit: number | undefined
  readonly requests: number | undefined
  readonly budget: number | undefined
  readonly atMost: string | undefined
  /** Fields, also with ranges: `loan_amount:500`. */
  readonly by: readonly string[]
  readonly measures: readonly Measure[]
  readonly count: boolean
  readonly mark: 'new' | 'changes' | undefined
  readonly fields: readonly string[]
  readonly jq: string | undefined
  readonly concurrency: number | undefined
  /** Whether `--all` is said. */
  readonly all: boolean
}

/** The options that state a number of each group, in the order in which it has them. */
export const statistics = ['sum', 'avg', 'median', 'min', 'max'] as const
export type Measure = readonly [statistic: (typeof statistics)[number], field: string]

/** What each list returns. */
export const lists = {
  'loans search': 'loan_listing',
  'loans newest': 'loan_listing',
  [`lenders loans ${me}`]: 'loan_listing',
  'lenders search': 'lender_listing',
  'lenders newest': 'lender_listing',
  'teams search': 'team_listing',
  'partners list': 'partner_listing',
  'journal-entries search': 'journal_entry',
  'journal-entries comments 6000': 'comment',
  'loans journal-entries 1007': 'journal_entry',
} as const
export type ListName = keyof typeof lists
/** The type of the records of a list. */
export type ListedType = (typeof lists)[ListName]

export const plain: Request = {
  list: 'loans search',
  values: [],
  derived: [],
  filters: [],
  where: undefined,
  order: [],
  limit: undefined,
  requests: undefined,
  budget: undefined,
  atMost: undefined,
  by: [],
  measures: [],
  count: false,
  mark: undefined,
  fields: [],
  jq: undefined,
  concurrency: undefined,
  all: true,
}

export const conditionText = ({ isNegated, column, operator, values }: Condition): string =>
  `${isNegated ? '-' : ''}${column}${operator}${values.join(',')}`

/** Returns the words after `kiva` of a request. */
export function words(request: Request): readonly string[] {
  const { list, values, derived, filters, where, order, limit, requests, budget, atMost } = request
  const { by, measures, count, mark, fields, jq, concurrency, all } = request
  const option = (name: string, value: readonly string[] | string | number | undefined) => {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    return text === '' ? [] : [`--${name}`, text]
  }
  return [
    ...list.split(' '),
    ...values.flatMap(([name, value]) => option(name, value)),
    ...option('with', derived),
    ...filters.flatMap((conditions) => option('filter', conditions.map(conditionText).join(' '))),
    ...option('where', where),
    ...option('order', order),
    ...option('at-most', atMost),
    ...option('budget', budget),
    ...option('limit', limit),
    ...option('requests', requests),
    ...option('by', by),
    ...measures.flatMap(([statistic, field]) => option(statistic, field)),
    ...(count ? ['--count'] : []),
    ...(mark ? [`--${mark}`] : []),
    ...option('fields', fields),
    ...option('jq', jq),
    ...option('concurrency', concurrency),
    ...(all ? ['--all'] : []),
  ]
}

/** Values of columns, by heading: whole ones, parts of them, and some that no record has. */
const texts: Readonly<Record<string, readonly string[]>> = {
  NAME: ['ana', 'josé', 'lukasz', '007', 'true', '\'"m." li\'', "'=1+1'", 'a', '""'],
  COUNTRY: [
    ...['kenya', 'ken', 'Uganda', 'viet', 'vietnam', '"viet nam"', 'congo', 'sudan', 'south_sudan', 'niger'],
    ...['nig', '"cote d\'ivoire"', 'ivory', '"united states"', 'usa', 'zed', 'ke', 'KE', 'zq', '""'],
    // Parts of names, also of one that kiva does not know.
    ...['an', 'and', 'land', 'new', 'ne', 'la', 'an', 'and', 'land', 'new', 'la'],
  ],
  SECTOR: [...sectors.map((sector) => `"${sector}"`), 'food', 'retail', 'personal_use', 'f', '""'],
  USE: ['maize', '"to buy"', 'buy', 'café', 'cafe', 'fish', '"school fees for"', '""'],
  STATUS: [
    ...statuses,
    ...[
      'in',
      'late',
      'repay',
      'loss',
      'd',
      '"in repayment"',
      '"in repayment, late"',
      '"ended with loss"',
      '""',
    ],
  ],
  'SO FAR': ['funded', 'repaid', '"100% funded"', '50', '""'],
  REGION: ['africa', 'af', 'asia', 'na', '"north america"', 'a', '""'],
  'COUNTRY CODE': ['ke', 'KE', 'k', 'qs', 'zq', 'kenya', '""'],
  GENDER: ['m', 'm', 'm', 'female', 'male', 'f', 'mixed', 'mi', '""'],
  WHEREABOUTS: ['nairobi', 'koln', 'kenya', '""'],
  CATEGORY: ['clubs', 'schools', 'c', '""'],
  MEMBERSHIP: ['open', 'closed', '""'],
  LENDER: ['lender1', me, 'lender', '""'],
  COUNTRIES: ['kenya', 'sudan', '"kenya, uganda"', '""'],
  SUBJECT: ['cart', 'umit', '"a new cart"', '""'],
  AUTHOR: ['ana', 'faulu', 'a', '""'],
  TEXT: ['harvest', '"fish & maize"', 'two', '""'],
  COMMENT: ['well', '"two lines"', '""'],
}
const answers = ['true', 'false', 'yes', 'no', '""']
const someTexts = ['a', 'team1', '"1"', '""']
const numbers = [
  ...['0', '25', '33', '50', '75', '100', '500', '1250', '"$1,250"', '12.345', '12.35'],
  ...['1.23', '0.5', '50%', '3', '1000', '2', '999', '"25"', '""'],
]
const ranges = ['25..275', '..100', '100..', '0..0']
const boundsOnly = ['$1,250', '$275']
const times = ['2026', '2026-03', '2026-11-20', '2026-11-20T12:00:00Z', '3d', '2w', '1y', '12h', '0d']
const timeRanges = ['2026-01..2026-06', '..2026-05-01', '1w..4w', '2d..']

export interface Known {
  readonly header: string
  /** What can be typed for it. */
  readonly names: readonly string[]
  readonly takes: 'text' | 'number' | 'time'
}

async function columnsOf(type: ListedType, derived?: readonly ['people']): Promise<readonly Known[]> {
  const columns = await filterColumnsOf({ ...recordTypes[type], ...(derived && { derived }) })
  return columns
    .filter(({ path }) => path !== 'derived.people.women')
    .map((column) => ({
      header: column.header,
      names: [column.header.toLowerCase().replaceAll(' ', '-')],
      takes: takenBy(column),
    }))
}

/** The columns of each list; with people, those of the loans with their borrowers. */
export const columns: Readonly<Record<string, readonly Known[]>> = {
  loan_listing: await columnsOf('loan_listing'),
  lender_listing: await columnsOf('lender_listing'),
  team_listing: await columnsOf('team_listing'),
  partner_listing: await columnsOf('partner_listing'),
  journal_entry: await columnsOf('journal_entry'),
  comment: await columnsOf('comment'),
  people: await columnsOf('loan_listing', ['people']),
}

/** Columns whose conditions the service may get too come more often. */
const sendable = ['STATUS', 'COUNTRY', 'COUNTRY CODE', 'SECTOR', 'PARTNER', 'REGION', 'GENDER']

const isNegated = fc.constantFrom(false, false, false, true)

function conditionOn({ header, names, takes }: Known): fc.Arbitrary<Condition> {
  const column = fc.constantFrom(...names)
  const some = (pool: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: most })
  const made = (operator: fc.Arbitrary<Condition['operator']>, values: fc.Arbitrary<readonly string[]>) =>
    fc.record({ isNegated, column, operator, values }).map(finished)
  if (takes === 'text') {
    const pool = texts[header] ?? (/DELINQUENT|BONUS|BULK/.test(header) ? answers : someTexts)
    return made(fc.constantFrom(':', ':', '=', ':='), fc.oneof(some(pool, 1), some(pool, 2)))
  }
  const [single, pairs] = takes === 'number' ? [numbers, ranges] : [times, timeRanges]
  const bare = [...single.filter((text) => !text.startsWith('"')), ...(takes === 'number' ? boundsOnly : [])]
  return fc.oneof(
    made(fc.constantFrom(':', '='), some([...single, ...pairs], 2)),
    made(fc.constantFrom('<', '<=', '>', '>=', ':<', ':>='), some(bare, 1)),
  )
}

/** Empty text is a value only of `=`. */
const finished = (condition: Condition): Condition =>
  condition.values.includes('""') ? { ...condition, operator: '=' } : condition

const word: fc.Arbitrary<Condition> = fc.record({
  isNegated,
  column: fc.constant(''),
  operator: fc.constant('' as const),
  values: fc
    .constantFrom('kenya', 'maize', 'food', 'late', 'in_repayment', '"in repayment"', 'robin', 'cafe')
    .map((text) => [text]),
})

/** Returns conditions on columns, and words. */
export function conditionsOn(known: readonly Known[]): fc.Arbitrary<Condition> {
  const often = known.filter(({ header }) => sendable.includes(header))
  const gender = known.filter(({ header }) => header === 'GENDER')
  const one = (pool: readonly Known[]) =>
    fc.constantFrom(...(pool.length > 0 ? pool : known)).chain(conditionOn)
  return fc.oneof(
    { weight: gender.length > 0 ? 6 : 0, arbitrary: one(gender) },
    { weight: often.length > 0 ? 6 : 0, arbitrary: one(often) },
    { weight: 5, arbitrary: one(known) },
    { weight: 1, arbitrary: word },
  )
}

/** Returns the conditions of a list, with those on borrowers if it derives them. */
export const conditionsOf = ({ list, derived }: Pick<Request, 'list' | 'derived'>): fc.Arbitrary<Condition> =>
  conditionsOn(columns[derived.includes('people') ? 'people' : lists[list]] ?? [])

/** Returns one condition on a column that the service may get too. */
export const sendableOf = ({
  list,
  derived,
}: Pick<Request, 'list' | 'derived'>): fc.Arbitrary<Request['filters']> => {
  const known = columns[derived.includes('people') ? 'people' : lists[list]] ?? []
  const of = (headings: readonly string[]) => known.filter(({ header }) => headings.includes(header))
  const usual = derived.includes('people') ? of(['GENDER']) : of(['COUNTRY'])
  const pool = [...usual, ...usual, ...usual, ...of(sendable)]
  return fc
    .constantFrom(...(pool.length > 0 ? pool : known))
    .chain(conditionOn)
    .map((condition) => [[condition]])
}

/** Returns the filters of a list, mostly with one condition: several leave few records. */
export const filtersOf = (request: Pick<Request, 'list' | 'derived'>): fc.Arbitrary<Request['filters']> => {
  const one = conditionsOf(request)
  const several = fc.array(fc.array(one, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    { weight: 2, arbitrary: one.map((condition) => [[condition]]) },
    { weight: 1, arbitrary: several },
  )
}

export const loanLists = ['loans search', 'loans newest', `lenders loans ${me}`] as const
export const allLists = Object.keys(lists) as readonly ListName[]

/** Returns up to two of a list, and as many as `least`. */
export const someOf = (pool: readonly string[], least: number): fc.Arbitrary<readonly string[]> =>
  fc.subarray([...pool], { minLength: Math.min(least, pool.length), maxLength: Math.min(2, pool.length) })

/** Options of the service for a list. */
export const valuesOf = (list: ListName): fc.Arbitrary<Request['values']> => {
  const known: Readonly<Record<string, readonly string[]>> =
    list === 'loans search'
      ? {
          status: ['fundraising', 'in_repayment', 'paid,funded', 'fundraising,funded'],
          gender: ['female', 'male'],
          'country-code': ['KE', 'KE,UG', 'VN', 'QS'],
          sector: ['Food', 'Food,Retail', 'Fisheries'],
          partner: ['1', '2,3'],
          region: ['af', 'as,na'],
          'sort-by': ['oldest', 'popularity', 'loan_amount', 'expiration', 'newest'],
        }
      : list === 'lenders search'
        ? { 'country-code': ['KE', 'DE,US'], 'sort-by': ['oldest', 'newest'] }
        : list === 'teams search'
          ? {
              category: ['Clubs'],
              'membership-type': ['open'],
              'sort-by': ['member_count', 'loan_count', 'oldest'],
            }
          : list === 'journal-entries search'
            ? { 'sort-by': ['oldest', 'comment_count'] }
            : {}
  return someOf(Object.keys(known), 0).chain((chosen) =>
    fc.tuple(
      ...chosen.map((name) =>
        fc.constantFrom(...(known[name] ?? [''])).map((value) => [name, value] as const),
      ),
    ),
  )
}

/** Fields to sort and sum by, by record type. */
export const fieldsOf: Readonly<Record<ListedType, Readonly<Record<'keys' | 'amounts', readonly string[]>>>> =
  {
    loan_listing: {
      keys: [
        'sector',
        'status',
        'location.country',
        'partner_id',
        'tags.name',
        'themes',
        'posted_date',
        'delinquent',
      ],
      amounts: ['loan_amount', 'funded_amount', 'lender_count', 'paid_amount', 'borrower_count'],
    },
    lender_listing: { keys: ['country_code', 'whereabouts', 'name'], amounts: [] },
    team_listing: {
      keys: ['category', 'membership_type', 'team_since'],
      amounts: ['member_count', 'loan_count', 'loaned_amount'],
    },
    partner_listing: {
      keys: ['status', 'rating', 'countries.name'],
      amounts: ['total_amount_raised', 'loans_posted'],
    },
    journal_entry: {
      keys: ['author', 'bulk', 'date'],
      amounts: ['comment_count', 'recommendation_count'],
    },
    comment: { keys: ['author', 'whereabouts', 'date'], amounts: [] },
  }

/** Returns what to group the records of a list by, also ranges, and the numbers to state of the groups. */
export const groupingOf = (list: ListName): fc.Arbitrary<Pick<Request, 'by' | 'measures'>> => {
  const { keys, amounts } = fieldsOf[lists[list]]
  const ranges = amounts.slice(0, 2).map((name) => `${name}:50`)
  return fc.record({ by: someOf([...keys, ...ranges], 1), measures: measuresOf(list) })
}

/** Returns numbers to state of groups, in the order in which they are printed. */
export const measuresOf = (list: ListName): fc.Arbitrary<Request['measures']> => {
  const { amounts } = fieldsOf[lists[list]]
  const all = statistics.flatMap((statistic) => amounts.map((field): Measure => [statistic, field]))
  return fc.subarray(all, { maxLength: Math.min(3, all.length) })
}

export const filtersMaybe = (list: ListName): fc.Arbitrary<Request['filters']> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: filtersOf({ list, derived: [] }) },
  )

/** Expressions that keep every record, or some, or make something of them. */
const expressions = ['{id, name}', 'select(.id)', '[.id, .status]', '.name']

/** Returns any request for one of these lists. */
export const requestsFor = (names: readonly ListName[]): fc.Arbitrary<Request> =>
  fc.constantFrom(...names).chain((list) => {
    const { keys, amounts } = fieldsOf[lists[list]]
    const rarely = <T>(one: fc.Arbitrary<T>, otherwise: T) =>
      fc.oneof({ weight: 5, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: one })
    return fc
      .record({
        list: fc.constant(list),
        values: valuesOf(list),
        filters: filtersMaybe(list),
        derived: rarely(fc.constantFrom(lists[list] === 'loan_listing' ? ['funding'] : []), []),
        order: rarely(someOf([...keys, ...amounts], 1), []),
        atMost: rarely(fc.constantFrom(`1:${keys[0]}`), undefined),
        limit: rarely(fc.constantFrom(1, 3, 20), undefined),
        shape: rarely<Partial<Request>>(
          fc.oneof(
            fc.record({ by: someOf(keys, 1), measures: measuresOf(list) }),
            fc.constant({ count: true }),
            fc.constantFrom(...Object.keys(wheres[lists[list]] ?? {})).map((where) => ({ where })),
            fc.constantFrom(...expressions).map((jq) => ({ jq })),
            fc.constant({
              fields: lists[list] === 'loan_listing' ? ['name', 'id', 'location.country'] : keys.slice(0, 2),
            }),
          ),
          {},
        ),
      })
      .map(({ shape, ...request }): Request => ({ ...plain, ...request, ...shape }))
  })
