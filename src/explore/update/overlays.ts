/** Keys while something is open over the panes. */
import { edit, insert } from '../line-edit.ts'
import type { Overlay, OverlayOf } from '../state/overlay.ts'
import type { Place } from '../state/place.ts'
import type { Next, State } from '../state/state.ts'
import { copying } from './copy.ts'
import { chosenInMenu, closed, inHelp, inPalette, inSearch, type RunAction, withOverlay } from './inputs.ts'
import { rowKeys } from './marks.ts'
import { reselect, withPlace } from './place.ts'

/** Returns the state after a key in an overlay. `esc` closes it. */
export function onOverlayKey(state: State, overlay: Overlay, key: string, run: RunAction): Next {
  if (key === 'esc' || key === 'ctrl-c') return leave(state, overlay)
  switch (overlay.kind) {
    case 'filter':
      return inFilter(state, overlay, key)
    case 'palette':
      return inPalette(state, overlay, key, run)
    case 'search':
      return inSearch(state, overlay, key)
    case 'sort':
      return inSort(state, overlay, key)
    case 'copy':
      return copying(state, key)
    case 'help':
      return inHelp(state, overlay, key, run)
    case 'requests':
      return inRequests(state, overlay, key)
    case 'text':
      return closed(state, [{ kind: 'mouse', isOn: state.isMouseOn }])
    case 'confirm':
      return key === 'enter' || key === 'y' ? confirmed(state, overlay) : closed(state)
    case 'export':
      return inExport(state, overlay, key)
  }
}

/** Pasted text goes into the input. */
export function pasteInto(state: State, overlay: Overlay, text: string): Next {
  if (overlay.kind === 'search') {
    const fields = overlay.fields.map((field, at) =>
      at === overlay.at ? { ...field, input: insert(field.input, text) } : field,
    )
    return withOverlay(state, { ...overlay, fields })
  }
  if (!('input' in overlay)) return [state, []]
  const next = { ...overlay, input: insert(overlay.input, text) }
  return next.kind === 'filter' ? filtered(state, next) : withOverlay(state, next)
}

/** A filter that is left with `esc` is taken back. */
function leave(state: State, overlay: Overlay): Next {
  if (overlay.kind === 'text') return closed(state, [{ kind: 'mouse', isOn: state.isMouseOn }])
  if (overlay.kind !== 'filter') return closed(state)
  const { before, cursor } = overlay
  return closed(reselect(withPlace(state, { filter: before, cursor: cursor ?? state.place.cursor })))
}

function inFilter(state: State, overlay: OverlayOf<'filter'>, key: string): Next {
  if (key === 'enter' || key === 'down' || key === 'up') return closed(state)
  const input = edit(overlay.input, key)
  return input ? filtered(state, { ...overlay, input }) : [state, []]
}

function filtered(state: State, overlay: OverlayOf<'filter'>): Next {
  const { text } = overlay.input
  const { filter, cursor } = state.place
  if (text === filter) return [{ ...state, overlay }, []]
  // From the row where the typing began: each letter would move the cursor further.
  const from = { filter: text, top: 0, cursor: overlay.cursor ?? cursor }
  return [{ ...reselect(withPlace(state, from)), overlay }, []]
}

/** The last line of the menu is the order of the service. */
function inSort(state: State, overlay: OverlayOf<'sort'>, key: string): Next {
  const { columns } = state.place
  const at = chosenInMenu(overlay.at, columns.length + 1, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  if (key !== 'enter' && key !== 'space') return [state, []]
  const sort = overlay.at < columns.length ? { column: overlay.at, isDescending: false } : undefined
  return closed(reselect(withPlace(state, { sort })))
}

function inRequests(state: State, overlay: OverlayOf<'requests'>, key: string): Next {
  const at = chosenInMenu(overlay.at, state.requests.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  if (key === 'y' || key === 'c') {
    const { requests } = state
    const [after, effects] = copying({ ...state, requests: requests.slice(overlay.at) }, 'c')
    return [{ ...after, requests }, effects]
  }
  return key === 'q' || key === '!' || key === 'enter' ? closed(state) : [state, []]
}

function confirmed(state: State, { consequence }: OverlayOf<'confirm'>): Next {
  if (consequence.kind === 'read-all')
    return closed(withPlace(state, { readsAll: true, progress: retried(state.place) }))
  return closed({ ...state, queue: [...state.queue, ...consequence.requests] })
}

const retried = ({ progress }: Place) => (progress === 'failed' ? 'more' : progress)

function inExport(state: State, overlay: OverlayOf<'export'>, key: string): Next {
  if (key === 'enter') {
    const file = overlay.input.text.trim()
    if (file === '') return closed(state)
    return closed(state, [{ kind: 'export', place: state.place.id, file, keys: rowKeys(state) }])
  }
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { kind: 'export', input }) : [state, []]
}
