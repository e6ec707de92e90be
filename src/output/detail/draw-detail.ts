/** Records as pages to read. */

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

/** A record of our own has no view but its fields. */
const ownView: DetailView = () => ({ blocks: [] })

/**
 * Draws a cleaned record: the hand-made view of its type, then every field that view didn't show, then what to
 * look at next; its picture at the left. `{…}` in, lines with newlines out.
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
  const { now, kiva, commandOfMethod, site, telling, plain } = view
  const layout: Surroundings = { paint, columns, now, kiva, commandOfMethod, site, telling, plain }
  const unshown = new RemainingFields(record)
  const draw = view.type.name ? viewsByType[view.type.name] : ownView
  const { blocks, links } = draw(unshown, layout, record)
  const { thing, fields } = view.type
  const facts = genericFacts(unshown, fields)
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

/** Some signs between our words are read out by their names, or not at all. */
const inWords = (text: string) => text.replace(/ ·(?=\s)/g, ',').replaceAll(' → ', ' to ')

/** A letter has a comfortable width everywhere, since a text editor would give it one. */
function columnsOf({ type, width }: View): number | undefined {
  if (type.letter) return Math.min(width ?? widestProse, widestProse)
  return width === undefined ? undefined : Math.min(width, widestLayout)
}

/** Records one after the other, a line between two of them; each as soon as it is there. */
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
