/** Draws a map of the world with places on it, and a legend below. */
import type { Group } from '../aggregate/aggregate.ts'
import type { Paint } from '../terminal/palette.ts'
import type { View } from '../view.ts'
import { Canvas } from './canvas.ts'
import { coasts } from './coasts.ts'
import { drawLegend, legendSize, type MapLook } from './legend.ts'
import type { Place } from './places.ts'
import { type Projection, projectionFor } from './projection.ts'
import { shadeOf } from './shades.ts'
import { numberSpots, type Signs, type Spot, spotsOn } from './spots.ts'

/** Width without a terminal. */
const defaultWidth = 80

/** Lines of the screen to reserve for the text below the map. */
const around = 8

/** The minimum height: a smaller map is unreadable, so a larger one scrolls. */
const minRows = 10

/** Returns a map of the places, as large as the screen, with its legend. */
export function drawMap(
  groups: readonly Group<Place>[],
  { width = defaultWidth, rows = Number.POSITIVE_INFINITY }: Pick<View, 'width' | 'rows'>,
  look: MapLook,
): string {
  const projection = projectionFor(width, Math.max(minRows, rows - around))
  const signs = numberSpots(spotsOn(projection, groups), legendSize(width))
  const lines = drawWorld(projection, signs, look.paint)
  return `${[...lines, '', ...drawLegend(signs, width, look)].join('\n')}\n`
}

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
