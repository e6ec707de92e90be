import { expect, test } from 'vitest'
import { checkHash } from '../../scripts/bundle/fetch-package.mjs'

// The SHA-512 of "abc", from FIPS 180-4, in base64.
const abc = 'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='

test('a package is accepted only if its hash matches', () => {
  expect(() => checkHash('abc', Buffer.from('abc'), abc)).not.toThrow()
  expect(() => checkHash('abc', Buffer.from('abd'), abc)).toThrow('abc has the hash sha512-')
  expect(() => checkHash('abc', Buffer.from('abc'), undefined)).toThrow('expected undefined')
})
