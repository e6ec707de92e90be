/** What a list holds, in words: `fundraising`, `Agriculture`, `Kenya`; and its order. Loaded with a tab: all tabs need it once. */
import { countryName } from '../../api/country-names.ts'
import { type AnyEndpoint, idsParam, type Param, pathNames, typeOf, type Value } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { me } from '../../cli/me.ts'

/** The params that people name first, in this order, with the words around a value. */
const around: Readonly<Record<string, string>> = {
  status: '*',
  gender: '*',
  membership_type: '* membership',
  category: '*',
  sector: '*',
  occupation: '*',
  country_code: '*',
  region: '*',
  partner: 'partner *',
  media: '* media',
  q: '"*"',
}

/** At most this many values of an option are named. */
const mostValues = 3

interface TypedOption {
  readonly name: string
  readonly long: string
  readonly value?: string
}

/** Returns the words for the arguments and options of a command line. Options without words of their own are as typed. */
export function queryWords(
  { path, endpoint, values }: EndpointInvocation,
  options: readonly TypedOption[],
  ids: readonly string[],
): readonly string[] {
  const { params } = endpoint
  const named = Object.entries(around).flatMap(([name, words]) => {
    const value = values[name]
    return value === undefined ? [] : [words.replace('*', () => valueWords(value, name, params[name]))]
  })
  const typed = options
    .filter(({ name }) => !(Object.hasOwn(around, name) && name in params) && !isSaidElsewhere(name))
    .map(({ name, long, value = '' }) =>
      (asWords[name]?.(value, options) ?? `${long.slice(2).replaceAll('-', ' ')} ${value}`).trim(),
    )
    .filter((words) => words !== '')
  return [...subjectOf(path, endpoint, ids), ...named, ...typed]
}

/** The words of options that read badly as typed. */
const asWords: Readonly<Record<string, (value: string, options: readonly TypedOption[]) => string>> = {
  not_lent_by: (ids) => `not lent by ${ids.replace(/@me\b/, 'you').replace(/,\s*/g, ', ')}`,
  // The order says whose loans are counted.
  with: (groups, options) => {
    const isOrder = orderKeys(options).some((key) => key.startsWith(mine))
    const words = groups.split(',').flatMap((group) => {
      if (group.trim() !== 'mine') return [group.trim()]
      return isOrder ? [] : [lenderLoans(options)]
    })
    return words.length === 0 ? '' : `with ${words.join(', ')}`
  },
  // `1:location.country_code` → `1 per country`; several options are one part of the heading.
  at_most: (text, options) => {
    const texts = options.filter(({ name }) => name === 'at_most').map(({ value = '' }) => value)
    return text === texts[0] ? texts.map(perField).join(', ') : ''
  },
}

const perField = (text: string): string =>
  text
    .replace(/:(?:.*\.)?/, ' per ')
    .replace(/_(?:code|id)$/, '')
    .replace(/[-_]/g, ' ')

/** The loans that `--with mine` counts: `your loans`, or those of `--lender`. */
function lenderLoans(options: readonly TypedOption[]): string {
  const { value: lender = me } = options.find(({ name }) => name === 'lender') ?? {}
  return lender === me ? 'your loans' : `loans of ${lender}`
}

/** Options that other words of the heading contain. */
const isSaidElsewhere = (name: string) => ['sort_by', 'order', 'all', 'lender', 'limit'].includes(name)

/** `loan 84` of its lenders, the ids of some loans, or `newest`. */
function subjectOf(path: string, endpoint: AnyEndpoint, ids: readonly string[]): readonly string[] {
  const [, resource = '', verb = ''] = path.split(' ')
  const { single, noun } = typeOf(endpoint)
  if (single) return [noun]
  if (idsParam(endpoint) === undefined && pathNames(endpoint).length === 0)
    return ['search', 'list'].includes(verb) ? [] : [verb]
  const things = resource.replaceAll('-', ' ')
  const thing = things.replace(/ies$/, 'y').replace(/s$/, '')
  return [`${ids.length === 1 && !ids[0]?.startsWith('@') ? thing : things} ${someOf(ids)}`]
}

const someOf = (texts: readonly string[]) =>
  texts.length <= mostValues
    ? texts.join(', ')
    : `${texts.slice(0, mostValues - 1).join(', ')} and ${texts.length - mostValues + 1} more`

function valueWords(value: Value, name: string, { names = {}, known }: Partial<Param> = {}): string {
  const texts = [value].flat().map((item) => {
    const text = String(item)
    if (known === 'country_code') return countryName(text.toUpperCase()) ?? text
    return names[text] ?? (name === 'status' ? text.replaceAll('_', ' ') : text)
  })
  return someOf(texts)
}

/** The keys of `--order`. */
const orderKeys = (options: readonly TypedOption[]): readonly string[] =>
  options
    .find(({ name }) => name === 'order')
    ?.value?.split(',')
    .map((key) => key.trim()) ?? []

/** The fields of `--with mine`. */
const mine = 'derived.mine.'

/** `derived.mine.in_country` → `in country`, `to-go:desc` → `to go descending` */
const keyWords = (key: string): string =>
  key.replace(/^.*\./, '').replace(':desc', ' descending').replace(':asc', '').replace(/[-_]/g, ' ')

/** The orders of the API in words. */
export const orders: Readonly<Record<string, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  expiration: 'soonest to end first',
  popularity: 'most popular first',
  loan_amount: 'by amount',
  amount_remaining: 'by amount to go',
  repayment_term: 'by term',
  member_count: 'most members first',
  loan_count: 'most loans first',
  loaned_amount: 'most lent first',
  recommendation_count: 'most recommended first',
  comment_count: 'most comments first',
  query_relevance: 'best match first',
}

/** Returns the order of `--order`, or of the API's rows; '' if it has no name. */
export function orderWords(
  { values, endpoint }: EndpointInvocation,
  options: readonly TypedOption[],
): string {
  const keys = orderKeys(options)
  if (keys.length > 0) {
    const first = keys.findIndex((key) => key.startsWith(mine))
    const words = keys.map((key, at) => (at === first ? `${lenderLoans(options)} ` : '') + keyWords(key))
    return `by ${someOf(words)}`
  }
  const order = String(values['sort_by'] ?? endpoint.params['sort_by']?.default ?? '')
  return orders[order] ?? order
}
