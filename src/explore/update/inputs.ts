/** Keys in the palette, the search form and the help. */
import { type Action, actionNames, actions } from '../keymap.ts'
import { edit, inputOf } from '../line-edit.ts'
import { entriesFor, wordsOf } from '../places/palette.ts'
import { argvOfForm } from '../places/search-form.ts'
import type { Overlay } from '../state/overlay.ts'
import type { Next, State } from '../state/state.ts'

/** Runs an action of the keymap. */
export type RunAction = (state: State, action: Action) => Next

type Open<Kind extends Overlay['kind']> = Extract<Overlay, { readonly kind: Kind }>

const closed = (state: State): Next => [{ ...state, overlay: undefined }, []]
const withOverlay = (state: State, overlay: Overlay): Next => [{ ...state, overlay }, []]

/** Moves a choice in a list by keys; `undefined` for another key. */
export function chosen(at: number, length: number, key: string): number | undefined {
  const by = { down: 1, up: -1, 'ctrl-n': 1, 'ctrl-p': -1, 'page-down': 10, 'page-up': -10 }[key]
  return by === undefined ? undefined : Math.max(0, Math.min(at + by, length - 1))
}

export function inPalette(state: State, overlay: Open<'palette'>, key: string, run: RunAction): Next {
  const entries = entriesFor(state, overlay.input.text)
  const at = chosen(overlay.at, entries.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  const entry = entries[overlay.at]
  if (key === 'tab' && entry)
    return withOverlay(state, { kind: 'palette', input: inputOf(entry.text), at: 0 })
  if (key === 'enter') {
    if (entry?.action) return run({ ...state, overlay: undefined }, entry.action)
    const argv = entry && overlay.at > 0 ? entry.argv : wordsOf(overlay.input.text)
    if (argv && argv.length > 0) return [state, [{ kind: 'open', argv, how: 'step' }]]
    return closed(state)
  }
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { kind: 'palette', input, at: 0 }) : [state, []]
}

export function inSearch(state: State, overlay: Open<'search'>, key: string): Next {
  const { fields } = overlay
  const at =
    key === 'tab'
      ? (overlay.at + 1) % fields.length
      : key === 'shift-tab'
        ? Math.max(0, overlay.at - 1)
        : chosen(overlay.at, fields.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  if (key === 'enter') return [state, [{ kind: 'open', argv: argvOfForm(state.place, fields), how: 'step' }]]
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

export function inHelp(state: State, overlay: Open<'help'>, key: string, run: RunAction): Next {
  const found = helpActions(state, overlay.input.text)
  const at = chosen(overlay.at, found.length, key)
  if (at !== undefined) return withOverlay(state, { ...overlay, at })
  const action = found[overlay.at]
  if (key === 'enter') return action ? run({ ...state, overlay: undefined }, action) : closed(state)
  const input = edit(overlay.input, key)
  return input ? withOverlay(state, { ...overlay, input, at: 0 }) : [state, []]
}
