import type { journalEntries } from '../../commands/resources/journal-entries.ts'
import { firstEntryId } from '../marketplace/journal/make-entries.ts'
import { writeComments, writeEntry, writeNews } from '../marketplace/journal/write-entry.ts'
import type { JournalEntry, Marketplace } from '../marketplace/model.ts'
import { foldText, holdsAll, searchWords } from '../marketplace/text.ts'
import { findOne, type HandlersFor, listRecords, mapToRecords } from './handler.ts'
import { entryOrders } from './orders.ts'

export const journalHandlers: HandlersFor<typeof journalEntries.endpoints> = {
  '/journal_entries/search': (market, { media, partner, sort_by, q }) => {
    const fits = createFilter(market, { media, partner, words: searchWords(q ?? '') })
    const entries = market.entries.map((entry, at) => ({ id: firstEntryId + at, entry })).filter(fits)
    const { compare } = entryOrders[sort_by ?? 'newest']
    return mapToRecords(
      entries.toSorted((a, b) => compare(a.entry, b.entry)),
      ({ id, entry }) => writeEntry(market, id, entry),
    )
  },
  '/journal_entries/:id/comments': (market, { id }) => {
    const entry = findOne('journal entry', id, (wanted) => market.entries[wanted - firstEntryId])
    return listRecords(writeComments(market, id, entry))
  },
}

interface Wanted {
  readonly media: string | undefined
  readonly partner: readonly string[] | undefined
  readonly words: readonly string[]
}

/** `media` `any` matches entries with an image or a video. A partner can be given by id or by name. */
function createFilter(market: Marketplace, { media, partner, words }: Wanted) {
  const wanted = partner?.map(foldText)
  const partners = market.partners.map(
    ({ id, name }) => !wanted || wanted.includes(String(id)) || wanted.includes(foldText(name)),
  )
  return ({ entry }: { readonly entry: JournalEntry }): boolean => {
    if (media === 'video' && !entry.video) return false
    if (media === 'image' && !entry.image) return false
    if (media === 'any' && !entry.image && !entry.video) return false
    if (wanted && partners[entry.loan.partner ?? -1] !== true) return false
    if (words.length === 0) return true
    const { subject, body } = writeNews(market, entry)
    return holdsAll(`${subject} ${body.replace(/<[^>]*>/g, ' ')}`, words)
  }
}
