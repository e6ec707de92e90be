/** Keys while something is open over the panes. */

import { foldText } from '../../core/fold-text.ts'
import { type Action, actionNames, actions } from '../keymap.ts'
import { edit, inputOf, insert } from '../line-edit.ts'
import type { FormField, Next, Overlay, OverlayOf, State } from '../state/state.ts'
import { facetLines, lineName } from '../tabs/facet-lines.ts'
import { entriesFor } from '../tabs/palette.ts'
import { argvOfForm, beforeTyping, completed, cycled } from '../tabs/search-form.ts'
import { copying } from './copy.ts'
import { rowKeys, withoutMarks } from './marks.ts'
import { move, toggleFacet } from './moves.ts'
import { inPage, leavePage } from './page.ts'
import { chosen } from './questions.ts'
import { reselect } from './reselect.ts'
import { inShortlist } from './shortlist.ts'
import { withTab } from './tab.ts'

/** Returns the state after a key in an overlay. `esc` closes it. */
export function onOverlayKey(state: State, overlay: Overlay, key: string, run: RunAction): Next {
  if (key === 'esc' || key === 'ctrl-c') return leave(state, overlay)
  switch (overlay.kind) {
    case 'filter':
      return inFilter(state, overlay, key)
    case 'find':
      return inFind(state, overlay, key)
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
      return answer(state, overlay, key)
    case 'shortlist':
      return inShortlist(state, overlay, key)
    case 'page':
      return inPage(state, overlay, key, run)
    case 'export':
      return inExport(state, overlay, key)
  }
}

/** Chooses a line by a click. In a menu, that also does what `enter` does. */
export function choose(state: State, overlay: Overlay, at: number, run: RunAction): Next {
  if (!('at' in overlay)) return [state, []]
  const [chosen] = withOverlay(state, { ...overlay, at })
  const isMenu = overlay.kind !== 'search' && overlay.kind !== 'requests'
  return isMenu && chosen.overlay ? onOverlayKey(chosen, chosen.overlay, 'enter', run) : [chosen, []]
}

/** Pasted text goes into the input. */
export function pasteInto(state: State, overlay: Overlay, text: string): Next {
  if (overlay.kind === 'search') {
    const fields = overlay.fields.map((field, at) =>
      at === overlay.at ? { ...field, input: insert(beforeTyping(field, text).input, text) } : field,
    )
    return withOverlay(state, { ...overlay, fields })
  }
  if (!('input' in overlay)) return [state, []]
  const next = { ...overlay, input: insert(overlay.input, text) }
  if (next.kind === 'find') return found(state, next)
  return next.kind === 'filter' ? filtered(state, next) : withOverlay(state, next)
}

/** A filter that is left with `esc` is taken back. */
function leave(state: State, overlay: Overlay): Next {
  if (overlay.kind === 'text') return closed(state, [{ kind: 'mouse', isOn: state.isMouseOn }])
  if (overlay.kind === 'page') return leavePage(state, overlay)
  if (overlay.kind === 'find') return closed(withTab(state, { facetCursor: overlay.cursor }))
  if (overlay.kind !== 'filter') return closed(state)
  const { before, cursor } = overlay
  return closed(reselect(withTab(state, { filter: before, cursor: cursor ?? state.tab.cursor })))
}

function inFilter(state: State, overlay: OverlayOf<'filter'>, key: string): Next {
  if (key === 'enter' || key === 'down' || key === 'up') return closed(state)
  const input = edit(overlay.input, key)
  return input ? filtered(state, { ...overlay, input }) : [state, []]
}

/** Keys move among the values that contain the typed text; enter chooses one. */
function inFind(state: State, overlay: OverlayOf<'find'>, key: string): Next {
  const step = { down: 1, 'ctrl-n': 1, up: -1, 'ctrl-p': -1 }[key]
  if (step !== undefined) return move(state, { rows: step })
  if (key === 'enter')
    return facetLines(state).length > 0 ? toggleFacet({ ...state, overlay: undefined }) : [state, []]
  const input = edit(overlay.input, key)
  return input ? found(state, { ...overlay, input }) : [state, []]
}

/** Puts the cursor on the first value that begins with the typed text, or contains it. */
function found(state: State, overlay: OverlayOf<'find'>): Next {
  const typed = { ...withTab(state, { facetCursor: undefined }), overlay }
  const lines = facetLines(typed).filter((line) => line.kind === 'value' || line.kind === 'tab')
  const text = foldText(overlay.input.text.trim())
  const best = lines.find(({ label }) => foldText(label).startsWith(text)) ?? lines[0]
  return [withTab(typed, { facetCursor: best ? lineName(best) : overlay.cursor }), []]
}

function filtered(state: State, overlay: OverlayOf<'filter'>): Next {
  const { text } = overlay.input
  const { filter, cursor } = state.tab
  if (text === filter) return [{ ...state, overlay }, []]
  // From the row where the typing began: each letter would move the cursor further.
  const from = { filter: text, top: 0, cursor: overlay.cursor ?? cursor }
  return [{ ...reselect(withTab(state, from)), overlay }, []]
}

/** The last line of the menu restores the order of the API. */
function inSort(state: State, overlay: OverlayOf<'sort'>, key: string): Next {
  const { columns } = state.tab
  const at = chosenInMenu(overlay.at, columns.length + 1, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  if (key !== 'enter' && key !== 'space') return [state, []]
  const sort = overlay.at < columns.length ? { column: overlay.at, isDescending: false } : undefined
  return closed(reselect(withTab(state, { sort })))
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

/** Returns the state after a key: `enter` and `y` mean yes, any other key no. */
function answer(state: State, { consequence }: OverlayOf<'confirm'>, key: string): Next {
  if (key !== 'enter' && key !== 'y') return closed(state)
  switch (consequence.kind) {
    case 'read-all': {
      const { progress } = state.tab
      return closed(withTab(state, { readsAll: true, progress: progress === 'failed' ? 'more' : progress }))
    }
    case 'requests':
      return closed({ ...state, queue: [...state.queue, ...consequence.requests] })
    case 'unmark':
      return closed(withoutMarks(state))
    case 'prints':
      return closed({ ...state, end: { kind: 'prints' } })
  }
}

function inExport(state: State, overlay: OverlayOf<'export'>, key: string): Next {
  if (key === 'enter') {
    const file = overlay.input.text.trim()
    if (file === '') return closed(state)
    return closed(state, [{ kind: 'export', tab: state.tab.id, file, keys: rowKeys(state) }])
  }
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { kind: 'export', input }) : [state, []]
}

/** Runs an action of the keymap. */
type RunAction = (state: State, action: Action) => Next

const closed = (state: State, effects: Next[1] = []): Next => [{ ...state, overlay: undefined }, effects]
export const withOverlay = (state: State, overlay: Overlay): Next => [{ ...state, overlay }, []]

/** Moves a choice in a menu without an input, where letters move too. */
const chosenInMenu = (at: number, length: number, key: string): number | undefined =>
  chosen(at, length, key === 'j' ? 'down' : key === 'k' ? 'up' : key)

function inPalette(state: State, overlay: OverlayOf<'palette'>, key: string, run: RunAction): Next {
  const entries = entriesFor(state, overlay.input.text)
  const at = chosen(overlay.at, entries.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  const entry = entries[overlay.at]
  if (key === 'enter' && entry) {
    const { action, argv, saved } = entry
    if (action) return run(closed(state)[0], action)
    if (argv) return [state, [{ kind: 'open', argv, ...(saved !== undefined && { saved }) }]]
  }
  // An entry that is no whole command line is completed with enter too.
  const { text } = overlay.input
  const completion = key === 'tab' ? entries.slice(overlay.at).find((other) => other.text !== text) : entry
  if ((key === 'tab' || key === 'enter') && completion)
    return withOverlay(state, { kind: 'palette', input: inputOf(completion.text), at: 0 })
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { kind: 'palette', input, at: 0 }) : [state, []]
}

function inSearch(state: State, overlay: OverlayOf<'search'>, key: string): Next {
  const { fields } = overlay
  const at =
    key === 'tab'
      ? (overlay.at + 1) % fields.length
      : key === 'shift-tab'
        ? Math.max(0, overlay.at - 1)
        : chosen(overlay.at, fields.length, key)
  const field = fields[overlay.at]
  if (!field) return [state, []]
  const withField = (changed: FormField) => fields.map((other) => (other === field ? changed : other))
  if (at !== undefined) return withOverlay(state, { ...overlay, at, fields: withField(completed(field)) })
  if (key === 'enter') return [state, [{ kind: 'open', argv: argvOfForm(state.tab, fields) }]]
  const isTyped = [...key].length === 1
  const input = edit((isTyped ? beforeTyping(field, key) : field).input, key)
  const isChoosing = field.choices.length > 0 && (key === 'right' || key === 'left')
  if (!isChoosing && !input) return [state, []]
  const { problem: _, ...rest } = overlay
  const changed = isChoosing ? cycled(field, key === 'right' ? 1 : -1) : { ...field, ...(input && { input }) }
  return withOverlay(state, { ...rest, fields: withField(changed) })
}

/** Returns the actions that match a typed text, by key or words. */
export function helpActions(state: State, text: string): readonly Action[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  return actionNames.filter((name) => {
    const haystack = [foldText(actions[name].brief), ...state.keymap.keysOf[name]]
    return words.every((word) => haystack.some((part) => part.includes(word)))
  })
}

function inHelp(state: State, overlay: OverlayOf<'help'>, key: string, run: RunAction): Next {
  const found = helpActions(state, overlay.input.text)
  const at = chosen(overlay.at, found.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  const action = found[overlay.at]
  if (overlay.input.text === '' && (key === 'q' || key === '?')) return closed(state)
  if (key === 'enter') return action ? run(closed(state)[0], action) : closed(state)
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { ...overlay, input, at: bestAction(state, input.text) }) : [state, []]
}

/** Returns the position of the action that a typed text names: by its whole words, or by how they begin. */
function bestAction(state: State, text: string): number {
  const briefs = helpActions(state, text).map((name) => foldText(actions[name].brief))
  const typed = foldText(text.trim())
  const exact = briefs.indexOf(typed)
  return exact >= 0
    ? exact
    : Math.max(
        0,
        briefs.findIndex((brief) => brief.startsWith(typed)),
      )
}
