/** The legend below a map: the largest spots by name, and the meaning of the shades. */

import type { Paint } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest, width } from '../terminal/width.ts'
import type { Format } from '../words/format.ts'
import { shadesOf } from './shades.ts'
import type { Signs, Spot } from './spots.ts'

export interface MapLook {
  /** The name of the counted records or the summed field. */
  readonly what: string
  readonly format: Format
  readonly paint: Paint
}

/** Lines of names. */
const lines = 3

/** The preferred width of a name and its value. */
const comfort = 38

/** Limits the number of spots, so that their numbers have one digit. */
const maxColumns = 3

const columnsIn = (room: number) => Math.min(maxColumns, Math.max(1, Math.floor(room / comfort)))

/** Returns how many spots can be named in `room` columns of the terminal. */
export const legendSize = (room: number) => lines * columnsIn(room)

const gap = '   '

export function drawLegend(
  { numbered, shaded }: Signs,
  room: number,
  { what, format, paint }: MapLook,
): readonly string[] {
  const values = numbered.map(({ value }) => format(value))
  const valueWidth = widest(values)
  const each = Math.floor((room + gap.length) / columnsIn(room)) - gap.length
  const maxNameWidth = Math.max(1, each - valueWidth - '1  '.length - gap.length)
  const names = numbered.map((spot) => nameOf(spot, maxNameWidth))
  const nameWidth = widest(names)
  const entries = numbered.map(
    (_, at) =>
      `${paint('warning', String(at + 1))}  ${padEnd(names[at] ?? '', nameWidth)}  ${padStart(values[at] ?? '', valueWidth)}`,
  )
  const table = Array.from({ length: Math.min(lines, entries.length) }, (_, line) =>
    entries.filter((_, at) => at % lines === line).join(gap),
  )
  const others = shaded.map(({ value }) => value)
  const scale = shadesOf(others, numbered[0]?.value ?? 0).map(({ letter, from, to }) => {
    const [min, max] = [format(from), format(to)]
    return `${paint('accent', letter)} ${min === max ? min : `${min}–${max}`}`
  })
  if (scale.length === 0) return table
  return [...table, '', `${paint('label', what.toUpperCase())}  ${scale.join(gap)}`]
}

/** `Nakuru, Kenya +4`: the largest place of a spot, and the number of others. */
function nameOf({ label, others }: Spot, room: number): string {
  const more = others > 0 ? ` +${others}` : ''
  return shorten(label, Math.max(1, room - width(more))) + more
}
