/** Derived fields that compare a loan with those of one lender. */
import type { JsonObject } from '../../ports/json.ts'
import { isDirect, loanKeys } from '../loan-keys.ts'
import { type Derived, toDerived } from './derived.ts'
import { type Fact, known, unknown } from './fact.ts'
import type { LenderLoans } from './lender-loans.ts'

/** Derives the group `mine` of a loan: whether the lender lent to it, and to how many loans like it. */
export function deriveMine(loan: JsonObject, mine: LenderLoans): Derived {
  const id = loanKeys.id(loan)
  return toDerived({
    lent: id === undefined ? unknown('id is missing') : known(mine.ids.has(id)),
    in_country: countIn(mine.byCountry, loanKeys.country(loan), 'location.country_code is missing'),
    in_sector: countIn(mine.bySector, loanKeys.sector(loan), 'sector is missing'),
    in_partner: isDirect(loan)
      ? unknown('a direct loan has no field partner')
      : countIn(mine.byPartner, loanKeys.partner(loan), 'partner_id is invalid'),
  })
}

const countIn = (counts: ReadonlyMap<string, number>, key: string | undefined, why: string): Fact<number> =>
  key === undefined ? unknown(why) : known(counts.get(key) ?? 0)
