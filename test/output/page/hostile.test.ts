import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

const types = Object.keys(samples) as RecordName[]

it('detail views print nulls, wrong types and hostile text safely in every field', async () => {
  const odd = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ stringUnit: 'binary' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...types), odd, async (type, value) => {
      const record = samples[type][0] as JsonObject
      for (const key of Object.keys(record)) {
        const spoilt = JSON.parse(JSON.stringify({ ...record, [key]: value }))
        const view = viewOf(type, {
          width: 60,
          detail: true,
          color: true,
          site: 'https://www.kiva.org',
        })
        const text = await printed('table', [spoilt], view)
        expect(unsafeIn(text.replaceAll(/[\u200c\u200d]/g, ''))).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})
