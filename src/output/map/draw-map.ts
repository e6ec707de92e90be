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
import { type Spot, spotsOn, spotsToName } from './spots.ts'

/** Width without a terminal. */
const usualWidth = 80

/** Lines of the screen to reserve for the text below the map. */
const around = 8

/** The minimum height: a smaller map is unreadable, so a larger one scrolls. */
const fewestRows = 10

/** Returns a map of the places, as large as the screen, with its legend. */
export function drawMap(
  groups: readonly Group<Place>[],
  { width = usualWidth, rows = Number.POSITIVE_INFINITY }: Pick<View, 'width' | 'rows'>,
  look: MapLook,
): string {
  const projection = projectionFor(width, Math.max(fewestRows, rows - around))
  const spots = spotsOn(projection, groups)
  const named = spotsToName(spots, legendSize(width))
  const lines = drawWorld(projection, spots, named, look.paint)
  return `${[...lines, '', ...drawLegend(named, spots, width, look)].join('\n')}\n`
}

function drawWorld(
  projection: Projection,
  spots: readonly Spot[],
  named: readonly Spot[],
  paint: Paint,
): readonly string[] {
  const canvas = new Canvas(projection.columns, projection.rows)
  for (const coast of coasts()) {
    coast.slice(1).forEach((point, at) => {
      canvas.line(projection.dotOf(coast[at] ?? point), projection.dotOf(point))
    })
  }
  const largest = spots[0]?.value ?? 0
  const signs = new Map(
    spots.map((spot) => {
      const number = named.indexOf(spot) + 1
      const sign =
        number > 0 ? paint('warning', String(number)) : paint('accent', shadeOf(spot.value, largest))
      return [spot.row * canvas.columns + spot.column, sign]
    }),
  )
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
