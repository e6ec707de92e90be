/** What completion offers in the conditions of `--filter`: the columns of each type of records, and their known values. */
import { countryName } from '../../api/country-names.ts'
import { regionNames } from '../../api/country-regions.ts'
import { knownValues } from '../../api/gaps.ts'
import { loanStatuses, teamCategories } from '../../api/records/closed-sets.ts'
import {
  derivedGroupsOf,
  type RecordKind,
  type RecordName,
  recordTypes,
} from '../../api/records/record-types.ts'
import { foldText } from '../../core/fold-text.ts'
import { filterColumnsOf } from '../../records/filter-columns.ts'

/** The names of columns as they can be typed, each with its known values. */
export type Conditions = Readonly<Record<string, readonly string[]>>

/** Returns the columns of each type of records, those of derived fields included. */
export async function conditionsByType(): Promise<ReadonlyMap<RecordName | undefined, Conditions>> {
  const all = Object.values(recordTypes).map(async (type) => {
    const columns = await filterColumnsOf({ ...type, derived: derivedGroupsOf(type) })
    const named = columns.map(({ header, synonyms = [] }) => {
      const isBoolean = synonyms.some((words) => words.includes('true'))
      const values = isBoolean ? ['true', 'false'] : (valuesOf(type.kind)[header] ?? [])
      return [foldText(header).replaceAll(' ', '-'), values] as const
    })
    return [type.name, Object.fromEntries(named)] as const
  })
  return new Map(await Promise.all(all))
}

/** Returns the known values of columns by heading. */
const valuesOf = (kind: RecordKind | undefined): Readonly<Record<string, readonly string[]>> => ({
  COUNTRY: words(knownValues.country_code.map((code) => countryName(code) ?? code)),
  'COUNTRY CODE': knownValues.country_code,
  REGION: words(Object.values(regionNames)),
  SECTOR: words(knownValues.sector),
  GENDER: knownValues.gender,
  MEMBERSHIP: knownValues.membership_type,
  ...(kind === 'loan' && { STATUS: loanStatuses, OUTLOOK: outlooks }),
  ...(kind === 'team' && { CATEGORY: words(teamCategories) }),
})

const outlooks = ['over', 'full', 'no_end', 'too_early', 'on_track', 'short']

/** Returns texts as a filter takes them without quotes. Names with other characters are left out, because shells have a meaning for some. */
const words = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => foldText(text).replaceAll(' ', '_')).filter((text) => /^\w[\w/-]*$/.test(text))
