import type { Cells } from '../pictures/cells.ts'
import { widest } from '../terminal/width.ts'
import { type Block, joined } from './layout.ts'

/** The room of a picture on a page of so many columns: a third of it, or what a narrow one has. */
export function roomOf(columns: number): Cells {
  const most = Math.min(32, Math.max(24, Math.floor(columns * 0.3)), columns)
  return { columns: most, rows: 12 }
}

const gap = 2

/** Fewer columns beside a picture are no page: it stands above. */
const leastColumns = 44

/** Lines of text that may reach below the picture they stand beside. */
const overhang = 5

/**
 * A page with a picture at its left: the blocks that begin beside it, as far as they end near its foot, and the others
 * below. `draw` gives the blocks for a width, as many for each.
 */
export function besidePicture(
  picture: Block,
  columns: number,
  draw: (columns: number) => readonly Block[],
): readonly Block[] {
  const column = widest(picture) + gap
  if (picture.length === 0) return draw(columns)
  if (columns - column < leastColumns) return [picture, ...draw(columns)]
  const narrow = draw(columns - column)
  let head: Block = narrow[0] ?? []
  let count = 1
  for (const block of narrow.slice(1)) {
    const more = block.length === 0 ? head : [...head, '', ...block]
    if (more.length > picture.length + overhang) break
    head = more
    count += 1
  }
  return [joined(picture, head, column), ...draw(columns).slice(count)]
}
