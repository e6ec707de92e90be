/** One record as a page to read. */

import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import type { Json } from '../../context.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { line } from '../words/reading.ts'
import type { Shape } from './detail-view.ts'
import { shapes } from './detail-views.ts'
import { genericFacts } from './generic.ts'
import { factsBlock, footBlock, headed, indented, type Sheet, widestSheet } from './layout.ts'
import { Rest } from './unshown-fields.ts'

/** A record of our own has no view but its fields. */
const ownShape: Shape = () => ({ blocks: [], links: [], page: '' })

/**
 * Draws a cleaned record: the hand-made view of its type, then every field that view didn't show, then what to
 * look at next. `{…}` in, lines with newlines out.
 */
export function detail(record: Json, view: View, paint: Paint): string {
  if (!isObject(record)) return `${line(record)}\n`
  const columns = view.width === undefined ? undefined : Math.min(view.width, widestSheet)
  const sheet: Sheet = { paint, columns, now: view.now }
  const rest = new Rest(record)
  const shape = view.returns ? shapes[view.returns] : ownShape
  const { blocks, links, page } = shape(rest, sheet, record)
  const fields = view.returns ? records[view.returns] : {}
  const facts = genericFacts(rest, fields)
  const others =
    blocks.length > 0 ? headed(sheet, 'More', factsBlock(indented(sheet), facts)) : factsBlock(sheet, facts)
  const address = view.site && page ? `${view.site}/${page}` : ''
  return `${[...blocks, others, footBlock(sheet, [...links, address])]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
