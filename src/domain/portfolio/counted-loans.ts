/** Which loans of a lender a portfolio counts, and the stage of each. */
import { at, isEmpty } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../core/json.ts'
import { uniqueLoans } from '../loan-keys.ts'
import { isFundraising, phaseOf } from '../loan-status.ts'

/** Separates the loans that count from expired and refunded loans, and from those of other statuses. */
export function separateCounted(loans: Iterable<JsonObject>): CountedLoans {
  const counted: JsonObject[] = []
  const apart = new Map([
    ['expired', 0],
    ['refunded', 0],
  ])
  for (const loan of uniqueLoans(loans)) {
    const status = statusOf(loan) ?? 'no_status'
    if (stageOf(loan)) counted.push(loan)
    else apart.set(status, (apart.get(status) ?? 0) + 1)
  }
  return { counted, apart: Object.fromEntries(apart) }
}

/** The loans that a portfolio counts, and the number of others by status. */
interface CountedLoans {
  readonly counted: readonly JsonObject[]
  readonly apart: Readonly<Record<string, number>>
}

/** Returns the stage of a loan; undefined if its money went back to the lenders, or for unknown statuses. */
export function stageOf(loan: JsonObject): Stage | undefined {
  if (isFundraising(loan)) return 'raising'
  const phase = phaseOf(loan)
  return phase && stages[phase]
}

/** Where the money of a counted loan is. `ended`: nothing more is repaid. */
type Stage = 'raising' | 'lent' | 'repaying' | 'ended'

const stages = {
  raising: 'raising',
  raised: 'lent',
  repaying: 'repaying',
  repaid: 'ended',
  lost: 'ended',
  returned: undefined,
  withheld: undefined,
} as const satisfies Readonly<Record<NonNullable<ReturnType<typeof phaseOf>>, Stage | undefined>>

/** The status of a loan: `fundraising` also for records with a deadline in its place; undefined if missing. */
export function statusOf(loan: JsonObject): string | undefined {
  if (isFundraising(loan)) return 'fundraising'
  const status = at(loan, 'status')
  return isEmpty(status) ? undefined : String(status)
}
