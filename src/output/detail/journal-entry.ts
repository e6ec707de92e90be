/** Detail views for journal entries, their comments, and loan updates, laid out as letters. */

import { at } from '../../api/records/field-values.ts'
import { type Fields, records } from '../../api/records/fields.ts'
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { date, dateAgo, local, money, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import { nextCommands } from '../words/related.ts'
import type { DetailView, Drawn } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { counted, dotted, factsBlock, flow, proseBlock, type Surroundings, titleBlock } from './layout.ts'
import { roundedAmount } from './loan/payments.ts'
import { mediaFacts } from './media.ts'
import { RemainingFields } from './remaining-fields.ts'

export const journalEntryView: DetailView = (remaining, layout, record) => {
  const id = remaining.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, remaining.line('subject'), dotted('journal entry', id && `#${id}`)),
        ...flow(layout.columns, [
          remaining.line('author'),
          dateAgo(remaining.take('date'), layout.now),
          isTold(remaining, 'bulk') ? 'generated notice' : '',
          some(remaining.take('comment_count'), 'comment'),
          some(remaining.take('recommendation_count'), 'recommendation'),
        ]),
      ],
      bodyBlock(remaining, layout),
      factsBlock(layout, mediaFacts(remaining, layout)),
    ],
    links: at(record, 'comment_count') === 0 ? [] : nextCommands('journal_entry', record),
  }
}

/** Decodes `\r\n` that some bodies spell out as four characters (seen in 2009). */
const bodyBlock = (remaining: RemainingFields, layout: Surroundings) =>
  proseBlock(layout, htmlText(remaining.text('body').replaceAll('\\r\\n', '\n')))

/** A count with its noun; '' for 0. */
const some = (value: Json | undefined, one: string) => (value === 0 ? '' : counted(value, one, `${one}s`))

/** Takes a boolean field. Returns whether it is true, since only that is worth showing. */
const isTold = (remaining: RemainingFields, key: string) => remaining.take(key) === true

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

/** Shows an update like the record it contains. Unknown kinds of updates are shown field by field. */
export const updateView: DetailView = (remaining, layout, record) => {
  const type = line(remaining.take('update_type'))
  const news = type === '' ? undefined : at(record, type)
  const known = Object.hasOwn(newsViews, type) ? newsViews[type] : undefined
  if (type !== '') remaining.take(type)
  if (known && isObject(news)) return within(known.view, news, known.fields, layout)
  const facts = isObject(news)
    ? genericFacts(new RemainingFields(news), {})
    : ([[words(type), line(news)]] as const)
  return {
    blocks: [titleBlock(layout, words(type), 'loan update'), factsBlock(layout, facts)],
  }
}

/** Shows a repayment as an update. */
const paymentView: DetailView = (remaining, layout) => {
  const id = remaining.line('payment_id')
  const amount = money(remaining.take('amount'))
  const [inLocal, loss] = [
    remaining.take('local_amount'),
    money(remaining.take('currency_exchange_loss_amount')),
  ]
  const rounded = roundedAmount(remaining.take('rounded_local_amount'), inLocal)
  const processed = date(remaining.take('processed_date'))
  const settled = dateAgo(remaining.take('settlement_date'), layout.now)
  return {
    blocks: [
      [
        ...titleBlock(layout, amount && `${amount} repaid`, dotted('payment', id && `#${id}`)),
        ...flow(layout.columns, [
          settled && `settled ${settled}`,
          processed && `processed ${processed}`,
          local(inLocal) && `${local(inLocal)} in local currency`,
          rounded && `rounded ${rounded}`,
          loss && loss !== '$0' ? `${loss} lost in currency exchange` : '',
        ]),
      ],
      proseBlock(layout, remaining.line('comment')),
    ],
  }
}

const newsViews: Readonly<Record<string, { readonly view: DetailView; readonly fields: Fields }>> = {
  journal_entry: { view: journalEntryView, fields: records.journal_entry },
  payment: { view: paymentView, fields: records.loan_updates.payment.fields },
}

/** Draws a nested record, followed by the fields that its view did not show. */
function within(view: DetailView, record: JsonObject, fields: Fields, layout: Surroundings): Drawn {
  const remaining = new RemainingFields(record)
  const drawn = view(remaining, layout, record)
  return { ...drawn, blocks: [...drawn.blocks, factsBlock(layout, genericFacts(remaining, fields))] }
}
