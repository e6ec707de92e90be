/** Groups places by the cell of the map that contains them. */
import type { Group } from '../aggregate/aggregate.ts'
import { dotsAcross, dotsDown } from './canvas.ts'
import type { Place } from './places.ts'
import type { Projection } from './projection.ts'

export interface Spot {
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
export function spotsOn(
  { columns, rows, dotOf }: Projection,
  groups: readonly Group<Place>[],
): readonly Spot[] {
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
  return [...spots.values()].sort((one, other) => other.value - one.value)
}

/** Returns the largest spots, skipping horizontal neighbors, whose numbers would read as one. */
export function spotsToName(spots: readonly Spot[], most: number): readonly Spot[] {
  const chosen: Spot[] = []
  for (const spot of spots) {
    if (chosen.length === most) break
    if (!chosen.some((one) => one.row === spot.row && Math.abs(one.column - spot.column) <= 1))
      chosen.push(spot)
  }
  return chosen
}

const within = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))
