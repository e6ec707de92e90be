/** Draws records as columns, to compare them (`--across`). */
import { number } from '../../api/records/field-values.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { cleanRecord } from '../gate/text.ts'
import { gap } from '../terminal/fit.ts'
import type { Paint } from '../terminal/palette.ts'
import { shorten, widest } from '../terminal/width.ts'
import type { View } from '../view.ts'
import { type Column, cellText } from './column.ts'
import { type Cell, drawGrid } from './grid.ts'

/** A column narrower than this is hard to read: further records follow below. */
const minColumns = 14

/** Returns a line per column that has any text, with the text of each record. A number that is far from the others is marked. */
export async function acrossLines(
  records: AsyncIterable<Json>,
  columnsFor: (rows: readonly JsonObject[]) => Promise<readonly Column[]>,
  { now }: Pick<View, 'now'>,
): Promise<readonly Line[]> {
  const rows: JsonObject[] = []
  for await (const record of records) {
    const clean = cleanRecord(record)
    if (isObject(clean)) rows.push(clean)
  }
  const columns = await columnsFor(rows)
  return columns
    .map((column) => lineOf(column, rows, now))
    .filter(({ texts }) => texts.some((text) => text !== ''))
}

/** Returns the lines as a table, with as many records beside each other as fit. */
export function drawAcross(lines: readonly Line[], view: View, paint: Paint): string {
  const records = lines[0]?.texts.length ?? 0
  const labelWidth = widest(lines.map(({ header }) => header))
  const room = view.width === undefined ? undefined : view.width - labelWidth
  const perBlock = room === undefined ? records : Math.max(1, Math.floor(room / (minColumns + gap)))
  const blocks: string[] = []
  for (let start = 0; start < records; start += perBlock)
    blocks.push(drawBlock(lines, start, Math.min(start + perBlock, records), labelWidth, room, paint))
  return blocks.join('\n')
}

interface Line {
  readonly header: string
  readonly texts: readonly string[]
}

function lineOf(column: Column, rows: readonly JsonObject[], now: number | undefined): Line {
  const marks = /(?:^|\.)id$/.test(column.path ?? '')
    ? []
    : outliers(rows.map((row) => number(column.value(row) ?? null)))
  const texts = rows.map((row, at) => {
    const text = cellText(column, row, now)
    return marks[at] === undefined ? text : `${text} (${marks[at]})`
  })
  return { header: column.header, texts }
}

/** How many times larger than the next one a marked number is. */
const factor = 2

/** Returns a word for a number that is at least twice the next smaller one, or at most half of the next larger one. */
export function outliers(values: readonly (number | undefined)[]): readonly (string | undefined)[] {
  const known = values.filter((value) => value !== undefined).toSorted((a, b) => a - b)
  const [lowest = 0, second = 0] = known
  const [next = 0, highest = 0] = known.slice(-2)
  if (known.length < 2 || lowest < 0) return values.map(() => undefined)
  const isHigh = highest > next && highest >= factor * next
  const isLow = known.length > 2 && lowest < second && factor * lowest <= second
  return values.map((value) =>
    isHigh && value === highest ? 'highest' : isLow && value === lowest ? 'lowest' : undefined,
  )
}

function drawBlock(
  lines: readonly Line[],
  start: number,
  end: number,
  labelWidth: number,
  room: number | undefined,
  paint: Paint,
): string {
  const share = room === undefined ? Number.POSITIVE_INFINITY : Math.floor(room / (end - start)) - gap
  const columns = Array.from({ length: end - start }, (_, at) =>
    lines.map(({ texts }) => texts[start + at] ?? ''),
  )
  const widths = [labelWidth, ...columns.map((texts) => Math.min(share, widest(texts)))]
  const cell = (text: string, width: number, painted = (shown: string) => shown): Cell => {
    const shown = shorten(text, width)
    return { text: shown, painted: painted(shown) }
  }
  const grid = lines.map(({ header, texts }) => [
    cell(header, labelWidth, (shown) => paint('label', shown)),
    ...texts
      .slice(start, end)
      .map((text, at) =>
        cell(text, widths[at + 1] ?? 0, header === 'NAME' ? (shown) => paint('name', shown) : undefined),
      ),
  ])
  return drawGrid(
    grid,
    widths,
    widths.map(() => 'left' as const),
  )
}
