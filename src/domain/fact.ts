/** Values that may be unknown, with the reason, and the groups of derived fields made of them. */
import { at, isEmpty, number } from '../api/records/field-values.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { type Cents, centsOf, type Fraction, rounded } from './money.ts'
import { dayText, timeOf } from './time.ts'

/** A value, or why it is unknown in plain words. */
export type Fact<T> = { readonly value: T } | { readonly why: string }

export const known = <T>(value: T) => ({ value })
export const unknown = (why: string) => ({ why })

export const isKnown = <T>(fact: Fact<T>): fact is { readonly value: T } => 'value' in fact

type Values<Facts extends readonly Fact<unknown>[]> = {
  readonly [Key in keyof Facts]: Facts[Key] extends Fact<infer T> ? T : never
}

/** Computes a value from others. The first unknown one makes the result unknown, for the same reason. */
export function combine<const Facts extends readonly Fact<unknown>[], T>(
  facts: Facts,
  compute: (...values: Values<Facts>) => Fact<T>,
): Fact<T> {
  const values: unknown[] = []
  for (const fact of facts) {
    if (!isKnown(fact)) return fact
    values.push(fact.value)
  }
  return compute(...(values as unknown as Values<Facts>))
}

/** Makes a value unknown, for the reason of a condition that is not met. */
export const when = <T>(condition: Fact<true>, fact: Fact<T>): Fact<T> =>
  isKnown(condition) ? fact : condition

/** Reads a field of a record with a function that returns `undefined` for values it cannot read. */
function factAt<T>(
  record: JsonObject,
  path: string,
  read: (value: Json | undefined) => T | undefined,
): Fact<T> {
  const found = at(record, path)
  const value = read(found)
  if (value !== undefined) return known(value)
  return unknown(`${path} is ${isEmpty(found) ? 'missing' : 'invalid'}`)
}

/** Reads an amount in cents. */
export const centsAt = (record: JsonObject, path: string): Fact<Cents> => factAt(record, path, centsOf)

/** Reads a date in milliseconds since the epoch. */
export const timeAt = (record: JsonObject, path: string): Fact<number> => factAt(record, path, timeOf)

export const numberAt = (record: JsonObject, path: string): Fact<number> => factAt(record, path, number)

/** Reads a text that is not empty. */
export const textAt = (record: JsonObject, path: string): Fact<string> =>
  factAt(record, path, (value) => (typeof value === 'string' && value !== '' ? value : undefined))

/** Reads a whole number of things. */
export const countAt = (record: JsonObject, path: string): Fact<number> =>
  factAt(record, path, (value) => {
    const count = number(value)
    return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined
  })

/**
 * The values of one group of derived fields for one record. Unknown values are null. `why` has the reason for each,
 * in plain words, by field name.
 */
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
