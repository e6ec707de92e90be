/** Counts loans by one dimension, such as their sector. */
import { countryName } from '../../api/country-names.ts'
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../core/json.ts'
import { Aggregate, type Kind, type Tally } from '../aggregate.ts'
import { majorityOf } from '../derive-people.ts'
import { isKnown } from '../fact.ts'
import { loanKeys } from '../loan-keys.ts'
import { rounded } from '../money.ts'
import { dayText, timeOf } from '../time.ts'
import { statusOf } from './counted-loans.ts'

/** The loans with one key. Loans without a key are a group with the key null. */
export interface Group {
  readonly key: string | null
  readonly name: string | null
  readonly loans: number
  /** Percent of all counted loans, rounded half up to 4 decimals. */
  readonly percent: number
}

/** Returns the groups of a dimension: the largest first, then by key. */
export function countGroups(
  loans: readonly JsonObject[],
  { keyOf, nameOf }: Dimension,
  partners: PartnersById,
): readonly Group[] {
  const aggregate = new Aggregate<Kind & { readonly example: JsonObject }>([])
  for (const loan of loans) {
    const key = keyOf(loan)
    aggregate.add(key === undefined ? [] : [{ label: key, example: loan }], loan)
  }
  const groupOf = (key: string | null, name: string | undefined, { records }: Tally): Group => ({
    key,
    name: name ?? null,
    loans: records,
    percent: rounded({ top: BigInt(100 * records), bottom: BigInt(loans.length) }),
  })
  return [
    ...aggregate
      .groups()
      .map(({ kind: { label, example }, tally }) => groupOf(label, nameOf(label, example, partners), tally)),
    ...(aggregate.unknown.records > 0 ? [groupOf(null, undefined, aggregate.unknown)] : []),
  ].sort((a, b) => b.loans - a.loans || compareKeys(a.key, b.key))
}

/** Numbers by value, other keys by text, and null last. */
function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Number(a) - Number(b) || (a < b ? -1 : 1)
}

/**
 * Returns the effective number of groups, 1 ÷ the sum of the squared shares: the number of equal groups that
 * would be as even. Rounded half up to 4 decimals; null without loans.
 */
export function effectiveNumber(groups: readonly Group[]): number | null {
  const sum = groups.reduce((total, { loans }) => total + BigInt(loans), 0n)
  const squares = groups.reduce((total, { loans }) => total + BigInt(loans) ** 2n, 0n)
  return squares === 0n ? null : rounded({ top: sum * sum, bottom: squares })
}

/** Whether more than `percent` of all loans are in a group; exact to 4 decimals of `percent`. */
export const isOverPercent = (group: Group, all: number, percent: number) =>
  BigInt(group.loans) * 1_000_000n > BigInt(Math.round(percent * 10_000)) * BigInt(all)

/** What the loans of a portfolio are counted by. */
interface Dimension {
  /** Returns the key of a loan; undefined if unknown, and for the partner of a direct loan. */
  readonly keyOf: (loan: JsonObject) => string | undefined
  /** Returns the name of a key, given a loan that has it; undefined if unknown. */
  readonly nameOf: (key: string, loan: JsonObject, partners: PartnersById) => string | undefined
}

/** Partner records by id. */
type PartnersById = ReadonlyMap<string, JsonObject>

const keyAsName = (key: string) => key.replaceAll('_', ' ')

/** Every dimension by its name. `gender` needs `loan_detail` records. */
export const dimensions = {
  sector: { keyOf: loanKeys.sector, nameOf: (key) => key },
  country: {
    keyOf: loanKeys.country,
    nameOf: (key, loan) => textOf(loan, 'location.country') ?? countryName(key) ?? key,
  },
  partner: {
    keyOf: loanKeys.partner,
    nameOf: (key, _, partners) => textOf(partners.get(key) ?? {}, 'name'),
  },
  status: { keyOf: statusOf, nameOf: keyAsName },
  year: { keyOf: yearOf, nameOf: keyAsName },
  gender: { keyOf: genderOf, nameOf: keyAsName },
} as const satisfies Readonly<Record<string, Dimension>>

export type DimensionName = keyof typeof dimensions

/** The UTC year in which a loan was posted. */
function yearOf(loan: JsonObject): string | undefined {
  const posted = timeOf(at(loan, 'posted_date'))
  return posted === undefined ? undefined : dayText(posted).slice(0, 4)
}

function genderOf(loan: JsonObject): string | undefined {
  const majority = majorityOf(loan)
  return isKnown(majority) ? majority.value : undefined
}

function textOf(record: JsonObject, path: string): string | undefined {
  const text = at(record, path)
  return typeof text === 'string' && text !== '' ? text : undefined
}
