/** Generates the journal entries of a loan, and writes them and their comments in the format of the service. */
import type { JsonObject } from '../../core/json.ts'
import { day, formatDate } from './calendar.ts'
import { activities } from './data/activities.ts'
import {
  comments,
  exampleNews,
  greetings,
  type News,
  notices,
  progress,
  thanks,
  volunteers,
} from './data/stories.ts'
import { withdrawal } from './loans/decide-outcome.ts'
import { splitIntoShares } from './loans/shares.ts'
import { describeLoan } from './loans/write-story.ts'
import { makeImage, makeVideo } from './media.ts'
import type { JournalEntry, Loan, Marketplace } from './model.ts'
import { fillIn } from './text.ts'

/**
 * Id of the first entry. Each loan has its own range of entry ids, so that an entry keeps its id whatever comes later.
 */
const firstEntryId = 500001
/** Size of the id range of a loan's entries: more than any loan has. */
const entriesEach = 10
const commentDays = 5

/** Returns the entries about a loan, oldest first. All are dated before today (UTC). */
export function makeEntries(
  market: Pick<Marketplace, 'randomFor' | 'today'>,
  loan: Loan,
): readonly JournalEntry[] {
  const random = market.randomFor('journal', loan.index)
  const example = loan.index === 0
  const found: (readonly [at: number, news: News, bulk: boolean])[] = []
  const add = (at: number, news: News, bulk = false) => {
    found.push([Math.floor(at), news, bulk])
  }
  const { sector } = activities[loan.activity] ?? {}
  const fitting = progress.filter((news) => news.sector === undefined || news.sector === sector)
  const partnerNote = random.chance(0.08)
  if (example)
    for (const [nth, news] of exampleNews.entries()) add(loan.posted + (3.3 + 2.1 * nth) * day, news)
  else if (random.chance(0.12)) add(loan.posted + 3.3 * day, random.pick(greetings))
  if ((example || partnerNote) && loan.partner !== undefined)
    add(loan.posted + 8.1 * day, notices.partner, true)
  if (!loan.succeeds) add(loan.expires + 600, notices.expired, true)
  else if (loan.withdrawn) add(loan.begins - withdrawal + 600, notices.refunded, true)
  else {
    if (random.chance(0.4))
      add(loan.begins + random.between(20, 90) * day + random.below(day), random.pick(greetings))
    for (let more = random.pick([0, 0, 1, 1, 2]); more > 0; more--)
      add(
        loan.begins + random.between(100, loan.term * 31 + 60) * day + random.below(day),
        random.pick(fitting),
      )
    if (loan.course !== 'broken' && random.chance(0.4)) add(loan.ends + 2 * day, random.pick(thanks))
  }
  return found
    .sort(([a], [b]) => a - b)
    .filter(([at]) => at < market.today)
    .map(([at, news, bulk], nth) => {
      const detail = market.randomFor('entry', loan.index * 16 + nth)
      const video = !bulk && (detail.chance(0.05) || (example && nth === 1))
      return {
        id: firstEntryId + loan.index * entriesEach + nth,
        loan,
        nth,
        at,
        news,
        bulk,
        video,
        // An entry with a video has no image.
        image: !bulk && (example ? !video : detail.chance(0.5)),
        comments: timeComments(
          at,
          example && nth === 0 ? 4 : bulk ? 0 : detail.pick([0, 0, 0, 0, 1, 1, 2, 3, 5]),
          market.today,
        ),
        recommendations: bulk ? 0 : Math.floor(detail.next() ** 3 * 40),
      }
    })
}

/** Returns the times of the comments so far, oldest first: all come within five days. */
function timeComments(from: number, count: number, today: number): readonly number[] {
  const times = Array.from({ length: count }, (_, nth) =>
    Math.floor(from + ((nth + 0.7) / count) * commentDays * day),
  )
  return times.filter((at) => at < today)
}

/** Returns the entry with an id, or `undefined` if there is none. */
export function findEntry(
  market: Pick<Marketplace, 'randomFor' | 'today' | 'loans'>,
  id: number,
): JournalEntry | undefined {
  const place = id - firstEntryId
  const loan = market.loans[Math.floor(place / entriesEach)]
  return loan && makeEntries(market, loan)[place % entriesEach]
}

/** Returns the totals of a loan's record. */
export function countEntries(market: Pick<Marketplace, 'randomFor' | 'today'>, loan: Loan): JsonObject {
  const entries = makeEntries(market, loan)
  return { entries: entries.length, bulkEntries: entries.filter(({ bulk }) => bulk).length }
}

/** Size of the id range of an entry's comments: more than any entry has. */
const commentsEach = 10

/** Returns the texts of an entry: its subject and its HTML body. */
export function writeNews(
  market: Pick<Marketplace, 'randomFor' | 'partners'>,
  { loan, news }: JournalEntry,
): News {
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

export function writeEntry(
  market: Pick<Marketplace, 'randomFor' | 'partners'>,
  entry: JournalEntry,
): JsonObject {
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
