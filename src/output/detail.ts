/** One record as a page to read. */
import { records } from '../api/records.ts'
import type { Json } from '../context.ts'
import { genericFacts } from './details/generic.ts'
import { Rest } from './details/rest.ts'
import { shapes } from './details/shapes.ts'
import { factsBlock, footBlock, headed, indented, type Sheet, widestSheet } from './details/sheet.ts'
import type { Paint } from './palette.ts'
import { isObject, line } from './reading.ts'
import type { View } from './view.ts'

/**
 * Draws a cleaned record: the hand-made view of its type, then every field that view didn't show, then what to
 * look at next. `{…}` in, lines with newlines out.
 */
export function detail(record: Json, view: View, paint: Paint): string {
  if (!isObject(record)) return `${line(record)}\n`
  const columns = view.width === undefined ? undefined : Math.min(view.width, widestSheet)
  const sheet: Sheet = { paint, columns, now: view.now }
  const rest = new Rest(record)
  const { blocks, links, page } = shapes[view.returns](rest, sheet, record)
  const others = headed(sheet, 'More', factsBlock(indented(sheet), genericFacts(rest, records[view.returns])))
  const address = view.site && page ? `${view.site}/${page}` : ''
  return `${[...blocks, others, footBlock(sheet, [...links, address])]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
