/** What the pages of a portfolio and of its calendar have in common. */
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../core/json.ts'
import { clean } from '../gate/text.ts'
import { date } from '../words/format.ts'
import { line } from '../words/line.ts'
import { type Block, dotted, type Layout, titleBlock } from './layout.ts'

/** Returns the name of a lender, the id, and the month in which the membership began. */
export function lenderTitle(layout: Layout, lender: JsonObject): Block {
  const since = clean(date(at(lender, 'member_since'))).replace(/^\d+ (?=[A-Z])/, '')
  return titleBlock(
    layout,
    clean(line(at(lender, 'name'))),
    dotted(clean(line(at(lender, 'lender_id'))), since && `member since ${since}`),
  )
}

/** `2026-12` → `Dec 2026` */
export const monthWords = (month: string): string => date(`${month}-01`).replace(/^1 /, '')
