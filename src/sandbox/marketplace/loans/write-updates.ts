/** Writes the updates of a loan: its payments and journal entries, newest first. */

import type { JsonObject } from '../../../ports/json.ts'
import { firstEntryId } from '../journal/make-entries.ts'
import { writeEntry } from '../journal/write-entry.ts'
import type { Loan, Marketplace } from '../model.ts'
import { makePayments } from './schedule.ts'

export function writeUpdates(market: Marketplace, loan: Loan): readonly JsonObject[] {
  const payments = makePayments(market, loan).map(({ at, record }) => ({
    at,
    update: { update_type: 'payment', payment: record },
  }))
  const entries = findEntriesAbout(market, loan).map(({ at, id, entry }) => ({
    at,
    update: { update_type: 'journal_entry', journal_entry: writeEntry(market, id, entry) },
  }))
  return [...payments, ...entries].sort((a, b) => b.at - a.at).map(({ update }) => update)
}

/** Returns the journal entries about a loan with their ids, newest first. */
export function findEntriesAbout(market: Marketplace, loan: Loan) {
  const first = market.firstEntries[loan.index] ?? 0
  const next = market.firstEntries[loan.index + 1] ?? market.entries.length
  return market.entries
    .slice(first, next)
    .map((entry, nth) => ({ id: firstEntryId + first + nth, at: entry.at, entry }))
    .reverse()
}
