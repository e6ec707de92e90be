/** Rows as the renderers of the command line take them. */

import type { Json } from '../../core/json.ts'
import type { View } from '../../output/view.ts'
import type { Rows } from '../rows/rows.ts'
import type { Tab } from '../state/tab.ts'

/** A record: the rows that have it, and its index there. */
interface Row {
  readonly rows: Rows
  readonly index: number
}

/** Returns the record with this key from the first of these rows that have it. */
export function findRow(sources: Iterable<Rows>, key: string): Row | undefined {
  for (const rows of sources) {
    const index = rows.indexOf(key)
    if (index !== undefined) return { rows, index }
  }
  return undefined
}

/** Yields records as the service sent them: renderers and the gate sanitize them for their format. */
export async function* recordsOf(found: readonly Row[]): AsyncGenerator<Json> {
  for (const { rows, index } of found) yield rows.raw(index)
}

/** How a list is printed to a file or a pipe. */
export const listView = ({ type }: Pick<Tab, 'type'>, color: boolean, kiva: View['kiva']): View => ({
  type,
  single: false,
  detail: false,
  width: undefined,
  color,
  now: undefined,
  kiva,
})
