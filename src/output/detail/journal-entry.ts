/** The views of a journal entry, of a comment on one, and of a loan's update, which may be one. */

import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import { htmlText } from '../terminal/html-text.ts'
import { dateAgo, words } from '../words/format.ts'
import { at, line } from '../words/reading.ts'
import { commands, type DetailView } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { counted, dotted, factsBlock, flow, proseBlock, titleBlock } from './layout.ts'
import { UnshownFields } from './unshown-fields.ts'

export const journalEntryView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  const video = unshown.line('video.youtube_id')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('subject'), dotted('journal entry', id && `#${id}`)),
        ...flow(layout.columns, [
          unshown.line('author'),
          dateAgo(unshown.take('date'), layout.now),
          unshown.take('bulk') === true ? 'generated notice' : '',
          counted(unshown.take('comment_count'), 'comment', 'comments'),
          counted(unshown.take('recommendation_count'), 'recommendation', 'recommendations'),
        ]),
      ],
      proseBlock(layout, htmlText(unshown.text('body'))),
      factsBlock(layout, [
        ['Video', video && `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`],
      ]),
    ],
    links: commands(id, 'journal-entries comments'),
    page: '',
  }
}

export const commentView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('author'), dotted('comment', id && `#${id}`)),
        ...flow(layout.columns, [unshown.line('whereabouts'), dateAgo(unshown.take('date'), layout.now)]),
      ],
      proseBlock(layout, htmlText(unshown.text('body'))),
    ],
    links: [],
    page: '',
  }
}

/** An update that is a journal entry looks like one; a payment, or what is new to us, is shown field by field. */
export const updateView: DetailView = (unshown, layout, record) => {
  const type = line(unshown.take('update_type'))
  const entry = at(record, 'journal_entry')
  if (type !== 'journal_entry' || !isObject(entry)) {
    const fields = type === 'payment' ? records.loan_updates.payment.fields : {}
    const news = type === '' ? undefined : unshown.take(type)
    const facts = isObject(news)
      ? genericFacts(new UnshownFields(news), fields)
      : ([[words(type), line(news)]] as const)
    return {
      blocks: [titleBlock(layout, words(type), 'loan update'), factsBlock(layout, facts)],
      links: [],
      page: '',
    }
  }
  unshown.take('journal_entry')
  const inner = new UnshownFields(entry)
  const drawn = journalEntryView(inner, layout, entry)
  return {
    ...drawn,
    blocks: [...drawn.blocks, factsBlock(layout, genericFacts(inner, records.journal_entry))],
  }
}
