/** Prints records as pages to read. */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { at, number } from '../../api/records/field-values.ts'
import { derivedKey, type RecordName } from '../../api/records/record-types.ts'
import { isMirrored } from '../../api/relations.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import type { KnownPartners } from '../../domain/partner-medians.ts'
import { cleanRecord } from '../gate/text.ts'
import type { Cells } from '../pictures/encode-picture.ts'
import type { Paint } from '../terminal/palette.ts'
import { widest } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { dateAgo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { nextCommands, pageAddress } from '../words/related.ts'
import { derivedBlock } from './derived.ts'
import { type DetailView, genericFacts, RemainingFields } from './generic.ts'
import { commentView, journalEntryView, onlyPayment, updateView } from './journal-entry.ts'
import {
  type Block,
  type DetailContext,
  factsBlock,
  footBlock,
  headed,
  indented,
  joined,
  maxPageWidth,
  maxProseWidth,
  titleBlock,
} from './layout.ts'
import { accountView, lenderView } from './lender.ts'
import { lendingActionView } from './lending-action.ts'
import { loanView } from './loan.ts'
import { somePaymentsBlock } from './loan-schedule.ts'
import { methodView } from './method.ts'
import { partnerView } from './partner.ts'
import { teamView } from './team.ts'

/**
 * Draws a sanitized record: the view of its type, then all fields that the view did not show, then what to
 * look at next, with the picture at the left. Returns lines that end with a newline.
 */
export async function drawDetail(record: Json, view: View, paint: Paint): Promise<string> {
  if (!isObject(record)) return `${line(record)}\n`
  const columns = columnsOf(view)
  const partners = await partnersFor(record, view)
  const shown = partners && view.type.kind === 'loan' ? withPartner(record, partners) : record
  const look = view.type.kind === 'partner' ? { ...view, medians: partners?.medians } : view
  const draw = (width: number | undefined) => blocksOf(shown, look, paint, width)
  const [picture = []] = (columns && (await view.pictures?.([record], roomOf(columns)))) || []
  const blocks = columns === undefined ? draw(columns) : besidePicture(picture, columns, draw)
  return textOf(blocks, view)
}

/** Returns the partners that explain a record: that of a loan, and those that a partner is compared with. */
async function partnersFor(record: JsonObject, { type, fields, partners }: View) {
  const isNeeded =
    type.kind === 'partner' ||
    (!type.derived?.includes('partner') && number(at(record, 'partner_id')) !== undefined)
  return isNeeded && !fields ? partners?.() : undefined
}

/** Returns a loan with the facts about its partner that its page shows. */
function withPartner(record: JsonObject, { byId }: KnownPartners): JsonObject {
  const partner = byId.get(String(at(record, 'partner_id')))
  const derived = record[derivedKey]
  return isObject(partner)
    ? { ...record, [derivedKey]: { ...(isObject(derived) && derived), partner: cleanRecord(partner) } }
    : record
}

/**
 * Draws each record as soon as it arrives, with a separator line between two records. Consecutive payments are
 * one table, drawn when it is complete.
 */
export async function* drawEach(
  records: AsyncIterable<Json>,
  view: View,
  paint: Paint,
): AsyncGenerator<string> {
  let isFirst = !view.continued
  const rule = view.plain ? '\n\n' : `\n${paint('label', '─'.repeat(columnsOf(view) ?? maxProseWidth))}\n\n`
  const belowRule = (text: string) => {
    const drawn = isFirst ? text : rule + text
    isFirst = false
    return drawn
  }
  let payments: JsonObject[] = []
  const drawPayments = () => {
    if (payments.length === 0) return ''
    const block = somePaymentsBlock(layoutOf(view, paint, columnsOf(view)), payments)
    payments = []
    return belowRule(textOf([block], view))
  }
  try {
    for await (const record of records) {
      const clean = cleanRecord(record)
      const payment = view.type.name === 'loan_updates' ? onlyPayment(clean) : undefined
      if (payment) payments.push(payment)
      else yield drawPayments() + belowRule(await drawDetail(clean, view, paint))
    }
  } catch (cause) {
    // What came before a failure counts as delivered.
    if (payments.length > 0) yield drawPayments()
    throw cause
  }
  if (payments.length > 0) yield drawPayments()
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

function textOf(blocks: readonly Block[], { plain }: View): string {
  const filled = blocks.filter((block) => block.length > 0)
  const text = `${filled.map((block) => block.join('\n')).join('\n\n')}\n`
  return plain ? inWords(text) : text
}

function blocksOf(
  record: JsonObject,
  view: View,
  paint: Paint,
  columns: number | undefined,
): readonly Block[] {
  const layout = layoutOf(view, paint, columns)
  const remaining = new RemainingFields(record)
  const draw = view.type.name ? viewsByType[view.type.name] : emptyView
  const { blocks, links, hasAddress } = draw(remaining, layout, record)
  const { kind } = view.type
  const derived = derivedBlock(remaining, view, layout, record)
  const facts = genericFacts(remaining, fieldsOf(view.type))
  const others =
    blocks.length > 0
      ? headed(layout, 'More', factsBlock(indented(layout), facts))
      : factsBlock(layout, facts)
  const commands = links ?? (kind ? nextCommands(kind, record) : [])
  const next = view.mirror ? commands.filter(isMirrored) : commands
  const address = kind && !hasAddress ? pageAddress(kind, record, view) : ''
  return [...blocks, derived, others, footBlock(layout, [...next.map(view.kiva), address])]
}

function layoutOf(view: View, paint: Paint, columns: number | undefined): DetailContext {
  const { now, kiva, commandOfMethod, site, links, detailOptions, medians, plain } = view
  return { paint, columns, now, kiva, commandOfMethod, site, links, detailOptions, medians, plain }
}

/** Replaces symbols that screen readers name aloud or skip. */
const inWords = (text: string) => text.replace(/ ·(?=\s)/g, ',').replaceAll(' → ', ' to ')

/** Letters have a fixed comfortable width, even in a file, as in a text editor. */
function columnsOf({ type, width }: View): number | undefined {
  if (type.letter) return Math.min(width ?? maxProseWidth, maxProseWidth)
  return width === undefined ? undefined : Math.min(width, maxPageWidth)
}

/** Records made by kiva itself have no special view, only their fields. */
const emptyView: DetailView = () => ({ blocks: [] })

const releaseView: DetailView = (remaining, layout) => ({
  blocks: [
    titleBlock(layout, `Release ${remaining.line('id')}`, dateAgo(remaining.take('date'), layout.now)),
  ],
})

const templateView: DetailView = (remaining, layout) => ({
  blocks: [[...titleBlock(layout, `Image template ${remaining.line('id')}`, ''), remaining.line('pattern')]],
})

/** The detail view of each record type. Fields that a view does not show are printed below it. */
const viewsByType: Readonly<Record<RecordName, DetailView>> = {
  loan_listing: loanView,
  loan_detail: loanView,
  lender_listing: lenderView,
  lender_detail: lenderView,
  team_listing: teamView,
  team_detail: teamView,
  partner_listing: partnerView,
  journal_entry: journalEntryView,
  comment: commentView,
  loan_updates: updateView,
  lending_action: lendingActionView,
  method_summary: methodView,
  user_account: accountView,
  release: releaseView,
  image_template: templateView,
}
