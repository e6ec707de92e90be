/**
 * Generates the journal entries of a loan and their times. Entry ids are consecutive across loans, without
 * gaps.
 */
import type { JsonObject } from '../../../ports/json.ts'
import { day } from '../calendar.ts'
import { activities } from '../data/activities.ts'
import { exampleNews, greetings, type News, notices, progress, thanks } from '../data/journal.ts'
import type { JournalEntry, Loan, Marketplace } from '../model.ts'

/** Id of the first entry. */
export const firstEntryId = 500001

type Inside = Pick<Marketplace, 'randomFor' | 'today' | 'partners'>

/** Returns the entries about a loan, oldest first. All are dated before today (UTC). */
export function makeEntries(market: Inside, loan: Loan): readonly JournalEntry[] {
  const random = market.randomFor('journal', loan.index)
  const example = loan.index === 0
  const begun = loan.funded !== undefined && loan.begins < market.today
  const found: (readonly [at: number, news: News, bulk: boolean])[] = []
  const add = (at: number, news: News, bulk = false) => {
    if (at < market.today) found.push([Math.floor(at), news, bulk])
  }
  const { sector } = activities[loan.activity] ?? {}
  const fitting = progress.filter((news) => news.sector === undefined || news.sector === sector)
  const partnerNote = random.chance(0.08)
  if (example)
    for (const [nth, news] of exampleNews.entries()) add(loan.posted + (3.3 + 2.1 * nth) * day, news)
  else if (random.chance(0.12)) add(loan.posted + 3.3 * day, random.pick(greetings))
  if ((example || partnerNote) && loan.partner !== undefined)
    add(loan.posted + 8.1 * day, notices.partner, true)
  if (loan.status === 'refunded') add((loan.funded ?? loan.posted) + 4 * day, notices.refunded, true)
  else if (loan.status === 'expired') add(loan.expires + 600, notices.expired, true)
  else if (begun) {
    if (random.chance(0.4))
      add(loan.begins + random.between(20, 90) * day + random.below(day), random.pick(greetings))
    for (let more = random.pick([0, 0, 1, 1, 2]); more > 0; more--)
      add(
        loan.begins + random.between(100, loan.term * 31 + 60) * day + random.below(day),
        random.pick(fitting),
      )
    if (loan.status === 'paid' && random.chance(0.4))
      add(loan.begins + (loan.term + 1) * 31 * day, random.pick(thanks))
  }
  return found
    .sort(([a], [b]) => a - b)
    .map(([at, news, bulk], nth) => {
      const detail = market.randomFor('entry', loan.index * 16 + nth)
      const video = !bulk && (detail.chance(0.05) || (example && nth === 1))
      return {
        loan,
        nth,
        at,
        news,
        bulk,
        video,
        // An entry with a video has no image.
        image: !bulk && (example ? !video : detail.chance(0.5)),
        comments: example && nth === 0 ? 4 : bulk ? 0 : detail.pick([0, 0, 0, 0, 1, 1, 2, 3, 5]),
        recommendations: bulk ? 0 : Math.floor(detail.next() ** 3 * 40),
      }
    })
}

export function countEntries(market: Inside, loan: Loan): JsonObject {
  const entries = makeEntries(market, loan)
  return { entries: entries.length, bulkEntries: entries.filter(({ bulk }) => bulk).length }
}
