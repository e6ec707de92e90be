/** Records as pages to read. */

import { isObject } from '../../api/json.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { Json } from '../../context.ts'
import { cleanRecord } from '../gate/text.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { line } from '../words/reading.ts'
import type { DetailView } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import {
  factsBlock,
  footBlock,
  headed,
  indented,
  type Surroundings,
  widestLayout,
  widestProse,
} from './layout.ts'
import { UnshownFields } from './unshown-fields.ts'
import { viewsByType } from './views-by-type.ts'

/** A record of our own has no view but its fields. */
const ownView: DetailView = () => ({ blocks: [], links: [], page: '' })

/**
 * Draws a cleaned record: the hand-made view of its type, then every field that view didn't show, then what to
 * look at next. `{…}` in, lines with newlines out.
 */
export function drawDetail(record: Json, view: View, paint: Paint): string {
  if (!isObject(record)) return `${line(record)}\n`
  const { now, kiva, commandOfMethod, site, telling, plain } = view
  const layout: Surroundings = {
    paint,
    columns: columnsOf(view),
    now,
    kiva,
    commandOfMethod,
    site,
    telling,
    plain,
  }
  const unshown = new UnshownFields(record)
  const draw = view.returns ? viewsByType[view.returns] : ownView
  const { blocks, links, page } = draw(unshown, layout, record)
  const facts = genericFacts(unshown, recordTypeOf(view.returns).fields)
  const others =
    blocks.length > 0
      ? headed(layout, 'More', factsBlock(indented(layout), facts))
      : factsBlock(layout, facts)
  const address = view.site && page ? `${view.site}/${page}` : ''
  const text = `${[...blocks, others, footBlock(layout, [...links.map(view.kiva), address])]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
  return plain ? inWords(text) : text
}

/** Some signs between our words are read out by their names, or not at all. */
const inWords = (text: string) => text.replace(/ ·(?=\s)/g, ',').replaceAll(' → ', ' to ')

/** A letter has a comfortable width everywhere, since a text editor would give it one. */
function columnsOf({ returns, width }: View): number | undefined {
  if (recordTypeOf(returns).letter) return Math.min(width ?? widestProse, widestProse)
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
    yield line + drawDetail(cleanRecord(record), view, paint)
    isFirst = false
  }
}
