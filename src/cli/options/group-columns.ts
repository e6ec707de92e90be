/** The columns of groups, as far as the options on a command line say. */
import { listSeparator } from '../../api/gaps.ts'
import type { Statistic } from '../../domain/statistics.ts'
import type { Given } from '../given.ts'

/** The statistics, in the order in which they are printed. */
export const statistics = ['sum', 'avg', 'median', 'min', 'max'] as const satisfies readonly Statistic[]

/** The options that make groups. */
export const grouping = ['by', ...statistics] as const

export type GroupOption = (typeof grouping)[number] | 'count' | 'order'

/** Whether records are grouped, or their fields added up. */
export const isGrouped = (given: Given<GroupOption>) => grouping.some((name) => given.has(name))

/** Whether only the number of records is asked for. */
export const isOnlyCounted = (given: Given<GroupOption>) => given.has('count') && !isGrouped(given)

/** Returns the names that were given to an option, which takes several with commas. */
export const namesOf = (given: Given<GroupOption>, option: GroupOption): readonly string[] =>
  given.all(option).flatMap((text) => text.split(listSeparator).map((name) => name.trim()))

/** Returns the names of the columns of groups: `country`, `count`, `sum.amount`. Empty without groups. */
function groupColumns(given: Given<GroupOption>): readonly string[] {
  if (!isGrouped(given)) return []
  const numbers = statistics.flatMap((name) => namesOf(given, name).map((field) => `${name}.${field}`))
  return [...namesOf(given, 'by'), 'count', ...numbers]
}

/** Whether a value of `--order`, such as `count:asc`, sorts groups instead of records. */
export const sortsGroups = (text: string, given: Given<GroupOption>): boolean =>
  groupColumns(given).includes(text.replace(/:[^:]*$/, ''))

/** Whether a terminal gets the groups as a chart: one number of one field, with the largest first. */
export const drawsChart = (given: Given<GroupOption | 'fields' | 'jq'>): boolean =>
  namesOf(given, 'by').length === 1 &&
  groupColumns(given).length <= ['by', 'count', 'sum'].length &&
  !given.has('fields') &&
  !given.has('jq') &&
  !namesOf(given, 'order').some((text) => sortsGroups(text, given))
