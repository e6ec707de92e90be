/** Tables with pictures: each record takes as many lines as its picture. */
import type { Cells } from '../pictures/cells.ts'
import { gap } from '../terminal/fit.ts'
import type { Block, View } from '../view.ts'
import { blank } from './cells.ts'
import type { Cell } from './grid.ts'

/** The size of each picture. */
export const thumbnailRoom: Cells = { columns: 10, rows: 4 }

/** The lines of each record, including the empty line above it. */
export const thumbnailLines = thumbnailRoom.rows + 1

/** Returns a view with the width left beside the pictures. */
export const roomBesideThumbnails = (view: View): View => ({
  ...view,
  width: view.width && view.width - thumbnailRoom.columns - gap,
})

/** Returns the grid rows of a record, with the picture first; `cells` has the lines of each cell. */
export function besideThumbnail(
  picture: Block,
  cells: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const rows = Array.from({ length: thumbnailRoom.rows }, (_, at) => {
    const row = picture[at] ?? ''
    return [{ text: row, painted: row }, ...cells.map((lines) => lines[at] ?? blank)]
  })
  return [[blank, ...cells.map(() => blank)], ...rows]
}
