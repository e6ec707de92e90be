import { describe, expect, it } from 'vitest'
import { rawPath, readSignedRequest } from '../../../../src/sandbox/oauth/protocol/signed-request.ts'

const url = 'https://sandbox.test/oauth/request_token'
const form = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' }

describe('reading parameters', () => {
  it('reads header, query and form body, with repeated names', () => {
    const { parameters, oauth } = readSignedRequest({
      method: 'POST',
      url: `${url}?a=1&a=1&b#c=2`,
      headers: {
        ...form,
        authorization: 'oauth realm="x, oauth_fake=\\"1\\"",oauth_token="a%3Bb%20c%2Bd+e" , oauth_x=""',
      },
      body: 'q=%F0%9F%8C%B1+%2B&=nameless',
    })
    expect(parameters).toEqual([
      ['oauth_token', 'a;b c+d+e'],
      ['oauth_x', ''],
      ['a', '1'],
      ['a', '1'],
      ['b', ''],
      ['q', '🌱 +'],
      ['', 'nameless'],
    ])
    expect([...oauth.keys()]).toEqual(['oauth_token', 'oauth_x'])
  })

  it.each(['Bearer abc', 'Basic b2F1dGhfYT0x', 'OAuth2 oauth_a="1"', 'OAuth', ''])(
    'ignores the header "%s"',
    (authorization) => {
      expect(readSignedRequest({ method: 'GET', url, headers: { authorization } }).parameters).toEqual([])
    },
  )
})

describe('rejects a request with', () => {
  it.each([
    ['an unquoted header value', { authorization: 'OAuth oauth_token=abc' }, undefined],
    ['a header without end', { authorization: 'OAuth oauth_token="abc' }, undefined],
    ['two header values without a comma', { authorization: 'OAuth oauth_a="1" oauth_b="2"' }, undefined],
    ['half a percent sign', { authorization: 'OAuth oauth_token="%4"' }, undefined],
    ['what is not UTF-8', form, 'a=%ff'],
    ['an OAuth parameter twice in one place', form, 'oauth_token=a&oauth_token=a'],
    [
      'an OAuth parameter in two places',
      { ...form, authorization: 'OAuth oauth_token="a"' },
      'oauth%5Ftoken=b',
    ],
    ['a JSON body', { 'content-type': 'application/json' }, '{"oauth_token":"a"}'],
    ['a body of no type', {}, 'oauth_token=a'],
  ])('%s', (_, headers, body) => {
    const request = { method: 'POST', url, headers, ...(body === undefined ? {} : { body }) }
    expect(() => readSignedRequest(request)).toThrow(
      expect.objectContaining({ problem: 'parameter_rejected' }),
    )
  })
})

it.each([
  ['https://h', '/'],
  ['https://h?x=/y', '/'],
  ['https://h/a%2Fb?c', '/a%2Fb'],
])('the path of %s is %s', (address, path) => {
  expect(rawPath(address)).toBe(path)
})
