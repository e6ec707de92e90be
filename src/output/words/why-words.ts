import { derivedKey } from '../../api/records/derived-groups.ts'
import { at, number } from '../../api/records/field-values.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { line } from './line.ts'

/**
 * Returns what is new about a loan for the lender of its derived fields `mine`: `first in Jordan, first with
 * Umoja Trust`; if nothing is, how many loans of the lender are in its country.
 */
export function whyWords(mine: Json | undefined, record: JsonObject): string {
  if (at(mine, 'lent') === true) return 'lent already'
  const country = line(at(record, 'location.country') ?? at(record, 'location.country_code'))
  const partner =
    line(at(record, `${derivedKey}.partner.name`)) || `partner ${line(at(record, 'partner_id'))}`
  const isFirst = (field: string) => number(at(mine, field)) === 0
  const firsts = [
    isFirst('in_country') && `first in ${country}`,
    isFirst('in_partner') && `first with ${partner}`,
    isFirst('in_sector') && `first in ${line(at(record, 'sector'))}`,
  ].filter((words) => words !== false)
  if (firsts.length > 0) return firsts.join(', ')
  const count = line(at(mine, 'in_country'))
  return count === '' ? '' : `${count} in ${country}`
}
