/** The copy menu. */
import { jsonText } from '../../api/wire/json-text.ts'
import { shellWord } from '../../shell-word.ts'
import { addressOf } from '../places/addresses.ts'
import type { Effect } from '../state/effect.ts'
import type { Next, State } from '../state/state.ts'
import { currentId, currentIndex } from './place.ts'

/** What can be copied, by key, in the order of the menu. */
export const copies = {
  y: 'command',
  i: 'id',
  u: 'URL',
  j: 'JSON',
  c: 'curl',
  a: '--all command',
} as const

type CopyKey = keyof typeof copies

const isCopyKey = (key: string): key is CopyKey => Object.hasOwn(copies, key)

/** Copies what a key of the menu stands for. Any other key closes the menu. */
export function copying(state: State, key: string): Next {
  const closed = { ...state, overlay: undefined }
  if (!isCopyKey(key)) return [closed, []]
  const text = textOf(state, key)
  if (text === undefined) return [{ ...closed, note: `No ${copies[key]} to copy.` }, []]
  if (state.hasClipboard) return [{ ...closed, note: `${copies[key]} copied: ${text}` }, [copyOf(text)]]
  // The terminal selects text only while it does not report the mouse.
  return [{ ...state, overlay: { kind: 'text', text } }, [{ kind: 'mouse', isOn: false }]]
}

const copyOf = (text: string): Effect => ({ kind: 'copy', text })

function textOf(state: State, key: CopyKey): string | undefined {
  const { place } = state
  const index = currentIndex(state)
  const record = index === undefined ? undefined : place.rows.record(index)
  switch (key) {
    case 'y':
      return lineOfPlace(state, place.argv)
    case 'i':
      return currentId(state)
    case 'u':
      return currentAddress(state)
    case 'j':
      return record === undefined ? undefined : jsonText(record)
    case 'c':
      return state.requests[0]?.curl
    case 'a':
      return lineOfPlace(state, [
        ...place.argv.filter((word) => word !== '--all'),
        '--all',
        '--out',
        `${place.type.noun.replaceAll(' ', '-')}.json`,
      ])
  }
}

/** Returns the address of the current record's page, if it has one. */
export function currentAddress(state: State): string | undefined {
  const { rows, type } = state.place
  const index = currentIndex(state)
  return index === undefined ? undefined : addressOf(type.kind, { rows, index }, state.site)
}

/** Returns a place's command line as it can be typed in a shell. */
export const lineOfPlace = ({ mode }: Pick<State, 'mode'>, argv: readonly string[]): string =>
  ['kiva', ...mode, ...argv].map(shellWord).join(' ')
