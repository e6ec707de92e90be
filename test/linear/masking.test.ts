/** Traces and messages mask secrets in steps in proportion to the length of the text. */
import { test } from 'vitest'
import { maskNamed } from '../../src/auth/masking.ts'
import { expectLinear } from '../support/linear.ts'

test.each([
  ...['<oauth_token ', '<oauth_token', '<oauth_token x="', '<oauth_token>', '<oauth_token >x'],
  ...['oauth_token=', 'oauth_token="', 'oauth_token=\\"', 'oauth_token\\', 'oauth_token ', 'oauth_token = '],
  ...['oauth_token%3D', 'oauth_token%253D%26', 'oauth_token%25', 'authorization: ', 'authorization="\\'],
  ...["authorization='", 'authorization:OAuth ', 'cookie: a word, ', ' ', '\\', '"'],
])('secrets in a text with many %j are masked in linear steps', (piece) =>
  expectLinear(2_000, (size) => maskNamed(`<oauth_token${piece.repeat(size)}`)),
)
