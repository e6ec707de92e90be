/** Prints records as pages to read. */

import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { linked } from '../gate/links.ts'
import { cleanRecord } from '../gate/text.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { line } from '../words/line.ts'
import { nextCommands, pageOfRecord } from '../words/related.ts'
import { besidePicture, roomOf } from './beside-picture.ts'
import type { DetailView } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import {
  type Block,
  factsBlock,
  footBlock,
  headed,
  indented,
  type Surroundings,
  widestLayout,
  widestProse,
} from './layout.ts'
import { RemainingFields } from './remaining-fields.ts'
import { viewsByType } from './views-by-type.ts'

/** Records made by kiva itself have no special view, only their fields. */
const ownView: DetailView = () => ({ blocks: [] })

/**
 * Draws a sanitized record: the view of its type, then all fields that the view did not show, then what to
 * look at next, with the picture at the left. Returns lines that end with a newline.
 */
export async function drawDetail(record: Json, view: View, paint: Paint): Promise<string> {
  if (!isObject(record)) return `${line(record)}\n`
  const columns = columnsOf(view)
  const draw = (width: number | undefined) => blocksOf(record, view, paint, width)
  const [picture = []] = (columns && (await view.pictures?.([record], roomOf(columns)))) || []
  const blocks = columns === undefined ? draw(columns) : besidePicture(picture, columns, draw)
  const text = `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
  return view.plain ? inWords(text) : text
}

function blocksOf(
  record: JsonObject,
  view: View,
  paint: Paint,
  columns: number | undefined,
): readonly Block[] {
  const { now, kiva, commandOfMethod, site, detailOptions, plain } = view
  const layout: Surroundings = { paint, columns, now, kiva, commandOfMethod, site, detailOptions, plain }
  const remaining = new RemainingFields(record)
  const draw = view.type.name ? viewsByType[view.type.name] : ownView
  const { blocks, links } = draw(remaining, layout, record)
  const { thing, fields } = view.type
  const facts = genericFacts(remaining, fields)
  const others =
    blocks.length > 0
      ? headed(layout, 'More', factsBlock(indented(layout), facts))
      : factsBlock(layout, facts)
  const next = links ?? (thing ? nextCommands(thing, record) : [])
  const page = thing ? pageOfRecord(thing, record) : ''
  const address =
    view.site && page ? linked(`${view.site}/${page}`, view.links ? view.site : undefined, page) : ''
  return [...blocks, others, footBlock(layout, [...next.map(view.kiva), address])]
}

/** Replaces symbols that screen readers name aloud or skip. */
const inWords = (text: string) => text.replace(/ ·(?=\s)/g, ',').replaceAll(' → ', ' to ')

/** Letters have a fixed comfortable width, even in a file, as in a text editor. */
function columnsOf({ type, width }: View): number | undefined {
  if (type.letter) return Math.min(width ?? widestProse, widestProse)
  return width === undefined ? undefined : Math.min(width, widestLayout)
}

/** Draws each record as soon as it arrives, with a separator line between two records. */
export async function* drawEach(
  records: AsyncIterable<Json>,
  view: View,
  paint: Paint,
): AsyncGenerator<string> {
  let isFirst = !view.continued
  for await (const record of records) {
    const line = isFirst
      ? ''
      : view.plain
        ? '\n\n'
        : `\n${paint('label', '─'.repeat(columnsOf(view) ?? widestProse))}\n\n`
    yield line + (await drawDetail(cleanRecord(record), view, paint))
    isFirst = false
  }
}
