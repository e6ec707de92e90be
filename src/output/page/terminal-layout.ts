/** How a page lies on a terminal, and how lines are made of texts. */
import type { Paint } from '../terminal/palette.ts'
import { padEnd, width, wrap as wrapText } from '../terminal/width.ts'
import type { Block } from '../view.ts'
import { count } from '../words/format.ts'

/** A line of a list: its text, and the command that shows what it is about, as words after `kiva`. */
export interface Line {
  readonly text: string
  readonly opens?: readonly string[] | undefined
}

/** Lines of a part, those that open with their commands. */
export type Written = readonly (string | Line)[]

export interface Layout {
  readonly paint: Paint
  /** Columns to fit into; `undefined` for no limit. */
  readonly columns: number | undefined
  /** The columns of the terminal, for what can use more of them than a page. */
  readonly all?: number | undefined
  /** Plain text in reading order, for screen readers: nothing side by side, no bars. */
  readonly plain?: boolean | undefined
  /** Whether the terminal supports hyperlinks. */
  readonly links?: boolean | undefined
  /** One thing on a line, and all of them: the reader moves through the lines. */
  readonly isList?: boolean | undefined
}

/** The maximum width of a page: longer lines are hard to read, even on a wide terminal. */
export const maxPageWidth = 110

/** The maximum width of prose, which needs shorter lines than facts and tables. */
export const maxProseWidth = 88

/** The most characters of a text to wrap. Real stories are shorter. */
const maxCharacters = 20_000

/** Wraps text. If it must fit into columns, it is cut after 20 000 characters, with a note. */
export function wrap(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || text.length <= maxCharacters) return wrapText(text, columns)
  const left = count(text.length - maxCharacters)
  return [
    ...wrapText(text.slice(0, maxCharacters).toWellFormed(), columns),
    ...wrapText(`… and ${left} more: see -o json`, columns),
  ]
}

/** Joins parts on as few lines as possible. A part is broken only if it is longer than a line. */
export function flowed(columns: number | undefined, parts: readonly string[], separator = ' · '): Block {
  const lines: string[] = []
  for (const part of parts.filter((text) => text !== '')) {
    const joined = [...lines.slice(-1), part].join(separator)
    const fits = lines.length > 0 && (columns === undefined || width(joined) <= columns)
    lines.splice(fits ? -1 : lines.length, 1, fits ? joined : part)
  }
  return lines.flatMap((line) =>
    columns !== undefined && width(line) > columns ? wrap(line, columns) : line,
  )
}

/** Puts the lines of `right` beside those of `left`, starting at `column`. */
export const joined = (left: Block, right: Block, column: number): Block =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    (padEnd(left[at] ?? '', column) + (right[at] ?? '')).trimEnd(),
  )
