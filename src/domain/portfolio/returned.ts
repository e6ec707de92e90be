/** What came back of a lender's shares between two times, and what was lost. */
import { isObject, type Json } from '../../core/json.ts'
import type { Cents } from '../money.ts'
import { settledShare } from './share.ts'

/** How much a sum of a portfolio grew, in dollars, and the loans whose part changed. */
interface Growth {
  readonly dollars: number
  readonly loans: number
  readonly ids: readonly string[]
}

/**
 * Compares the loans of a lender at two times, by id, for a share in cents of each loan. The amounts are exactly those by
 * which `repaid` and `lost` of the calendar grew, so they are negative if a loan was refunded or left the list.
 */
export function returnedBetween(
  before: ReadonlyMap<string, Json>,
  now: ReadonlyMap<string, Json>,
  share: Cents,
): { readonly returned: Growth; readonly lost: Growth } {
  const settled = (loan: Json | undefined) => (isObject(loan) && settledShare(loan, share)) || nothing
  const pairs = [...new Set([...before.keys(), ...now.keys()])].map((id) => ({
    id,
    old: settled(before.get(id)),
    fresh: settled(now.get(id)),
  }))
  const growthOf = (key: 'repaid' | 'lost'): Growth => {
    const changed = pairs.filter(({ old, fresh }) => fresh[key] !== old[key])
    const cents = changed.reduce((sum, { old, fresh }) => sum + fresh[key] - old[key], 0)
    return { dollars: cents / 100, loans: changed.length, ids: changed.map(({ id }) => id) }
  }
  return { returned: growthOf('repaid'), lost: growthOf('lost') }
}

const nothing = { repaid: 0, lost: 0 }
