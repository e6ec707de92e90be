/** The drawings that a state shows: a chart or map in place of the list, and the record at the cursor. Pure. */
import { isObject, type Json } from '../core/json.ts'
import { detailRows, isExtract, type Layout, layoutOf, type Rect } from './layout.ts'
import { pictureIn } from './pictures.ts'
import type { Drawing, State } from './state/state.ts'
import type { Tab } from './state/tab.ts'

/** The record at the cursor. */
export interface Current {
  readonly index: number
  readonly key: string
  readonly record: Json
}

/** Returns the record at the cursor, or the first row; `undefined` without rows. */
export function currentOf({ rows, selection, cursor }: Tab): Current | undefined {
  const [first] = selection.indexes
  if (first === undefined) return undefined
  const index = (cursor === undefined ? undefined : rows.indexOf(cursor)) ?? first
  return { index, key: rows.key(index), record: rows.record(index) }
}

/** Returns what the layout of the state shows as drawings: at most one for each pane. */
export function drawingsOf(state: State): readonly Drawing[] {
  const { panes } = layoutOf(state.size, state.tab)
  return [listDrawing(state.tab, panes.list), detailDrawing(state, panes.detail)].filter(
    (drawing) => drawing !== undefined,
  )
}

/** Returns the chart or map in place of the list. */
export function listDrawing(tab: Tab, rect: Layout['panes']['list']): Drawing | undefined {
  const { id, rows, view, count, filter, facets, isMarkedOnly, selection } = tab
  if (!rect || view === 'list' || selection.indexes.length === 0) return undefined
  const size = textSize(rect)
  const chosen = [...facets].map(([name, values]) => [name, ...values])
  const what = [
    view,
    id,
    count,
    rows.version,
    selection.indexes.length,
    filter,
    chosen,
    isMarkedOnly,
    size.columns,
    size.rows,
  ]
  return { key: JSON.stringify(what), kind: view, tab: id, ...size }
}

/** Returns the drawing of the record at the cursor. Its key starts with the tab and the record. */
export function detailDrawing(state: State, rect: Layout['panes']['detail']): Drawing | undefined {
  const { tab } = state
  const current = rect && currentOf(tab)
  if (!current) return undefined
  const { id, rows } = tab
  const { key, record } = current
  // The first lines of JSON are no extract.
  const kind = tab.isRaw && !isExtract(layoutOf(state.size, tab), tab) ? 'raw' : 'detail'
  const size = textSize(rect)
  const picture = kind === 'raw' ? undefined : pictureIn(state, record, rect)
  // More fields of the record may be read later.
  const fields = isObject(record) ? Object.keys(record).length : 0
  const what = [id, key, kind, rows.version, fields, size.columns, size.rows, JSON.stringify(picture)]
  return { key: what.join(' '), kind, tab: id, record: key, picture, ...size }
}

/** Returns how many lines the text of the record at the cursor has, and how many the detail pane shows at once. */
export function detailText(state: State): { readonly lines: number; readonly rows: number } {
  const layout = layoutOf(state.size, state.tab)
  const rows = detailRows(layout)
  const drawing = detailDrawing(state, layout.panes.detail)
  if (!drawing) return { lines: 0, rows }
  const { key, tab, record, kind } = drawing
  const alike = `${tab} ${record} ${kind} `
  // Until a new drawing of the record is made, the last one is shown.
  const lines =
    state.drawings.get(key) ?? [...state.drawings].findLast(([other]) => other.startsWith(alike))?.[1]
  return { lines: lines?.length ?? 0, rows }
}

/** A column at each side stays empty. */
const textSize = ({ columns, rows }: Rect) => ({ columns: Math.max(1, columns - 2), rows })
