/** Counts of the loans of one lender. */
import type { JsonObject } from '../core/json.ts'
import { loanKeys, uniqueLoans } from './loan-keys.ts'
import { stageOf } from './portfolio/counted-loans.ts'

/**
 * Ids of all loans, and numbers of the loans that a portfolio counts, by country code, sector and partner id. All ids
 * are texts.
 */
export interface LenderLoans {
  readonly ids: ReadonlySet<string>
  readonly byCountry: ReadonlyMap<string, number>
  readonly bySector: ReadonlyMap<string, number>
  readonly byPartner: ReadonlyMap<string, number>
}

/** Counts a lender's loans. A loan that is listed twice counts once. */
export function countLenderLoans(loans: Iterable<JsonObject>): LenderLoans {
  const ids = new Set<string>()
  const byCountry = new Map<string, number>()
  const bySector = new Map<string, number>()
  const byPartner = new Map<string, number>()
  for (const loan of uniqueLoans(loans)) {
    const id = loanKeys.id(loan)
    if (id !== undefined) ids.add(id)
    if (stageOf(loan) === undefined) continue
    increment(byCountry, loanKeys.country(loan))
    increment(bySector, loanKeys.sector(loan))
    increment(byPartner, loanKeys.partner(loan))
  }
  return { ids, byCountry, bySector, byPartner }
}

function increment(counts: Map<string, number>, key: string | undefined): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
}
