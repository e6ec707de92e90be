/** Edits a line of text by keys. */
import type { Input } from './state/state.ts'

export const inputOf = (text: string): Input => ({ text, cursor: text.length })

/** Returns the input after a key, or `undefined` for a key that does not edit. */
export function edit({ text, cursor }: Input, key: string): Input | undefined {
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)]
  const previous = cursor - (lastCharacter(before)?.length ?? 0)
  const next = cursor + (String.fromCodePoint(after.codePointAt(0) ?? 0).length || 1)
  switch (key) {
    case 'backspace':
    case 'ctrl-h':
      return { text: text.slice(0, previous) + after, cursor: previous }
    case 'delete':
      return { text: before + text.slice(next), cursor }
    case 'left':
    case 'ctrl-b':
      return { text, cursor: previous }
    case 'right':
    case 'ctrl-f':
      return { text, cursor: Math.min(text.length, next) }
    case 'home':
    case 'ctrl-a':
      return { text, cursor: 0 }
    case 'end':
    case 'ctrl-e':
      return { text, cursor: text.length }
    case 'ctrl-u':
      return { text: after, cursor: 0 }
    case 'ctrl-k':
      return { text: before, cursor }
    case 'ctrl-w': {
      const kept = before.replace(/\S+\s*$/, '')
      return { text: kept + after, cursor: kept.length }
    }
    case 'space':
      return insert({ text, cursor }, ' ')
    default:
      return [...key].length === 1 ? insert({ text, cursor }, key) : undefined
  }
}

/** Returns the input with a text inserted on one line. */
export function insert({ text, cursor }: Input, added: string): Input {
  const line = added.replace(/\s+/g, ' ').slice(0, longest)
  return { text: text.slice(0, cursor) + line + text.slice(cursor), cursor: cursor + line.length }
}

/** A pasted text is cut here. */
const longest = 10_000

const lastCharacter = (text: string): string | undefined => /[\s\S]$/u.exec(text)?.[0]
