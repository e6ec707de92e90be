/** Reads the options that count and group records. */

import { KivaError } from '../../core/errors.ts'
import type { Groups } from '../../records/request.ts'
import type { Given } from '../given.ts'
import {
  type GroupOption,
  type grouping,
  isOnlyCounted,
  namesOf,
  sortsGroups,
  statistics,
} from './group-columns.ts'
import { readOrder, readPath } from './small-readers.ts'

/** Throws `KivaError` of kind `usage` for an invalid path. */
export function readGroups(given: Given<GroupOption>): Groups {
  const fieldsOf = (option: (typeof grouping)[number]) => {
    const names = namesOf(given, option)
    for (const name of names) {
      readPath(`--${option}`, name, name)
      if (option === 'by' && columns.has(name)) throw takenName(name)
    }
    return [...new Set(names)]
  }
  const columns = new Set<string>(['count', ...statistics])
  return {
    by: fieldsOf('by'),
    measures: statistics.flatMap((statistic) => fieldsOf(statistic).map((name) => ({ statistic, name }))),
    isCount: isOnlyCounted(given),
    order: namesOf(given, 'order')
      .filter((text) => sortsGroups(text, given))
      .map(readOrder),
  }
}

const takenName = (name: string) =>
  new KivaError('usage', `invalid value "${name}" for --by: groups have a column of this name`, {
    hint: 'Use --jq with -o ndjson, and group the results in another program.',
  })
