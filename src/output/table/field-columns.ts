/** Columns for fields by their paths: those that were asked for, and the keys of records that have no columns of their own. */
import { type FieldPath, fieldAt, pathText, valueAt } from '../../api/records/field-paths.ts'
import type { Fields, FieldType } from '../../api/records/fields.ts'
import { ExactNumber } from '../../exact-number.ts'
import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import { ago, count, type Format, local, money, percent } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { Column } from './column.ts'

const formats: Readonly<Partial<Record<FieldType, Format>>> = {
  integer: count,
  number: count,
  money,
  local,
  percent,
  date: ago,
}

/** Columns in the order of the paths, written as the field's type says where it is known; `first` records show the rest. */
export function fieldColumns(
  paths: readonly FieldPath[],
  known: Fields,
  first: readonly JsonObject[],
): readonly Column[] {
  return paths.map((path, rank) => {
    const { type } = fieldAt(known, path) ?? {}
    // An id is a name made of digits, not an amount.
    const isId = /(?:^|_)id$/.test(path.at(-1) ?? '')
    const write = (!isId && type && formats[type]) || line
    const value = (record: JsonObject) => valueAt(record, path)
    const values = first.map(value).filter((one) => (one ?? null) !== null)
    const isNumeric = values.length > 0 && values.every(isNumber)
    return {
      header: pathText(path).toUpperCase().replaceAll('_', ' '),
      path: pathText(path),
      value,
      write: (one, now) =>
        isSimpleList(one) ? one.map((item) => write(item, now)).join(', ') : write(one, now),
      rank,
      ...(isNumeric ? { align: 'right' } : { align: 'left', ...(type !== 'date' && { least: 12 }) }),
    }
  })
}

const isNumber = (value: Json | undefined) => typeof value === 'number' || value instanceof ExactNumber

/** Of words or numbers; one with objects in it is told as JSON. */
const isSimpleList = (value: Json | undefined): value is readonly Json[] =>
  isList(value) && value.every((item: Json) => item === null || typeof item !== 'object' || isNumber(item))
