import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encode } from '../../src/api/encode.ts'
import { createSecrets, maskNamed } from '../../src/auth/masking.ts'
import { signatureBase, signRequest } from '../../src/auth/sign.ts'

const secret = 'ats/=1+2%;&"é'

function maskSecrets(text: string, known: readonly string[]): string {
  const { add, mask } = createSecrets()
  add(...known)
  return mask(text)
}

describe('by value', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['raw', secret],
    ['percent-encoded', encode(secret)],
    ['percent-encoded in lower case', encode(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['encoded twice, as in a base string', encode(encode(secret))],
    ['as a form', new URLSearchParams({ x: secret }).toString().slice(2)],
    ['in JSON', JSON.stringify({ x: secret })],
    ['in JSON as PHP writes it', JSON.stringify({ x: secret }).replaceAll('/', '\\/')],
    ['in JSON as ASCII', JSON.stringify({ x: secret }).replace('é', '\\u00e9')],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ x: secret }))],
    ['in markup', 'ats/=1+2%;&amp;&quot;é'],
  ]

  test.each(forms)('%s', (_, text) => {
    const masked = maskSecrets(`before ${text} after`, [secret])
    expect(masked).toMatch(/^before .*\*\*\*.* after$/)
    expect(masked).not.toContain('ats')
  })

  test('any secret, in any text', () => {
    // Without the sign of the mask itself, which would stand there again.
    const some = fc
      .string({ unit: 'binary', minLength: 3, maxLength: 20 })
      .filter((text) => !text.includes('*'))
    fc.assert(
      fc.property(some, fc.string(), fc.string(), (value, before, after) => {
        const { add, mask } = createSecrets()
        add(value)
        expect(mask(`${before}\n${value}\n${encode(value)}\n${after}`)).not.toContain(value)
      }),
    )
  })

  test('the longer of two secrets is not left half', () => {
    expect(maskSecrets('abcdef abc', ['abc', 'abcdef'])).toBe('*** ***')
  })

  test('one or two letters are no secret, and nothing is added by undefined', () => {
    const { add, mask } = createSecrets()
    add('a', '', undefined)
    expect(mask('banana')).toBe('banana')
  })
})

describe('by name', () => {
  test.each([
    ['oauth_token=abc;d&x=1', 'oauth_token=***&x=1'],
    ['https://h/x?a=1&oauth_token_secret=q%20', 'https://h/x?a=1&oauth_token_secret=***'],
    ['{"oauth_token": "a\\"b", "scope": ["access"]}', '{"oauth_token": "***", "scope": ["access"]}'],
    ['"{\\"oauth_token_secret\\":\\"abc\\"}"', '"{\\"oauth_token_secret\\":\\"***\\"}"'],
    ['a%26oauth_token%3Dabc%253B%26oauth_version%3D1.0', 'a%26oauth_token%3D***%26oauth_version%3D1.0'],
    ['authorization: Bearer abc', 'authorization: ***'],
    ['> Authorization: Basic YTpi\r\n> accept: */*', '> Authorization: ***\r\n> accept: */*'],
    ["{ authorization: 'Bearer abc', accept: '*/*' }", "{ authorization: '***', accept: '*/*' }"],
    ['Set-Cookie: session=1; secure', 'Set-Cookie: ***'],
    ['KIVA_CLIENT_SECRET=abc', 'KIVA_CLIENT_SECRET=***'],
  ])('%s', (text, masked) => {
    expect(maskNamed(text)).toBe(masked)
  })

  test('what explains a signed request is left: who, when, how', () => {
    const signer = {
      clientId: 'org.example.app',
      clientSecret: 'cs-secret',
      token: 'tok;en',
      tokenSecret: 'ts-secret',
    }
    const when = { nonce: 'f'.repeat(32), timestamp: 1700000000 }
    const request = {
      method: 'GET',
      url: 'https://api.example.org/v1/my/account.json',
      headers: { accept: '*/*' },
    }
    const { headers } = signRequest(request, signer, when)
    expect(maskNamed(`> authorization: ${headers['authorization']}`)).toBe(
      `> authorization: OAuth oauth_consumer_key="org.example.app", oauth_nonce="${when.nonce}", oauth_signature="***", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_token="***", oauth_version="1.0"`,
    )
    expect(maskNamed(signatureBase(request, signer, when))).toContain('oauth_token%3D***%26oauth_version')
  })

  test('names without a value, and words of a sentence, stay', () => {
    for (const text of [
      'Set KIVA_OAUTH_TOKEN and KIVA_CLIENT_SECRET.',
      'it has no oauth_token_secret',
      'the cookie jar',
    ]) {
      expect(maskNamed(text)).toBe(text)
    }
  })
})
