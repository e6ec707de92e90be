/** The values of one group of derived fields for one record. */
import type { Json, JsonObject } from '../../ports/json.ts'
import { type Fraction, rounded } from '../fraction.ts'
import type { Cents } from '../money.ts'
import { dayText } from '../time.ts'
import { type Fact, isKnown, known } from './fact.ts'

/** Unknown values are null. `why` has the reason for each, in plain words, by field name. */
export interface Derived {
  readonly values: JsonObject
  readonly why: Readonly<Record<string, string>>
}

/** Splits facts into values and reasons. */
export function toDerived(facts: Readonly<Record<string, Fact<Json>>>): Derived {
  const values: Record<string, Json> = {}
  const why: Record<string, string> = {}
  for (const name in facts) {
    const fact = facts[name]
    values[name] = fact && isKnown(fact) ? fact.value : null
    if (fact && !isKnown(fact)) why[name] = fact.why
  }
  return { values, why }
}

/** A quotient as a number, rounded half up to 4 decimals. */
export const quotient = (top: bigint, bottom: bigint): Fact<number> => known(rounded({ top, bottom }))

/** An exact fraction of cents in dollars, rounded half up to 4 decimals. */
export const dollarsOf = ({ top, bottom }: Fraction): Fact<number> => quotient(top, bottom * 100n)

/** Cents in dollars. */
export const dollars = (cents: Cents): Fact<number> => known(cents / 100)

/** The UTC day of a time in milliseconds since the epoch. */
export const dateOf = (time: number): Fact<string> => known(dayText(time))
