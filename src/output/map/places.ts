/** Finds the locations of a record. */
import { type FieldPath, fieldAt, valueAt } from '../../api/records/field-paths.ts'
import type { Fields } from '../../api/records/fields.ts'
import type { Json } from '../../core/json.ts'
import { clean } from '../gate/text.ts'
import { shorten } from '../terminal/width.ts'
import { line } from '../words/line.ts'
import type { Point } from './canvas.ts'

export interface Place {
  /** The name of the place. */
  readonly label: string
  readonly point: Point
}

/**
 * The paths to objects with a location, and to the country within them: a loan, the countries of a partner,
 * the loan of a lending action.
 */
const located: readonly { readonly at: FieldPath; readonly country: FieldPath }[] = [
  { at: [], country: ['location', 'country'] },
  { at: ['countries'], country: ['name'] },
  { at: ['loan'], country: ['location', 'country'] },
]

/** Whether records with these fields have a location. */
export const hasPlaces = (fields: Fields) =>
  located.some(({ at }) => fieldAt(fields, [...at, 'location', 'geo', 'pairs']))

const maxNameLength = 60

/** Returns the distinct places of a record. */
export function placesOf(record: Json): readonly Place[] {
  const places = located.flatMap(({ at, country }) => {
    const holders: readonly Json[] = [valueAt(record, at) ?? []].flat()
    return holders.flatMap((holder) => placeOf(holder, country) ?? [])
  })
  return [...new Map(places.map((place) => [place.label, place])).values()]
}

function placeOf(holder: Json, country: FieldPath): Place | undefined {
  const text = (path: FieldPath) => clean(line(valueAt(holder, path)))
  const point = pointOf(text(['location', 'geo', 'pairs']))
  if (!point) return undefined
  const names = [text(['location', 'town']), text(country)].filter((name) => name !== '')
  return { label: shorten(names.join(', ') || point.toReversed().join(' '), maxNameLength), point }
}

/** Parses `-0.283 36.07`: latitude and longitude. */
function pointOf(text: string): Point | undefined {
  const [latitude, longitude, ...more] = text.split(/[ ,]+/).map(Number)
  if (latitude === undefined || longitude === undefined || more.length > 0) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined
}
