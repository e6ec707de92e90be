/** What the loans of a portfolio are counted by. */
import { at } from '../../api/records/field-values.ts'
import { countryName } from '../../api/values/country-names.ts'
import type { JsonObject } from '../../ports/json.ts'
import { majorityOf } from '../derive/derive-people.ts'
import { isKnown } from '../derive/fact.ts'
import { loanKeys } from '../loan-keys.ts'
import { dayText, timeOf } from '../time.ts'
import { statusOf } from './count-stages.ts'

/** Partner records by id. */
export type PartnersById = ReadonlyMap<string, JsonObject>

export interface Dimension {
  /** Returns the key of a loan; undefined if unknown, and for the partner of a direct loan. */
  readonly keyOf: (loan: JsonObject) => string | undefined
  /** Returns the name of a key, given a loan that has it; undefined if unknown. */
  readonly nameOf: (key: string, loan: JsonObject, partners: PartnersById) => string | undefined
}

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
