import { expect, it } from 'vitest'
import { makeCredentials, makeVerifier } from '../../../src/sandbox/oauth/token-endpoints.ts'
import { startProvider } from './test-provider.ts'

const { nonce } = startProvider()
const many = (make: () => string) => Array.from({ length: 500 }, make)
const plain = { nonce, faults: [] }
const awkward = { nonce, faults: ['awkward-tokens'] }

it('tokens, secrets and verifiers are unique', () => {
  const all = [
    ...[plain, awkward].flatMap((context) => [
      many(() => makeCredentials(context, 'a.b').token),
      many(() => makeCredentials(context, 'a.b').secret),
    ]),
    many(() => makeVerifier(nonce)),
  ]
  for (const made of all) expect(new Set(made).size).toBe(500)
})

it('the only reserved characters of a token are . and ; and it ends with the client id', () => {
  const { token, secret } = makeCredentials(plain, 'org.example.app')
  expect(token).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16};org\.example\.app$/)
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
})

it('an awkward token has characters that clients may encode wrongly', () => {
  const { token, secret } = makeCredentials(awkward, 'org.example.app')
  expect(token).toMatch(/^[0-9a-f]{12}\.[0-9a-f]{8}~%2B[0-9a-f]{6}\+\/[0-9a-f]{6}=;org\.example\.app$/)
  expect(secret).toMatch(/^[0-9a-f]{16}&[0-9a-f]{16}%26=$/)
})

it('a verifier uses letters and digits, without characters that look alike', () => {
  const letters = many(() => makeVerifier(nonce)).flatMap((verifier) => [...verifier.slice('KV-'.length)])
  expect(letters).toHaveLength(500 * 8)
  const used = new Set(letters)
  expect(used.size).toBe(57)
  expect([...'0O1Il'].filter((sign) => used.has(sign))).toEqual([])
})
