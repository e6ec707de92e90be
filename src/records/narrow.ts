/**
 * Conditions of `--filter` that the API can apply too, so that its answer has fewer pages. The filter still runs, so what
 * is sent must select every record that it may keep. The API has countries and statuses that kiva does not know, and other
 * names for those that it knows: only a word that is a whole name is sent, because a part of one may be in any of them.
 */
import { codesNamed } from '../api/countries.ts'
import { countryName } from '../api/country-names.ts'
import { codesOfRegions } from '../api/country-regions.ts'
import type { Value, Values } from '../api/endpoint.ts'
import { knownValues, unlistedStatuses } from '../api/gaps.ts'
import { loanStatuses } from '../api/records/closed-sets.ts'
import { foldText } from '../core/fold-text.ts'
import { words } from '../output/words/format.ts'
import { filterColumnsOf } from './filter-columns.ts'
import type { RecordsRequest } from './request.ts'
import { type Condition, cellMatches, type Filter, parseFilter } from './row-filter.ts'
import { recordTypeOf } from './stage.ts'

/**
 * Finds the values whose records may have a cell with a name that `has` accepts. `undefined` or none if other values may
 * have one too.
 */
type Find = (has: (name: string) => boolean, word: string, isWhole: boolean) => readonly string[] | undefined

/** A code is compared whole: two letters of a name are a part of it. */
const findCodes: Find = (_, word, isWhole) => {
  const code = word.toUpperCase()
  if (word.length > 2) return codesNamed(word)
  return isWhole && countryName(code) !== undefined ? [code] : undefined
}

/** By the heading of the column. Without `find`, a whole number is the value. */
const params: Readonly<Record<string, { readonly name: string; readonly find?: Find }>> = {
  STATUS: {
    name: 'status',
    find: (has, word) => {
      if (!statuses.some((status) => words(status) === word)) return undefined
      const found = statuses.filter((status) => has(words(status)))
      return found.every(isListed) ? found : undefined
    },
  },
  COUNTRY: { name: 'country_code', find: findCodes },
  'COUNTRY CODE': { name: 'country_code', find: findCodes },
  // kiva decides which region a code is in, so the codes are all. The API does not say which countries its regions have.
  REGION: { name: 'country_code', find: codesOfRegions },
  SECTOR: {
    name: 'sector',
    find: (has, _, isWhole) => (isWhole ? knownValues.sector.filter(has) : undefined),
  },
  GENDER: { name: 'gender', find: (_, word) => knownValues.gender.filter((gender) => gender === word) },
  PARTNER: { name: 'partner' },
}

const statuses = [...loanStatuses, ...Object.keys(unlistedStatuses)]
const isListed = (status: string) => (loanStatuses as readonly string[]).includes(status)

/**
 * Returns the values to send besides those of a request: for each parameter that was not typed, those of the only condition
 * on its column. Empty for a request whose filters the API cannot apply.
 */
export async function conditionsToSend(
  request: Pick<RecordsRequest, 'endpoint' | 'filter' | 'values' | 'derive' | 'extra'>,
): Promise<Values> {
  const { endpoint, filter, values, extra } = request
  if (!filter?.matching) return {}
  const columns = await filterColumnsOf(recordTypeOf(request))
  const terms = filter.matching.flatMap((text) => parseFilter(text, columns).terms)
  const found = terms.flatMap((term) => {
    const heading = headingOf(term, columns)
    const param = heading === undefined ? undefined : params[heading]
    return param && Object.hasOwn(endpoint.params, param.name) ? [{ term, ...param }] : []
  })
  const sent: Record<string, Value> = {}
  for (const { term, name, find } of found) {
    const isTyped = values[name] !== undefined || extra.some(([key]) => key === name)
    if (isTyped || term.isNegated || found.filter((other) => other.name === name).length > 1) continue
    const all = term.anyOf.map((condition) => valuesOf(condition, find))
    const sendable = [...new Set(all.flatMap((one) => one ?? []))]
    const isSendable = all.every((one) => one !== undefined && one.length > 0)
    const [only, second] = sendable
    if (!isSendable || only === undefined) continue
    if (endpoint.params[name]?.list) sent[name] = sendable
    else if (second === undefined) sent[name] = only
  }
  return sent
}

/** Returns the values of the records that a condition may keep; `undefined` if they are unknown. */
function valuesOf(condition: Condition, find: Find | undefined): readonly (string | number)[] | undefined {
  if (condition.kind === 'number') {
    const { from, to } = condition
    return find === undefined && from === to && Number.isSafeInteger(from) ? [Number(from)] : undefined
  }
  if (condition.kind !== 'cell' || condition.word === '' || !find) return undefined
  const word = condition.word.replaceAll('_', ' ')
  return find((name) => cellMatches(foldText(name), { ...condition, word }), word, condition.isWhole)
}

/** Returns the heading of the only column that a term reads. */
function headingOf({ anyOf }: Filter['terms'][number], columns: readonly { readonly header: string }[]) {
  const read = new Set(anyOf.map((condition) => (condition.kind === 'word' ? -1 : condition.column)))
  const [only = -1] = read
  return read.size === 1 ? columns[only]?.header : undefined
}
