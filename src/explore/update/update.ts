/** Changes the state. */
import { argvOfAddress } from '../places/addresses.ts'
import type { Event, Input } from '../state/event.ts'
import type { Next, State } from '../state/state.ts'
import { runAction } from './actions.ts'
import { print, toggleMark } from './marks.ts'
import { onMouse } from './mouse.ts'
import { onOverlayKey, pasteInto } from './overlays.ts'
import { moveTo, reselect, visibleRows, withPlace } from './place.ts'
import { onReply } from './replies.ts'

/** Returns the state after an event, and what the loop has to do for it. Pure, but for the rows of places. */
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
      return [reselect(withPlace(state, { filter: event.text, top: 0, pane: 'list', cursor: undefined })), []]
    case 'follow':
      return [state, [{ kind: 'open', argv: event.argv, seeks: event.seeks }]]
    case 'input':
      return onInput(state, event)
    default:
      return onReply(state, event)
  }
}

/** Moves to a row of the list. */
const goTo = (state: State, position: number): State =>
  withPlace(state, { ...moveTo(state.place, position, visibleRows(state)), pane: 'list' })

/** Returns the state after a key, a click or a paste, and what the loop has to do for it. */
export function onInput(state: State, { input, header }: Input): Next {
  const touched: State = { ...state, note: undefined, lastKey: state.now, keyBefore: state.lastKey }
  switch (input.kind) {
    case 'key':
      return onKey(touched, input.key)
    case 'mouse':
      return onMouse(touched, input, header)
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
  if (prints && key === 'enter' && state.place.pane !== 'facets') return print(state)
  return action ? runAction(state, action) : [state, []]
}

/** Pasted text is text in an input; elsewhere, ids or an address of the website open. */
function onPaste(state: State, text: string): Next {
  if (state.overlay) return pasteInto(state, state.overlay, text)
  const argv = argvOfAddress(text)
  if (argv) return [state, [{ kind: 'open', argv }]]
  return [{ ...state, note: 'Pasted text is neither ids nor an address.' }, []]
}
