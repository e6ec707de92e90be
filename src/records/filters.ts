/** The stages of `--with` and of the filters, in the order in which they run: those that drop records, or end the reading. */

import { isNewestFirst, typeOf } from '../api/endpoint.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { namesOfFields } from '../api/records/field-aliases.ts'
import { type FieldPath, pathText, valueAt } from '../api/records/field-paths.ts'
import { at, valuesIn } from '../api/records/field-values.ts'
import { derivedKey, foldId, type RecordType } from '../api/records/record-types.ts'
import { jsonText } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json } from '../core/json.ts'
import { shareDollars } from '../domain/money.ts'
import type { ReadingEnd } from './ending.ts'
import type { Match } from './filter.ts'
import { dropped, joinPages, outputOf } from './items.ts'
import { type Ask, whereStage } from './jq.ts'
import { LenderLoans } from './lender-loans.ts'
import type { Mark } from './mark.ts'
import { changeStage, type NamedColumns } from './named-columns.ts'
import { orderStage } from './order.ts'
import type { ReadPorts, RecordPage } from './reading.ts'
import { firstIdOf, idsOf } from './record-ids.ts'
import type { GroupLimit, RecordsRequest } from './request.ts'
import { checkFirst, type Item, type Stage } from './stage.ts'

/** Returns the stages for one reading. `match` and `where` run `--filter` and `--where`; `counter` counts the matches. */
export async function filterStages(
  invocation: RecordsRequest,
  match: Match | undefined,
  where: Ask | undefined,
  counter: { matched: number } | undefined,
  mark: Mark | undefined,
  named: NamedColumns,
  ports: ReadPorts,
  end: ReadingEnd,
): Promise<readonly Stage[]> {
  const { derive, filter, extent } = invocation
  const { type, addTo } = named
  const lists = new Map<string, LenderLoans>()
  const loansOf = (lender: string) => {
    const list = lists.get(lender) ?? new LenderLoans(lender, ports)
    lists.set(lender, list)
    return list
  }
  const resolve = async (path: FieldPath) =>
    (await import('../output/table/column-named.ts')).fieldNamed(pathText(path), type)
  const checkPaths = async (option: string, named: readonly { readonly path: FieldPath }[]) => {
    const { checkFields } = await import('../api/records/check-fields.ts')
    const paths = named.map(({ path }) => path)
    return checkFirst((first) =>
      checkFields(paths, fieldsOf(type), first, { option, names: namesOfFields(fieldsOf(type)) }),
    )
  }
  const stages: Stage[] = []
  if (filter && filter.only.length > 0) {
    stages.push(onlyStage(filter.only, type, end))
    if (invocation.endpoint.finds !== undefined) stages.push(orderOfIdsStage(filter.only, type))
  }
  if (match) stages.push(match.ofService)
  if (derive) {
    const { deriveStage, Facts } = await import('./derive.ts')
    const facts = new Facts(ports, derive.lender === undefined ? undefined : loansOf(derive.lender))
    stages.push(deriveStage(derive, facts, ports, type.name === 'loan_detail'))
  }
  if (match?.ofDerived) stages.push(match.ofDerived)
  if (filter && filter.notLentBy.length > 0) {
    stages.push(notLentByStage(filter.notLentBy.map(loansOf)))
  }
  if (where) stages.push(whereStage(where, type, extent.limit === undefined))
  if (filter?.budget !== undefined) stages.push(needsShareStage)
  if (mark) stages.push(await markStage(mark, invocation, ports, end))
  if (counter) stages.push(countStage(counter))
  if (addTo) stages.push(changeStage(addTo))
  const { order = [], atMost = [], budget } = filter ?? {}
  const shares = budget === undefined ? Number.POSITIVE_INFINITY : Math.floor(budget / shareDollars)
  const most = extent.limit ?? Number.POSITIVE_INFINITY
  const limit = Math.min(shares, most)
  if (order.length > 0) {
    const keys = await Promise.all(order.map(async (key) => ({ ...key, path: await resolve(key.path) })))
    stages.push(await checkPaths('--order', keys))
    stages.push(orderStage(keys, atMost.length > 0 || limit === Number.POSITIVE_INFINITY ? undefined : limit))
  }
  if (atMost.length > 0) {
    const groups = await Promise.all(
      atMost.map(async (group) => ({ ...group, path: await resolve(group.path) })),
    )
    stages.push(await checkPaths('--at-most', groups), atMostStage(groups, budget !== undefined))
  }
  if ((filter || mark) && limit !== Number.POSITIVE_INFINITY)
    stages.push(limitStage(limit, () => end.at(shares < most ? 'budget' : 'limit')))
  if (mark) stages.push(mark.stage)
  return stages
}

async function markStage(
  mark: Mark,
  invocation: RecordsRequest,
  ports: ReadPorts,
  end: ReadingEnd,
): Promise<Stage> {
  const { changesStage, newStage } = await import('./mark.ts')
  const { endpoint, values, extra } = invocation
  return invocation.mark?.kind === 'new'
    ? newStage(mark, extra.length === 0 && isNewestFirst(endpoint, values), end)
    : changesStage(mark, typeOf(endpoint), ports, end)
}

/** Returns a stage that counts the records that the filters keep. */
function countStage(counter: { matched: number }): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      counter.matched += page.items.filter(({ outputs }) => outputs.length > 0).length
      yield page
    }
  }
}

/**
 * Returns a stage that keeps the records with these ids and ends once all are found. The last page names the missing
 * ones. Throws `KivaError` of kind `refused` if none is found, before it yields anything.
 */
function onlyStage(ids: readonly string[], { idFields = [], noun }: RecordType, end: ReadingEnd): Stage {
  return async function* (pages) {
    const left = new Map(ids.map((id) => [foldId(id), id]))
    const isWanted = (record: Json) => idsOf(record, idFields).some((id) => left.delete(id))
    let last: RecordPage | undefined
    let isFound = false
    for await (const { page, items } of pages) {
      const found = items.filter(({ record }) => isWanted(record))
      const sums = isFound ? page : joinPages(last, page)
      const { recordIds } = page
      last = { ...sums, recordIds, records: found.map(({ record }) => record), count: found.length }
      isFound ||= found.length > 0
      if (isFound) yield { page: last, items: found }
      if (left.size === 0) return end.at('only')
    }
    if (!last || !isFound) {
      const [id = '', ...others] = ids
      const words = sentence`${noun.replace(/ies$/, 'y').replace(/s$/, '')} ${foreign(id)} not found`
      throw new KivaError('refused', others.length > 0 ? `no ${noun} found` : words)
    }
    const missing = [...left.values()]
    yield { items: [], page: { ...last, records: [], recordIds: [], count: 0, repeats: 0, missing } }
  }
}

/** Returns a stage that puts the records in the order of these ids, after the last page. */
function orderOfIdsStage(ids: readonly string[], { idFields = [] }: RecordType): Stage {
  const places = new Map(ids.map((id, at) => [foldId(id), at] as const).toReversed())
  const placeOf = ({ record }: Item) => places.get(firstIdOf(record, idFields) ?? '') ?? ids.length
  return async function* (pages) {
    let read: RecordPage | undefined
    const found: Item[] = []
    for await (const { page, items } of pages) {
      read = joinPages(read, page)
      found.push(...items)
    }
    if (read) yield { page: read, items: found.toSorted((a, b) => placeOf(a) - placeOf(b)) }
  }
}

/**
 * Returns a stage that drops the loans of some lenders. Throws `KivaError` of kind `refused` for an unknown lender,
 * before it yields anything.
 */
function notLentByStage(lenders: readonly LenderLoans[]): Stage {
  return async function* (pages) {
    for (const lender of lenders) await lender.open()
    for await (const page of pages) {
      const items: Item[] = []
      for (const item of page.items) {
        let isLent = false
        if (outputOf(item) !== undefined)
          for (const lender of lenders) isLent ||= await lender.has(item.record)
        items.push(isLent ? dropped(item) : item)
      }
      yield { ...page, items }
    }
  }
}

/** Drops the loans that need no share: a stage of `--budget`, which adds the group `budget`. */
const needsShareStage: Stage = async function* (pages) {
  for await (const page of pages) {
    const needs = (item: Item) => (at(outputOf(item), `${derivedKey}.budget.share`) ?? null) !== null
    yield { ...page, items: page.items.map((item) => (needs(item) ? item : dropped(item))) }
  }
}

/** Returns a stage that ends the reading after `limit` outputs. */
function limitStage(limit: number, onEnd: () => void): Stage {
  return async function* (pages) {
    let left = limit
    for await (const page of pages) {
      const items: Item[] = []
      for (const item of page.items) {
        if (left <= 0) break
        left -= item.outputs.length
        items.push(item)
      }
      yield { ...page, items }
      if (left <= 0) return onEnd()
    }
  }
}

/**
 * Returns the stage of `--at-most`: it keeps the first records of each value, of a list of each item. Records without the
 * field are one group. With `keepsRest` the others follow at the end, in rounds that each keep to the limits.
 */
function atMostStage(limits: readonly GroupLimit[], keepsRest: boolean): Stage {
  return async function* (pages) {
    let rest: Item[] = []
    let last: RecordPage | undefined
    let isFull = fullness(limits)
    for await (const page of pages) {
      last = page.page
      const items = page.items.map((item) => {
        if (!isFull(item)) return item
        if (keepsRest) rest.push(item)
        return dropped(item)
      })
      yield { ...page, items }
    }
    while (last && rest.length > 0) {
      isFull = fullness(limits)
      const items: Item[] = []
      const left: Item[] = []
      for (const item of rest) (isFull(item) ? left : items).push(item)
      rest = left
      yield { page: { ...last, records: [], recordIds: [], count: 0, repeats: 0, missing: [] }, items }
    }
  }
}

/** The group of the records without a value. */
const none = ''

/** Returns a function that counts the items, and says whether one exceeds the limit of a group. */
function fullness(limits: readonly GroupLimit[]): (item: Item) => boolean {
  const counts = limits.map(() => new Map<string, number>())
  return (item) => {
    const output = outputOf(item)
    if (output === undefined) return false
    const groups = limits.flatMap(({ path, count }, place) => {
      const values = new Set(valuesIn(valueAt(output, path)).map((value) => jsonText(value)))
      const names = values.size === 0 ? [none] : [...values]
      return names.map((name) => ({ name, count, counted: counts[place] }))
    })
    if (groups.some(({ name, count, counted }) => (counted?.get(name) ?? 0) >= count)) return true
    for (const { name, counted } of groups) counted?.set(name, (counted.get(name) ?? 0) + 1)
    return false
  }
}
