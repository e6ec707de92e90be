/** Writes numbers with their bars, as large as the terminal lets them be. */
import { blockBar, plainBar } from '../bars.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import type { Block } from '../view.ts'
import type { Bars, Group, Groups } from './page.ts'
import type { Layout, Written } from './terminal-layout.ts'

/** Writes a line for each row: label, numbers, bar. */
export function writeBars({ headers, rows }: Bars, layout: Layout): Block {
  const { paint, plain, columns = Number.POSITIVE_INFINITY } = layout
  const cells = rows.map(({ label, numbers }) => [label, ...numbers])
  if (plain) return cells.map((row) => inWords(row, headers))
  const all = [headers, ...cells]
  const [nameWidth = 0, ...widths] = headers.map((_, at) => widest(all.map((row) => row[at] ?? '')))
  // A narrow page has only the first number, and shortens the labels.
  const shown = widths.slice(0, nameWidth + sumWidth(widths) <= columns ? widths.length : 1)
  const room = Math.min(nameWidth, columns - sumWidth(shown))
  const lines = all.map(([label = '', ...numbers]) =>
    [
      padEnd(shorten(label, room), room),
      ...shown.map((width, at) => padStart(numbers[at] ?? '', width)),
    ].join('  '),
  )
  const left = columns - widest(lines) - 2
  const barWidth = left < shortestBar ? 0 : Math.min(longestBar, left)
  return lines.map((line, at) => {
    const row = rows[at - 1]
    if (!row) return paint('label', line)
    const drawn = row.share === undefined || barWidth === 0 ? '' : barOf(layout)(row.share, barWidth)
    return `${row.tone ? paint(row.tone, line) : line}  ${paint('accent', drawn)}`.trimEnd()
  })
}

/** `Jan 2027: $186.20, loans: 14` */
const inWords = ([label = '', first = '', ...others]: readonly string[], headers: readonly string[]) =>
  [`${label}: ${first}`, ...others.map((text, at) => text && `${headers[at + 2]?.toLowerCase()}: ${text}`)]
    .filter(Boolean)
    .join(', ')

/** The width of columns of numbers, with the gap before each. */
const sumWidth = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + 2, 0)

/** Shorter bars are left out. */
const [longestBar, shortestBar] = [30, 8]

/** In a file, bars are ASCII. */
const barOf = ({ columns }: Layout) => (columns === undefined ? plainBar : blockBar)

/** Writes sets of bars side by side, as many as the terminal has room for. */
export function writeGroups({ groups }: Groups, layout: Layout): Written {
  const width = layout.all ?? defaultColumns
  const count = layout.plain || layout.isList ? 1 : (perRow.find(({ from }) => width >= from)?.blocks ?? 1)
  const share = count === 1 ? width : Math.floor((width + gap) / count) - gap
  const columns = Math.min(share, maxColumns)
  const drawn = layout.plain ? groups.map(listed) : drawGroups(layout, groups, columns)
  if (layout.isList)
    return drawn.flatMap((block, at) => [
      ...(at > 0 ? [''] : []),
      ...block.map((text, line) => ({ text, opens: groups[at]?.rows[line - 1]?.opens })),
    ])
  return Array.from({ length: Math.ceil(drawn.length / count) }, (_, row) => [
    ...(row > 0 ? [''] : []),
    ...besideEachOther(drawn.slice(row * count, (row + 1) * count), columns + gap),
  ]).flat()
}

/** How many blocks stand side by side, from which width on. Narrower ones would cut most names. */
const perRow = [
  { from: 156, blocks: 4 },
  { from: 104, blocks: 2 },
] as const

const gap = 4

/** The width of a page in a file, and of the widest block. */
const [defaultColumns, maxColumns] = [80, 60]

/** Joins blocks line by line; each starts `step` columns after the one before. */
const besideEachOther = (blocks: readonly Block[], step: number): Block =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, at) =>
    blocks
      .map((block) => padEnd(block[at] ?? '', step))
      .join('')
      .trimEnd(),
  )

const listed = ({ heading, note, rows }: Group): Block => [
  heading + note,
  ...rows.map(({ label, numbers }) => `${label}: ${numbers.join(', ')}`),
]

/**
 * Draws groups in blocks of at most `columns`: name, bar, numbers. In all blocks, bars have the same scale, and the numbers
 * end in the same columns.
 */
function drawGroups(layout: Layout, groups: readonly Group[], columns: number): readonly Block[] {
  const every = groups.flatMap(({ rows }) => rows)
  const widths = [0, 1].map((at) => widest(every.map(({ numbers }) => numbers[at] ?? '')))
  const room = columns - widths.reduce((sum, width) => sum + width + 1, 1)
  const names = groups.map(({ rows }) => widest(rows.map(({ label }) => label)))
  // A third of the room, or what all names leave of it.
  const bar = Math.min(widestBar, Math.max(Math.ceil(room / 3), room - Math.max(...names)))
  const nameWidths = names.map((name) => Math.min(name, room - bar))
  const inner = Math.max(...nameWidths) + bar
  return groups.map(({ heading, note, rows }, at) => {
    const name = nameWidths[at] ?? 0
    const full = heading + note
    return [
      layout.paint('name', full.length <= columns ? full : heading),
      ...rows.map(({ label, share = 0, numbers, tone }) => {
        const drawn = barOf(layout)(share, bar)
        const start = `${padEnd(shorten(label, name), name)} `
        const end = ' '.repeat(inner - name - drawn.length + 1)
        const counts = widths.map((width, index) => padStart(numbers[index] ?? '', width)).join(' ')
        return tone
          ? layout.paint(tone, start + drawn + end + counts)
          : start + layout.paint('accent', drawn) + end + counts
      }),
    ]
  })
}

const widestBar = 30
