/** Derived fields about the field partner of a loan, from the partner's record. */
import { at, number } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'
import { year } from '../../time-units.ts'
import { isDirect } from '../loan-keys.ts'
import { type Derived, quotient, toDerived } from './derived.ts'
import { combine, type Fact, known, numberAt, textAt, timeAt, unknown } from './fact.ts'

/**
 * Derives the group `partner` of a loan at `now`, in milliseconds since the epoch. Without a partner record
 * the reason says whether the loan is direct or the partner is unknown. Rates are as the service tells them.
 */
export function derivePartner(partner: JsonObject | undefined, loan: JsonObject, now: number): Derived {
  const record = recordOf(partner, loan)
  const of = <T>(read: (partner: JsonObject) => Fact<T>) => combine([record], read)
  return toDerived({
    id: isDirect(loan) ? directLoan : numberAt(loan, 'partner_id'),
    name: of((partner) => textAt(partner, 'name')),
    status: of((partner) => textAt(partner, 'status')),
    years: of((partner) => yearsOf(partner, now)),
    stars: of(starsOf),
    delinquency_rate: of((partner) => numberAt(partner, 'delinquency_rate')),
    default_rate: of((partner) => numberAt(partner, 'default_rate')),
    loans_at_risk_rate: of((partner) => numberAt(partner, 'loans_at_risk_rate')),
  })
}

const directLoan = unknown('a direct loan has no field partner')

function recordOf(partner: JsonObject | undefined, loan: JsonObject): Fact<JsonObject> {
  if (isDirect(loan)) return directLoan
  return partner ? known(partner) : unknown('the service lists no partner with this id')
}

function yearsOf(partner: JsonObject, now: number): Fact<number> {
  return combine([timeAt(partner, 'start_date')], (start) =>
    start <= now
      ? quotient(BigInt(Math.floor(now) - start), BigInt(year))
      : unknown('start_date is in the future'),
  )
}

/** The risk rating: 5 is the lowest risk. 0 and texts such as `Not Rated` mean unrated. */
function starsOf(partner: JsonObject): Fact<number> {
  const stars = number(at(partner, 'rating'))
  return stars !== undefined && stars > 0 && stars <= 5 ? known(stars) : unknown('the partner is not rated')
}
