/** Prints a map of the world with the locations of records. */
import { Aggregate } from '../../domain/aggregate.ts'
import { drawNotes, groupNotes, maxDrawn, measuredBy } from '../grouping.ts'
import { drawDocument } from '../page/drawing.ts'
import { type Paint, palette } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest, width } from '../terminal/width.ts'
import type { Render, View } from '../view.ts'
import type { Format } from '../words/format.ts'
import { Canvas, coasts, dotsAcross, dotsDown, type Projection, projectionFor } from './canvas.ts'
import { type Place, placesOf } from './places.ts'

/** Prints nothing if reading the records fails, like a chart. */
export const renderMap: Render = async function* (records, view) {
  const { measures, what, format } = measuredBy(view)
  const aggregate = new Aggregate<Place>(measures, maxDrawn)
  for await (const record of records) aggregate.add(placesOf(record), record)
  if (aggregate.all.records === 0) return
  const look = { what, format, paint: palette(view.color) }
  const groups = aggregate.groups().map(({ kind, tally }) => ({ kind, value: Number(tally.value() ?? 0) }))
  const notes = groupNotes(aggregate, { noun: view.type.noun, by: 'place', measures })
  if (view.document) {
    const points = groups.map(({ kind, value }) => ({ ...kind, value, text: format(value) }))
    const part = { kind: 'places', headers: ['PLACE', what.toUpperCase()], points } as const
    yield* drawDocument({ heading: `${what} by place`, part, notes }, view)
    return
  }
  yield view.plain ? listPlaces(groups, look) : drawMap(groups, view, look)
  yield drawNotes(notes, look.paint)
}

/** A place, and the number of its records or their sum. */
interface PlaceGroup {
  readonly kind: Place
  readonly value: number
}

interface MapLook {
  /** The name of the counted records or the summed field. */
  readonly what: string
  readonly format: Format
  readonly paint: Paint
}

/** Returns the places as text, one per line: `Nakuru, Kenya: 55`. */
function listPlaces(
  groups: readonly PlaceGroup[],
  { what, format }: { readonly what: string; readonly format: Format },
): string {
  const lines = groups.map(({ kind, value }) => `${kind.label}: ${format(value)}`)
  return `${[`${what} by place:`, ...lines].join('\n')}\n`
}

/** Returns a map of the places, as large as the screen, with its legend. */
function drawMap(
  groups: readonly PlaceGroup[],
  { width = defaultWidth, rows = Number.POSITIVE_INFINITY }: Pick<View, 'width' | 'rows'>,
  look: MapLook,
): string {
  const projection = projectionFor(width, Math.max(minRows, rows - around))
  const signs = numberSpots(spotsOn(projection, groups), legendSize(width))
  const lines = drawWorld(projection, signs, look.paint)
  return `${[...lines, '', ...drawLegend(signs, width, look)].join('\n')}\n`
}

/** Width without a terminal. */
const defaultWidth = 80

/** Lines of the screen to reserve for the text below the map. */
const around = 8

/** The minimum height: a smaller map is unreadable, so a larger one scrolls. */
const minRows = 10

function drawWorld(projection: Projection, { numbered, shaded }: Signs, paint: Paint): readonly string[] {
  const canvas = new Canvas(projection.columns, projection.rows)
  for (const coast of coasts()) {
    coast.slice(1).forEach((point, at) => {
      canvas.line(projection.dotOf(coast[at] ?? point), projection.dotOf(point))
    })
  }
  const largest = numbered[0]?.value ?? 0
  const signs = new Map<number, string>()
  const put = (spot: Spot, sign: string) => signs.set(spot.row * canvas.columns + spot.column, sign)
  for (const spot of shaded) put(spot, paint('accent', shadeOf(spot.value, largest)))
  for (const [at, spot] of numbered.entries()) put(spot, paint('warning', String(at + 1)))
  return Array.from({ length: canvas.rows }, (_, row) => drawLine(canvas, row, signs, paint))
}

/** Returns a line of the map. Each run of coast between two signs is colored at once. */
function drawLine(canvas: Canvas, row: number, signs: ReadonlyMap<number, string>, paint: Paint): string {
  let text = ''
  let coast = ''
  const endCoast = () => {
    text += coast.trim() === '' ? coast : paint('label', coast)
    coast = ''
  }
  for (let column = 0; column < canvas.columns; column++) {
    const sign = signs.get(row * canvas.columns + column)
    if (sign === undefined) coast += canvas.letter(column, row)
    else {
      endCoast()
      text += sign
    }
  }
  coast = coast.trimEnd()
  endCoast()
  return text
}

/** The places in one cell of the map. */
interface Spot {
  readonly column: number
  readonly row: number
  /** The total value of its places. */
  value: number
  /** The name of its largest place. */
  readonly label: string
  /** The number of its other places. */
  others: number
}

/** Returns the cells with places, largest value first. Places beyond the edge count in the nearest cell. */
function spotsOn({ columns, rows, dotOf }: Projection, groups: readonly PlaceGroup[]): readonly Spot[] {
  const spots = new Map<number, Spot>()
  for (const { kind, value } of groups) {
    const [x, y] = dotOf(kind.point)
    const column = within(Math.floor(x / dotsAcross), columns)
    const row = within(Math.floor(y / dotsDown), rows)
    const spot = spots.get(row * columns + column)
    if (spot) {
      spot.value += value
      spot.others += 1
    } else spots.set(row * columns + column, { column, row, value, label: kind.label, others: 0 })
  }
  return [...spots.values()].sort(byValue)
}

/** The spots of a map: those with a number, and those with a shade. */
interface Signs {
  readonly numbered: readonly Spot[]
  readonly shaded: readonly Spot[]
}

/**
 * Numbers the `max` largest spots. Two numbers side by side would read as one, so a spot beside a larger one
 * gets no number; it is added to the larger one where it outranks a numbered spot.
 */
function numberSpots(spots: readonly Spot[], max: number): Signs {
  const numbered: Spot[] = []
  const others: Spot[] = []
  const placeBeside = ({ row, column }: Spot) =>
    numbered.findIndex((spot) => spot.row === row && Math.abs(spot.column - column) <= 1)
  for (const spot of spots) {
    if (numbered.length < max && placeBeside(spot) < 0) numbered.push(spot)
    else others.push(spot)
  }
  const last = numbered.at(-1)?.value ?? 0
  const shaded = others.filter((spot) => {
    const larger = numbered[placeBeside(spot)]
    if (!larger || spot.value <= last) return true
    numbered[placeBeside(spot)] = {
      ...larger,
      value: larger.value + spot.value,
      others: larger.others + 1 + spot.others,
    }
    return false
  })
  return { numbered: numbered.sort(byValue), shaded }
}

const byValue = (a: Spot, b: Spot) => b.value - a.value

const within = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))

/** Draws the legend below a map: the largest spots by name, and the meaning of the shades. */
function drawLegend(
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
  const table = Array.from({ length: Math.min(nameLines, entries.length) }, (_, line) =>
    entries.filter((_, at) => at % nameLines === line).join(gap),
  )
  const others = shaded.map(({ value }) => value)
  const scale = shadesOf(others, numbered[0]?.value ?? 0).map(({ letter, from, to }) => {
    const [min, max] = [format(from), format(to)]
    return `${paint('accent', letter)} ${min === max ? min : `${min}–${max}`}`
  })
  if (scale.length === 0) return table
  return [...table, '', `${paint('label', what.toUpperCase())}  ${scale.join(gap)}`]
}

/** Lines of names in the legend. */
const nameLines = 3

/** The preferred width of a name and its value. */
const comfort = 38

/** Limits the number of spots, so that their numbers have one digit. */
const maxColumns = 3

const columnsIn = (room: number) => Math.min(maxColumns, Math.max(1, Math.floor(room / comfort)))

/** Returns how many spots can be named in `room` columns of the terminal. */
const legendSize = (room: number) => nameLines * columnsIn(room)

const gap = '   '

/** `Nakuru, Kenya +4`: the largest place of a spot, and the number of others. */
function nameOf({ label, others }: Spot, room: number): string {
  const more = others > 0 ? ` +${others}` : ''
  return shorten(label, Math.max(1, room - width(more))) + more
}

/** The shades for the values on a map, from low to high. */
const letters = ['░', '▒', '▓', '█'] as const

/**
 * Returns the shade of a value compared with the largest one: the darkest from one half of it, the next from
 * one quarter, and so on.
 */
export function shadeOf(value: number, largest: number): string {
  const halvings = value > 0 && largest > 0 ? Math.floor(Math.log2(largest / value) + 1e-9) : letters.length
  return letters[Math.max(0, letters.length - 1 - halvings)] ?? letters[0]
}

interface Shade {
  readonly letter: string
  readonly from: number
  readonly to: number
}

/** Returns the shades used for some values, from low to high, each with its smallest and largest value. */
export function shadesOf(values: readonly number[], largest: number): readonly Shade[] {
  return letters.flatMap((letter) => {
    const those = values.filter((value) => shadeOf(value, largest) === letter).sort((a, b) => a - b)
    const [from = 0] = those
    return those.length === 0 ? [] : [{ letter, from, to: those.at(-1) ?? from }]
  })
}
