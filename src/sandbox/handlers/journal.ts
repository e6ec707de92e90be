import type { journalEntries } from '../../commands/resources/journal-entries.ts'
import { foldText } from '../../core/fold-text.ts'
import { findEntry, writeComments, writeEntry, writeNews } from '../marketplace/journal.ts'
import type { JournalEntry, Marketplace } from '../marketplace/model.ts'
import { containsAll, searchWords } from '../marketplace/text.ts'
import { findOne, type HandlersFor, listRecords, mapToRecords } from './handler.ts'
import { entryOrders, sortBy } from './orders.ts'

export const journalHandlers: HandlersFor<typeof journalEntries.endpoints> = {
  '/journal_entries/search': (market, { media, partner, sort_by, q }) => {
    const fits = createFilter(market, { media, partner, words: searchWords(q ?? '') })
    const entries = sortBy(market.entries.filter(fits), entryOrders[sort_by ?? 'newest'])
    return mapToRecords(entries, (entry) => writeEntry(market, entry))
  },
  '/journal_entries/:id/comments': (market, { id }) => {
    const entry = findOne('journal entry', id, (wanted) => findEntry(market, wanted))
    return listRecords(writeComments(market, entry))
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
    ({ id, name }) => !wanted || partner?.includes(String(id)) || wanted.includes(foldText(name)),
  )
  return (entry: JournalEntry): boolean => {
    if (media === 'video' && !entry.video) return false
    if (media === 'image' && !entry.image) return false
    if (media === 'any' && !entry.image && !entry.video) return false
    if (wanted && partners[entry.loan.partner ?? -1] !== true) return false
    if (words.length === 0) return true
    const { subject, body } = writeNews(market, entry)
    return containsAll(`${subject} ${body.replace(/<[^>]*>/g, ' ')}`, words)
  }
}
