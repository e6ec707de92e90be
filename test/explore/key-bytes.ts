import { InputReader } from '../../src/explore/input.ts'
import { keyBytes } from './session.ts'

/** Returns the bytes of a key by its name, also of those with Ctrl. */
function bytesOf(key: string): string {
  const letter = /^ctrl-([a-z])$/.exec(key)?.[1]
  return letter === undefined ? keyBytes(key) : String.fromCharCode(letter.charCodeAt(0) - 0x60)
}

/** Returns the events of a key, as a terminal sends it. */
export function eventsOf(key: string): readonly unknown[] {
  const reader = new InputReader()
  return [...reader.read(new TextEncoder().encode(bytesOf(key))), ...reader.flush()]
}
