/** Writes the updates of a loan: its payments and journal entries, newest first. */

import type { JsonObject } from '../../../ports/json.ts'
import { makeEntries } from '../journal/make-entries.ts'
import { writeEntry } from '../journal/write-entry.ts'
import type { Loan, Marketplace } from '../model.ts'
import { makePayments } from './write-payments.ts'

export function writeUpdates(market: Marketplace, loan: Loan): readonly JsonObject[] {
  const payments = makePayments(market, loan).map(({ at, record }) => ({
    at,
    update: { update_type: 'payment', payment: record },
  }))
  const entries = makeEntries(market, loan).map((entry) => ({
    at: entry.at,
    update: { update_type: 'journal_entry', journal_entry: writeEntry(market, entry) },
  }))
  return [...payments, ...entries.toReversed()].sort((a, b) => b.at - a.at).map(({ update }) => update)
}
