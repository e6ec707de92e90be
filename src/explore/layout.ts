/** Where the panes are on the screen. Pure; shared by drawing, moving and the mouse. */

import type { Size } from './state/state.ts'
import type { Pane, Tab } from './state/tab.ts'

export interface Rect {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

export interface Layout {
  /** Panes at each other's `side`, the list `over` an extract of the record, or `one` pane; `none` below 30×8. */
  readonly kind: 'side' | 'over' | 'one' | 'none'
  /** The panes that are visible. The list pane has its header in its first row. */
  readonly panes: Readonly<Partial<Record<Pane, Rect>>>
  /** The first line has the main lists, the second one says what is shown. */
  readonly headRows: number
  /** A status line, and the keys. */
  readonly footRows: number
}

/** Lines of the record below the list. */
const extractRows = 6
const facetColumns = 28
/** The list keeps the columns that it shows on a screen of this width: the panes beside it give way. */
const wholeList = 80
const leastDetail = 36

/** Returns the layout for a terminal of this size. */
export function layoutOf(
  { columns, rows }: Size,
  { pane, isZoomed }: Pick<Tab, 'pane' | 'isZoomed'>,
): Layout {
  if (columns < 30 || rows < 8) return { kind: 'none', panes: {}, headRows: 0, footRows: 0 }
  const isSmall = columns < 60 || rows < 16
  const headRows = 2
  const footRows = 2
  const body: Rect = { row: headRows, column: 0, rows: rows - headRows - footRows, columns }
  if (isSmall || isZoomed) return { kind: 'one', panes: { [pane]: body }, headRows, footRows }
  const hasAll = columns >= facetColumns + wholeList + leastDetail + 2
  if (hasAll || pane === 'facets' || columns >= wholeList + leastDetail + 4) {
    // One column separates a pane from the next one.
    const facets = hasAll || pane === 'facets' ? Math.min(facetColumns, Math.floor(columns / 3)) : -1
    const rest = columns - facets - 2
    const detail =
      hasAll || pane !== 'facets'
        ? Math.min(80, Math.max(leastDetail, Math.min(Math.floor(rest * 0.38), rest - wholeList)))
        : -1
    const list = rest - detail
    return {
      kind: 'side',
      panes: {
        ...(facets > 0 && { facets: { ...body, columns: facets } }),
        list: { ...body, column: facets + 1, columns: list },
        ...(detail > 0 && { detail: { ...body, column: facets + list + 2, columns: detail } }),
      },
      headRows,
      footRows,
    }
  }
  if (pane !== 'list') return { kind: 'over', panes: { [pane]: body }, headRows, footRows }
  // One line separates the list from the extract.
  const list = body.rows - extractRows - 1
  return {
    kind: 'over',
    panes: {
      list: { ...body, rows: list },
      detail: { ...body, row: body.row + list + 1, rows: extractRows },
    },
    headRows,
    footRows,
  }
}

/** Returns whether the record is an extract below the list. */
export const isExtract = ({ kind }: Layout, { pane }: Pick<Tab, 'pane'>): boolean =>
  kind === 'over' && pane === 'list'

/** Returns the number of rows that the list pane shows below its header, or would show if it had the focus; at least 1. */
export function listRows(size: Size, tab: Pick<Tab, 'pane' | 'isZoomed'>): number {
  const { list } = layoutOf(size, tab).panes
  if (list === undefined && tab.pane !== 'list') return listRows(size, { ...tab, pane: 'list' })
  return Math.max(1, (list?.rows ?? 2) - 1)
}

/** Returns the rows of a page of a command, below its title. */
export const pageRows = ({ size }: { readonly size: Size }): number => Math.max(1, size.rows - 5)

/** Returns the number of lines of links in the detail pane, with the empty line below them if there is one. */
export const linkRows = ({ rows }: Rect): number => (rows >= 12 ? 3 : 1)

/** Returns the lines of text that the detail pane shows below its links; at least 1. */
export function detailRows({ panes: { detail } }: Layout): number {
  return detail ? Math.max(1, detail.rows - linkRows(detail)) : 1
}

/** Returns the rows of a list that fills the width, which can be scrolled by the terminal. */
export function listRegion({
  size,
  tab,
}: {
  readonly size: Size
  readonly tab: Tab
}): { readonly top: number; readonly bottom: number } | undefined {
  const { list } = layoutOf(size, tab).panes
  if (!list || list.columns < size.columns || tab.view !== 'list') return undefined
  return { top: list.row + 1, bottom: list.row + list.rows - 1 }
}
