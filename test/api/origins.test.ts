import { expect, test } from 'vitest'
import { outOfBand } from '../../src/api/origins.ts'
import { login } from '../../src/commands/actions/account.ts'

test('the default of login --callback equals the out-of-band callback of the protocol', () => {
  expect(login.params['callback']?.default).toBe(outOfBand)
})
