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

export const journalEntryView: DetailView = (unshown, layout, record) => {
  const id = unshown.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('subject'), dotted('journal entry', id && `#${id}`)),
        ...flow(layout.columns, [
          unshown.line('author'),
          dateAgo(unshown.take('date'), layout.now),
          isTold(unshown, 'bulk') ? 'generated notice' : '',
          some(unshown.take('comment_count'), 'comment'),
          some(unshown.take('recommendation_count'), 'recommendation'),
        ]),
      ],
      bodyBlock(unshown, layout),
      factsBlock(layout, mediaFacts(unshown, layout)),
    ],
    links: at(record, 'comment_count') === 0 ? [] : nextCommands('journal_entry', record),
  }
}

/** Decodes `\r\n` that some bodies spell out as four characters (seen in 2009). */
const bodyBlock = (unshown: RemainingFields, layout: Surroundings) =>
  proseBlock(layout, htmlText(unshown.text('body').replaceAll('\\r\\n', '\n')))

/** A count with its noun; '' for 0. */
const some = (value: Json | undefined, one: string) => (value === 0 ? '' : counted(value, one, `${one}s`))

/** Takes a boolean field. Returns whether it is true, since only that is worth showing. */
const isTold = (unshown: RemainingFields, key: string) => unshown.take(key) === true

export const commentView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('author'), dotted('comment', id && `#${id}`)),
        ...flow(layout.columns, [unshown.line('whereabouts'), dateAgo(unshown.take('date'), layout.now)]),
      ],
      bodyBlock(unshown, layout),
    ],
  }
}

/** Shows an update like the record it contains. Unknown kinds of updates are shown field by field. */
export const updateView: DetailView = (unshown, layout, record) => {
  const type = line(unshown.take('update_type'))
  const news = type === '' ? undefined : at(record, type)
  const known = Object.hasOwn(newsViews, type) ? newsViews[type] : undefined
  if (type !== '') unshown.take(type)
  if (known && isObject(news)) return within(known.view, news, known.fields, layout)
  const facts = isObject(news)
    ? genericFacts(new RemainingFields(news), {})
    : ([[words(type), line(news)]] as const)
  return {
    blocks: [titleBlock(layout, words(type), 'loan update'), factsBlock(layout, facts)],
  }
}

/** Shows a repayment as an update. */
const paymentView: DetailView = (unshown, layout) => {
  const id = unshown.line('payment_id')
  const amount = money(unshown.take('amount'))
  const [inLocal, loss] = [unshown.take('local_amount'), money(unshown.take('currency_exchange_loss_amount'))]
  const rounded = roundedAmount(unshown.take('rounded_local_amount'), inLocal)
  const processed = date(unshown.take('processed_date'))
  const settled = dateAgo(unshown.take('settlement_date'), layout.now)
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
      proseBlock(layout, unshown.line('comment')),
    ],
  }
}

const newsViews: Readonly<Record<string, { readonly view: DetailView; readonly fields: Fields }>> = {
  journal_entry: { view: journalEntryView, fields: records.journal_entry },
  payment: { view: paymentView, fields: records.loan_updates.payment.fields },
}

/** Draws a nested record, followed by the fields that its view did not show. */
function within(view: DetailView, record: JsonObject, fields: Fields, layout: Surroundings): Drawn {
  const unshown = new RemainingFields(record)
  const drawn = view(unshown, layout, record)
  return { ...drawn, blocks: [...drawn.blocks, factsBlock(layout, genericFacts(unshown, fields))] }
}
