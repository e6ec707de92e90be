/** Rows as the renderers of the command line take them. */
import type { View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { Place } from '../state/place.ts'

/** The records with these keys, in this order; keys that are not in the rows are left out. */
export async function* recordsOf(
  { rows }: Pick<Place, 'rows'>,
  keys: readonly string[],
): AsyncGenerator<Json> {
  for (const key of keys) {
    const index = rows.indexOf(key)
    if (index !== undefined) yield rows.record(index)
  }
}

/** How a list is printed to a file or a pipe. */
export const listView = ({ type }: Pick<Place, 'type'>, color: boolean, kiva: View['kiva']): View => ({
  type,
  single: false,
  detail: false,
  width: undefined,
  color,
  now: undefined,
  kiva,
})
