/** Finds the groups of a record and their labels. */

import { type FieldPath, valueAt } from '../../api/records/field-paths.ts'
import { isEmpty } from '../../api/records/field-values.ts'
import type { Field, FieldType } from '../../api/records/fields.ts'
import { countryName } from '../../api/values/country-names.ts'
import { timeOf } from '../../domain/time.ts'
import { isList, type Json } from '../../ports/json.ts'
import type { Kind } from '../aggregate/aggregate.ts'
import { clean } from '../gate/text.ts'
import { shorten } from '../terminal/width.ts'
import { date, type Format, money, percent, words, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'

/** `Nov 2026`: groups dates by month, since there are too many days. */
const month: Format = (value) =>
  timeOf(value) === undefined ? line(value) : date(`${monthOf(value)}-01`).replace(/^1 /, '')

const monthOf = (value: Json | undefined) => line(value).slice(0, 7)

const country: Format = (value) => {
  const code = line(value)
  return (/^[A-Z]{2}$/.test(code) ? countryName(code) : undefined) ?? code
}

const genders: ReadonlyMap<string, string> = new Map([
  ['F', 'female'],
  ['M', 'male'],
])

/** Formats for values by the last key of their path. */
const formatByKey: ReadonlyMap<string, Format> = new Map([
  ['country_code', country],
  ['iso_code', country],
  ['gender', (value) => genders.get(line(value)) ?? line(value)],
  ['status', words],
  ['update_type', words],
])

const formatByType: Readonly<Partial<Record<FieldType, Format>>> = {
  boolean: yesNo,
  date: month,
  money,
  percent,
}

/** The most labels to cache. */
const maxCached = 1000

/** The maximum display width of a label. */
const longest = 200

/** Returns a function that finds the groups of a record: one for each value at `path`. */
export function kindsBy(path: FieldPath, field: Field | undefined): (record: Json) => readonly Kind[] {
  const format = formatByKey.get(path.at(-1) ?? '') ?? formatByType[field?.type ?? 'string'] ?? line
  const cache = new Map<Json, string>()
  const labelOf = (value: Json) => {
    const label = cache.get(value) ?? shorten(clean(format(value)), longest)
    if (cache.size < maxCached) cache.set(value, label)
    return label
  }
  const orderOf = (value: Json) =>
    field?.type === 'date' && timeOf(value) !== undefined ? monthOf(value) : ''
  return (record) => {
    const kinds = valuesIn(valueAt(record, path)).map((value) => ({
      label: labelOf(value),
      order: orderOf(value),
    }))
    return [...new Map(kinds.map((kind) => [kind.label, kind])).values()]
  }
}

/** Flattens lists and drops empty values. */
function valuesIn(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value.flatMap((item: Json) => valuesIn(item))
  return value === undefined || isEmpty(value) ? [] : [value]
}
