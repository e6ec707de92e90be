/**
 * Pictures that a terminal draws at once, at their first row. On a screen they are complete or not there, and are drawn
 * again as a whole when one of their rows changes.
 */
import { pictureRows } from '../gate/roles.ts'
import { rowOf } from './parse-row.ts'
import type { Row } from './row.ts'

const marks = new RegExp(pictureRows, 'g')
const blank = (mark: string) => ' '.repeat(mark.length - mark.lastIndexOf('\\') - 1)

/** Returns a painted line with blanks in place of its pictures. */
export const withoutPictures = (line: string): string =>
  line.includes('\x1b_') ? line.replace(marks, blank) : line

/** Returns rows without the pictures of which some rows are missing. */
export function withoutParts(rows: readonly Row[], columns: number): readonly Row[] {
  return rows.map((row, index) => {
    const isPart = wholesOf(row).some(([column, { picture, row: at, whole }]) => {
      const own = Array.from({ length: whole }, (_, number) =>
        rows[index - at + number]?.pictures.get(column),
      )
      return own.some((other, number) => other?.picture !== picture || other.row !== number)
    })
    return isPart ? rowOf(withoutPictures(row.line), columns) : row
  })
}

/** Returns what is on the screen before `after` is drawn, without the first row of each picture that is drawn again. */
export function withoutTorn(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const kept = [...before]
  for (const [index, row] of after.entries()) {
    for (const [column, { row: at, whole }] of wholesOf(row)) {
      const first = kept[index - at]
      const isSame = kept[index]?.texts[column] === row.texts[column]
      if (at >= whole || isSame || first?.pictures.has(column) !== true) continue
      kept[index - at] = { ...first, line: '', texts: first.texts.with(column, ' ') }
    }
  }
  return kept
}

const wholesOf = ({ pictures }: Row) => [...pictures].filter(([, { whole }]) => whole > 0)
