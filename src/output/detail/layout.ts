/**
 * The building blocks of detail views: blocks of colored lines, printed with an empty line between two
 * blocks.
 */
import type { Json } from '../../core/json.ts'
import type { Role } from '../gate/gate.ts'
import type { Paint } from '../terminal/palette.ts'
import { padEnd, shorten, widest, width, wrap as wrapText } from '../terminal/width.ts'
import type { Block, View } from '../view.ts'
import { count } from '../words/format.ts'

export type { Block }

/** A label and its text, which may have several lines. A fact without text is omitted. */
export type Fact = readonly [label: string, text: string]

export interface Layout {
  readonly paint: Paint
  /** Columns to fit into; `undefined` for no limit. */
  readonly columns: number | undefined
  /** Milliseconds since the epoch; `undefined` for no relative times. */
  readonly now: number | undefined
  /** Plain text in reading order, for screen readers: nothing side by side, no bars. */
  readonly plain?: boolean | undefined
}

/** The context of a view besides its record. */
export type DetailContext = Layout &
  Pick<View, 'kiva' | 'commandOfMethod' | 'site' | 'links' | 'detailOptions' | 'medians'>

/** The maximum width of a page: longer lines are hard to read, even on a wide terminal. */
export const maxPageWidth = 110

/** The maximum width of prose, which needs shorter lines than facts and tables. */
export const maxProseWidth = 88

/** The most characters of a text to wrap. Real stories are shorter. */
const maxCharacters = 20_000

/** Wraps text. If it must fit into columns, it is cut after 20 000 characters, with a note. */
function wrap(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || text.length <= maxCharacters) return wrapText(text, columns)
  const left = count(text.length - maxCharacters)
  return [
    ...wrapText(text.slice(0, maxCharacters).toWellFormed(), columns),
    ...wrapText(`… and ${left} more: see -o json`, columns),
  ]
}

/**
 * Returns the name at the left and its kind at the right, or one below the other if they do not fit. An `alarm`
 * makes the kind as prominent as the name.
 */
export function titleBlock(
  { paint, columns, plain }: Layout,
  name: string,
  what: string,
  alarm?: Role,
): Block {
  const paintKind = (text: string) => (alarm ? paint('name', paint(alarm, text)) : paint('label', text))
  if (name === '') return [alarm ? paintKind(what) : paint('name', what)]
  if (what === '') return wrap(name, columns).map((line) => paint('name', line))
  const space = columns === undefined ? 2 : columns - width(name) - width(what)
  if (plain || space < 2)
    return [...wrap(name, columns).map((line) => paint('name', line)), ...wrap(what, columns).map(paintKind)]
  return [paint('name', name) + ' '.repeat(space) + paintKind(what)]
}

export function proseBlock({ columns }: Pick<Layout, 'columns'>, text: string): Block {
  return text === '' ? [] : wrap(text, columns && Math.min(columns, maxProseWidth))
}

/** Prose, indented under a dim heading. */
export function headedProse(layout: Layout, heading: string, text: string): Block {
  return headed(layout, heading, proseBlock(indented(layout), text))
}

/** The layout inside of {@link headed}. */
export const indented = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns && layout.columns - 2,
})

/** Joins the non-empty parts with ` · `. */
export const dotted = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** `1 loan`, `2,500 loans`; '' without a value. */
export function counted(value: Json | undefined, noun: string, nouns: string): string {
  const amount = count(value)
  return amount && `${amount} ${amount === '1' ? noun : nouns}`
}

/** Labels in one column, and their wrapped texts in another. */
export function factsBlock({ paint, columns, plain }: Layout, facts: readonly Fact[]): Block {
  const filledFacts = facts.filter(([, text]) => text !== '')
  if (plain) return filledFacts.flatMap(([name, text]) => wrap(`${name}: ${text}`, columns))
  const indent = Math.min(32, widest(filledFacts.map(([label]) => label))) + 2
  return filledFacts.flatMap(([name, text]) => {
    const label = shorten(name, indent - 2)
    const room = columns === undefined ? undefined : columns - indent
    // Where the column of texts is too narrow for words, each text is below its label.
    if (columns !== undefined && columns - indent < leastRoom)
      return headed({ paint, plain }, label, factLines(text, columns - 2))
    const first = paint('label', label) + ' '.repeat(indent - width(label))
    return factLines(text, room).map((line, index) =>
      (index === 0 ? first + line : ' '.repeat(indent) + line).trimEnd(),
    )
  })
}

const leastRoom = 20

/** Breaks a short text between its ` · ` parts. */
const factLines = (text: string, room: number | undefined) =>
  text.includes('\n') || text.length > 1000 ? wrap(text, room) : flow(room, text.split(' · '))

/** A block, indented under a dim heading. */
export function headed(
  { paint, plain }: Pick<Layout, 'paint' | 'plain'>,
  heading: string,
  block: Block,
): Block {
  if (block.length === 0) return []
  return plain
    ? [`${heading}:`, ...block]
    : [paint('label', heading), ...block.map((line) => `  ${line}`.trimEnd())]
}

/** Joins parts on as few lines as possible. A part is broken only if it is longer than a line. */
export function flow(columns: number | undefined, parts: readonly string[], separator = ' · '): Block {
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

/** The commands and links at the end of a page. */
export function footBlock({ paint, columns, plain }: Layout, links: readonly string[]): Block {
  return plain ? links.filter(Boolean) : flow(columns, links).map((line) => paint('label', line))
}

/**
 * Puts two blocks side by side if they fit. Always returns two blocks; the second one is empty if they fit.
 */
export function sideBySide({ columns, plain }: Layout, left: Block, right: Block): readonly Block[] {
  const middle = widest(left) + 6
  if (
    plain ||
    left.length === 0 ||
    right.length === 0 ||
    middle + widest(right) > (columns ?? maxPageWidth)
  ) {
    return [left, right]
  }
  return [joined(left, right, middle), []]
}

/** Puts the lines of `right` beside those of `left`, starting at `column`. */
export const joined = (left: Block, right: Block, column: number): Block =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    (padEnd(left[at] ?? '', column) + (right[at] ?? '')).trimEnd(),
  )
