/** Records of a table with their pictures in front: each takes the lines that its picture does, and its text as many. */
import type { Cells } from '../pictures/cells.ts'
import { gap } from '../terminal/fit.ts'
import type { Block, View } from '../view.ts'
import { blank } from './cells.ts'
import type { Cell } from './grid-table.ts'

/** Of each picture. */
export const thumbnailRoom: Cells = { columns: 10, rows: 4 }

/** Of each record, with the empty one that keeps it apart from what is above. */
export const thumbnailLines = thumbnailRoom.rows + 1

/** The view of what stands beside the pictures. */
export const roomBesideThumbnails = (view: View): View => ({
  ...view,
  width: view.width && view.width - thumbnailRoom.columns - gap,
})

/** The rows of a grid for a record, of whose cells each has some lines: the picture in front. */
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
