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
  return [...spots.values()].sort(byValue)
}

/** The spots of a map: those with a number, and those with a shade. */
export interface Signs {
  readonly numbered: readonly Spot[]
  readonly shaded: readonly Spot[]
}

/**
 * Numbers the `max` largest spots. Two numbers side by side would read as one, so a spot beside a larger one
 * gets no number; it is added to the larger one where it outranks a numbered spot.
 */
export function numberSpots(spots: readonly Spot[], max: number): Signs {
  const numbered: Spot[] = []
  const others: Spot[] = []
  const placeBeside = ({ row, column }: Spot) =>
    numbered.findIndex((one) => one.row === row && Math.abs(one.column - column) <= 1)
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

const byValue = (one: Spot, other: Spot) => other.value - one.value

const within = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))
