/** What a lender's loans are spread over, and how they are repaid. */
import type { JsonObject } from '../../ports/json.ts'
import { loanKeys } from '../loan-keys.ts'
import { countGroups, effectiveNumber, type Group, isOverPercent } from './count-groups.ts'
import { separateCounted } from './count-stages.ts'
import { type DimensionName, dimensions } from './dimensions.ts'
import { findGaps, type Gaps } from './find-gaps.ts'
import { type PortfolioRepayment, repaymentOfAll } from './portfolio-repayment.ts'

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
