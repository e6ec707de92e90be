import { expect, test } from 'vitest'
import { isCountryCode } from '../../../src/api/values/country-codes.ts'
import { countryNames } from '../../../src/api/values/country-names.ts'

test('the codes are those that have a name, and no others', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
  expect(codes).toEqual(Object.keys(countryNames).sort())
  expect(['', 'K', 'ke', 'E K', 'KE KG'].filter(isCountryCode)).toEqual([])
})
