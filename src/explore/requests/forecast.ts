/** The forecast of loaded loans: it is computed from what was read, so that it costs no request. */
import { derivedKey } from '../../api/records/record-types.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { deriveFunding } from '../../domain/derive-fields.ts'
import type { Tab } from '../state/tab.ts'

/** The column that says how much a loan needs: dollars a day. */
const needs = 'NEEDS'

/** Returns a new tab with the rows of an older one, with the forecast or without it, as the new command line says. */
export function withForecast(fresh: Tab, old: Tab, now: number): Tab {
  const { count, total, pageSize, readAt, progress, problem, detailedKeys, cursor } = old
  const isWanted = fresh.type.derived?.includes('funding') === true
  for (let index = 0; index < count; index++)
    fresh.rows.append([isWanted ? forecast(old.rows.raw(index), now) : withoutForecast(old.rows.raw(index))])
  const column = fresh.columns.findIndex(({ header }) => header === needs)
  const sort = column < 0 ? undefined : { column, isDescending: true }
  return { ...fresh, count, total, pageSize, readAt, progress, problem, detailedKeys, cursor, sort }
}

const derivedOf = (record: JsonObject): JsonObject => {
  const derived = record[derivedKey]
  return isObject(derived) ? derived : {}
}

function forecast(record: Json, now: number): Json {
  if (!isObject(record)) return record
  const { values, why } = deriveFunding(record, now)
  const derived = derivedOf(record)
  const reasons = Object.entries(why).map(([field, reason]) => [`funding.${field}`, reason])
  const others = isObject(derived['why']) ? derived['why'] : {}
  const all = { ...others, ...Object.fromEntries(reasons) }
  return { ...record, [derivedKey]: { ...derived, funding: values, why: all } }
}

function withoutForecast(record: Json): Json {
  if (!isObject(record)) return record
  const { funding: _, why, ...rest } = derivedOf(record)
  const { [derivedKey]: __, ...fields } = record
  if (Object.keys(rest).length === 0) return fields
  const reasons = Object.entries(isObject(why) ? why : {}).filter(([field]) => !field.startsWith('funding.'))
  return { ...fields, [derivedKey]: { ...rest, why: Object.fromEntries(reasons) } }
}
