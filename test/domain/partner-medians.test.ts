import { expect, test } from 'vitest'
import { mediansOf } from '../../src/domain/partner-medians.ts'

const partner = (default_rate: number | string | null, status = 'active') => ({ status, default_rate })

test.each([
  [[partner(3), partner(1), partner(2)], 2],
  [[partner(1), partner(2)], 1.5],
  [[partner('0.57066209262436'), partner(null)], 0.5707],
  [[partner(1), partner(90, 'closed'), partner(80, 'paused')], 1],
  [[partner(null), partner(7, 'closed')], undefined],
  [[], undefined],
])('of %j is %j', (partners, median) => {
  expect(mediansOf(partners)).toEqual(median === undefined ? {} : { default_rate: median })
})
