import { expect, test } from 'vitest'
import { isCountryCode } from '../../../src/api/values/country-codes.ts'
import { countryNames } from '../../../src/api/values/country-names.ts'

test('isCountryCode accepts exactly the codes that have a name', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
  expect(codes).toEqual(Object.keys(countryNames).sort())
  expect(['', 'K', 'ke', 'E K', 'KE KG'].filter(isCountryCode)).toEqual([])
})
