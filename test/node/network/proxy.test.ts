import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import { proxyFor, uselessBypass } from '../../../src/node/network/proxy.ts'

const at = 'http://proxy.example:3128'
const origin = (address: string, env: Readonly<Record<string, string>>) =>
  proxyFor(new URL(address), env)?.url.origin

describe('the proxy variable', () => {
  test.each([
    ['https://a.example', {}, undefined],
    ['https://a.example', { HTTPS_PROXY: '' }, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://one', https_proxy: 'http://two' }, 'https_proxy'],
    ['https://a.example', { HTTP_PROXY: 'http://one', HTTPS_PROXY: 'http://two' }, 'HTTPS_PROXY'],
    ['https://a.example', { HTTP_PROXY: 'http://one', http_proxy: 'http://two' }, 'http_proxy'],
    ['https://a.example', { https_proxy: '', HTTP_PROXY: 'http://one' }, 'HTTP_PROXY'],
    ['http://a.example', { HTTPS_PROXY: 'http://one' }, undefined],
    ['https://a.example', { ALL_PROXY: 'http://one' }, 'ALL_PROXY'],
    ['http://a.example', { ALL_PROXY: 'http://one', all_proxy: 'http://two' }, 'all_proxy'],
    ['https://a.example', { ALL_PROXY: 'http://one', HTTPS_PROXY: 'http://two' }, 'HTTPS_PROXY'],
    ['https://a.example', { ALL_PROXY: 'http://one', HTTP_PROXY: 'http://two' }, 'ALL_PROXY'],
    ['http://a.example', { ALL_PROXY: 'http://one', HTTP_PROXY: 'http://two' }, 'HTTP_PROXY'],
    ['http://a.example', { HTTPS_PROXY: 'http://one', HTTP_PROXY: 'http://two' }, 'HTTP_PROXY'],
  ] as const)('for %s with %j is %s', (address, env, variable) => {
    expect(proxyFor(new URL(address), env)?.variable).toBe(variable)
  })

  test.each(['socks5://ada:hush@h:1', 'SOCKS5H://h', 'socks4a://h:1', 'socks://h'])(
    'with the address %s is an error that names SOCKS',
    (value) => {
      expect(() => proxyFor(new URL('https://a.example'), { ALL_PROXY: value })).toThrow(
        expect.objectContaining({
          kind: 'config',
          message: `invalid value "${value.replace('ada:hush', '***')}" for ALL_PROXY: kiva has no support for SOCKS proxies`,
          hint: 'Set HTTPS_PROXY to an HTTP proxy such as http://proxy.example:3128, or unset ALL_PROXY.',
        }),
      )
    },
  )
})

describe('requests to this machine use no proxy', () => {
  test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s', (host) => {
    expect(origin(`https://${host}:8443`, { HTTPS_PROXY: at })).toBeUndefined()
  })
  test.each(['notlocalhost', 'localhost.example', '127.0.0.1.example', '[::2]', '128.0.0.1'])(
    'but requests to %s do',
    (host) => {
      expect(origin(`https://${host}`, { HTTPS_PROXY: at })).toBe(at)
    },
  )
})

describe('NO_PROXY', () => {
  test.each([
    ['a.example', true],
    ['A.Example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['*', true],
    ['b.example, a.example', true],
    ['b.example\ta.example', true],
    ['a.example:443', true],
    ['*:443', true],
    ['a.example:8443', false],
    ['b.example', false],
    ['ample', false],
    ['xa.example', false],
    ['', false],
    [' , ', false],
    [':443', false],
  ])('%j', (list, direct) => {
    expect(origin('https://a.example', { HTTPS_PROXY: at, NO_PROXY: list })).toBe(direct ? undefined : at)
    expect(origin('https://a.example', { HTTPS_PROXY: at, no_proxy: list })).toBe(direct ? undefined : at)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.0/24', true],
    ['192.0.2.7', '192.0.2.200/24', true],
    ['192.0.2.7', '192.0.3.0/24', false],
    ['192.0.2.7', '192.0.2.6/31', true],
    ['192.0.2.7', '192.0.2.6/32', false],
    ['192.0.2.7', '192.0.2.7/32', true],
    ['[2001:db8::7]', '2001:db8::7/128', true],
    ['192.0.2.7', '0.0.0.0/0', true],
    ['192.0.2.7', '192.0.2.0/33', false],
    ['192.0.2.7', '192.0.2.0/', false],
    ['192.0.2.7', '192.0.2.0/x', false],
    ['192.0.2.7', '192.0.2.0/-1', false],
    ['192.0.2.7', '192.0.2.0/24.5', false],
    ['192.0.2.7', 'a.example/24', false],
    ['192.0.2.7', '*', true],
    ['192.0.2.7', '2.7', false],
    ['192.0.2.7', '192.0.2.7:443', true],
    ['192.0.2.7', '192.0.2.7:80', false],
    ['192.0.2.7', '::/0', false],
    ['[2001:db8::7]', '2001:db8::7', true],
    ['[2001:db8::7]', '2001:DB8:0:0::0007', true],
    ['[2001:db8::7]', '[2001:db8::7]', true],
    ['[2001:db8::7]', '[2001:db8::7]:443', true],
    ['[2001:db8::7]', '[2001:db8::7]:80', false],
    ['[2001:db8::7]', '2001:db8::/32', true],
    ['[2001:db8::7]', '2001:db9::/32', false],
    ['[2001:db8::7]', '2001:db8::/129', false],
    ['[2001:db8::7]', '0.0.0.0/0', false],
    ['a.example', '192.0.2.0/24', false],
    ['a.example', 'A.EXAMPLE.', true],
    ['a.example.', 'example', true],
    ['a.example', '..example', true],
  ])('a request to %s with %j is direct: %s', (host, list, isDirect) => {
    const url = `https://${host}`
    expect(origin(url, { HTTPS_PROXY: at, NO_PROXY: `x.example ${list}` })).toBe(isDirect ? undefined : at)
  })

  test('matches default ports and explicit ports', () => {
    const env = { HTTP_PROXY: at, NO_PROXY: 'a.example:80,b.example:8443' }
    expect(origin('http://a.example', env)).toBeUndefined()
    expect(origin('https://a.example', env)).toBe(at)
    expect(origin('https://b.example:8443', env)).toBeUndefined()
    expect(origin('https://b.example', env)).toBe(at)
  })

  test.each([
    ['https://a.example', 'https://a.example'],
    ['b.example, HTTPS://u:p@A.example:443/x', 'https://***@a.example:443/x'],
    ['a.example/24', 'a.example/24'],
    ['b.example,.c.example,*.d.example,e.example:443,192.0.2.7,192.0.2.0/24,2001:db8::/32,*', undefined],
    ['', undefined],
  ])('%j has an entry that matches no host: %j', (list, entry) => {
    for (const variable of ['NO_PROXY', 'no_proxy'])
      expect(uselessBypass({ [variable]: list })).toEqual(entry && { entry, variable })
    expect(uselessBypass({ NO_PROXY: list, no_proxy: 'a.example' })).toBeUndefined()
  })

  test('no_proxy overrides NO_PROXY', () => {
    const env = { HTTPS_PROXY: at, no_proxy: 'b.example', NO_PROXY: 'a.example' }
    expect(origin('https://a.example', env)).toBe(at)
  })
})

describe('the address of the proxy', () => {
  test.each([
    [at, at, undefined],
    ['https://proxy.example', 'https://proxy.example', undefined],
    ['proxy.example:3128', at, undefined],
    ['[::1]:3128', 'http://[::1]:3128', undefined],
    ['http://ada:pass@proxy.example:3128/', at, 'ada:pass'],
    ['http://ada@proxy.example:3128', at, 'ada:'],
    ['ada:p%40ss%3A@proxy.example:3128', at, 'ada:p@ss:'],
  ])('%s', (value, origin, user) => {
    const proxy = proxyFor(new URL('https://a.example'), { HTTPS_PROXY: value })
    expect(proxy?.url.origin).toBe(origin)
    expect(proxy?.authorization).toBe(user && `Basic ${Buffer.from(user).toString('base64')}`)
  })

  test.each([
    ['junk', 'junk'],
    ['proxy.example/x:80', 'proxy.example/x:80'],
    ['ftp://ada:hush@h:1', 'ftp://***@h:1'],
    ['http://ada:hu@sh@h:99999', 'http://***@h:99999'],
    ['ada:hush@h:99999', 'ada:***@h:99999'],
    ['http:\\\\ada:hush@h:99999', 'http:\\\\***@h:99999'],
    ['http://ada:%zz@h:1', 'http://***@h:1'],
  ])('%s is invalid, and the error omits its password', (value, shown) => {
    try {
      proxyFor(new URL('https://a.example'), { HTTPS_PROXY: value })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(KivaError)
      expect(error).toMatchObject({
        kind: 'config',
        message: `invalid value "${shown}" for HTTPS_PROXY: expected a proxy URL`,
        hint: 'Set HTTPS_PROXY to a URL such as http://proxy.example:3128, or unset it.',
      })
    }
  })
})
