/** Boxes over the list: a title line and lines of choices, without borders. */
import type { Paint } from '../../output/terminal/palette.ts'
import type { Rect } from '../layout.ts'
import { clip, oneLine, sized, windowOf } from './text.ts'

/** Keys with their words. */
export type Keys = readonly (readonly [key: string, word: string])[]

/** What an overlay draws. */
export interface OpenOverlay {
  /** Lines for the bottom of the box, each as wide as the box. */
  readonly box: readonly string[]
  /** Replaces the status line. */
  readonly status: string | undefined
  /** The keys of the overlay, for the last line. */
  readonly keys: Keys
  /** A position in the box or in the status line. */
  readonly cursor:
    | { readonly in: 'box' | 'status'; readonly row: number; readonly column: number }
    | undefined
}

/** Keys of every list of choices. */
export const choose: Keys = [
  ['↑↓', 'choose'],
  ['esc', 'cancel'],
]

export interface Choice {
  /** Sanitized. */
  readonly text: string
  /** A heading above it. */
  readonly heading?: string
}

/** Returns the lines of choices that are visible, with `>` at the chosen one, and the row of that one. */
export function choiceLines(
  choices: readonly Choice[],
  at: number,
  rows: number,
  columns: number,
  paint: Paint,
): { readonly lines: readonly string[]; readonly row: number } {
  const all = choices.flatMap(
    ({ text, heading }, index): readonly { index: number | undefined; text: string }[] => [
      ...(heading === undefined ? [] : [{ index: undefined, text: heading }]),
      { index, text },
    ],
  )
  const chosen = Math.max(
    0,
    all.findIndex(({ index }) => index === at),
  )
  const { start, shown } = windowOf(all, chosen, Math.max(1, rows))
  const lines = shown.map(({ index, text }) => {
    if (index === undefined) return sized(` ${paint('label', text)}`, columns)
    const line = sized(` ${index === at ? '>' : ' '} ${clip(text, Math.max(1, columns - 4))}`, columns)
    return index === at ? paint('selected', line) : line
  })
  return { lines, row: chosen - start }
}

/** Returns a title in a dim line, and as many of the lines as fit below it. Each is as wide as the pane. */
export function boxOf(
  title: string,
  lines: readonly string[],
  { columns, rows }: Rect,
  paint: Paint,
): readonly string[] {
  const words = title === '' ? '' : ` ${oneLine(title, Math.max(0, columns - 6))} `
  const head = clip(`──${words}`, columns)
  const rule = paint('label', head + '─'.repeat(Math.max(0, columns - head.length)))
  return [rule, ...lines.slice(0, Math.max(0, rows - 1))].slice(0, rows).map((line) => sized(line, columns))
}
