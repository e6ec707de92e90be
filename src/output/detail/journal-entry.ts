/** The views of a journal entry, of a comment on one, and of a loan's update, which may be one. */

import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import { htmlText } from '../terminal/html-text.ts'
import { dateAgo, words } from '../words/format.ts'
import { at, line } from '../words/reading.ts'
import { commands, type Shape } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { counted, dotted, factsBlock, flow, proseBlock, titleBlock } from './layout.ts'
import { Rest } from './unshown-fields.ts'

export const journalEntryShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  const video = rest.line('video.youtube_id')
  return {
    blocks: [
      [
        ...titleBlock(sheet, rest.line('subject'), dotted('journal entry', id && `#${id}`)),
        ...flow(sheet.columns, [
          rest.line('author'),
          dateAgo(rest.take('date'), sheet.now),
          rest.take('bulk') === true ? 'generated notice' : '',
          counted(rest.take('comment_count'), 'comment', 'comments'),
          counted(rest.take('recommendation_count'), 'recommendation', 'recommendations'),
        ]),
      ],
      proseBlock(sheet, htmlText(rest.text('body'))),
      factsBlock(sheet, [['Video', video && `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`]]),
    ],
    links: commands(id, 'journal-entries comments'),
    page: '',
  }
}

export const commentShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  return {
    blocks: [
      [
        ...titleBlock(sheet, rest.line('author'), dotted('comment', id && `#${id}`)),
        ...flow(sheet.columns, [rest.line('whereabouts'), dateAgo(rest.take('date'), sheet.now)]),
      ],
      proseBlock(sheet, htmlText(rest.text('body'))),
    ],
    links: [],
    page: '',
  }
}

/** An update that is a journal entry looks like one; a payment, or what is new to us, is shown field by field. */
export const updateShape: Shape = (rest, sheet, record) => {
  const type = line(rest.take('update_type'))
  const entry = at(record, 'journal_entry')
  if (type !== 'journal_entry' || !isObject(entry)) {
    const fields = type === 'payment' ? records.loan_updates.payment.fields : {}
    const news = type === '' ? undefined : rest.take(type)
    const facts = isObject(news)
      ? genericFacts(new Rest(news), fields)
      : ([[words(type), line(news)]] as const)
    return {
      blocks: [titleBlock(sheet, words(type), 'loan update'), factsBlock(sheet, facts)],
      links: [],
      page: '',
    }
  }
  rest.take('journal_entry')
  const inner = new Rest(entry)
  const drawn = journalEntryShape(inner, sheet, entry)
  return {
    ...drawn,
    blocks: [...drawn.blocks, factsBlock(sheet, genericFacts(inner, records.journal_entry))],
  }
}
