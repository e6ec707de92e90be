/** One record as a page to read. */

import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import type { Json } from '../../context.ts'
import { linked } from '../gate/links.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { line } from '../words/reading.ts'
import type { DetailView } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { factsBlock, footBlock, headed, indented, type Surroundings, widestLayout } from './layout.ts'
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
  const columns = view.width === undefined ? undefined : Math.min(view.width, widestLayout)
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
  const address =
    view.site && page ? linked(`${view.site}/${page}`, view.links ? view.site : undefined, page) : ''
  return `${[...blocks, others, footBlock(layout, [...links.map(view.kiva), address])]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
