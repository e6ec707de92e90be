import type { journalEntries } from '../../commands/journal-entries.ts'
import {
  commentsOf,
  type EntrySketch,
  entryRecord,
  firstEntryId,
  newsOf,
} from '../marketplace/journal/entries.ts'
import type { Marketplace } from '../marketplace/open-marketplace.ts'
import { fold, holds, searchWords } from '../marketplace/text.ts'
import { type AnswersTo, findOne, found, foundRecords } from './handler.ts'
import { entryOrders } from './orders.ts'

export const journalAnswers: AnswersTo<typeof journalEntries.endpoints> = {
  '/journal_entries/search': (market, { media, partner, sort_by, q }) => {
    const fits = filterOf(market, { media, partner, words: searchWords(q ?? '') })
    const entries = market.entries.map((entry, at) => ({ id: firstEntryId + at, entry })).filter(fits)
    const { compare } = entryOrders[sort_by ?? 'newest']
    return found(
      entries.toSorted((a, b) => compare(a.entry, b.entry)),
      ({ id, entry }) => entryRecord(market, id, entry),
    )
  },
  '/journal_entries/:id/comments': (market, { id }) => {
    const entry = findOne('journal entry', id, (wanted) => market.entries[wanted - firstEntryId])
    return foundRecords(commentsOf(market, id, entry))
  },
}

interface Wanted {
  readonly media: string | undefined
  readonly partner: readonly string[] | undefined
  readonly words: readonly string[]
}

/** `media` `any` means what has either; a partner is told by its id or its name. */
function filterOf(market: Marketplace, { media, partner, words }: Wanted) {
  const wanted = partner?.map(fold)
  const partners = market.partners.map(
    ({ id, name }) => !wanted || wanted.includes(String(id)) || wanted.includes(fold(name)),
  )
  return ({ entry }: { readonly entry: EntrySketch }): boolean => {
    if (media === 'video' && !entry.video) return false
    if (media === 'image' && !entry.image) return false
    if (media === 'any' && !entry.image && !entry.video) return false
    if (wanted && partners[entry.loan.partner ?? -1] !== true) return false
    if (words.length === 0) return true
    const { subject, body } = newsOf(market, entry)
    return holds(`${subject} ${body.replace(/<[^>]*>/g, ' ')}`, words)
  }
}
