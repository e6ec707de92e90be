/** Draws the pages of records for a terminal, with their pictures. */
import { isObject, type Json } from '../../core/json.ts'
import type { Cells } from '../pictures/encode-picture.ts'
import type { Paint } from '../terminal/palette.ts'
import { widest } from '../terminal/width.ts'
import type { Block, View } from '../view.ts'
import { line } from '../words/line.ts'
import { type MadeOf, pageOfRecord, pagesOf } from './page-of-record.ts'
import { joined, maxPageWidth, maxProseWidth } from './terminal-layout.ts'
import { blocksOf, textOfBlocks } from './write-terminal.ts'

/** Draws a sanitized record with its picture at the left. Returns lines that end with a newline. */
export async function drawPage(record: Json, view: View, paint: Paint): Promise<string> {
  return isObject(record)
    ? drawMade({ page: await pageOfRecord(record, view), record }, view, paint)
    : `${line(record)}\n`
}

async function drawMade({ page, record }: MadeOf, view: View, paint: Paint): Promise<string> {
  const columns = columnsOf(view)
  const draw = (width: number | undefined) => blocksOf(page, layoutOf(view, paint, width))
  const [picture = []] =
    (columns && record !== undefined && (await view.pictures?.([record], roomOf(columns)))) || []
  return textFor(columns === undefined ? draw(columns) : besidePicture(picture, columns, draw), view)
}

/** Draws each record as soon as it arrives, with a separator line between two records. */
export async function* drawEach(
  records: AsyncIterable<Json>,
  view: View,
  paint: Paint,
): AsyncGenerator<string> {
  const rule = view.plain ? '\n\n' : `\n${paint('label', '─'.repeat(columnsOf(view) ?? maxProseWidth))}\n\n`
  let before = view.continued ? rule : ''
  for await (const made of pagesOf(records, view)) {
    yield before + (await drawMade(made, view, paint))
    before = rule
  }
}

/**
 * Returns the room for a picture on a page: about a third of its width, at least 24 columns if the page has
 * them.
 */
function roomOf(columns: number): Cells {
  const maxColumns = Math.min(32, Math.max(24, Math.floor(columns * 0.3)), columns)
  return { columns: maxColumns, rows: 12 }
}

/**
 * Places a picture at the left of a page. Blocks go beside the picture until they would extend too far below
 * it; the others go below. `draw` returns the blocks for a width, and must return the same number for every
 * width.
 */
function besidePicture(
  picture: Block,
  columns: number,
  draw: (columns: number) => readonly Block[],
): readonly Block[] {
  const column = widest(picture) + gap
  if (picture.length === 0) return draw(columns)
  if (columns - column < minTextColumns) return [picture, ...draw(columns)]
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

const gap = 2

/** The minimum width for text beside a picture. On a narrower page, the picture goes above the text. */
const minTextColumns = 44

/** The most lines of text that may extend below the picture beside them. */
const overhang = 5

const textFor = (blocks: readonly Block[], { plain }: View) => {
  const text = `${textOfBlocks(blocks)}\n`
  return plain ? inWords(text) : text
}

const layoutOf = ({ links, plain }: View, paint: Paint, columns: number | undefined) => ({
  paint,
  columns,
  links,
  plain,
})

/** Replaces symbols that screen readers name aloud or skip. */
const inWords = (text: string) => text.replace(/ ·(?=\s)/g, ',').replaceAll(' → ', ' to ')

/** Letters have a fixed comfortable width, even in a file, as in a text editor. */
function columnsOf({ type, width }: View): number | undefined {
  if (type.letter) return Math.min(width ?? maxProseWidth, maxProseWidth)
  return width === undefined ? undefined : Math.min(width, maxPageWidth)
}
