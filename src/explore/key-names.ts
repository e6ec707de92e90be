/** The meaning of control sequences that terminals send for keys and the mouse. Pure. */

/** What the user did, or what the terminal answered. */
export type InputEvent =
  /** A character, or a name such as `enter`, `ctrl-a`, `alt-x` or `shift-tab`. */
  | { readonly kind: 'key'; readonly key: string }
  /** The left button or the wheel. Rows and columns count from 0. */
  | {
      readonly kind: 'mouse'
      readonly action: 'press' | 'wheel-up' | 'wheel-down'
      readonly row: number
      readonly column: number
    }
  /** Sanitized text, which may have several lines. */
  | { readonly kind: 'paste'; readonly text: string }
  /** The terminal has drawn everything before (`CSI 0 n`, ECMA-48 §8.3.35). */
  | { readonly kind: 'reply' }

/** The keys of sequences that end with a letter (xterm, "PC-Style Function Keys"). */
const byLetter: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
}

/** The keys of sequences that end with `~` (xterm, "VT220-Style Function Keys"; rxvt's `7` and `8`). */
const byNumber: Readonly<Record<number, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
}

/** Keys of the keypad from 57399 up, in the order of kitty's keyboard protocol. '' for keys without a name. */
const keypad = [...'0123456789./*-+', 'enter', '=', '', 'left', 'right', 'up', 'down'].concat([
  'page-up',
  'page-down',
  'home',
  'end',
  '',
  'delete',
])
const keypadStart = 57399

/** The private use area: kitty's codes for keys that type nothing. */
const isPrivate = (code: number) => code >= 57344 && code <= 63743

/** Returns the key of one character: of a control character, the key that produces it. */
export function keyOf(code: number): string | undefined {
  if (code === 0x0d) return 'enter'
  if (code === 0x09) return 'tab'
  if (code === 0x08 || code === 0x7f) return 'backspace'
  if (code === 0x1b) return 'esc'
  if (code === 0x20) return 'space'
  if (code === 0) return 'ctrl-space'
  if (code < 0x20) return `ctrl-${String.fromCharCode(code + 0x40).toLowerCase()}`
  return code < 0xa0 && code > 0x7e ? undefined : String.fromCodePoint(code)
}

const pressed = (key: string | undefined, modifiers = 0): InputEvent | undefined => {
  const before = modifierNames(modifiers)
  return key === undefined || key === '' || before === undefined
    ? undefined
    : { kind: 'key', key: before + key }
}

/** Returns the names of pressed modifiers. `undefined` if one of them belongs to the desktop, such as Super. */
function modifierNames(bits: number): string | undefined {
  if ((bits & 0b111000) !== 0) return undefined
  return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits & 1 ? 'shift-' : ''}`
}

/** Returns the event of `ESC O` and a letter, or undefined for unknown ones. */
export const eventOfSs3 = (letter: string): InputEvent | undefined => pressed(byLetter[letter])

/** Returns the event of `CSI`, its parameters and its final character, or undefined for unknown ones. */
export function eventOfCsi(parameters: string, final: string): InputEvent | undefined {
  if (parameters.startsWith('<')) return final === 'M' ? mouseEvent(parameters.slice(1)) : undefined
  if (!/^[\d;:]*$/.test(parameters)) return undefined
  const [first = '', second = '', third = ''] = parameters.split(';')
  const [bits = 1, press = 1] = second.split(':').map((part) => Number(part || 1))
  // Kitty reports releases as 3.
  if (press === 3) return undefined
  const modifiers = Math.max(bits - 1, 0)
  if (final === 'n') return parameters === '0' ? { kind: 'reply' } : undefined
  if (final === 'Z') return pressed('shift-tab')
  if (final === 'u') return typed(first, modifiers)
  if (final === '~')
    return first === '27' ? typed(third, modifiers) : pressed(byNumber[Number(first)], modifiers)
  return first === '' || first === '1' ? pressed(letterKey(final), modifiers) : undefined
}

/** `CSI M` would be a mouse report, so only `ESC O M` is the keypad's enter. */
const letterKey = (final: string) => (final === 'M' ? undefined : byLetter[final])

/** Returns the event of a key that is reported by its code point: `97:65` is A with its shifted code. */
function typed(codes: string, modifiers: number): InputEvent | undefined {
  const [code = 0, shifted = 0] = codes.split(':').map(Number)
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code < 0xe000)) return undefined
  if (isPrivate(code)) return pressed(keypad[code - keypadStart], modifiers)
  const key = keyOf(code)
  if (!modifiers || key === undefined || [...key].length !== 1) return pressed(key, modifiers)
  if ((modifiers & 1) === 0) return pressed(key.toLowerCase(), modifiers)
  // Shift is part of the character: `A`, not `shift-a`.
  const upper = (shifted > 0 && shifted < 0xd800 && keyOf(shifted)) || key.toUpperCase()
  return pressed(modifiers & 4 ? key.toLowerCase() : upper, modifiers & (modifiers & 4 ? ~0 : ~1))
}

/** Reads a mouse report of xterm's mode 1006. Motion and other buttons are ignored, and so are modifiers. */
function mouseEvent(parameters: string): InputEvent | undefined {
  const [, buttons, x, y] = /^(\d{1,5});(\d{1,5});(\d{1,5})$/.exec(parameters) ?? []
  const action = actions[Number(buttons) & ~0b11100]
  const [column, row] = [Number(x) - 1, Number(y) - 1]
  return action && column >= 0 && row >= 0 ? { kind: 'mouse', action, row, column } : undefined
}

const actions: Readonly<Record<number, 'press' | 'wheel-up' | 'wheel-down'>> = {
  0: 'press',
  64: 'wheel-up',
  65: 'wheel-down',
}
