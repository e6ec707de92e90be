/** Chooses the columns that a table shows. */
import type { Json } from '../../ports/json.ts'
import { chooseColumns, type Need } from '../terminal/fit.ts'
import { width } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { textOf } from './cells.ts'
import type { Column } from './column.ts'

/**
 * The minimum width of a column without `minWidth`. Only ids, amounts and dates of unusual length are shortened.
 */
const defaultMinWidth = 24

/** Returns the width that a column needs for these rows. */
export function measure(column: Column, rows: readonly Json[], view: View): Need {
  const { header, rank, minWidth = defaultMinWidth } = column
  const cells = rows.map((row) => width(textOf(row, column, 0, view)))
  return { natural: Math.max(width(header), ...cells), cells, minWidth, rank }
}

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
