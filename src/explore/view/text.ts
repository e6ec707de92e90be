/** Fits text into the columns of a line. */
import { anyLink, ownSequences } from '../../output/gate/gate.ts'
import { clean, cleanLines, plain } from '../../output/gate/text.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { padEnd, shorten, width, wrap } from '../../output/terminal/width.ts'
import type { Input } from '../state/state.ts'

/** The most characters to look at for each column: measuring a long text is slow. */
const charactersPerColumn = 8

/** Returns a text of any origin as one sanitized line that fits. */
export function oneLine(text: string, columns: number): string {
  return shorten(clean(text.slice(0, charactersPerColumn * Math.max(columns, 0) + 1)), columns)
}

/** Returns a text of any origin as so many sanitized lines that fit, at most. */
export function wrapped(text: string, columns: number, most = 4): readonly string[] {
  const lines = wrap(oneLine(text, (most + 1) * columns), Math.max(1, columns))
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), oneLine(lines.slice(most - 1).join(' '), columns)]
}

const sequenceOrText = new RegExp(`(?:${ownSequences}|${anyLink})|[^\\x1b]+|\\x1b`, 'g')

/** Returns a painted line, or as much of it as fits followed by `…`. Its colors stay closed. */
export function clip(painted: string, columns: number): string {
  if (width(painted) <= columns) return painted
  let left = Math.max(columns, 0)
  return painted.replace(sequenceOrText, (part) => {
    if (part.startsWith('\x1b')) return part.length === 1 ? '' : part
    const columnsOfPart = width(part)
    const shown = columnsOfPart <= left ? part : shorten(part, left)
    left = columnsOfPart < left ? left - columnsOfPart : 0
    return shown
  })
}

/** Returns a painted line that is exactly this wide. */
export const sized = (painted: string, columns: number): string => padEnd(clip(painted, columns), columns)

const ownSequence = new RegExp(`${ownSequences}|${anyLink}`, 'g')

/** Returns a painted line without its colors. */
export const unpainted = (painted: string): string => painted.replace(ownSequence, '')

/** Returns a line with one text at the left and another at the right; the left one is shortened. */
export function sides(left: string, right: string, columns: number): string {
  if (right === '') return clip(left, columns)
  const shown = clip(right, columns)
  const room = columns - width(shown)
  return room > 2 ? `${sized(left, room - 2)}  ${shown}` : shown
}

/** Returns the part of a list that is visible: `at` is near the middle, except at the ends. */
export function windowOf<Item>(
  items: readonly Item[],
  at: number,
  rows: number,
): { start: number; shown: readonly Item[] } {
  const start = Math.max(0, Math.min(at - Math.floor(rows / 2), items.length - rows))
  return { start, shown: items.slice(start, start + Math.max(rows, 0)) }
}

/** Returns an input with its label, and the column of the cursor. The text around the cursor is visible. */
export function inputLine(
  label: string,
  { text, cursor }: Input,
  columns: number,
  paint: Paint,
): { line: string; column: number } {
  const room = Math.max(1, columns - width(label) - 1)
  const most = charactersPerColumn * room
  const before = endOf(asTyped(text.slice(Math.max(0, cursor - most), cursor)), room - 1)
  const after = asTyped(text.slice(cursor, cursor + most))
  const line = clip(`${paint('label', label)}${before}${after}`, columns)
  return { line, column: Math.max(0, Math.min(width(label) + width(before), columns - 1)) }
}

/** Sanitizes typed text. Spaces stay, also at the ends. */
const asTyped = (text: string): string => cleanLines(text).replaceAll('\n', ' ')

/** Returns the longest end of a text that fits, after `…` if it is not the whole text. */
function endOf(text: string, columns: number): string {
  if (width(text) <= columns) return text
  const characters = [...text]
  let start = characters.length
  for (let left = columns - 1; start > 0; start--) {
    const character = characters[start - 1] ?? ''
    // Marks count too: some widen the character before them.
    left -= plain.test(character) ? 1 : Math.max(1, width(character))
    if (left < 0) break
  }
  // The gate would replace a joiner that joins nothing with a visible character.
  const end = characters
    .slice(start)
    .join('')
    .replace(/^[\u200c\u200d]+/, '')
  return columns < 1 ? '' : `…${end}`
}
