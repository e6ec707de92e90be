/** Writes pages as colored lines for a terminal, with an empty line between two sections. */
import type { PrintStyle } from '../../core/context.ts'
import { linked, type Role } from '../gate/gate.ts'
import { palette } from '../terminal/palette.ts'
import { shorten, widest, width } from '../terminal/width.ts'
import type { Block } from '../view.ts'
import { bar } from '../words/format.ts'
import { isFilled, type Page, type Part, type Progress, type Title, type Words } from './page.ts'
import { writeBars, writeGroups } from './terminal-bars.ts'
import {
  flowed,
  joined,
  type Layout,
  type Line,
  maxPageWidth,
  maxProseWidth,
  type Written,
  wrap,
} from './terminal-layout.ts'
import { writeEntries, writeRows } from './terminal-rows.ts'
import { tableBlock } from './terminal-table.ts'

/** Returns the blocks of a page. Their number is the same for every width, so empty blocks are included. */
export function blocksOf({ sections, foot }: Page, layout: Layout): readonly Block[] {
  const blocks = sections.flatMap((section, at): readonly Block[] => {
    if (section.isBeside) return []
    const next = sections[at + 1]
    const block = textsOf(section.parts, layout)
    return next?.isBeside ? sideBySide(layout, block, textsOf(next.parts, layout)) : [block]
  })
  return [...blocks, footBlock(layout, foot)]
}

/** Returns the text of blocks, without a final newline. */
export const textOfBlocks = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')

/** Returns the text of a page, without a final newline. */
export const writeTerminal = (page: Page, style: PrintStyle): string =>
  textOfBlocks(blocksOf(page, layoutOf(style)))

/** Returns the lines of a page that is read on a screen, where the reader moves through the lines and opens some. */
export function writeList({ sections, foot }: Page, style: PrintStyle): readonly Line[] {
  const layout = { ...layoutOf(style), isList: true }
  const blocks = sections.map(({ parts }) => linesOf(parts, layout))
  return [...blocks, footBlock(layout, foot).map((text) => ({ text }))]
    .filter((block) => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : [{ text: '' }, ...block]))
}

const layoutOf = ({ width, color, plain }: PrintStyle): Layout => ({
  paint: palette(color),
  columns: width && Math.min(width, maxPageWidth),
  all: width,
  plain,
})

const linesOf = (parts: readonly Part[], layout: Layout): readonly Line[] =>
  parts
    .flatMap((part) => writers[part.kind](part as never, layout))
    .map((line) => (typeof line === 'string' ? { text: line } : line))

const textsOf = (parts: readonly Part[], layout: Layout): Block =>
  linesOf(parts, layout).map(({ text }) => text)

type Writers = { readonly [K in Part['kind']]: (part: Extract<Part, { kind: K }>, layout: Layout) => Written }

const writers: Writers = {
  title: titleBlock,
  flow: ({ parts, separator, tone, opens }, layout) =>
    painted(layout, tone, flowed(layout.columns, parts.map(painter(layout)), separator)).map((text) => ({
      text,
      opens,
    })),
  prose: ({ text }, { columns }) => wrap(text, columns && Math.min(columns, maxProseWidth)),
  facts: ({ facts }, layout) =>
    factsBlock(
      layout,
      facts.map(([label, words]) => [label, painter(layout)(words)]),
    ),
  headed: ({ heading, parts, isCaption }, layout) =>
    isCaption
      ? [...painted(layout, 'label', [heading]), ...linesOf(parts, layout)]
      : under(layout, heading, linesOf(parts, indented(layout))),
  table: ({ columns, rows }, layout) => tableBlock(layout, columns, rows),
  progress: progressBlock,
  rows: writeRows,
  entries: (part, layout) => writeEntries(part, layout, painter(layout)),
  bars: writeBars,
  groups: writeGroups,
  // `draw-pages.ts` puts a picture beside the page.
  photo: () => [],
  // `map/map.ts` draws a map alone.
  places: ({ points }) => points.map(({ label, text }) => `${label}: ${text}`),
}

/** Returns a function that paints words for a layout. */
const painter =
  ({ paint, plain, links }: Layout) =>
  (words: Words): string => {
    if (typeof words === 'string') return words
    if ('path' in words)
      return linked(`${words.site}/${words.path}`, links ? words.site : undefined, words.path)
    if ('tone' in words) return paint(words.tone, words.text)
    return plain ? words.text : `${paint('accent', bar(words.share, meterColumns))} ${words.text}`
  }

/** Fits into a line beside or below its label. */
const meterColumns = 18

const painted = ({ paint }: Layout, tone: Role | undefined, lines: Block): Block =>
  tone ? lines.map((line) => paint(tone, line)) : lines

/** The layout below a heading. */
const indented = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns && layout.columns - 2,
})

/**
 * Returns the name at the left and its kind at the right, or one below the other if they do not fit. An `alarm`
 * makes the kind as prominent as the name.
 */
function titleBlock({ name, what, alarm }: Title, { paint, columns, plain }: Layout): Block {
  const paintKind = (text: string) => (alarm ? paint('name', paint(alarm, text)) : paint('label', text))
  if (name === '') return [alarm ? paintKind(what) : paint('name', what)]
  if (what === '') return wrap(name, columns).map((line) => paint('name', line))
  const space = columns === undefined ? 2 : columns - width(name) - width(what)
  if (plain || space < 2)
    return [...wrap(name, columns).map((line) => paint('name', line)), ...wrap(what, columns).map(paintKind)]
  return [paint('name', name) + ' '.repeat(space) + paintKind(what)]
}

/** Labels in one column, and their wrapped texts in another. */
function factsBlock(layout: Layout, facts: readonly (readonly [label: string, text: string])[]): Block {
  const { paint, columns, plain } = layout
  if (plain) return facts.flatMap(([name, text]) => wrap(`${name}: ${text}`, columns))
  const indent = Math.min(32, widest(facts.map(([label]) => label))) + 2
  return facts.flatMap(([name, text]) => {
    const label = shorten(name, indent - 2)
    const room = columns === undefined ? undefined : columns - indent
    // Where the column of texts is too narrow for words, each text is below its label.
    if (columns !== undefined && columns - indent < leastRoom)
      return textsUnder(layout, label, factLines(text, columns - 2))
    const first = paint('label', label) + ' '.repeat(indent - width(label))
    return factLines(text, room).map((line, index) =>
      (index === 0 ? first + line : ' '.repeat(indent) + line).trimEnd(),
    )
  })
}

const leastRoom = 20

/** Breaks a short text between its ` · ` parts. */
const factLines = (text: string, room: number | undefined) =>
  text.includes('\n') || text.length > 1000 ? wrap(text, room) : flowed(room, text.split(' · '))

/** Lines, indented under a dim heading. */
function under({ paint, plain }: Layout, heading: string, lines: readonly Line[]): readonly Line[] {
  return plain
    ? [{ text: `${heading}:` }, ...lines]
    : [
        { text: paint('label', heading) },
        ...lines.map((line) => ({ ...line, text: `  ${line.text}`.trimEnd() })),
      ]
}

const textsUnder = (layout: Layout, heading: string, block: Block): Block =>
  under(
    layout,
    heading,
    block.map((text) => ({ text })),
  ).map(({ text }) => text)

/** Returns a bar with the first words beside it, and the others below those. */
function progressBlock({ share, first, second }: Progress, layout: Layout): Block {
  const { columns, plain, paint } = layout
  const [one, two] = [first, second].map((words) => words.map(painter(layout)))
  if (share === undefined || plain) return flowed(columns, [...(one ?? []), ...(two ?? [])])
  const isNarrow = columns !== undefined && columns < 2 * barColumns
  const room = columns && (isNarrow ? columns : columns - barColumns - 2)
  const lines = [...flowed(room, one ?? [], '   '), ...flowed(room, two ?? [])]
  const drawn = paint('accent', bar(share, Math.min(barColumns, columns ?? barColumns)))
  return isNarrow
    ? [drawn, ...lines]
    : lines.map((line, index) => (index === 0 ? `${drawn}  ` : ' '.repeat(barColumns + 2)) + line)
}

const barColumns = 24

/** The commands and links at the end of a page. */
function footBlock(layout: Layout, foot: readonly Words[]): Block {
  const { plain, columns } = layout
  const texts = foot.filter(isFilled).map(painter(layout))
  return plain ? texts : painted(layout, 'label', flowed(columns, texts))
}

/**
 * Puts two blocks side by side if they fit. Always returns two blocks; the second one is empty if they fit.
 */
function sideBySide({ columns, plain }: Layout, left: Block, right: Block): readonly Block[] {
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
