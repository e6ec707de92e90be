/** The copy menu. */
import { isLimited } from '../../api/endpoint.ts'
import { sentIdOf } from '../../api/records/field-values.ts'
import { jsonText } from '../../api/wire/json.ts'
import { shellWord } from '../../core/shell-word.ts'
import { clean } from '../../output/gate/text.ts'
import type { Effect, Next, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { addressOf } from '../tabs/addresses.ts'
import { withOption, withoutOption } from '../tabs/search-form.ts'
import { currentIndex } from './tab.ts'

/** What can be copied, by key, in the order of the menu. */
export const copies = {
  y: { word: 'command', brief: 'the command of this list' },
  i: { word: 'id', brief: "the record's id" },
  u: { word: 'URL', brief: 'the URL of its page' },
  j: { word: 'JSON', brief: 'the record as JSON' },
  c: { word: 'curl', brief: 'the last request as a curl command' },
  a: { word: '--all command', brief: 'the command for all records, to a file' },
} as const

type CopyKey = keyof typeof copies

/** Returns whether the menu has this key. */
export const isCopyKey = (key: string): key is CopyKey => Object.hasOwn(copies, key)

/** Copies what a key of the menu stands for. The menu stays open for other keys. */
export function copying(state: State, key: string): Next {
  const closed = { ...state, overlay: undefined }
  if (!isCopyKey(key)) return [key === 'q' ? closed : state, []]
  const text = textOf(state, key)
  const { word } = copies[key]
  if (text === undefined) return [{ ...closed, note: `No ${word} to copy.` }, []]
  return copied(state, word, text)
}

/** Copies a text, and closes what is open. */
export function copied(state: State, word: string, text: string): Next {
  if (state.hasClipboard)
    return [{ ...state, overlay: undefined, note: `${word} copied: ${text}` }, [copyOf(text)]]
  // The terminal selects text only while it does not report the mouse.
  return [{ ...state, overlay: { kind: 'text', text } }, [{ kind: 'mouse', isOn: false }]]
}

const copyOf = (text: string): Effect => ({ kind: 'copy', text })

/** Returns the text that a key of the menu stands for, if there is one. */
export function textOf(state: State, key: CopyKey): string | undefined {
  const { tab } = state
  const index = currentIndex(state)
  const record = index === undefined ? undefined : tab.rows.record(index)
  switch (key) {
    case 'y':
      return lineOfTab(state, tab.argv)
    case 'i': {
      const id = record === undefined ? undefined : sentIdOf(record, tab.type.idFields ?? [])
      return id === undefined ? undefined : clean(id)
    }
    case 'u':
      return currentAddress(state)
    case 'j':
      return record === undefined ? undefined : jsonText(record)
    case 'c':
      return state.requests[0]?.curl
    case 'a':
      return lineOfTab(state, wholeList(tab))
  }
}

/** Returns the command that writes all records of a tab's list to a file. Records by id are all there already. */
function wholeList({ argv, type, invocation: { endpoint } }: Tab): readonly string[] {
  const rest = ['--page', '--limit'].reduce(
    withoutOption,
    argv.filter((word) => word !== '--all'),
  )
  const all = isLimited(endpoint) ? withOption(rest, '--all') : rest
  return withOption(all, '--out', `${type.noun.replaceAll(' ', '-')}.json`)
}

/** Returns the address of the current record's page, if it has one. */
export function currentAddress(state: State): string | undefined {
  const { rows, type } = state.tab
  const index = currentIndex(state)
  return index === undefined ? undefined : addressOf(type.kind, { rows, index }, state.site)
}

/** Returns a command line as it can be typed in a shell. */
export const lineOfTab = ({ mode }: Pick<State, 'mode'>, argv: readonly string[]): string =>
  ['kiva', ...mode, ...argv].map(shellWord).join(' ')
