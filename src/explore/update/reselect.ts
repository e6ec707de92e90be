/** Selects the rows of a tab anew, once its filter, facets, order or marks have changed. */
import { parseFilter } from '../../records/row-filter.ts'
import { Selection } from '../rows/selection.ts'
import type { State } from '../state/state.ts'
import { markedHere, settle, someSlices, withTab } from './tab.ts'

/** Returns the state with the rows of its tab selected anew. */
export function reselect(state: State): State {
  const { tab } = state
  const { rows, filter, facets, sort, isMarkedOnly } = tab
  const selection = new Selection(rows, {
    filter: parseFilter(filter, tab.rows.columns),
    facets,
    sort,
    keys: isMarkedOnly ? markedHere(state) : undefined,
    within: tab.selection,
  })
  selection.advance(someSlices())
  return settle(withTab(state, { selection }))
}
