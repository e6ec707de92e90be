/** Puts panes beside each other. */
import type { Paint } from '../../output/terminal/palette.ts'
import type { Layout, Rect } from '../layout.ts'
import type { State } from '../state/state.ts'

/** The panes of one line of the screen. Each text is as wide as its pane, or empty. */
export interface BodyRow {
  readonly facets?: string | undefined
  readonly list?: string | undefined
  readonly detail?: string | undefined
  /** In place of all panes. */
  readonly whole?: string | undefined
}

/** Returns one line of the screen, with separators. */
export function joinPanes(
  { kind, panes }: Layout,
  paint: Paint,
  { facets, list, detail, whole }: BodyRow,
): string {
  if (whole !== undefined) return whole
  if (kind !== 'three')
    return facets ?? list ?? detail ?? paint('label', '─'.repeat(panes.list?.columns ?? 0))
  const line = paint('label', '│')
  const wide = (text: string | undefined, rect: Rect | undefined) => text || ' '.repeat(rect?.columns ?? 0)
  return `${wide(facets, panes.facets)}${line}${wide(list, panes.list)}${line}${detail ?? ''}`
}

/** Returns the part of the screen that an overlay may cover: the list, or all panes where there is less room. */
export function overlayRect({ size }: State, { kind, panes, headRows, footRows }: Layout): Rect {
  if (kind === 'three' && panes.list) return panes.list
  return { row: headRows, column: 0, rows: size.rows - headRows - footRows, columns: size.columns }
}
