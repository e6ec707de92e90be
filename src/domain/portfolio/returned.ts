/** What came back of a lender's shares between two times, and what was lost. */
import { at } from '../../api/records/field-values.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { isLost, isPaidOut } from '../loan-status.ts'
import { type Cents, centsOf, floorOf, restOf } from '../money.ts'

/** Dollars, and the number of loans that they come from. */
interface Amounts {
  readonly dollars: number
  readonly loans: number
}

/**
 * Compares loans at two times, by id, for a share in cents of each loan. Loans that only one of the times has do not
 * count. The part of each loan is rounded half up to a cent.
 */
export function returnedBetween(
  before: ReadonlyMap<string, Json>,
  now: ReadonlyMap<string, JsonObject>,
  share: Cents,
): { readonly returned: Amounts; readonly lost: Amounts } {
  const returned: Cents[] = []
  const lost: Cents[] = []
  for (const [id, loan] of now) {
    const old = before.get(id)
    const asked = centsOf(at(loan, 'loan_amount'))
    if (!isObject(old) || asked === undefined || asked <= 0) continue
    const partOf = (amount: Cents): Cents =>
      floorOf({ top: 2n * BigInt(share) * BigInt(amount) + BigInt(asked), bottom: 2n * BigInt(asked) })
    const paid = centsOf(at(loan, 'paid_amount'))
    // A loan that was not paid out had no repayments.
    const paidBefore = centsOf(at(old, 'paid_amount')) ?? (isPaidOut(old) ? undefined : 0)
    if (paid !== undefined && paidBefore !== undefined && paid > paidBefore)
      returned.push(partOf(paid - paidBefore))
    const missing = restOf(centsOf(at(loan, 'funded_amount')) ?? asked, paid)
    if (isLost(loan) && !isLost(old) && missing) lost.push(partOf(missing))
  }
  return { returned: amountsOf(returned), lost: amountsOf(lost) }
}

const amountsOf = (cents: readonly Cents[]): Amounts => ({
  dollars: cents.reduce((sum, amount) => sum + amount, 0) / 100,
  loans: cents.length,
})
