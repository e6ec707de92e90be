/** Draws the state as lines of painted text. */

import { withThousands } from '../../core/numbers.ts'
import { type Paint, palette } from '../../output/terminal/palette.ts'
import type { InputEvent } from '../input.ts'
import { isExtract, type Layout, layoutOf, type Rect } from '../layout.ts'
import { listDrawing } from '../shown-drawings.ts'
import type { State } from '../state/state.ts'
import { DetailPane } from './detail-pane.ts'
import { facetsPane } from './facets-pane.ts'
import { bannerLine, emptyLines, headLines, statusLines, tooSmallLines } from './head-foot.ts'
import { footLine, keyLine } from './key-lines.ts'
import { ListPane } from './list-pane.ts'
import type { drawOverlay, OpenOverlay } from './overlays.ts'
import { sized } from './text.ts'

/** A position on the screen, from 0. */
interface Position {
  readonly row: number
  readonly column: number
}

/** As many lines as the terminal has rows, none wider than its columns. */
export interface Drawn {
  readonly lines: readonly string[]
  /** Where the terminal's cursor is, for inputs and screen readers. */
  readonly cursor: Position | undefined
}

/** The screen drawn last. `opened`: the keys of an overlay, and the choices in the rows of its box from `top` on. */
interface ScreenDrawn {
  readonly lines: readonly string[]
  readonly opened?: (Pick<OpenOverlay, 'keys' | 'choices'> & { readonly top: number }) | undefined
}

/** Draws states. It keeps what it measured and drew for the next state. */
export class View {
  readonly #paint: Paint
  readonly #overlays: () => typeof drawOverlay | undefined
  readonly #list: ListPane
  readonly #detail: DetailPane

  /** `overlays` returns what draws them, once it is loaded: a state has none before. */
  constructor(color: boolean, overlays: () => typeof drawOverlay | undefined) {
    this.#overlays = overlays
    this.#paint = palette(color)
    this.#list = new ListPane(this.#paint)
    this.#detail = new DetailPane(this.#paint)
  }

  /** What was drawn last, for clicks. */
  drawn: ScreenDrawn = { lines: [] }

  draw(state: State): Drawn {
    const { opened, ...drawn } = this.#draw(state)
    this.drawn = { lines: drawn.lines, opened }
    return drawn
  }

  #draw(state: State): Drawn & Pick<ScreenDrawn, 'opened'> {
    const { size, tab, overlay } = state
    const layout = layoutOf(size, tab)
    const paint = this.#paint
    if (layout.kind === 'none') return { lines: tooSmallLines(size), cursor: undefined }
    const body = this.#body(state, layout)
    const opened = overlay && this.#overlays()?.(state, overlay, overlayRect(state, layout), paint)
    const status = opened?.status === undefined ? statusLines(state, paint) : [opened.status]
    const lines = [
      ...headLines(state, paint),
      ...body.lines.slice(0, body.lines.length - status.length + 1),
      ...status,
      opened ? keyLine(opened.keys, size.columns, paint) : footLine(state, paint),
    ]
    if (!opened) return { lines, cursor: body.cursor }
    const rect = overlayRect(state, layout)
    const top = rect.row + rect.rows - opened.box.length
    for (const [at, line] of opened.box.entries()) {
      const row = body.rows[top + at - layout.headRows] ?? {}
      lines[top + at] = rect === layout.panes.list ? joinPanes(layout, paint, { ...row, list: line }) : line
    }
    const { cursor, keys, choices } = opened
    const shown = { top, keys, choices }
    if (!cursor) return { lines, cursor: undefined, opened: shown }
    const position =
      cursor.in === 'status'
        ? { row: size.rows - 2, column: cursor.column }
        : { row: top + cursor.row, column: rect.column + cursor.column }
    return { lines, cursor: position, opened: shown }
  }

  /** Returns the index in `tab.columns` of the header that a click on the screen drawn last hits. */
  headerAt({ size, tab, overlay }: State, input: InputEvent): number | undefined {
    if (input.kind !== 'mouse' || input.action !== 'press') return undefined
    const { row, column } = input
    const { list } = layoutOf(size, tab).panes
    if (!list || overlay || tab.view !== 'list' || tab.selection.indexes.length === 0) return undefined
    const isHeader = row === list.row && column >= list.column && column < list.column + list.columns
    return isHeader ? this.#list.headerAt(tab, column - list.column) : undefined
  }

  /** Draws the panes. The cursor is in the one that has the focus. */
  #body(state: State, layout: Layout) {
    const { tab, size } = state
    const { panes } = layout
    const facets = panes.facets && facetsPane(state, panes.facets, this.#paint)
    const list = panes.list && this.#listLines(state, panes.list)
    const hasExtract = isExtract(layout, tab)
    const detail = panes.detail && this.#detail.draw(state, panes.detail, hasExtract)
    const height = size.rows - layout.headRows - layout.footRows
    const rows = Array.from({ length: height }, (_, row): BodyRow => {
      const at = row + layout.headRows
      const lineOf = (lines: readonly string[] | undefined, rect: Rect | undefined) =>
        rect && at >= rect.row && at < rect.row + rect.rows ? (lines?.[at - rect.row] ?? '') : undefined
      return {
        facets: lineOf(facets?.lines, panes.facets),
        list: lineOf(list?.lines, panes.list),
        detail: lineOf(detail?.lines, panes.detail),
      }
    })
    const lines = rows.map((row) => joinPanes(layout, this.#paint, row))
    if (tab.problem && tab.count > 0 && hasExtract && panes.list)
      lines[panes.list.rows] = bannerLine(state.keymap, tab.problem, size.columns, this.#paint)
    const cursors = {
      facets: facets && { row: facets.cursor, column: 0 },
      list: list?.cursor === undefined ? undefined : { row: list.cursor, column: 0 },
      detail: detail?.cursor,
    }
    return { rows, lines, cursor: onScreen(cursors[tab.pane], panes[tab.pane]) }
  }

  #listLines(
    state: State,
    rect: Rect,
  ): { readonly lines: readonly string[]; readonly cursor: number | undefined } {
    const { tab, drawings } = state
    if (tab.selection.indexes.length === 0)
      return { lines: emptyLines(state, rect, this.#paint), cursor: undefined }
    const drawing = listDrawing(tab, rect)
    if (drawing) {
      const lines = drawings.get(drawing.key) ?? ['', this.#paint('label', 'Drawing …')]
      return {
        lines: lines.slice(0, rect.rows).map((line) => sized(` ${line}`, rect.columns)),
        cursor: undefined,
      }
    }
    const drawn = this.#list.draw(state, rect)
    const left = (tab.total ?? 0) - tab.count
    if (drawn.lines.length >= rect.rows || left <= 0 || tab.isMarkedOnly || tab.progress === 'complete')
      return drawn
    const more = this.#paint('label', `   … ${withThousands(left)} more available`)
    return { ...drawn, lines: [...drawn.lines, sized(more, rect.columns)] }
  }
}

const onScreen = (position: Position | undefined, rect: Rect | undefined): Position | undefined =>
  position &&
  rect && { row: rect.row + Math.min(position.row, rect.rows - 1), column: rect.column + position.column }

/** The panes of one line of the screen. Each text is as wide as its pane, or empty. */
interface BodyRow {
  readonly facets?: string | undefined
  readonly list?: string | undefined
  readonly detail?: string | undefined
}

/** Returns one line of the screen, with separators. */
function joinPanes({ kind, panes }: Layout, paint: Paint, row: BodyRow): string {
  const { facets, list, detail } = row
  if (kind !== 'side') return facets ?? list ?? detail ?? paint('label', '─'.repeat(panes.list?.columns ?? 0))
  return (['facets', 'list', 'detail'] as const)
    .flatMap((pane) => (panes[pane] ? row[pane] || ' '.repeat(panes[pane].columns) : []))
    .join(paint('label', '│'))
}

/** Returns the part of the screen that an overlay may cover: the list beside other panes if it is wide, or all of them. */
function overlayRect({ size, overlay }: State, { kind, panes, headRows, footRows }: Layout): Rect {
  const isPage = overlay?.kind === 'page'
  if (kind === 'side' && !isPage && panes.list && panes.list.columns >= leastOverlay) return panes.list
  return { row: headRows, column: 0, rows: size.rows - headRows - footRows, columns: size.columns }
}

/** The columns of a list that is wide enough for menus and forms. */
const leastOverlay = 70
