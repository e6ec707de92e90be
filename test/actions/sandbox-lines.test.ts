import { expect, it } from 'vitest'
import { describeRequest } from '../../src/actions/sandbox-lines.ts'

const secret = 's3cret'

it.each([
  [
    'data stays readable',
    'https://h/v1/loans/search.json?status=funded&page=2',
    '/v1/loans/search.json?status=funded&page=2',
  ],
  [
    'signed data loses its OAuth part',
    `https://h/v1/my/account.json?app_id=a&oauth_token=${secret}&%6Fauth_signature=${secret}&oauth_x&oauth_%ff=${secret}`,
    '/v1/my/account.json?app_id=a&oauth_token=***&%6Fauth_signature=***&***&oauth_%ff=***',
  ],
  [
    'the authorize page',
    `https://h/oauth/authorize?client_id=a.b&oauth_token=${secret}&state=${secret}&scope=access&${secret}`,
    '/oauth/authorize?client_id=a.b&oauth_token=***&state=***&scope=access&***',
  ],
  [
    'what would steer a terminal',
    'https://h/v1/\u001b[2J\r\n?q=\u009b',
    '/v1/\ufffd[2J\ufffd\ufffd?q=\ufffd',
  ],
])('%s', (_, url, line) => {
  const headers = { authorization: `OAuth oauth_token="${secret}"`, cookie: secret }
  expect(describeRequest({ method: 'GET', url, headers, body: `password=${secret}` })).toBe(`GET ${line}`)
})

it('a very long URL is cut to 300 characters', () => {
  const url = `https://h/v1/loans/search.json?q=${'x'.repeat(9000)}`
  const line = describeRequest({ method: 'GET', url, headers: {} })
  expect(line).toMatch(/^GET \/v1\/loans\/search\.json\?q=x+…$/)
  expect(line).toHaveLength(300)
})
