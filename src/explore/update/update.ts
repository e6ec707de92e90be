/** Changes the state. */

import type { InputEvent } from '../input.ts'
import { isExtract, layoutOf, type Rect } from '../layout.ts'
import type { Event, Input, Target } from '../state/event.ts'
import type { Next, State } from '../state/state.ts'
import type { Pane } from '../state/tab.ts'
import { argvOfAddress } from '../tabs/addresses.ts'
import { facetLines, facetsOfTab, facetTop, lineName } from '../tabs/facet-lines.ts'
import { runAction } from './actions.ts'
import { onReply } from './later-replies.ts'
import { print, toggleMark } from './marks.ts'
import { move, open, toggleFacet } from './moves.ts'
import { choose, onOverlayKey, pasteInto } from './overlays.ts'
import { scrolled } from './page.ts'
import { reselect } from './reselect.ts'
import { addingTo } from './shortlist.ts'
import { moveTo, positionOf, visibleRows, withTab } from './tab.ts'

/** Returns the state after an event, and what the loop has to do for it. Pure, but for the rows of tabs. */
export function update(state: State, event: Event): Next {
  switch (event.kind) {
    case 'action':
      return runAction(state, event.action)
    case 'go':
      return [goTo(state, event.position), []]
    case 'mark': {
      const [{ marked, markedIn, note }] = toggleMark(goTo(state, event.position))
      return [{ ...state, marked, markedIn, note }, []]
    }
    case 'filter':
      return [reselect(withTab(state, { filter: event.text, top: 0, pane: 'list', cursor: undefined })), []]
    case 'add-to':
      return [state, [addingTo(state, event.shortlist)]]
    case 'sort': {
      const top = withTab(state, { sort: event.sort, pane: 'list', top: 0, cursor: undefined })
      return [reselect(top), []]
    }
    case 'choose':
      return toggleFacet(
        withTab(state, {
          facetCursor: event.facet,
          expanded: new Set(facetsOfTab(state.tab).map(({ name }) => name)),
        }),
      )
    case 'follow':
      return [state, [{ kind: 'open', argv: event.argv }]]
    case 'input':
      return onInput(state, event)
    default:
      return onReply(state, event)
  }
}

/** Moves to a row of the list. */
const goTo = (state: State, position: number): State =>
  withTab(state, { ...moveTo(state.tab, position, visibleRows(state)), pane: 'list' })

/** Returns the state after a key, a click or a paste, and what the loop has to do for it. */
function onInput(state: State, { input, target }: Input): Next {
  const touched: State = { ...state, note: undefined, lastKey: state.now, keyBefore: state.lastKey }
  switch (input.kind) {
    case 'key':
      return onKey(touched, input.key)
    case 'mouse':
      return onMouse(touched, input, target)
    case 'paste':
      return onPaste(touched, input.text)
    case 'reply':
      return [state, []]
  }
}

function onKey(state: State, key: string): Next {
  const { overlay, keymap, print: prints } = state
  const action = keymap.actionOf.get(key)
  // Stopping is possible everywhere, except with a key that an input takes.
  if (action === 'suspend' && (!overlay || key.startsWith('ctrl-'))) return runAction(state, action)
  if (overlay) return onOverlayKey(state, overlay, key, runAction)
  // With --print, enter ends the session; → still opens.
  if (prints && key === 'enter' && state.tab.pane !== 'facets') return print(state)
  return action ? runAction(state, action) : [state, []]
}

/** Pasted text is text in an input; elsewhere, ids or an address of the website open. */
function onPaste(state: State, text: string): Next {
  if (state.overlay) return pasteInto(state, state.overlay, text)
  const argv = argvOfAddress(text)
  if (argv) return [state, [{ kind: 'open', argv }]]
  return [{ ...state, note: 'Pasted text is neither ids nor an address.' }, []]
}

type MouseEvent = Extract<InputEvent, { readonly kind: 'mouse' }>

/** The rows that a step of the wheel moves. */
const wheelRows = 3

/** Clicks, which do what is shown at their place, and the wheel, which scrolls what is there. */
function onMouse(state: State, { action, row, column }: MouseEvent, target: Target | undefined): Next {
  const key = action === 'wheel-down' ? 'down' : 'up'
  const { overlay } = state
  if (overlay?.kind === 'page' && action !== 'press')
    return [{ ...state, overlay: scrolled(state, overlay, key === 'down' ? wheelRows : -wheelRows) }, []]
  if (overlay && action !== 'press') return onOverlayKey(state, overlay, key, runAction)
  if (target?.kind === 'key') return onKey(state, target.key)
  if (overlay) return target?.kind === 'choice' ? choose(state, overlay, target.at, runAction) : [state, []]
  if (target?.kind === 'action') return runAction(state, target.action)
  if (target?.kind === 'link') return open(withTab(state, { pane: 'detail', link: target.at }))
  const layout = layoutOf(state.size, state.tab)
  const { panes } = layout
  const pane = (['facets', 'list', 'detail'] as const).find((name) => isIn(panes[name], row, column))
  const rect = pane && panes[pane]
  if (!pane || !rect) return [state, []]
  const isBelow = isExtract(layout, state.tab) && pane === 'detail'
  const focused = withTab(state, { pane: isBelow ? 'list' : pane })
  if (action !== 'press') {
    const [moved, effects] = move(focused, { rows: action === 'wheel-down' ? wheelRows : -wheelRows })
    return [withTab(moved, { pane: state.tab.pane }), effects]
  }
  if (target?.kind === 'header') return sortBy(focused, target.column)
  return isBelow ? open(focused) : click[pane](focused, row - rect.row)
}

const isIn = (rect: Rect | undefined, row: number, column: number): boolean =>
  rect !== undefined &&
  row >= rect.row &&
  row < rect.row + rect.rows &&
  column >= rect.column &&
  column < rect.column + rect.columns

const click: Readonly<Record<Pane, (state: State, row: number) => Next>> = {
  facets: (state, row) => {
    const lines = facetLines(state)
    const line = lines[facetTop(state, lines) + row]
    return line && line.kind !== 'blank'
      ? toggleFacet(withTab(state, { facetCursor: lineName(line) }))
      : [state, []]
  },
  detail: (state) => [state, []],
  list: (state, row) => {
    const { tab } = state
    if (row === 0) return [state, []]
    const position = tab.top + row - 1
    if (position >= tab.selection.indexes.length) return [state, []]
    if (position === positionOf(tab)) return open(state)
    return [{ ...state, tab: moveTo(tab, position, visibleRows(state)) }, []]
  },
}

/** A second click on the same header reverses the order. */
function sortBy(state: State, column: number): Next {
  const { sort } = state.tab
  const isDescending = sort?.column === column && !sort.isDescending
  return [reselect(withTab(state, { sort: { column, isDescending } })), []]
}
