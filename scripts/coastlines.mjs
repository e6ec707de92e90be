// The coasts of the world as a small table, out of the package world-atlas: Natural Earth's land at 1:110 million, which is in the
// public domain. `node scripts/coastlines.mjs` writes it anew; test/output/map keeps it fresh.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const target = fileURLToPath(new URL('../src/output/map/coastlines.ts', import.meta.url))

/** Steps of a degree: a dot of a screen of 300 columns is as wide. */
const steps = 2

/** Antarctica is below, where nobody lends. */
const south = -60

/** As src/output/map/canvas.ts reads them. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'
const zero = digits.length / 2

/** The text of the generated file. */
export async function coastlinesModule() {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')
  const atlas = JSON.parse(await readFile(path, 'utf8'))
  const lines = atlas.arcs
    .map((arc) => degreesOf(arc, atlas.transform))
    .filter((points) => points.some(([, latitude]) => latitude > south))
    .flatMap((points) =>
      withoutSeams(points.map((point) => point.map((degree) => Math.round(degree * steps)))),
    )
    .map(withoutIdlePoints)
    .filter((points) => points.length > 2)
    .map(written)
  return `// Written by scripts/coastlines.mjs. Natural Earth's land at 1:110 million, in the public domain.
/** Coasts as canvas.ts reads them. */
export const coastlines: readonly string[] = [
${lines.map((line) => `  '${line}',\n`).join('')}]
`
}

/** An arc of TopoJSON, whose points are differences, in degrees. */
function degreesOf(arc, { scale, translate }) {
  const at = [0, 0]
  return arc.map((step) => {
    for (const axis of [0, 1]) at[axis] += step[axis]
    return at.map((value, axis) => value * scale[axis] + translate[axis])
  })
}

/** Land that reaches over the date line was cut there: the cut is no coast. */
function withoutSeams(points) {
  const edge = 180 * steps
  const pieces = [[]]
  points.forEach((point, at) => {
    const before = points[at - 1]
    const isCut =
      before && (Math.abs(before[0] + point[0]) === 2 * edge || Math.abs(before[0] - point[0]) > edge)
    if (isCut) pieces.push([])
    pieces.at(-1).push(point)
  })
  return pieces
}

/** Without points that lie on the way from the one before to the one behind. */
function withoutIdlePoints(points) {
  const kept = []
  for (const point of points) {
    const [one, other] = kept.slice(-2)
    if (kept.length > 0 && isSame(kept.at(-1), point)) continue
    if (other && isOnTheWay(one, other, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

const isSame = (one, other) => one[0] === other[0] && one[1] === other[1]

function isOnTheWay(one, other, next) {
  const [a, b] = [
    [other[0] - one[0], other[1] - one[1]],
    [next[0] - other[0], next[1] - other[1]],
  ]
  return a[0] * b[1] === a[1] * b[0] && a[0] * b[0] + a[1] * b[1] > 0
}

/** Where it begins, two digits for each of longitude and latitude; then the way to each next point, a digit for each. */
function written(points) {
  const [longitude, latitude] = points[0]
  const begin = [longitude + 180 * steps, latitude + 90 * steps].map(
    (value) => digits[Math.floor(value / digits.length)] + digits[value % digits.length],
  )
  const ways = points.slice(1).flatMap((point, at) => waysTo(points[at], point))
  return begin.join('') + ways.map((way) => way.map((value) => digits[value + zero]).join('')).join('')
}

/** A way that is too long for a digit is gone in parts. */
function waysTo(from, to) {
  const whole = [to[0] - from[0], to[1] - from[1]]
  const parts = Math.ceil(Math.max(...whole.map(Math.abs)) / (zero - 1))
  const upTo = (part) => whole.map((value) => Math.round((value * part) / parts))
  return Array.from({ length: parts }, (_, at) => upTo(at + 1).map((value, axis) => value - upTo(at)[axis]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await coastlinesModule())
