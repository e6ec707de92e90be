/** Writes journal entries and their comments in the format of the service. */
import type { JsonObject } from '../../../ports/json.ts'
import { formatDate } from '../calendar.ts'
import { comments, type News, volunteers } from '../data/journal.ts'
import { describeLoan } from '../loans/describe-loan.ts'
import { splitIntoShares } from '../loans/split-into-shares.ts'
import { makeImage, makeVideo } from '../media.ts'
import type { JournalEntry, Marketplace } from '../model.ts'
import { fillIn } from '../text.ts'
import { firstEntryId } from './make-entries.ts'

/** Size of the id range of an entry's comments: more than any entry has. */
const commentsEach = 10

type MarketParts = Pick<Marketplace, 'randomFor' | 'partners'>

/** Returns the texts of an entry: its subject and its HTML body. */
export function writeNews(market: MarketParts, { loan, news }: JournalEntry): News {
  const words = describeLoan(market, loan)
  const isFemale = loan.gender === 'F'
  const filling = {
    name: words.leader,
    town: words.nearby,
    partner: market.partners[loan.partner ?? -1]?.name ?? 'The trustee',
    work: fillIn(words.activity.work, { their: isFemale ? 'her' : 'his', they: isFemale ? 'she' : 'he' }),
  }
  return { subject: fillIn(news.subject, filling), body: fillIn(news.body, filling) }
}

export function writeEntry(market: MarketParts, entry: JournalEntry): JsonObject {
  const { id } = entry
  const { subject, body } = writeNews(market, entry)
  const author = market.randomFor('author', id).pick(volunteers)
  return {
    id,
    subject,
    body,
    date: formatDate(entry.at),
    author,
    bulk: entry.bulk,
    comment_count: entry.comments.length,
    recommendation_count: entry.recommendations,
    ...(entry.image && { image: makeImage('entry', id - firstEntryId) }),
    ...(entry.video && { video: makeVideo(5000 + id - firstEntryId) }),
  }
}

/**
 * Returns the comments on an entry, oldest first. The authors are public lenders of the entry's loan, or
 * volunteers if it has none.
 */
export function writeComments(market: Marketplace, entry: JournalEntry): readonly JsonObject[] {
  const { id } = entry
  const random = market.randomFor('comments', id)
  // Those who lent before the entry, so that a comment keeps its author.
  const lenders = splitIntoShares(market, entry.loan)
    .filter(({ at }) => at <= entry.at)
    .map(({ lender }) => market.lender(lender))
    .filter((lender) => lender.id !== undefined)
  return entry.comments.map((at, nth) => {
    const lender = lenders.length > 0 ? random.pick(lenders) : undefined
    return {
      id: id * commentsEach + nth,
      author: lender?.name ?? random.pick(volunteers),
      ...(lender?.whereabouts !== undefined && { whereabouts: lender.whereabouts }),
      body: comments[(id + nth) % comments.length] ?? '',
      date: formatDate(at),
    }
  })
}
