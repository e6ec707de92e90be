/** What a lender's loans are spread over, and how they are repaid. */

import { countryName } from '../../api/country-names.ts'
import { knownValues } from '../../api/gaps.ts'
import { at } from '../../api/records/field-values.ts'
import { isList, type JsonObject } from '../../core/json.ts'
import { loanKeys } from '../loan-keys.ts'
import { isLate, isLost } from '../loan-status.ts'
import { type Fraction, rounded, sumOfFractions } from '../money.ts'
import { behindOf, paidOf, scheduleOf } from '../repayment.ts'
import { separateCounted, stageOf } from './counted-loans.ts'
import {
  countGroups,
  type DimensionName,
  dimensions,
  effectiveNumber,
  type Group,
  isOverPercent,
} from './groups.ts'
import { remainder, repaidShare } from './share.ts'

export interface PortfolioOptions {
  readonly by: readonly DimensionName[]
  /** Partner records, for names and gaps. */
  readonly partners?: Iterable<JsonObject> | undefined
  /** Groups with more percent of the loans than this are listed in `over`. */
  readonly over: number
  /** Cents assumed to be lent in each loan. */
  readonly shareCents: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Loans are counted: how much a lender lent in each is not public. */
export interface Portfolio {
  /** The number of loans counted. */
  readonly loans: number
  /** The number of other loans by status, such as expired. */
  readonly apart: Readonly<Record<string, number>>
  readonly by: Readonly<Partial<Record<DimensionName, readonly Group[]>>>
  /** The effective number of groups. */
  readonly even: Readonly<Partial<Record<DimensionName, number | null>>>
  /** The large sectors, countries and partners. */
  readonly over: readonly (Group & { readonly by: DimensionName })[]
  readonly gaps: Gaps
  readonly repayment: PortfolioRepayment & { readonly assumes: { readonly dollars_per_loan: number } }
}

/** Too much in one of these is a risk; a status, a year or a gender is not. */
const risks: readonly DimensionName[] = ['sector', 'country', 'partner']

/** Describes the loans of a lender. `gender` and `behind` need `loan_detail` records. */
export function portfolioOf(
  loans: Iterable<JsonObject>,
  { by, partners, over, shareCents, now }: PortfolioOptions,
): Portfolio {
  const { counted, apart } = separateCounted(loans)
  const partnerList = partners && [...partners]
  const byId = new Map(partnerList?.map((partner) => [loanKeys.id(partner) ?? '', partner]))
  const groups = by.map((name) => [name, countGroups(counted, dimensions[name], byId)] as const)
  return {
    loans: counted.length,
    apart,
    by: Object.fromEntries(groups),
    even: Object.fromEntries(groups.map(([name, rows]) => [name, effectiveNumber(rows)])),
    over: groups.flatMap(([name, rows]) =>
      rows
        .filter((row) => risks.includes(name) && row.key !== null && isOverPercent(row, counted.length, over))
        .map((row) => ({ by: name, ...row })),
    ),
    gaps: findGaps(counted, partnerList),
    repayment: { assumes: { dollars_per_loan: shareCents / 100 }, ...repaymentOfAll(counted, now) },
  }
}

/**
 * How the loans of a portfolio are repaid. Percentages are null without loans, and rounded half up to 4 decimals. They
 * assume an equal share of each loan.
 */
interface PortfolioRepayment {
  /** The mean repaid share of the loans that are or were repaid. */
  readonly repaid_percent: number | null
  /** The number of loans in that mean. */
  readonly repaid_of: number
  /** The number of loans that the service reports as delinquent. */
  readonly late: number
  /** The number of loans behind their schedule, by our own sum; null if no schedule is known. */
  readonly behind: number | null
  /** The number of loans that ended with a loss. */
  readonly lost: number
  /** The number of loans that ended. */
  readonly lost_of: number
  /** The mean share of the ended loans that was not repaid. */
  readonly lost_percent: number | null
  /** The number of loans left out: the amount raised is 0 or missing, or the amount paid is missing. */
  readonly unknown: number
}

/** Computes the repayment of counted loans at `now`, in milliseconds since the epoch. */
function repaymentOfAll(loans: readonly JsonObject[], now: number): PortfolioRepayment {
  const begun = loans
    .map((loan) => ({ loan, stage: stageOf(loan), share: repaidShare(loan) }))
    .filter(({ stage }) => stage === 'repaying' || stage === 'ended')
  const known = begun.filter(({ share }) => share !== undefined)
  const ended = known.filter(({ stage }) => stage === 'ended')
  const shares = (list: typeof begun) => list.flatMap(({ share }) => share ?? [])
  return {
    repaid_percent: meanPercent(shares(known)),
    repaid_of: known.length,
    late: loans.filter(isLate).length,
    behind: countBehind(
      begun.filter(({ stage }) => stage === 'repaying').map(({ loan }) => loan),
      now,
    ),
    lost: ended.filter(({ loan }) => isLost(loan)).length,
    lost_of: ended.length,
    lost_percent: meanPercent(shares(ended).map(remainder)),
    unknown: begun.length - known.length,
  }
}

function meanPercent(shares: readonly Fraction[]): number | null {
  const { top, bottom } = sumOfFractions(shares)
  return shares.length === 0 ? null : rounded({ top: 100n * top, bottom: bottom * BigInt(shares.length) })
}

function countBehind(loans: readonly JsonObject[], now: number): number | null {
  const known = loans.flatMap((loan) => {
    const [schedule, paid] = [scheduleOf(loan), paidOf(loan)]
    return schedule && paid !== undefined ? behindOf(schedule, paid, now) > 0 : []
  })
  return known.length === 0 && loans.length > 0 ? null : known.filter(Boolean).length
}

/** A country or sector without a loan. */
interface Gap {
  readonly key: string
  readonly name: string
}

/** By name. `country` is null if the partners are unknown. */
interface Gaps {
  readonly country: readonly Gap[] | null
  readonly sector: readonly Gap[]
}

/** Returns the known sectors, and the countries of active and pilot partners, that no loan is in. */
function findGaps(loans: readonly JsonObject[], partners: Iterable<JsonObject> | undefined): Gaps {
  const sectors = new Set(loans.map(loanKeys.sector))
  const lent = new Set(loans.map(loanKeys.country))
  return {
    country: partners
      ? [...countriesOf(partners)]
          .filter(([key]) => !lent.has(key))
          .map(([key, name]) => ({ key, name }))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      : null,
    sector: knownValues.sector.filter((key) => !sectors.has(key)).map((key) => ({ key, name: key })),
  }
}

/** The names of the countries where partners lend now, by code. */
function countriesOf(partners: Iterable<JsonObject>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const partner of partners) {
    const [status, countries] = [at(partner, 'status'), at(partner, 'countries')]
    if (!isList(countries) || (status !== 'active' && status !== 'pilot')) continue
    for (const country of countries) {
      const [code, name] = [at(country, 'iso_code'), at(country, 'name')]
      if (typeof code !== 'string' || code === '') continue
      const key = code.toUpperCase()
      names.set(key, typeof name === 'string' && name !== '' ? name : (countryName(key) ?? key))
    }
  }
  return names
}
