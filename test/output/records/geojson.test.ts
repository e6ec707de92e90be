import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { printed, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

const at = (pairs: Json) => ({ id: 1, location: { geo: { pairs } } })
const read = async (...asked: Parameters<typeof printed>) => JSON.parse(await printed(...asked))
const geometryOf = async (record: Json) =>
  (await read('geojson', [record], viewOf('loan_listing'))).features[0].geometry

test('prints one collection with one feature per line', async () => {
  expect(await printed('geojson', [at('-1.5 36'), { id: 2 }], viewOf('loan_listing'))).toBe(
    '{"type":"FeatureCollection","features":[\n' +
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[36,-1.5]},"properties":{"id":1,"location":{"geo":{"pairs":"-1.5 36"}}}},\n' +
      '{"type":"Feature","geometry":null,"properties":{"id":2}}\n]}\n',
  )
  expect(await read('geojson', [], viewOf('release'))).toEqual({ type: 'FeatureCollection', features: [] })
})

test('a continued run adds features to the collection', async () => {
  const view = viewOf('loan_listing', { continued: true })
  expect(await printed('geojson', [{ id: 2 }], view)).toMatch(/^,\n\{.*\}\n\]\}\n$/)
  expect(await printed('geojson', [], view)).toBe('\n]}\n')
})

describe('the geometry', () => {
  test.each(['', '1', 'x y', '91 0', '0 181', '1 2 3', null, 5, ['a']])(
    'is null for the coordinates %j',
    async (pairs) => {
      expect(await geometryOf(at(pairs))).toBeNull()
    },
  )

  test('is printed even if other fields are selected', async () => {
    const view = viewOf('loan_listing', { fields: [['id']] })
    const { features } = await read('geojson', [at('0 0')], view)
    expect(features[0]).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [0, 0] },
      properties: { id: 1 },
    })
  })

  test('of a lending action comes from its loan, and of a partner from its countries', async () => {
    const action = { id: 1, loan: at('1 2') }
    const partner = (...pairs: string[]) => ({ id: 2, countries: pairs.map(at) })
    const places = async (type: 'lending_action' | 'partner_listing', record: Json) =>
      (await read('geojson', [record], viewOf(type))).features[0].geometry
    expect(await places('lending_action', action)).toEqual({ type: 'Point', coordinates: [2, 1] })
    expect(await places('partner_listing', partner('1 2', '3 4'))).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [2, 1],
        [4, 3],
      ],
    })
  })

  test('of jq results comes from the coordinates that are left', async () => {
    const { features } = await read('geojson', [at('1 2')], viewOf(undefined))
    expect(features[0].geometry.coordinates).toEqual([2, 1])
  })
})

test('a value that is not an object becomes a property named value', async () => {
  expect((await read('geojson', ['x'], viewOf('release'))).features[0].properties).toEqual({ value: 'x' })
})

test('properties contain the whole record', async () => {
  const { features } = await read('geojson', samples.loan_detail, viewOf('loan_detail'))
  expect(features.map(({ properties }: { properties: Json }) => properties)).toEqual(samples.loan_detail)
})
