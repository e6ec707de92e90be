import { expect, it } from 'vitest'
import {
  makeToken,
  makeTokenSecret,
  makeVerifier,
} from '../../../../src/sandbox/oauth/protocol/make-credentials.ts'
import { startProvider } from '../test-provider.ts'

const { nonce } = startProvider()
const many = (mint: () => string) => Array.from({ length: 500 }, mint)

it('no two tokens, secrets or verifiers are the same', () => {
  const all = [
    many(() => makeToken(nonce, 'a.b')),
    many(() => makeTokenSecret(nonce)),
    many(() => makeVerifier(nonce)),
  ]
  for (const minted of all) expect(new Set(minted).size).toBe(500)
})

it('a verifier mixes letters and digits evenly, without those that look alike', () => {
  const letters = many(() => makeVerifier(nonce)).flatMap((verifier) => [...verifier.slice('KV-'.length)])
  expect(letters).toHaveLength(500 * 8)
  const used = new Set(letters)
  expect(used.size).toBe(57)
  expect([...'0O1Il'].filter((sign) => used.has(sign))).toEqual([])
})
