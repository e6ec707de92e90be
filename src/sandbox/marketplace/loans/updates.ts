/** What happened to a loan: its payments and journal entries, newest first (service-facts §8). */
import type { JsonObject } from '../../../context.ts'
import { entryRecord, firstEntryId } from '../journal/entries.ts'
import type { Marketplace } from '../open-marketplace.ts'
import type { LoanSketch } from './make-loans.ts'
import { paymentsOf } from './schedule.ts'

export function updatesOf(market: Marketplace, loan: LoanSketch): readonly JsonObject[] {
  const payments = paymentsOf(market, loan).map(({ at, record }) => ({
    at,
    update: { update_type: 'payment', payment: record },
  }))
  const entries = entriesAbout(market, loan).map(({ at, id, entry }) => ({
    at,
    update: { update_type: 'journal_entry', journal_entry: entryRecord(market, id, entry) },
  }))
  return [...payments, ...entries].sort((a, b) => b.at - a.at).map(({ update }) => update)
}

/** The journal entries about a loan with their ids, newest first. */
export function entriesAbout(market: Marketplace, loan: LoanSketch) {
  const first = market.firstEntries[loan.index] ?? 0
  const next = market.firstEntries[loan.index + 1] ?? market.entries.length
  return market.entries
    .slice(first, next)
    .map((entry, nth) => ({ id: firstEntryId + first + nth, at: entry.at, entry }))
    .reverse()
}
