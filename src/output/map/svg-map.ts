/** Draws a map of the world as SVG. */
import type { MapPoint } from '../page/page.ts'
import { coasts, north, type Point, south } from './canvas.ts'

/** Half degrees, so that coasts are whole numbers. */
const scale = 2

const placed = ([longitude, latitude]: Point) => [scale * longitude, -scale * latitude] as const

/** Returns a map with a spot for each point, whose area grows with its value. The numbers stand beside it. */
export function svgMap(points: readonly MapPoint[]): string {
  const paths = [...coasts()].map((coast) => `M${coast.map((point) => placed(point).join(' ')).join('L')}`)
  const largest = Math.max(...points.map(({ value }) => value), 0)
  const spots = points.map(({ point, value }) => {
    const [x, y] = placed(point)
    const radius = largest > 0 ? Math.max(1.5, 12 * Math.sqrt(Math.max(0, value) / largest)) : 1.5
    return `<circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}"/>`
  })
  const [left, top] = placed([-180, north])
  return `<svg class="map" viewBox="${left} ${top} ${scale * 360} ${scale * (north - south)}" aria-hidden="true"><path d="${paths.join('')}"/>${spots.join('')}</svg>\n`
}
