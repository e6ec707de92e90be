/** Keys in the palette, the search form and the help. */
import { type Action, actionNames, actions } from '../keymap.ts'
import { edit, inputOf } from '../line-edit.ts'
import { entriesFor } from '../places/palette.ts'
import { argvOfForm } from '../places/search-form.ts'
import type { Overlay, OverlayOf } from '../state/overlay.ts'
import type { Next, State } from '../state/state.ts'

/** Runs an action of the keymap. */
export type RunAction = (state: State, action: Action) => Next

export const closed = (state: State, effects: Next[1] = []): Next => [
  { ...state, overlay: undefined },
  effects,
]
export const withOverlay = (state: State, overlay: Overlay): Next => [{ ...state, overlay }, []]

/** Moves a choice in a list by keys; `undefined` for another key. */
export function chosen(at: number, length: number, key: string): number | undefined {
  const by = { down: 1, up: -1, 'ctrl-n': 1, 'ctrl-p': -1, 'page-down': 10, 'page-up': -10 }[key]
  return by === undefined ? undefined : Math.max(0, Math.min(at + by, length - 1))
}

/** Moves a choice in a menu without an input, where letters move too. */
export const chosenInMenu = (at: number, length: number, key: string): number | undefined =>
  chosen(at, length, key === 'j' ? 'down' : key === 'k' ? 'up' : key)

export function inPalette(state: State, overlay: OverlayOf<'palette'>, key: string, run: RunAction): Next {
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
  const completion = key === 'tab' ? entries.slice(overlay.at).find((one) => one.text !== text) : entry
  if ((key === 'tab' || key === 'enter') && completion)
    return withOverlay(state, { kind: 'palette', input: inputOf(completion.text), at: 0 })
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { kind: 'palette', input, at: 0 }) : [state, []]
}

export function inSearch(state: State, overlay: OverlayOf<'search'>, key: string): Next {
  const { fields } = overlay
  const at =
    key === 'tab'
      ? (overlay.at + 1) % fields.length
      : key === 'shift-tab'
        ? Math.max(0, overlay.at - 1)
        : chosen(overlay.at, fields.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  if (key === 'enter') return [state, [{ kind: 'open', argv: argvOfForm(state.place, fields) }]]
  const field = fields[overlay.at]
  const input = field && edit(field.input, key)
  if (!field || !input) return [state, []]
  const { problem: _, ...rest } = overlay
  return withOverlay(state, {
    ...rest,
    fields: fields.map((one) => (one === field ? { ...field, input } : one)),
  })
}

/** Returns the actions that match a typed text, by key or words. */
export function helpActions(state: State, text: string): readonly Action[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return actionNames.filter((name) => {
    const haystack = [actions[name].brief.toLowerCase(), ...state.keymap.keysOf[name]]
    return words.every((word) => haystack.some((one) => one.includes(word)))
  })
}

export function inHelp(state: State, overlay: OverlayOf<'help'>, key: string, run: RunAction): Next {
  const found = helpActions(state, overlay.input.text)
  const at = chosen(overlay.at, found.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  const action = found[overlay.at]
  if (key === 'enter') return action ? run(closed(state)[0], action) : closed(state)
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { ...overlay, input, at: bestAction(state, input.text) }) : [state, []]
}

/** Returns the position of the action that a typed text names: by its whole words, or by how they begin. */
function bestAction(state: State, text: string): number {
  const briefs = helpActions(state, text).map((name) => actions[name].brief.toLowerCase())
  const typed = text.trim().toLowerCase()
  const exact = briefs.indexOf(typed)
  return exact >= 0
    ? exact
    : Math.max(
        0,
        briefs.findIndex((brief) => brief.startsWith(typed)),
      )
}
