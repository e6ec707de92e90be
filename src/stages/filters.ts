/** Stages that drop records, or end the reading. */

import { valueAt } from '../api/records/field-paths.ts'
import { at } from '../api/records/field-values.ts'
import { derivedKey, foldId, type RecordType } from '../api/records/record-types.ts'
import { jsonText } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json } from '../core/json.ts'
import type { RecordPage } from '../read/reading.ts'
import { firstIdOf, idsOf } from '../read/record-ids.ts'
import { joinPages } from './join-pages.ts'
import type { LenderLoans } from './lender-loans.ts'
import { dropped, outputOf } from './output-of.ts'
import type { GroupLimit } from './request.ts'
import type { Item, Stage } from './stage.ts'

/**
 * Returns a stage that keeps the records with these ids and ends once all are found. The last page names the missing
 * ones. Throws `KivaError` of kind `refused` if none is found, before it yields anything.
 */
export function onlyStage(ids: readonly string[], { idFields = [], noun }: RecordType): Stage {
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
      if (left.size === 0) return
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
export function orderOfIdsStage(ids: readonly string[], { idFields = [] }: RecordType): Stage {
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
export function notLentByStage(lenders: readonly LenderLoans[]): Stage {
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
export const needsShareStage: Stage = async function* (pages) {
  for await (const page of pages) {
    const needs = (item: Item) => (at(outputOf(item), `${derivedKey}.budget.share`) ?? null) !== null
    yield { ...page, items: page.items.map((item) => (needs(item) ? item : dropped(item))) }
  }
}

/** Returns a stage that ends the reading after `limit` outputs. */
export function limitStage(limit: number): Stage {
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
      if (left <= 0) return
    }
  }
}

/**
 * Returns the stage of `--at-most`: it keeps the first records of each value. Records without the field are one
 * group. With `keepsRest` the others follow at the end, in rounds that each keep to the limits.
 */
export function atMostStage(limits: readonly GroupLimit[], keepsRest: boolean): Stage {
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

/** Returns a function that counts the items, and says whether one exceeds the limit of a group. */
function fullness(limits: readonly GroupLimit[]): (item: Item) => boolean {
  const counts = limits.map(() => new Map<string, number>())
  return (item) => {
    const output = outputOf(item)
    if (output === undefined) return false
    const groups = limits.map(({ path }) => jsonText(valueAt(output, path) ?? null))
    if (groups.some((group, at) => (counts[at]?.get(group) ?? 0) >= (limits[at]?.count ?? 0))) return true
    for (const [at, group] of groups.entries()) counts[at]?.set(group, (counts[at].get(group) ?? 0) + 1)
    return false
  }
}
