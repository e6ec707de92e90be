/** Which columns a table has, of those that there are for its records. */
import type { Json } from '../../ports/json.ts'
import { chooseColumns, type Need } from '../terminal/fit.ts'
import { width } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { textOf } from './cells.ts'
import type { Column } from './column.ts'

/** A column without `least` is shortened only when it takes more than any honest id, amount or date. */
const widestWord = 24

/** The room that a column wants for these rows. */
export function measure(column: Column, rows: readonly Json[], view: View): Need {
  const { header, rank, least = widestWord } = column
  const cells = rows.map((row) => width(textOf(row, column, 0, view)))
  return { natural: Math.max(width(header), ...cells), cells, least, rank }
}

/** The columns there is room for; where one has no room, the one that may stand in its place is tried. */
export function chooseFor(list: readonly Column[], rows: readonly Json[], view: View): readonly Column[] {
  const kept = chooseColumns(
    list.map((column) => measure(column, rows, view)),
    view.width,
  )
  const instead = list.map((column, index) => (kept.includes(index) ? column : (column.else ?? column)))
  if (instead.some((column, index) => column !== list[index])) return chooseFor(instead, rows, view)
  return kept.flatMap((index) => list[index] ?? [])
}

/** What stands for a column where nobody looks at a screen: no pictures, and nothing that is true only now. */
export function offScreen(column: Column): Column {
  const { fill, else: inWords, ...rest } = column
  return column.offScreen ?? (fill && inWords ? { ...rest, ...inWords } : column)
}
