/**
 * Markets as plain values: the records of a service, with what the sandbox never makes, such as late loans, unknown statuses,
 * countries and names, nulls, texts in place of numbers, and missing fields.
 */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { noon } from '../harness.ts'

export interface Market {
  /** The number of records on a page, except for partners. */
  readonly pageSize: number
  /** With all details, the newest first. */
  readonly loans: readonly JsonObject[]
  /** No loan has had a higher id. */
  readonly highest: number
  readonly lenders: readonly JsonObject[]
  readonly teams: readonly JsonObject[]
  readonly partners: readonly JsonObject[]
  /** The ids of the loans that the lender {@link me} has lent to. */
  readonly lent: readonly Json[]
  /** Entries of the journal, the newest first. */
  readonly entries: readonly JsonObject[]
  /** Of any entry. */
  readonly comments: readonly JsonObject[]
}

/** A lender of every market. */
export const me = 'robin'

const day = 86_400_000
const time = (days: number) => `${new Date(noon + days * day).toISOString().slice(0, 19)}Z`

/** A value that is missing is left out of its record, as in the answers of the service. */
type Maybe = Json | undefined

const value = (...pool: readonly Json[]): fc.Arbitrary<Maybe> => fc.constantFrom(...pool)

/** Most values are usual, and some are odd. */
const mostly = (usual: fc.Arbitrary<Maybe>, ...odd: readonly Maybe[]): fc.Arbitrary<Maybe> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const record = (fields: Readonly<Record<string, fc.Arbitrary<Maybe>>>): fc.Arbitrary<JsonObject> =>
  fc.record(fields).map((found) => withoutMissing(found))

const withoutMissing = (found: Readonly<Record<string, Maybe>>): JsonObject =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Json] => entry[1] !== undefined))

/** Codes and names of the service: some that kiva does not know, and other names for those that it knows. */
export const countries = [
  ['KE', 'Kenya'],
  ['UG', 'Uganda'],
  ['VN', 'Viet Nam'],
  ['CD', 'The Democratic Republic of the Congo'],
  ['CG', 'Congo'],
  ['CI', "Cote D'Ivoire"],
  ['NE', 'Niger'],
  ['NG', 'Nigeria'],
  ['QS', 'South Sudan'],
  ['SD', 'Sudan'],
  ['US', 'United States'],
  ['ZQ', 'Zed and New Land'],
] as const

export const statuses = [
  ...['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
  ...['expired', 'refunded', 'defaulted', 'issue', 'mystery'],
]
export const sectors = ['Food', 'Retail', 'Personal Use', 'Agriculture', 'Fisheries', 'Retail & Food']
const names = ['Ana', 'José', 'Łukasz', 'Mai "M." Li, Jr', '=1+1', 'true', '007', '1e3', 'a\tb', '-']
const uses = [
  'to buy a cart',
  'To buy maize seed',
  '  to sell   fish ',
  'buy a café, "new"',
  'to pay school fees\r\nfor two',
]

/** Dollars, mostly; a text with a number is one. */
const dollars = (...pool: readonly number[]) =>
  mostly(value(...pool), null, '275', 'unknown', 12.345, undefined)

const anyTime = (from: number, to: number) =>
  mostly(
    fc.integer({ min: from * 8, max: to * 8 }).map((eighths) => time(eighths / 8)),
    null,
    'soon',
    undefined,
  )

const location = fc.constantFrom(...countries).chain(([country_code, country]) =>
  record({
    country_code: mostly(fc.constant(country_code), country_code, undefined),
    country: fc.constant(country),
    town: mostly(value('Eldoret', 'Gulu'), undefined),
    geo: mostly(fc.constant({ level: 'town', pairs: '0.52 35.27', type: 'point' }), undefined, null, {
      level: 'town',
      pairs: 'unknown',
      type: 'point',
    }),
  }),
)

const borrower = record({
  first_name: value('Ana', 'Li', ''),
  last_name: value(''),
  gender: mostly(value('F', 'M'), undefined, 'F'),
  pictured: value(true),
})

const payment = fc
  .tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom(25, 33.34, 100, 8.33))
  .map(([days, amount]) => ({ due_date: time(days * 9), amount }))

/** A loan with its details, and without an id. */
const loan = record({
  name: mostly(value(...names), null, ''),
  description: fc.constant({ languages: ['en'], texts: { en: 'A story.\r\nOf two lines.' } }),
  status: mostly(
    value(...statuses, 'fundraising', 'fundraising', 'in_repayment', 'in_repayment', 'paid'),
    null,
    '',
    undefined,
  ),
  loan_amount: dollars(25, 100, 275, 500, 1250, 10_000),
  funded_amount: dollars(0, 25, 75, 100, 275, 475),
  basket_amount: mostly(value(0, 25), undefined),
  paid_amount: mostly(value(0, 25, 33.33, 100, 275), undefined, null),
  image: fc.constant({ id: 1, template_id: 1 }),
  activity: value('Farming', 'Grocery Store'),
  sector: mostly(value(...sectors), null, undefined),
  use: mostly(value(...uses), null, undefined),
  themes: mostly(fc.subarray(['Green', 'Youth', 'SME']), undefined, null),
  location,
  partner_id: mostly(value(1, 2, 3, 4, 5), undefined, null, '3', 999),
  posted_date: anyTime(-400, 0),
  planned_expiration_date: anyTime(-20, 40),
  borrowers: fc.array(borrower, { maxLength: 4 }),
  lender_count: mostly(value(0, 1, 7, 12), null, '7', undefined),
  bonus_credit_eligibility: mostly(value(true, false), undefined, null),
  tags: fc
    .subarray(['#Parent', '#Eco', 'user_favorite'])
    // A tag may be there twice.
    .map((tags) => [...tags, ...tags.slice(1)].map((name) => ({ name }))),
  delinquent: mostly(value(true, false), undefined, null),
  terms: record({
    disbursal_date: anyTime(-300, -20),
    repayment_term: value(6, 14),
    loan_amount: value(100),
    scheduled_payments: fc.array(payment, { maxLength: 4 }),
  }),
  funded_date: anyTime(-200, -1),
})

const lender = record({
  name: mostly(value('Robin', 'Sam', 'Zoë', 'A, B'), null, ''),
  whereabouts: mostly(value('Nairobi', 'Köln', 'Kenya Street'), '', undefined),
  country_code: mostly(value('KE', 'DE', 'US', 'ZQ', 'QS'), null, '', undefined),
  member_since: anyTime(-3000, -10),
  occupation: mostly(value('nurse', 'teacher'), ''),
  loan_because: value('', 'I can'),
  loan_count: mostly(value(0, 3, 1200), '12', null),
  invitee_count: value(0, 2),
})

const team = record({
  name: mostly(value('Eco Team', 'Écoles', 'Kenya Friends'), '', null),
  category: mostly(value('Clubs', 'Schools', 'Other'), null),
  whereabouts: mostly(value('Nairobi', ''), undefined),
  membership_type: mostly(value('open', 'closed'), undefined),
  team_since: anyTime(-3000, -10),
  member_count: mostly(value(0, 1, 30, 1500), null, '30'),
  loan_count: mostly(value(0, 3, 12_000), undefined),
  loaned_amount: mostly(value(0, 250, 1250.5), 'much', null),
})

const partner = record({
  name: mostly(value('Faulu', 'Crédito', 'One, Two'), null),
  status: mostly(value('active', 'closed', 'pilot', 'asleep'), null),
  rating: mostly(value('3.5', '0.0', 4, '2'), 'Not Rated', null, undefined),
  countries: fc
    .subarray([...countries], { maxLength: 2 })
    .map((found) => found.map(([iso_code, name]) => ({ iso_code, region: 'Africa', name }))),
  delinquency_rate: mostly(value(0, 1.234, 12.5), null, undefined),
  default_rate: mostly(value(0, 0.5), null, '0.5'),
  total_amount_raised: mostly(value(0, 1250, 1_000_000), null),
  loans_posted: value(0, 3, 1200),
})

/** HTML of journal entries, and the text of it. */
export const bodies: Readonly<Record<string, string>> = {
  '<p>A good <b>harvest</b>.</p><p>Fish &amp; maize</p>': 'A good harvest. Fish & maize',
  'one<br />two': 'one two',
  'Two lines\r\nof text | a < b': 'Two lines of text | a < b',
  '': '',
}

const entry = record({
  subject: mostly(value('A new cart', 'Ümit | *news* #5', '=1+1', '<b>Late</b> @me'), null, ''),
  body: value(...Object.keys(bodies)),
  date: anyTime(-60, 0),
  author: mostly(value('Ana', 'Faulu_staff', 'a\\b'), null, undefined),
  bulk: mostly(value(true, false), null, undefined),
  comment_count: mostly(value(0, 3, 1200), '3', null),
  recommendation_count: mostly(value(0, 12), undefined, null),
})

const comment = record({
  author: mostly(value('Sam', 'Zoë'), null, ''),
  whereabouts: mostly(value('Nairobi', 'Köln'), '', undefined),
  body: value('Well done', 'Two\r\nlines | `code`', ''),
  date: anyTime(-60, 0),
})

/** No record, one, exactly a page, one more, several pages, and once in a while 101. */
const counts = (pageSize: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 1, pageSize, pageSize + 1) },
    { weight: 18, arbitrary: fc.integer({ min: pageSize, max: Math.min(6 * pageSize, 50) }) },
    { weight: pageSize <= 2 ? 2 : 0, arbitrary: fc.constant(101 * pageSize) },
  )

const many = (one: fc.Arbitrary<JsonObject>, count: number) =>
  fc.array(one, { minLength: count, maxLength: count, size: 'max' })

const markets: fc.Arbitrary<Market> = fc.constantFrom(2, 3, 7, 20, 20).chain((pageSize) =>
  counts(pageSize).chain((count) =>
    fc
      .record({
        loans: many(loan, count),
        lenders: many(lender, Math.min(count, 25)),
        teams: many(team, Math.min(count, 25)),
        partners: many(partner, 5),
        lent: fc.subarray(Array.from({ length: Math.min(count, 60) }, (_, at) => at)),
        entries: many(entry, Math.min(count, 25)),
        comments: many(comment, Math.min(count, 25)),
      })
      .map(({ loans, lenders, teams, partners, lent, entries, comments }) => ({
        pageSize,
        highest: 1000 + 7 * count,
        loans: loans.map((one, at) => ({ id: 1000 + 7 * (count - at), ...one })),
        lenders: [{ lender_id: me, uid: me, ...lenders[0] }, ...lenders.slice(1).map(withLenderId)],
        teams: teams.map((one, at) => ({ id: 200 + at, shortname: `team${at}`, ...one })),
        partners: partners.map((one, at) => ({ id: at + 1, ...one })),
        lent: lent.map((at) => 1000 + 7 * (count - at)),
        entries: entries.map((one, at) => ({ id: 6000 - at, ...one })),
        comments: comments.map((one, at) => ({ id: 300 + at, ...one })),
      })),
  ),
)

/** Every seventh lender is anonymous. */
const withLenderId = (one: JsonObject, at: number): JsonObject =>
  at % 7 === 6 ? { name: 'Anonymous' } : { lender_id: `lender${at}`, uid: `lender${at}`, ...one }

const known = new Map<number, Market>()

/** Returns the market of a seed. */
export function marketOf(seed: number): Market {
  const found = known.get(seed) ?? sampleOf(markets, seed)
  known.set(seed, found)
  return found
}

function sampleOf<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [found] = fc.sample(arbitrary, { seed, numRuns: 1 })
  if (found === undefined) throw new Error('no sample')
  return found
}

/** How a market changes from one day to the next. Places are taken modulo the number of loans. */
export interface Change {
  readonly gone: readonly number[]
  /** Loans by their seeds, each new one first. */
  readonly come: readonly number[]
  /** Places of loans whose amounts, or status, another loan of a seed gives. */
  readonly altered: readonly (readonly [place: number, seed: number])[]
  /** Days since the last one. */
  readonly days: number
}

const places = fc.array(fc.nat(200), { maxLength: 4 })
const seeds = fc.nat(500)

export const changes: fc.Arbitrary<Change> = fc.record({
  gone: places,
  come: fc.oneof(fc.array(seeds, { maxLength: 6 }), {
    weight: 1,
    arbitrary: fc.array(seeds, { minLength: 20, maxLength: 30 }),
  }),
  altered: fc.array(fc.tuple(fc.nat(200), seeds), { maxLength: 5 }),
  days: fc.constantFrom(1, 1, 2, 30, 100),
})

const samples = new Map<number, JsonObject>()

function loanOf(seed: number): JsonObject {
  const found = samples.get(seed) ?? sampleOf(loan, seed)
  samples.set(seed, found)
  return found
}

const alterable = ['status', 'funded_amount', 'paid_amount', 'delinquent', 'lender_count', 'name'] as const

/** Returns the market of the next day. */
export function changed(market: Market, { gone, come, altered }: Change): Market {
  const { loans, lent, highest } = market
  const placesOf = (list: readonly number[]) =>
    new Set(list.map((place) => place % Math.max(1, loans.length)))
  const others = new Map(altered.map(([place, seed]) => [place % Math.max(1, loans.length), loanOf(seed)]))
  const isGone = placesOf(gone)
  const left = loans.flatMap((one, place) => {
    if (isGone.has(place)) return []
    const other = others.get(place)
    if (!other) return [one]
    const fields = Object.fromEntries(alterable.map((name) => [name, other[name]]))
    return [withoutMissing({ ...one, ...fields })]
  })
  const fresh = come.map((seed, at) => ({ id: highest + 7 * (come.length - at), ...loanOf(seed) }))
  // Every third new loan is one of the lender.
  const mine = fresh.filter((_, at) => at % 3 === 0).map(({ id }) => id)
  return {
    ...market,
    loans: [...fresh, ...left],
    highest: highest + 7 * come.length,
    lent: [...lent, ...mine],
  }
}
