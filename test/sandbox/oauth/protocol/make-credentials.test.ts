import { expect, it } from 'vitest'
import { makeCredentials, makeVerifier } from '../../../../src/sandbox/oauth/protocol/make-credentials.ts'
import { startProvider } from '../test-provider.ts'

const { nonce } = startProvider()
const many = (make: () => string) => Array.from({ length: 500 }, make)
const plain = { nonce, faults: [] }
const awkward = { nonce, faults: ['awkward-tokens'] }

it('no two tokens, secrets or verifiers are the same', () => {
  const all = [
    ...[plain, awkward].flatMap((context) => [
      many(() => makeCredentials(context, 'a.b').token),
      many(() => makeCredentials(context, 'a.b').secret),
    ]),
    many(() => makeVerifier(nonce)),
  ]
  for (const made of all) expect(new Set(made).size).toBe(500)
})

it('a token has no reserved characters but . and ; and ends with the client', () => {
  const { token, secret } = makeCredentials(plain, 'org.example.app')
  expect(token).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16};org\.example\.app$/)
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
})

it('an awkward token has those that a client may encode wrongly', () => {
  const { token, secret } = makeCredentials(awkward, 'org.example.app')
  expect(token).toMatch(/^[0-9a-f]{12}\.[0-9a-f]{8}~%2B[0-9a-f]{6}\+\/[0-9a-f]{6}=;org\.example\.app$/)
  expect(secret).toMatch(/^[0-9a-f]{16}&[0-9a-f]{16}%26=$/)
})

it('a verifier mixes letters and digits evenly, without those that look alike', () => {
  const letters = many(() => makeVerifier(nonce)).flatMap((verifier) => [...verifier.slice('KV-'.length)])
  expect(letters).toHaveLength(500 * 8)
  const used = new Set(letters)
  expect(used.size).toBe(57)
  expect([...'0O1Il'].filter((sign) => used.has(sign))).toEqual([])
})
