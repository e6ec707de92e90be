/** Journal entries in outline, and whole (service-facts §8). Ids follow the loans without a gap. */
import type { JsonObject } from '../../../context.ts'
import { day, isoDate } from '../calendar.ts'
import { activities } from '../data/activities.ts'
import {
  comments,
  exampleNews,
  greetings,
  type News,
  notices,
  progress,
  thanks,
  volunteers,
} from '../data/journal.ts'
import { wordsOf } from '../loans/loan-words.ts'
import type { LoanSketch } from '../loans/make-loans.ts'
import { sharesOf } from '../loans/shares.ts'
import { imageOf, videoOf } from '../media.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { fill } from '../text.ts'

export const firstEntryId = 500001
/** Above every comment count. */
const commentsEach = 10

export interface EntrySketch {
  readonly loan: LoanSketch
  /** Its place among the loan's entries, oldest first. */
  readonly nth: number
  readonly at: number
  readonly news: News
  readonly bulk: boolean
  readonly image: boolean
  readonly video: boolean
  readonly comments: number
  readonly recommendations: number
}

type Inside = Pick<Marketplace, 'dice' | 'today' | 'partners'>

/** The entries about a loan, oldest first. None is dated later than today. */
export function entriesOf(market: Inside, loan: LoanSketch): readonly EntrySketch[] {
  const roll = market.dice('journal', loan.index)
  const example = loan.index === 0
  const begun = loan.funded !== undefined && loan.begins < market.today
  const found: (readonly [at: number, news: News, bulk: boolean])[] = []
  const add = (at: number, news: News, bulk = false) => {
    if (at < market.today) found.push([Math.floor(at), news, bulk])
  }
  const { sector } = activities[loan.activity] ?? {}
  const fitting = progress.filter((news) => news.sector === undefined || news.sector === sector)
  const partnerNote = roll.chance(0.08)
  if (example)
    for (const [nth, news] of exampleNews.entries()) add(loan.posted + (3.3 + 2.1 * nth) * day, news)
  else if (roll.chance(0.12)) add(loan.posted + 3.3 * day, roll.pick(greetings))
  if ((example || partnerNote) && loan.partner !== undefined)
    add(loan.posted + 8.1 * day, notices.partner, true)
  if (loan.status === 'refunded') add((loan.funded ?? loan.posted) + 4 * day, notices.refunded, true)
  else if (loan.status === 'expired') add(loan.expires + 600, notices.expired, true)
  else if (begun) {
    if (roll.chance(0.4))
      add(loan.begins + roll.between(20, 90) * day + roll.below(day), roll.pick(greetings))
    for (let more = roll.pick([0, 0, 1, 1, 2]); more > 0; more--)
      add(loan.begins + roll.between(100, loan.term * 31 + 60) * day + roll.below(day), roll.pick(fitting))
    if (loan.status === 'paid' && roll.chance(0.4))
      add(loan.begins + (loan.term + 1) * 31 * day, roll.pick(thanks))
  }
  return found
    .sort(([a], [b]) => a - b)
    .map(([at, news, bulk], nth) => {
      const detail = market.dice('entry', loan.index * 16 + nth)
      const video = !bulk && (detail.chance(0.05) || (example && nth === 1))
      return {
        loan,
        nth,
        at,
        news,
        bulk,
        video,
        image: video || (!bulk && (detail.chance(0.5) || example)),
        comments: example && nth === 0 ? 4 : bulk ? 0 : detail.pick([0, 0, 0, 0, 1, 1, 2, 3, 5]),
        recommendations: bulk ? 0 : Math.floor(detail.next() ** 3 * 40),
      }
    })
}

export function journalTotals(market: Inside, loan: LoanSketch): JsonObject {
  const entries = entriesOf(market, loan)
  return { entries: entries.length, bulkEntries: entries.filter(({ bulk }) => bulk).length }
}

/** The words of an entry: its subject and its HTML body. */
export function newsOf(market: Inside, { loan, news }: EntrySketch): News {
  const words = wordsOf(market, loan)
  const she = loan.gender === 'F'
  const filling = {
    name: words.leader,
    town: words.nearby,
    partner: market.partners[loan.partner ?? -1]?.name ?? 'The trustee',
    work: fill(words.activity.work, { their: she ? 'her' : 'his', they: she ? 'she' : 'he' }),
  }
  return { subject: fill(news.subject, filling), body: fill(news.body, filling) }
}

export function entryRecord(market: Inside, id: number, entry: EntrySketch): JsonObject {
  const { subject, body } = newsOf(market, entry)
  const author = market.dice('author', id).pick(volunteers)
  return {
    id,
    subject,
    body,
    date: isoDate(entry.at),
    author,
    bulk: entry.bulk,
    comment_count: entry.comments,
    recommendation_count: entry.recommendations,
    ...(entry.image && { image: imageOf('entry', id - firstEntryId) }),
    ...(entry.video && { video: videoOf(5000 + id - firstEntryId) }),
  }
}

/** The comments on an entry, oldest first, by public lenders of its loan. */
export function commentsOf(market: Marketplace, id: number, entry: EntrySketch): readonly JsonObject[] {
  const roll = market.dice('comments', id)
  const lenders = sharesOf(market, entry.loan)
    .map(({ lender }) => market.lender(lender))
    .filter((lender) => lender.id !== undefined)
  const room = market.today - entry.at
  return Array.from({ length: entry.comments }, (_, nth) => {
    const lender = lenders.length > 0 ? roll.pick(lenders) : undefined
    return {
      id: id * commentsEach + nth,
      author: lender?.name ?? roll.pick(volunteers),
      ...(lender?.whereabouts !== undefined && { whereabouts: lender.whereabouts }),
      body: comments[(id + nth) % comments.length] ?? '',
      date: isoDate(Math.floor(entry.at + ((nth + roll.next()) / entry.comments) * Math.min(room, 20 * day))),
    }
  })
}
