/** Counts money in whole cents, so that sums and differences are exact. */
import { number } from '../api/records/field-values.ts'
import type { Json } from '../ports/json.ts'

/** A whole number of hundredths of a currency unit: US dollars unless a name says otherwise. */
export type Cents = number

/**
 * Converts an amount from the API to cents, rounded; undefined for other values and for amounts too large to
 * be exact.
 */
export function centsOf(value: Json | undefined): Cents | undefined {
  const amount = number(value)
  const cents = amount === undefined ? undefined : Math.round(amount * 100)
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** Returns the sum of all amounts; undefined if any is unknown. */
export function sumOf(amounts: readonly (Cents | undefined)[]): Cents | undefined {
  return amounts.reduce<Cents | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  )
}

/** Returns `whole` minus `part`, at least 0; undefined if either is unknown. */
export function restOf(whole: Cents | undefined, part: Cents | undefined): Cents | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part)
}

/**
 * Returns whole percent from 0 to 100, rounded down: 100 only if nothing is left. Undefined if either is
 * unknown or `whole` is not positive.
 */
export function percentOf(part: Cents | undefined, whole: Cents | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return Math.min(100, Math.max(0, Math.floor((part * 100) / whole)))
}
