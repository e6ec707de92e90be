/** Records of a table with their pictures in front: each takes the lines that its picture does, and its text as many. */
import type { Cells } from '../pictures/cells.ts'
import { gap } from '../terminal/fit.ts'
import type { Cell } from '../terminal/grid.ts'
import { shorten, wrap } from '../terminal/width.ts'
import type { Block, View } from '../view.ts'

/** Of each picture. */
export const thumbnailRoom: Cells = { columns: 10, rows: 4 }

/** The view of what stands beside the pictures. */
export const besideThumbnails = (view: View): View => ({
  ...view,
  width: view.width && view.width - thumbnailRoom.columns - gap,
})

/** The text of a cell in so many lines at most, the last shortened. */
export function foldInto(lines: number, text: string, columns: number): readonly string[] {
  const folded = lines === 1 ? [text] : wrap(text, columns)
  const rest = folded.slice(lines - 1).join(' ')
  return [...folded.slice(0, lines - 1), shorten(rest, columns)]
}

const blank: Cell = { text: '', painted: '' }

/** The rows of a grid for a record, of whose cells each has some lines: apart from what is above, the picture in front. */
export function withThumbnail(picture: Block, cells: readonly (readonly Cell[])[]): readonly Cell[][] {
  const rows = Array.from({ length: thumbnailRoom.rows }, (_, at) => {
    const row = picture[at] ?? ''
    return [{ text: row, painted: row }, ...cells.map((lines) => lines[at] ?? blank)]
  })
  return [[blank, ...cells.map(() => blank)], ...rows]
}
