/** The stage of `--order`: sorts by fields, after the last page. */

import { valueAt } from '../api/records/field-paths.ts'
import { number } from '../api/records/field-values.ts'
import { jsonText } from '../api/wire/json.ts'
import { compareNumbers } from '../core/compare-numbers.ts'
import { isList, isNested, type Json } from '../core/json.ts'
import { lazy } from '../core/lazy.ts'
import { ExactNumber } from '../core/numbers.ts'
import { joinPages, outputOf } from './items.ts'
import type { RecordPage } from './reading.ts'
import type { OrderKey } from './request.ts'
import type { Item, Stage } from './stage.ts'

/**
 * Returns a stage that sorts the outputs by the keys, then by `id`. Numbers come before text, and records
 * without a value last, in both directions. All pages become one. With `limit`, only the first records are kept in
 * memory.
 */
export function orderStage(keys: readonly OrderKey[], limit: number | undefined): Stage {
  return async function* (pages) {
    let read: RecordPage | undefined
    let best: Ranked[] = []
    for await (const { page, items } of pages) {
      read = joinPages(read, page)
      for (const item of items) {
        const output = outputOf(item)
        if (output !== undefined)
          best.push({ item, values: [...keys, byId].map(({ path }) => valueAt(output, path)) })
      }
      if (limit !== undefined && best.length > 2 * limit + spare) best = sorted(best, keys).slice(0, limit)
    }
    const items = sorted(best, keys)
      .slice(0, limit)
      .map(({ item }) => item)
    if (read) yield { page: read, items }
  }
}

interface Ranked {
  readonly item: Item
  readonly values: readonly (Json | undefined)[]
}

/** Records kept beyond twice the limit, so that short lists are sorted once. */
const spare = 256

const byId: OrderKey = { path: ['id'], isDescending: false }

const sorted = (list: readonly Ranked[], keys: readonly OrderKey[]) =>
  list.toSorted((a, b) => {
    for (const [at, { isDescending }] of [...keys, byId].entries()) {
      const order = compareValues(a.values[at], b.values[at], isDescending)
      if (order !== 0) return order
    }
    return 0
  })

/**
 * Compares two values: numbers come before text, and missing values last. A list counts as its first item.
 */
export function compareValues(a: Json | undefined, b: Json | undefined, isDescending: boolean): number {
  const [left, right] = [scalarOf(a), scalarOf(b)]
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined)
  const order =
    typeof left === 'string' || typeof right === 'string'
      ? Number(typeof left === 'string') - Number(typeof right === 'string') ||
        collator().compare(String(left), String(right))
      : compareNumbers(left, right)
  return isDescending ? -order : order
}

/** The same order on every machine, whatever its language. */
const collator = lazy(() => new Intl.Collator('en'))

function scalarOf(value: Json | undefined): number | ExactNumber | string | undefined {
  const first: Json | undefined = isList(value) ? value[0] : value
  if (first === undefined || first === null || first === '') return undefined
  if (first instanceof ExactNumber) return first
  if (typeof first === 'string') return number(first) === undefined ? first : new ExactNumber(first.trim())
  return number(first) ?? (isNested(first) ? jsonText(first) : String(first))
}
