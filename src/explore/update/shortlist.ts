/** Adding marked records to a shortlist: its name is typed, or chosen among those that there are. */
import { foldText } from '../../core/fold-text.ts'
import { counted } from '../../core/numbers.ts'
import { edit, inputOf } from '../line-edit.ts'
import type { Effect, Next, OverlayOf, State } from '../state/state.ts'
import { chosen } from './questions.ts'
import { currentId, markedHere } from './tab.ts'

/** Asks for the name of the list. */
export function askShortlist(state: State): Next {
  if (idsToAdd(state).length === 0) return [{ ...state, note: 'No record with an id to add.' }, []]
  return [{ ...state, overlay: { kind: 'shortlist', input: inputOf(''), at: 0 } }, []]
}

/** The marked records of the current kind, or the one at the cursor. */
function idsToAdd(state: State): readonly string[] {
  const marked = markedHere(state)
  return marked.size > 0 ? [...marked] : [currentId(state) ?? []].flat()
}

/** Returns what is added: `3 loans`. */
export const addedNoun = (state: State): string => counted(idsToAdd(state).length, state.tab.type.noun)

interface Choice {
  readonly name: string
  readonly brief: string
}

/** Returns the lists to choose from: a new one of the typed name, and those whose name contains it. */
export function shortlistChoices({ shortlists }: State, text: string): readonly Choice[] {
  const typed = text.trim().replace(/^@/, '')
  const known = [...shortlists]
    .filter(([name]) => foldText(name).includes(foldText(typed)))
    .map(([name, count]) => ({ name, brief: counted(count, 'ids') }))
  return typed === '' || shortlists.has(typed) ? known : [{ name: typed, brief: 'new shortlist' }, ...known]
}

/** Returns the state after a key in the question for the name. */
export function inShortlist(state: State, overlay: OverlayOf<'shortlist'>, key: string): Next {
  const choices = shortlistChoices(state, overlay.input.text)
  const at = chosen(overlay.at, choices.length, key)
  if (at !== undefined) return [{ ...state, overlay: { ...overlay, at } }, []]
  const name = choices[overlay.at]?.name
  if (key === 'enter') return name === undefined ? [state, []] : [state, [addingTo(state, name)]]
  const { text } = overlay.input
  const longer = choices.slice(overlay.at).find((other) => other.name !== text)
  const input = key === 'tab' ? longer && inputOf(longer.name) : edit(overlay.input, key)
  return input ? [{ ...state, overlay: { kind: 'shortlist', input, at: 0 } }, []] : [state, []]
}

/** Returns the effect that adds the records to a list. */
export const addingTo = (state: State, name: string): Effect => ({
  kind: 'shortlist',
  name,
  ids: idsToAdd(state),
})
