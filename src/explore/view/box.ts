/** Boxes over the panes: a title, and lines such as choices. */
import type { Paint } from '../../output/terminal/palette.ts'
import type { Rect } from '../layout.ts'
import { clip, oneLine, sized, windowOf } from './text.ts'

interface Choice {
  /** Sanitized. */
  readonly text: string
  /** A heading above it. */
  readonly heading?: string
}

export interface ShownChoices {
  readonly lines: readonly string[]
  /** The row of the chosen one. */
  readonly row: number
  /** The choice in each line below the title of the box, and nothing in the title. */
  readonly choices: readonly (number | undefined)[]
}

/** Returns the lines of choices that are visible, with `>` at the chosen one. */
export function choiceLines(
  choices: readonly Choice[],
  at: number,
  rows: number,
  columns: number,
  paint: Paint,
): ShownChoices {
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
  return { lines, row: chosen - start, choices: [undefined, ...shown.map(({ index }) => index)] }
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
