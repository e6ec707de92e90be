/** Derived fields about the borrowers of a loan. */
import { at } from '../api/records/field-values.ts'
import { isList, type JsonObject } from '../core/json.ts'
import { combine, type Derived, type Fact, known, quotient, toDerived, unknown } from './fact.ts'

/** Derives the group `people` of a `loan_detail` record. */
export function derivePeople(loan: JsonObject): Derived {
  const counts = countByGender(loan)
  return toDerived({
    women: combine([counts], ({ female, male, all }) =>
      female + male < all ? noGender : quotient(BigInt(female), BigInt(all)),
    ),
    majority: majorityOf(loan),
  })
}

interface Counts {
  readonly female: number
  readonly male: number
  readonly all: number
}

const noGender = unknown('a borrower has no gender')

/** The gender of most borrowers. Those without a gender do not matter where the others already decide. */
export function majorityOf(loan: JsonObject): Fact<'female' | 'male' | 'mixed'> {
  return combine([countByGender(loan)], ({ female, male, all }): Fact<'female' | 'male' | 'mixed'> => {
    if (2 * female > all) return known('female')
    if (2 * male > all) return known('male')
    return female + male === all ? known('mixed') : noGender
  })
}

/** Counts the borrowers of a loan; unknown without borrowers. */
function countByGender(loan: JsonObject): Fact<Counts> {
  const borrowers = at(loan, 'borrowers')
  if (!isList(borrowers) || borrowers.length === 0) return unknown('the loan lists no borrowers')
  const genders = borrowers.map((borrower) => String(at(borrower, 'gender')).toUpperCase())
  const count = (letter: string, word: string) =>
    genders.filter((gender) => gender === letter || gender === word).length
  return known({ female: count('F', 'FEMALE'), male: count('M', 'MALE'), all: genders.length })
}
