/** How much of a loan is repaid. */
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'
import type { Fraction } from '../fraction.ts'
import { centsOf } from '../money.ts'

/**
 * Returns the paid share of the amount raised, from 0 to 1; undefined if an amount is missing or nothing was
 * raised.
 */
export function repaidShare(loan: JsonObject): Fraction | undefined {
  const [funded, paid] = [centsOf(at(loan, 'funded_amount')), centsOf(at(loan, 'paid_amount'))]
  if (funded === undefined || funded <= 0 || paid === undefined) return undefined
  return { top: BigInt(Math.min(funded, Math.max(0, paid))), bottom: BigInt(funded) }
}

/** Returns the part that is not in a share. */
export const remainder = ({ top, bottom }: Fraction): Fraction => ({ top: bottom - top, bottom })
