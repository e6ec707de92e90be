/** Detail views for journal entries, their comments, and loan updates, laid out as letters. */

import { at } from '../../api/records/field-values.ts'
import { type Fields, records } from '../../api/records/fields.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { dateAgo, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import { type DetailView, type DrawnDetail, genericFacts, RemainingFields } from './generic.ts'
import { counted, type DetailContext, dotted, factsBlock, flow, proseBlock, titleBlock } from './layout.ts'
import { somePaymentsBlock } from './loan-schedule.ts'
import { mediaFacts } from './media.ts'

export const journalEntryView: DetailView = (remaining, layout) => {
  const id = remaining.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, remaining.line('subject'), dotted('journal entry', id && `#${id}`)),
        ...flow(layout.columns, [
          remaining.line('author'),
          dateAgo(remaining.take('date'), layout.now),
          isFlagSet(remaining, 'bulk') ? 'generated notice' : '',
          countOf(remaining.take('comment_count'), 'comment'),
          countOf(remaining.take('recommendation_count'), 'recommendation'),
        ]),
      ],
      bodyBlock(remaining, layout),
      factsBlock(layout, mediaFacts(remaining, layout)),
    ],
  }
}

/** Decodes `\r\n` that some bodies spell out as four characters (seen in 2009). */
const bodyBlock = (remaining: RemainingFields, layout: DetailContext) =>
  proseBlock(layout, htmlText(remaining.text('body').replaceAll('\\r\\n', '\n')))

/** A count with its noun; '' for 0. */
const countOf = (value: Json | undefined, noun: string) =>
  value === 0 ? '' : counted(value, noun, `${noun}s`)

/** Takes a boolean field. Returns whether it is true, since only that is worth showing. */
const isFlagSet = (remaining: RemainingFields, key: string) => remaining.take(key) === true

export const commentView: DetailView = (remaining, layout) => {
  const id = remaining.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, remaining.line('author'), dotted('comment', id && `#${id}`)),
        ...flow(layout.columns, [remaining.line('whereabouts'), dateAgo(remaining.take('date'), layout.now)]),
      ],
      bodyBlock(remaining, layout),
    ],
  }
}

/**
 * Shows an update like the journal entry it contains, or as a row of the table of payments. Unknown kinds of
 * updates are shown field by field.
 */
export const updateView: DetailView = (remaining, layout, record) => {
  const type = line(remaining.take('update_type'))
  const news = type === '' ? undefined : at(record, type)
  if (type !== '') remaining.take(type)
  if (type === 'payment' && isObject(news)) return { blocks: [somePaymentsBlock(layout, [news])] }
  if (type === 'journal_entry' && isObject(news))
    return within(journalEntryView, news, records.journal_entry, layout)
  const facts = isObject(news)
    ? genericFacts(new RemainingFields(news), {})
    : ([[words(type), line(news)]] as const)
  return {
    blocks: [titleBlock(layout, words(type), 'loan update'), factsBlock(layout, facts)],
  }
}

/** Returns the payment of an update that has nothing else, so that several are rows of one table. */
export function onlyPayment(record: Json): JsonObject | undefined {
  const payment = at(record, 'payment')
  if (at(record, 'update_type') !== 'payment' || !isObject(payment)) return undefined
  return Object.keys(record ?? {}).length === 2 ? payment : undefined
}

/** Draws a nested record, followed by the fields that its view did not show. */
function within(view: DetailView, record: JsonObject, fields: Fields, layout: DetailContext): DrawnDetail {
  const remaining = new RemainingFields(record)
  const drawn = view(remaining, layout, record)
  return { ...drawn, blocks: [...drawn.blocks, factsBlock(layout, genericFacts(remaining, fields))] }
}
