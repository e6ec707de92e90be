import { expect, test } from 'vitest'
import { outOfBand } from '../../src/api/oauth.ts'
import { login } from '../../src/commands/actions/login.ts'

test('the declaration of login, which imports nothing, has the callback of the protocol for its default', () => {
  expect(login.params['callback']?.default).toBe(outOfBand)
})
