import { expect, test } from 'vitest'
import { outOfBand } from '../../src/api/oauth.ts'
import { login } from '../../src/commands/actions/login.ts'

test('the default of login --callback equals the out-of-band callback of the protocol', () => {
  expect(login.params['callback']?.default).toBe(outOfBand)
})
