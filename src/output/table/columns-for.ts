/**
 * Chooses the columns of a table: those declared for the type of its records, or one per field; and of these, what
 * fits.
 */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { nameOfField } from '../../api/records/field-aliases.ts'
import { type FieldPath, fieldAt, pathText, valueAt } from '../../api/records/field-paths.ts'
import type { Fields, FieldType } from '../../api/records/fields.ts'
import { isList, type Json, type JsonObject } from '../../core/json.ts'
import { ExactNumber } from '../../core/numbers.ts'
import { chooseColumns, type Need } from '../terminal/fit.ts'
import { width } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { ago, count, type Format, local, money, percent, rangesOf } from '../words/format.ts'
import { line } from '../words/line.ts'
import { textOf } from './cells.ts'
import { type Column, cellText } from './column.ts'

/**
 * Returns the columns of `declared` that apply to these records; for records that fill none of them, a column per key.
 */
export function columnsFor(
  declared: readonly Column[],
  objects: readonly JsonObject[],
  view: View,
): readonly Column[] {
  const known = fieldsOf(view.type)
  if (view.fields) {
    const columns = fieldColumns(view.fields, known, objects)
    return view.type.fields ? columns.map(asGroupColumn) : columns
  }
  const applicable = declared.filter(({ when }) => objects.length === 0 || !when || when(objects))
  if (objects.length === 0) return applicable.length > 0 ? applicable.slice(0, 1) : [valueColumn]
  const hasContent = applicable.some((column) =>
    objects.some((record) => cellText(column, record, view.now) !== ''),
  )
  if (hasContent) return applicable
  const keys = new Set(objects.flatMap((record) => Object.keys(record)))
  return fieldColumns(
    [...keys].map((key) => [key]),
    known,
    objects,
  )
}

const valueColumn: Column = { header: 'VALUE', value: () => '', align: 'left', rank: 0 }

/**
 * Returns columns for fields by path: fields selected by `--fields`, or the keys of records without declared columns.
 * They are in the order of the paths, formatted by the type of the field if it is known. The `first`
 * records decide the alignment.
 */
export function fieldColumns(
  paths: readonly FieldPath[],
  known: Fields,
  first: readonly JsonObject[],
): readonly Column[] {
  const headers = headersOf(paths)
  return paths.map((path, rank) => {
    const { type, step } = fieldAt(known, path) ?? {}
    // An id consists of digits but is not an amount.
    const isId = /(?:^|_)id$/.test(path.at(-1) ?? '')
    const plain = (!isId && type && formats[type]) || line
    const write = step === undefined ? plain : rangesOf(plain, step)
    const value = (record: JsonObject) => valueAt(record, path)
    const values = first.map(value).filter((found) => (found ?? null) !== null)
    const isNumeric = values.length > 0 && values.every(isNumber)
    return {
      header: headers[rank] ?? '',
      path: pathText(path),
      value,
      write: (found, now) =>
        isSimpleList(found) ? found.map((item) => write(item, now)).join(', ') : write(found, now),
      rank,
      ...(isNumeric ? { align: 'right' } : { align: 'left', ...(type !== 'date' && { minWidth: 12 }) }),
    }
  })
}

/** The columns of groups have headers such as `SUM AMOUNT`, and a name for the group without a value. */
function asGroupColumn(column: Column): Column {
  const { path = '', write = line } = column
  const [, statistic = '', name = ''] = /^(?:(sum|avg|median|min|max)\.)?(.*)$/s.exec(path) ?? []
  // `to-go` is `to_go` too.
  const header = `${statistic} ${nameOfField(name.replaceAll('-', '_').split('.'))}`.trim().toUpperCase()
  if (statistic !== '') return { ...column, header }
  return { ...column, header, write: (value, now) => (value === null ? 'unknown' : write(value, now)) }
}

const formats: Readonly<Partial<Record<FieldType, Format>>> = {
  integer: count,
  number: count,
  money,
  local,
  percent,
  date: ago,
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

/** Returns the width that a column needs for these rows. */
export function measure(column: Column, rows: readonly Json[], view: View): Need {
  const { header, rank, minWidth = defaultMinWidth } = column
  const cells = rows.map((row) => width(textOf(row, column, 0, view)))
  return { natural: Math.max(width(header), ...cells), cells, minWidth, rank }
}

/**
 * The minimum width of a column without `minWidth`. Only ids, amounts and dates of unusual length are shortened.
 */
const defaultMinWidth = 24

/**
 * Returns the columns that fit. A column that does not fit is replaced by its `else` column, if it has one.
 */
export function chooseFor(list: readonly Column[], rows: readonly Json[], view: View): readonly Column[] {
  const chosen = chooseColumns(
    list.map((column) => measure(column, rows, view)),
    view.width,
  )
  const replaced = list.map((column, index) => (chosen.includes(index) ? column : (column.else ?? column)))
  if (replaced.some((column, index) => column !== list[index])) return chooseFor(replaced, rows, view)
  return chosen.flatMap((index) => list[index] ?? [])
}

/** Returns the column to use outside of a terminal: without bars and without relative times. */
export function offScreen(column: Column): Column {
  const { fill, else: inWords, ...rest } = column
  return column.offScreen ?? (fill && inWords ? { ...rest, ...inWords } : column)
}
