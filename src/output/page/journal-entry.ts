/** The pages of journal entries, their comments, and loan updates, which read as letters. */

import { at } from '../../api/records/field-values.ts'
import { type Fields, records } from '../../api/records/fields.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { dateAgo, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import { genericFacts, type MadePage, type Maker, type PageContext, RemainingFields } from './generic.ts'
import { somePayments } from './loan-schedule.ts'
import { mediaFacts } from './media.ts'
import { counted, dotted, facts, flow, prose, section, title } from './page.ts'

export const journalEntryPage: Maker = (remaining, context) => {
  const id = remaining.line('id')
  return {
    sections: [
      section(
        title(remaining.line('subject'), dotted('journal entry', id && `#${id}`)),
        flow([
          remaining.line('author'),
          dateAgo(remaining.take('date'), context.now),
          isFlagSet(remaining, 'bulk') ? 'generated notice' : '',
          countOf(remaining.take('comment_count'), 'comment'),
          countOf(remaining.take('recommendation_count'), 'recommendation'),
        ]),
      ),
      section(bodyOf(remaining)),
      section(facts(mediaFacts(remaining, context))),
    ],
  }
}

/** Decodes `\r\n` that some bodies spell out as four characters (seen in 2009). */
const bodyOf = (remaining: RemainingFields) =>
  prose(htmlText(remaining.text('body').replaceAll('\\r\\n', '\n')))

/** A count with its noun; '' for 0. */
const countOf = (value: Json | undefined, noun: string) =>
  value === 0 ? '' : counted(value, noun, `${noun}s`)

/** Takes a boolean field. Returns whether it is true, since only that is worth showing. */
const isFlagSet = (remaining: RemainingFields, key: string) => remaining.take(key) === true

export const commentPage: Maker = (remaining, { now }) => {
  const id = remaining.line('id')
  return {
    sections: [
      section(
        title(remaining.line('author'), dotted('comment', id && `#${id}`)),
        flow([remaining.line('whereabouts'), dateAgo(remaining.take('date'), now)]),
      ),
      section(bodyOf(remaining)),
    ],
  }
}

/**
 * Shows an update like the journal entry it contains, or as a row of the table of payments. Unknown kinds of
 * updates are shown field by field.
 */
export const updatePage: Maker = (remaining, context, record) => {
  const type = line(remaining.take('update_type'))
  const news = type === '' ? undefined : at(record, type)
  if (type !== '') remaining.take(type)
  if (type === 'payment' && isObject(news)) return { sections: [section(somePayments([news]))] }
  if (type === 'journal_entry' && isObject(news))
    return within(journalEntryPage, news, records.journal_entry, context)
  const known = isObject(news)
    ? genericFacts(new RemainingFields(news), {})
    : ([[words(type), line(news)]] as const)
  return {
    sections: [section(title(words(type), 'loan update')), section(facts(known))],
  }
}

/** Returns the payment of an update that has nothing else, so that several are rows of one table. */
export function onlyPayment(record: Json): JsonObject | undefined {
  const payment = at(record, 'payment')
  if (at(record, 'update_type') !== 'payment' || !isObject(payment)) return undefined
  return Object.keys(record ?? {}).length === 2 ? payment : undefined
}

/** Makes the page of a nested record, followed by the fields that it did not show. */
function within(make: Maker, record: JsonObject, fields: Fields, context: PageContext): MadePage {
  const remaining = new RemainingFields(record)
  const made = make(remaining, context, record)
  return { ...made, sections: [...made.sections, section(facts(genericFacts(remaining, fields)))] }
}
