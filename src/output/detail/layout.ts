// biome-ignore-all lint/style/noExcessiveLinesPerFile: one vocabulary, of which all detail views are made
/** What detail views are made of: blocks of painted lines, with an empty line between two blocks. */
import type { Json } from '../../ports/json.ts'
import type { Paint } from '../terminal/palette.ts'
import { padEnd, shorten, widest, width, wrap as wrapText } from '../terminal/width.ts'
import type { Block, View } from '../view.ts'
import { count } from '../words/format.ts'

export type { Block }

/** A label and its text, which may have several lines; without text the fact is left out. */
export type Fact = readonly [label: string, text: string]

export interface Layout {
  readonly paint: Paint
  /** Columns to fit into, `undefined` for lines as long as they come. */
  readonly columns: number | undefined
  /** Milliseconds; `undefined` for no relative times. */
  readonly now: number | undefined
  /** Everything in the order in which it is read out: nothing side by side, no bars. */
  readonly plain?: boolean | undefined
}

/** What a view may know besides its record. */
export type Surroundings = Layout & Pick<View, 'kiva' | 'commandOfMethod' | 'site' | 'telling'>

/** Lines longer than this tire the eye, however wide the terminal. */
export const widestLayout = 110

/** What is read line after line tires sooner than what is looked at. */
export const widestProse = 88

/** Longer than any honest story, short enough to be laid out at once. */
const mostLetters = 20_000

/** Wrapped text; where it is fitted into columns, it ends after 20 000 letters and says so. */
function wrap(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || text.length <= mostLetters) return wrapText(text, columns)
  const left = count(text.length - mostLetters)
  return [
    ...wrapText(text.slice(0, mostLetters).toWellFormed(), columns),
    ...wrapText(`… and ${left} more: see -o json`, columns),
  ]
}

/** The name of the thing, and at the right what it is; below each other where they don't fit. */
export function titleBlock({ paint, columns, plain }: Layout, name: string, what: string): Block {
  if (name === '') return [paint('name', what)]
  if (what === '') return wrap(name, columns).map((line) => paint('name', line))
  const space = columns === undefined ? 2 : columns - width(name) - width(what)
  if (plain || space < 2)
    return [
      ...wrap(name, columns).map((line) => paint('name', line)),
      ...wrap(what, columns).map((line) => paint('label', line)),
    ]
  return [paint('name', name) + ' '.repeat(space) + paint('label', what)]
}

export function proseBlock({ columns }: Pick<Layout, 'columns'>, text: string): Block {
  return text === '' ? [] : wrap(text, columns && Math.min(columns, widestProse))
}

/** Prose under a dim heading, indented. */
export function headedProse(layout: Layout, heading: string, text: string): Block {
  return headed(layout, heading, proseBlock(indented(layout), text))
}

/** The layout that is left inside of {@link headed}. */
export const indented = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns && layout.columns - 2,
})

/** Parts of one thought, the empty ones left out. */
export const dotted = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** `1 loan`, `2,500 loans`; nothing of nothing. */
export function counted(value: Json | undefined, one: string, many: string): string {
  const amount = count(value)
  return amount && `${amount} ${amount === '1' ? one : many}`
}

/** Labels in one column, their texts wrapped in another. */
export function factsBlock({ paint, columns, plain }: Layout, facts: readonly Fact[]): Block {
  const told = facts.filter(([, text]) => text !== '')
  if (plain) return told.flatMap(([name, text]) => wrap(`${name}: ${text}`, columns))
  const indent = Math.min(32, widest(told.map(([label]) => label))) + 2
  return told.flatMap(([name, text]) => {
    const label = shorten(name, indent - 2)
    const room = columns === undefined ? undefined : Math.max(20, columns - indent)
    const first = paint('label', label) + ' '.repeat(indent - width(label))
    return factLines(text, room).map((line, index) =>
      (index === 0 ? first + line : ' '.repeat(indent) + line).trimEnd(),
    )
  })
}

/** A short text is broken between its parts where it has some. */
const factLines = (text: string, room: number | undefined) =>
  text.includes('\n') || text.length > 1000 ? wrap(text, room) : flow(room, text.split(' · '))

/** A block under a dim heading, indented. */
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

/** Parts of one thought on as few lines as they fit on; broken within a part only when it is longer than a line. */
export function flow(columns: number | undefined, parts: readonly string[]): Block {
  const lines: string[] = []
  for (const part of parts.filter((one) => one !== '')) {
    const joined = [...lines.slice(-1), part].join(' · ')
    const fits = lines.length > 0 && (columns === undefined || width(joined) <= columns)
    lines.splice(fits ? -1 : lines.length, 1, fits ? joined : part)
  }
  return lines.flatMap((line) =>
    columns !== undefined && width(line) > columns ? wrap(line, columns) : line,
  )
}

/** What to look at next. */
export function footBlock({ paint, columns, plain }: Layout, links: readonly string[]): Block {
  return plain ? links.filter(Boolean) : flow(columns, links).map((line) => paint('label', line))
}

/** Two blocks, side by side in the first where they fit. */
export function beside({ columns, plain }: Layout, left: Block, right: Block): readonly Block[] {
  const middle = widest(left) + 6
  if (
    plain ||
    left.length === 0 ||
    right.length === 0 ||
    middle + widest(right) > (columns ?? widestLayout)
  ) {
    return [left, right]
  }
  return [joined(left, right, middle), []]
}

/** Lines of a block behind those of another, from a column on. */
export const joined = (left: Block, right: Block, column: number): Block =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    (padEnd(left[at] ?? '', column) + (right[at] ?? '')).trimEnd(),
  )
