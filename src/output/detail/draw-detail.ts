/** One record as a page to read. */

import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import type { Json, JsonObject } from '../../context.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { line } from '../words/reading.ts'
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
} from './layout.ts'
import { UnshownFields } from './unshown-fields.ts'
import { viewsByType } from './views-by-type.ts'

/** A record of our own has no view but its fields. */
const ownView: DetailView = () => ({ blocks: [], links: [], page: '' })

/**
 * Draws a cleaned record: the hand-made view of its type, then every field that view didn't show, then what to
 * look at next; its picture at the left. `{…}` in, lines with newlines out.
 */
export async function drawDetail(record: Json, view: View, paint: Paint): Promise<string> {
  if (!isObject(record)) return `${line(record)}\n`
  const columns = view.width === undefined ? undefined : Math.min(view.width, widestLayout)
  const draw = (width: number | undefined) => blocksOf(record, view, paint, width)
  const [picture = []] = (columns && (await view.pictures?.([record], roomOf(columns)))) || []
  const blocks = columns === undefined ? draw(columns) : besidePicture(picture, columns, draw)
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

function blocksOf(
  record: JsonObject,
  view: View,
  paint: Paint,
  columns: number | undefined,
): readonly Block[] {
  const { now, kiva, commandOfMethod } = view
  const layout: Surroundings = { paint, columns, now, kiva, commandOfMethod }
  const unshown = new UnshownFields(record)
  const draw = view.returns ? viewsByType[view.returns] : ownView
  const { blocks, links, page } = draw(unshown, layout, record)
  const fields = view.returns ? records[view.returns] : {}
  const facts = genericFacts(unshown, fields)
  const others =
    blocks.length > 0
      ? headed(layout, 'More', factsBlock(indented(layout), facts))
      : factsBlock(layout, facts)
  const address = view.site && page ? `${view.site}/${page}` : ''
  return [...blocks, others, footBlock(layout, [...links.map(view.kiva), address])]
}
