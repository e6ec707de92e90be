import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretHeaders, secretNames } from '../../src/api/origins.ts'
import { encode } from '../../src/api/wire/request.ts'
import { createSecrets, headerLine, maskNamed } from '../../src/auth/masking.ts'
import { signatureBase, signRequest } from '../../src/auth/sign.ts'
import { KivaError } from '../../src/core/errors.ts'
import { foreign, sentence } from '../../src/core/foreign-text.ts'
import { printProblem } from '../../src/output/problem.ts'

/** It contains every kind of character that some encoding escapes. */
const secret = `ats/=1 +2%;&<>"'é!`

function maskSecrets(text: string, known: readonly string[]): string {
  const { add, mask } = createSecrets()
  add(...known)
  return mask(text)
}

describe('masking by value', () => {
  const json = JSON.stringify(secret).slice(1, -1)
  const forms: readonly (readonly [string, string])[] = [
    ['raw', secret],
    ['percent-encoded', encode(secret)],
    ['percent-encoded in lower case', encode(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['percent-encoded as JavaScript does', encodeURIComponent(secret)],
    ['encoded twice, as in a base string', encode(encode(secret))],
    ['as a form', new URLSearchParams({ x: secret }).toString().slice(2)],
    ['in JSON', json],
    ['in JSON with escaped slashes', json.replace('/', '\\/')],
    ['in JSON as ASCII', json.replace('é', '\\u00e9')],
    ['in JSON as PHP writes it', json.replace('é', '\\u00e9').replace('/', '\\/')],
    ['in JSON within JSON', JSON.stringify(json).slice(1, -1)],
    ['in markup', 'ats/=1 +2%;&amp;&lt;&gt;&quot;&#39;é!'],
  ]

  test.each(forms)('%s', (_, text) => {
    expect(maskSecrets(`before ${text} after "${text}"`, [secret])).toBe('before *** after "***"')
  })

  test('any secret in any text', () => {
    // Without asterisks, which the mask itself contains.
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

  test('a secret that begins with another secret is masked completely', () => {
    expect(maskSecrets('abcdef abc', ['abc', 'abcdef'])).toBe('*** ***')
  })

  test('values shorter than three characters and undefined are not masked', () => {
    const { add, mask } = createSecrets()
    add('a', 'na', 'é', '', undefined)
    expect(mask('banana %C3%A9')).toBe('banana %C3%A9')
    add('ban')
    expect(mask('banana')).toBe('***ana')
  })
})

describe('masking by name', () => {
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
    // Quotes stay only around a complete value; only a value that begins with OAuth is parsed as OAuth.
    ['authorization: Basic OAuth abc', 'authorization: ***'],
    ['authorization: Digest a="b"', 'authorization: ***'],
    ['authorization: "a\\"b', 'authorization: ***'],
    ['{"authorization":"OAuth oauth_nonce=n"}', '{"authorization":"OAuth oauth_nonce=n"}'],
  ])('%s', (text, masked) => {
    expect(maskNamed(text)).toBe(masked)
  })

  test.each([
    // A word next to a possible credential.
    'authorization: Bearer abc',
    'authorization: token abc',
    'authorization: was Basic abc',
    'authorization: must not be abc123',
    'authorization: abc:def',
    'authorization: QWxhZGRpbg',
    'authorization: abcdefghijklmnopqrst',
    'authorization:abc',
    'authorization=abc',
    'authorization: "none"',
    'cookie: a=b',
    'cookie: none; a=b',
    'set-cookie: sid=abc; Secure',
    'proxy-authorization: Negotiate abc',
  ])('a possible credential is masked, not kept as a sentence: %s', (text) => {
    expect(maskNamed(text)).toMatch(/^[\w-]+(?:: |[:=])"?\*\*\*"?$/)
  })

  test('a text too long for a sentence is masked', () => {
    const text = `authorization: ${'none '.repeat(200_000)}!`
    expect(maskNamed(text)).toBe('authorization: ***')
  })

  test('a secret header in a dump is masked for any value', () => {
    for (const name of secretHeaders)
      for (const value of ['none', 'must be a header', 'abc', 'a=b', ''])
        expect(headerLine(name.toUpperCase(), value, maskNamed)).toBe(`${name.toUpperCase()}: ***`)
    expect(headerLine('accept', 'none', maskNamed)).toBe('accept: none')
    expect(headerLine('Authorization', 'OAuth oauth_nonce="n", oauth_token="t"', maskNamed)).toBe(
      'Authorization: OAuth oauth_nonce="n", oauth_token="***"',
    )
  })

  test('a signed request keeps client id, nonce, timestamp, method and version', () => {
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

  test('names without a value and sentences stay unchanged', () => {
    for (const text of [
      'Set KIVA_OAUTH_TOKEN and KIVA_CLIENT_SECRET.',
      'it has no oauth_token_secret',
      'the cookie jar',
      'authorization: must be a header; cookie: none',
      'Authorization: an OAuth header over HTTPS is required, see RFC 5849 (401).',
      'Cookie: none',
    ]) {
      expect(maskNamed(text)).toBe(text)
    }
  })
})

/** The ways a named value is written in requests, replies and logs. */
const syntaxes: readonly (readonly [string, (name: string, value: string) => string])[] = [
  ['JSON', (name, value) => JSON.stringify({ [name]: value })],
  ['JSON within JSON', (name, value) => JSON.stringify(JSON.stringify({ [name]: value }))],
  ['JSON with spaces', (name, value) => JSON.stringify({ [name]: value }, undefined, 2)],
  ['JSON that breaks off', (name, value) => JSON.stringify({ [name]: value }).slice(0, -2)],
  ['an object printed for people', (name, value) => `{ ${name}: '${value.replace(/['\\\\]/g, '')}' }`],
  ['a form', (name, value) => `${name}=${encodeURIComponent(value)}`],
  ['a form within a base string', (name, value) => `a%26${encode(`${name}=${encode(value)}`)}`],
  ['an OAuth header', (name, value) => `OAuth ${name}="${encode(value)}"`],
  ['XML', (name, value) => `<${name}>${value.replace(/[<&]/g, '')}</${name}>`],
  ['XML with an attribute', (name, value) => `<${name} type="s">${value.replace(/[<&]/g, '')}</${name}>`],
  ['a URL', (name, value) => `https://h.example/x?a=1&${name}=${encodeURIComponent(value)}`],
  ['words', (name, value) => `${name}: ${value.replace(/[\s&<]/g, '')}`],
]

describe('every secret name', () => {
  test.each(secretNames)('%s is masked in every syntax, twice in a text, in lower and upper case', (name) => {
    const value = 'Zq7"x\\\\9;&é Zq7'
    for (const [, write] of syntaxes) {
      for (const spelled of [name, name.toUpperCase()]) {
        const text = `before ${write(spelled, value)} between ${write(spelled, value)} after`
        const masked = maskNamed(text)
        expect(masked, text).not.toContain('Zq7')
        expect(masked, text).toMatch(/^before .*\*\*\*/s)
      }
    }
  })

  test.each(secretHeaders)('the header %s is masked', (name) => {
    for (const spelled of [name, name.toUpperCase()]) {
      expect(maskNamed(`a: 1\n${spelled}: Zq7 x="y"; Zq8\nb: 2`)).toBe(`a: 1\n${spelled}: ***\nb: 2`)
      expect(maskNamed(JSON.stringify({ [spelled]: 'Zq7', b: '2' }))).toBe(`{"${spelled}":"***","b":"2"}`)
    }
  })

  test('a longer name that contains a secret name is not masked', () => {
    for (const text of ['xoauth_token=a', 'my_client_secret=a', 'oauth_tokens=a', 'x-cookie: a'])
      expect(maskNamed(text)).toBe(text)
  })
})

describe('a printed error', () => {
  const any = fc.oneof(
    fc.string({ minLength: 3, maxLength: 20 }),
    fc.constantFrom(
      'error',
      'message',
      'hint',
      'kind',
      'the API',
      'access',
      'kiva',
      'exit_code',
      '":"',
      'cause',
    ),
  )
  const told = (problem: unknown, style: 'json' | 'words', known: string, debug = false) => {
    const secrets = createSecrets()
    secrets.add(known)
    return printProblem(problem, { style, debug, secrets, kiva: (words) => `kiva ${words}` }).text
  }

  test("keeps kiva's own words unchanged, whatever the secret is", () => {
    const problem = new KivaError('auth', 'the API refused access: no token, no message', {
      hint: (kiva) => `Log in with ${kiva('login')}. The error has a cause.`,
      status: 401,
    })
    fc.assert(
      fc.property(any, fc.constantFrom('json', 'words'), (secret, style) => {
        expect(told(problem, style, secret)).toBe(told(problem, style, ''))
      }),
    )
  })

  test('masks the secret in foreign text, and stays valid JSON', () => {
    const secretText = fc.string({ minLength: 3, maxLength: 20 }).filter((text) => !/[*\s]/.test(text))
    const writings = [
      (text: string) => text,
      encode,
      (text: string) => encode(encode(text)),
      (text: string) => JSON.stringify(text),
      (text: string) => JSON.stringify(JSON.stringify(text)),
      (text: string) => new URLSearchParams({ x: text }).toString(),
    ]
    fc.assert(
      fc.property(secretText, fc.constantFrom(...writings), (secret, write) => {
        const words = `\u00a7${write(secret)}\u00a7`
        const problem = new KivaError('refused', sentence`It says ${foreign(words)}`, { code: words })
        const { error } = JSON.parse(told(problem, 'json', secret))
        expect(error.message).toMatch(/^It says \u00a7.*\*\*\*.*\u00a7$/)
        expect(error.code).toContain('***')
        const unmasked = String(words).slice(1, -1)
        expect(error.message).not.toContain(unmasked)
      }),
    )
  })

  test('masks causes and unexpected errors', () => {
    const cause = new Error('parsed "Zq7-secret" and oauth_token=abc\n    at Zq7-secret')
    const text = told(new KivaError('bug', 'It failed', { cause }), 'words', 'Zq7-secret', true)
    expect(text).toContain('cause: parsed "***" and oauth_token=***')
    expect(told(cause, 'words', 'Zq7-secret')).toContain(
      'unexpected failure: parsed "***" and oauth_token=***',
    )
    expect(told(cause, 'json', 'Zq7-secret')).not.toContain('Zq7')
  })
})
