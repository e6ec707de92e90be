/** Prints the rows of a chart in columns: label, value, share, and a bar in the remaining width. */
import type { Paint } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import type { View } from '../view.ts'
import type { Format } from '../words/format.ts'
import { blockBar, plainBar } from './bars.ts'
import { type ChartRow, shareWords } from './rows.ts'

export interface ChartStyle {
  /** The names of the grouping field and of the values. */
  readonly names: { readonly by: string; readonly value: string }
  /** Formats the values. */
  readonly format: Format
  readonly view: Pick<View, 'width'>
  readonly paint: Paint
}

/** Width without a terminal. */
const defaultWidth = 80

/** Leave out bars shorter than this: they would be meaningless. */
const minBarWidth = 8

/** The share of the width that labels may always use, even if the bars get short. */
const maxLabelShare = 0.4

const gap = '  '

export function drawRows(rows: readonly ChartRow[], { names, format, view, paint }: ChartStyle): string {
  const room = view.width ?? defaultWidth
  const top = { label: names.by.toUpperCase(), numbers: [names.value.toUpperCase(), 'SHARE'] }
  const cells = rows.map(({ label, value, share, kind }) => ({
    label,
    numbers: [format(value), share === undefined || kind === 'total' ? '' : shareWords(share)],
  }))
  const all = [top, ...cells]
  const columns = [0, 1]
    .filter((at) => cells.some(({ numbers }) => numbers[at] !== ''))
    .map((at) => ({ at, needed: widest(all.map(({ numbers }) => numbers[at] ?? '')) }))
  const taken = columns.reduce((sum, { needed }) => sum + gap.length + needed, 0)
  const natural = widest(all.map(({ label }) => label))
  const maxLabelWidth = Math.max(
    1,
    Math.floor(room * maxLabelShare),
    room - taken - gap.length - 3 * minBarWidth,
  )
  const labelWidth = view.width === undefined ? natural : Math.min(natural, maxLabelWidth)
  const barWidth = room - labelWidth - taken - gap.length
  const bar = view.width === undefined ? plainBar : blockBar

  const set = ({ label, numbers }: (typeof all)[number]) =>
    [
      padEnd(shorten(label, labelWidth), labelWidth),
      ...columns.map(({ at, needed }) => padStart(numbers[at] ?? '', needed)),
    ].join(gap)
  const lines = cells.map((cell, at) => {
    const { kind = 'total', length = 0, value = 0 } = rows[at] ?? {}
    if (kind !== 'group') return paint('label', set(cell).trimEnd())
    if (length === 0 || barWidth < minBarWidth) return set(cell)
    return set(cell) + gap + paint(value < 0 ? 'warning' : 'accent', bar(length, barWidth))
  })
  return `${[paint('label', set(top)), ...lines].join('\n')}\n`
}
