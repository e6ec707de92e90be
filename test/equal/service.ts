/** A service over a market, written from docs/service.md and from nothing of the sandbox. */
import { setImmediate } from 'node:timers/promises'
import type { Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { jsonReply, noon } from '../harness.ts'
import { countries, type Market } from './market.ts'

export interface ServiceOptions {
  /** Parameters that it ignores, as if they were not sent. */
  readonly ignored?: readonly string[]
  /** The page of a list that it refuses. */
  readonly failsAt?: number | undefined
  /** Replies come in an order that depends on this seed. */
  readonly shuffle?: number
  /** Milliseconds since the epoch. */
  readonly now?: number
}

/** Returns the record as lists have it. */
export function listed(loan: JsonObject): JsonObject {
  const { borrowers, terms: _terms, funded_date: _funded, description: _texts, ...rest } = loan
  return {
    ...rest,
    description: { languages: ['en'] },
    borrower_count: ((borrowers ?? []) as readonly Json[]).length,
  }
}

const textOf = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
const amountOf = (value: Json | undefined) => Number(textOf(value)) || 0

/** The code of a loan's country, also if the record only names the country. */
function codeOf({ location }: JsonObject): string {
  const { country_code, country } = (location ?? {}) as JsonObject
  return textOf(country_code) || (countries.find(([, name]) => name === country)?.[0] ?? '')
}

const africa = ['KE', 'UG', 'CD', 'CG', 'CI', 'NE', 'NG', 'QS', 'SD']
const regions: Readonly<Record<string, readonly string[]>> = { af: africa, as: ['VN', 'ZQ'], na: ['US'] }

/** Whether more than half of the borrowers are of a gender. */
function isOfGender({ borrowers = [] }: JsonObject, wanted: string): boolean {
  const all = borrowers as readonly JsonObject[]
  return 2 * all.filter(({ gender }) => gender === (wanted === 'female' ? 'F' : 'M')).length > all.length
}

type Query = (name: string) => string | undefined

const isOneOf = (asked: string | undefined, found: string) =>
  asked === undefined || asked.split(',').includes(found)

const hasWords = (record: JsonObject, words: string | undefined) =>
  (words ?? '')
    .toLowerCase()
    .split(' ')
    .every((word) => JSON.stringify(record).toLowerCase().includes(word))

const orders: Readonly<Record<string, (one: JsonObject, other: JsonObject) => number>> = {
  popularity: (one, other) => amountOf(other['lender_count']) - amountOf(one['lender_count']),
  loan_amount: (one, other) => amountOf(other['loan_amount']) - amountOf(one['loan_amount']),
  expiration: (one, other) =>
    textOf(one['planned_expiration_date']) < textOf(other['planned_expiration_date']) ? -1 : 1,
  member_count: (one, other) => amountOf(other['member_count']) - amountOf(one['member_count']),
  loan_count: (one, other) => amountOf(other['loan_count']) - amountOf(one['loan_count']),
  comment_count: (one, other) => amountOf(other['comment_count']) - amountOf(one['comment_count']),
}

function sorted(records: readonly JsonObject[], query: Query): readonly JsonObject[] {
  const by = query('sort_by') ?? 'newest'
  if (by === 'oldest') return records.toReversed()
  const order = orders[by]
  return order ? records.toSorted(order) : records
}

interface List {
  readonly key: string
  readonly size: number
  readonly records: readonly JsonObject[]
}

/** Returns all records of a list in its order, as the service has them. */
export const allOf = (market: Market, path: string): readonly JsonObject[] =>
  listOf(market, path, () => undefined)?.records ?? []

function listOf(market: Market, path: string, query: Query): List | undefined {
  const { pageSize, loans, lenders, teams, partners, lent, entries, comments } = market
  const list = (key: string, records: readonly JsonObject[], size = pageSize): List => ({
    key,
    size,
    records: sorted(records, query),
  })
  const mine = loans.filter(({ id = null }) => lent.includes(id))
  // Other lists within a record are the same for each.
  const [, within] = /^\/\w+\/\w+\/(\w+)$/.exec(path) ?? []
  switch (within ?? path) {
    case '/loans/newest':
      return list('loans', loans.filter(({ status }) => status === 'fundraising').map(listed))
    case '/loans/search':
      return list(
        'loans',
        loans
          .filter(
            (loan) =>
              isOneOf(query('status'), textOf(loan['status'])) &&
              isOneOf(query('country_code'), codeOf(loan)) &&
              isOneOf(query('sector'), textOf(loan['sector'])) &&
              isOneOf(query('partner'), textOf(loan['partner_id'])) &&
              (query('region')
                ?.split(',')
                .some((code) => regions[code]?.includes(codeOf(loan))) ??
                true) &&
              (query('gender') === undefined || isOfGender(loan, query('gender') ?? '')) &&
              hasWords(loan, query('q')),
          )
          .map(listed),
      )
    case 'loans':
      return list('loans', mine.map(listed))
    case 'lenders':
      return list('lenders', lenders.map(listedLender))
    case 'teams':
      return list('teams', teams)
    case '/journal_entries/search':
    case 'journal_entries':
      return list(
        'journal_entries',
        entries.filter((one) => hasWords(one, query('q'))),
      )
    case 'comments':
      return list('comments', comments)
    case '/lenders/newest':
      return list('lenders', lenders.map(listedLender))
    case '/lenders/search':
      return list(
        'lenders',
        lenders
          .filter(
            (one) => isOneOf(query('country_code'), textOf(one['country_code'])) && hasWords(one, query('q')),
          )
          .map(listedLender),
      )
    case '/teams/search':
      return list(
        'teams',
        teams.filter(
          (one) =>
            isOneOf(query('category'), textOf(one['category'])) &&
            isOneOf(query('membership_type'), textOf(one['membership_type'])) &&
            hasWords(one, query('q')),
        ),
      )
    case '/lending_actions/recent':
      return list('lending_actions', [], 100)
    case '/partners':
      return list('partners', partners, 200)
    default:
      return undefined
  }
}

const listedLender = ({ lender_id, uid, name, whereabouts, country_code }: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify({ lender_id, uid, name, whereabouts, country_code }))

const idsIn = (path: string, resource: string) =>
  new RegExp(`^/${resource}/([\\w,]+)$`).exec(path)?.[1]?.split(',')

function recordsOf({ loans, lenders, teams }: Market, path: string): JsonObject | undefined {
  const byId = (key: string, id: string, all: readonly JsonObject[]) => {
    const ids = idsIn(path, key)
    const found = all.filter((one) => ids?.includes(textOf(one[id])))
    return found.length > 0 ? { [key]: found } : undefined
  }
  const [, shortnames] = /^\/teams\/using_shortname\/([\w,]+)$/.exec(path) ?? []
  if (shortnames !== undefined)
    return { teams: teams.filter(({ shortname }) => shortnames.split(',').includes(textOf(shortname))) }
  return byId('loans', 'id', loans) ?? byId('lenders', 'lender_id', lenders) ?? byId('teams', 'id', teams)
}

/** Returns a function that answers as a service with this market. */
export function service(market: Market | (() => Market), options: ServiceOptions = {}): Send {
  const { ignored = [], failsAt, shuffle, now = noon } = options
  const reply = (body: Json) => jsonReply(body, 200, { date: new Date(now).toUTCString() })
  let asked = 0
  return async ({ url }) => {
    asked += 1
    const turns = shuffle === undefined ? 0 : (asked * (shuffle + 7919)) % 11
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const { pathname, searchParams } = new URL(url)
    const path = decodeURIComponent(pathname.slice('/v1'.length).replace(/\.json$/, ''))
    const query: Query = (name) =>
      ignored.includes(name) ? undefined : (searchParams.get(name) ?? undefined)
    const found = typeof market === 'function' ? market() : market
    const list = listOf(found, path, query)
    if (!list) {
      const body = recordsOf(found, path)
      return body
        ? reply(body)
        : jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'no such record' }, 404)
    }
    const { key, size, records } = list
    const page = Number(query('page') ?? 1)
    if (page === failsAt) return jsonReply({ code: 'org.kiva.InvalidParameter', message: 'refused' }, 400)
    const paging = { page, total: records.length, page_size: size, pages: Math.ceil(records.length / size) }
    return reply({ paging, [key]: records.slice((page - 1) * size, page * size) })
  }
}
