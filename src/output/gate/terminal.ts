/** The gate of the terminal in raw mode: the only code that makes its control sequences. */
import type { Frame, GatedTerminal, PictureRows, RawTerminal, Stroke } from '../../core/streams.ts'
import { cleanForPeople, roles } from './gate.ts'
import { cleanLines } from './text.ts'

/** Terminals refuse longer clipboard texts; in bytes of base64. */
const maxCopied = 75_000

interface TerminalGateOptions {
  /** Whether kiva's own colors pass. If false they are removed. */
  readonly color: boolean
  /** Called when the terminal was given back, at each `close`. */
  readonly onClose?: (() => void) | undefined
}

/**
 * Wraps a terminal in the gate. Text is sanitized as text for people, on one line. Kiva's own colors pass if
 * `color` is true, and never last beyond their stroke.
 */
export function openTerminalGate(raw: RawTerminal, { color, onClose }: TerminalGateOptions): GatedTerminal {
  let pictures: PictureRows | undefined
  return {
    color,
    get columns() {
      return raw.columns
    },
    get rows() {
      return raw.rows
    },
    listen: (listener) => raw.listen(listener),
    setMouse: (isOn) => raw.setMouse(isOn),
    suspend: () => raw.suspend(),
    close: () => {
      raw.close()
      onClose?.()
    },
    draw: (frame) => raw.write(bytesOf(frame, color, pictures)),
    usePictures: (rows) => {
      pictures = rows
    },
    forgetPictures: async () => {
      const sequences = pictures?.forget?.() ?? ''
      // A terminal that is gone keeps nothing.
      if (sequences !== '') await raw.write(sequences).catch(() => {})
    },
    copy: async (text) => {
      // A shell may run each line of what is pasted.
      const copied = Buffer.from(cleanLines(text).replaceAll('\n', ' ')).toString('base64')
      if (copied.length > maxCopied) return false
      // OSC 52 ; c: the clipboard (xterm, Operating System Commands).
      await raw.write(`\x1b]52;c;${copied}\x1b\\`)
      return true
    },
  }
}

/**
 * Returns a frame as one synchronized update (mode 2026). The cursor is hidden while it is drawn, for
 * terminals without that mode.
 */
function bytesOf(
  { strokes, erasesAll, cursor, asksReply }: Frame,
  color: boolean,
  pictures?: PictureRows,
): string {
  const drawn = strokes.map((stroke) => draw(stroke, color, pictures)).join('')
  const shown = cursor ? `${place(cursor)}\x1b[?25h` : ''
  const asked = asksReply ? '\x1b[5n' : ''
  return `\x1b[?2026h\x1b[?25l${erasesAll ? '\x1b[2J' : ''}${drawn}${shown}\x1b[?2026l${asked}`
}

function draw(stroke: Stroke, color: boolean, pictures?: PictureRows): string {
  if (stroke.kind === 'erase') return `${place(stroke)}\x1b[K`
  if (stroke.kind === 'text') {
    const text = cleanForPeople(stroke.text, color, undefined, pictures).replaceAll('\n', '')
    return place(stroke) + (color ? closeColors(text) : text)
  }
  const { top, bottom, by } = stroke
  // For terminals, scrolling by 0 rows means by 1.
  if (by === 0) return ''
  // The region (DECSTBM), its rows up or down (ECMA-48 §8.3.147, §8.3.113), and the whole screen again.
  return `\x1b[${top + 1};${bottom + 1}r\x1b[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\x1b[r`
}

/** Moves the cursor (ECMA-48 §8.3.21). */
const place = ({ row, column }: { readonly row: number; readonly column: number }) =>
  `\x1b[${row + 1};${column + 1}H`

/** The code that turns a style off, by the code that turns it on. */
const ends: ReadonlyMap<number, number> = new Map(Object.values(roles).map(({ begin, end }) => [begin, end]))

/** Returns a text that ends in default colors: resets them if one of kiva's own colors is still on. */
function closeColors(text: string): string {
  const open = new Set<number>()
  for (const [, code] of text.matchAll(/\x1b\[(\d+)m/g)) {
    const end = ends.get(Number(code))
    if (end === undefined) open.delete(Number(code))
    else open.add(end)
  }
  return open.size > 0 ? `${text}\x1b[0m` : text
}
