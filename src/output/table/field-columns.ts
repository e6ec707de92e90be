/**
 * Columns for fields by path: fields selected by `--fields`, and the keys of records without predefined
 * columns.
 */
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

/**
 * Returns columns in the order of the paths, formatted by the type of the field if it is known. The `first`
 * records decide the alignment.
 */
export function fieldColumns(
  paths: readonly FieldPath[],
  known: Fields,
  first: readonly JsonObject[],
): readonly Column[] {
  const headers = headersOf(paths)
  return paths.map((path, rank) => {
    const { type } = fieldAt(known, path) ?? {}
    // An id consists of digits but is not an amount.
    const isId = /(?:^|_)id$/.test(path.at(-1) ?? '')
    const write = (!isId && type && formats[type]) || line
    const value = (record: JsonObject) => valueAt(record, path)
    const values = first.map(value).filter((one) => (one ?? null) !== null)
    const isNumeric = values.length > 0 && values.every(isNumber)
    return {
      header: headers[rank] ?? '',
      path: pathText(path),
      value,
      write: (one, now) =>
        isSimpleList(one) ? one.map((item) => write(item, now)).join(', ') : write(one, now),
      rank,
      ...(isNumeric ? { align: 'right' } : { align: 'left', ...(type !== 'date' && { minWidth: 12 }) }),
    }
  })
}

/**
 * Returns the last word of each path, `COUNTRY` for `location.country`. Paths that end alike have the words
 * before it too: `LOAN NAME`, `LENDER NAME`.
 */
function headersOf(paths: readonly FieldPath[]): readonly string[] {
  const endsOf = (path: FieldPath) => path.map((_, at) => path.slice(-1 - at).join(' '))
  const pathsByEnd = new Map<string, Set<string>>()
  for (const path of paths)
    for (const end of endsOf(path))
      pathsByEnd.set(end, (pathsByEnd.get(end) ?? new Set()).add(pathText(path)))
  return paths.map((path) => {
    const ends = endsOf(path)
    const header = ends.find((end) => pathsByEnd.get(end)?.size === 1) ?? ends.at(-1) ?? ''
    return header.toUpperCase().replaceAll('_', ' ')
  })
}

const isNumber = (value: Json | undefined) => typeof value === 'number' || value instanceof ExactNumber

/** Whether a value is a list of scalars. Lists with objects are printed as JSON. */
const isSimpleList = (value: Json | undefined): value is readonly Json[] =>
  isList(value) && value.every((item: Json) => item === null || typeof item !== 'object' || isNumber(item))
