/** GeoJSON (RFC 7946): records as points on a map. */

import { fieldsOf } from '../../api/records/derived-fields.ts'
import { everyField, pick, selectionOf, valueAt } from '../../api/records/field-paths.ts'
import { jsonText } from '../../api/wire/json.ts'
import type { Json } from '../../core/json.ts'
import type { Render, View } from '../view.ts'
import { asObject } from './columns.ts'

/**
 * Prints a FeatureCollection with one feature per line. The geometry is the location of the record, or all of
 * its locations; the properties are the record or its selected fields. Records without a location have no
 * geometry.
 */
export const renderGeojson: Render = async function* (records, view) {
  const feature = featureOf(view)
  let before = view.continued ? ',\n' : opening
  let isEmpty = !view.continued
  for await (const record of records) {
    yield before + jsonText(feature(record))
    before = ',\n'
    isEmpty = false
  }
  yield isEmpty ? `${opening}]}\n` : '\n]}\n'
}

const opening = '{"type":"FeatureCollection","features":[\n'

function featureOf({ type, fields }: View): (record: Json) => Json {
  const paths = everyField(fieldsOf(type)).flatMap(([path]) =>
    path.endsWith('geo.pairs') ? [path.split('.')] : [],
  )
  const places = paths.length > 0 ? paths : [['location', 'geo', 'pairs']]
  const selection = fields && selectionOf(fields)
  return (record) => ({
    type: 'Feature',
    geometry: geometryOf(places.flatMap((path) => [valueAt(record, path) ?? []].flat())),
    properties: asObject(selection ? pick(record, selection) : record),
  })
}

function geometryOf(pairs: readonly Json[]): Json {
  const points = pairs.flatMap((pair) => pointOf(pair) ?? [])
  const [only = null, second] = points
  if (second) return { type: 'MultiPoint', coordinates: points.map(({ coordinates }) => coordinates) }
  return only && { type: 'Point', coordinates: only.coordinates }
}

/** The API puts latitude first; GeoJSON puts longitude first. */
function pointOf(pair: Json): { readonly coordinates: readonly [number, number] } | undefined {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)\s*$/.exec(String(pair)) ?? []
  const coordinates = [Number(longitude), Number(latitude)] as const
  const isOnEarth = Math.abs(coordinates[0]) <= 180 && Math.abs(coordinates[1]) <= 90
  return isOnEarth ? { coordinates } : undefined
}
