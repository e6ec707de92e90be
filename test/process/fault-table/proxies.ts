/** Proxies that refuse, hang, or are invalid. */
import { serveBytes, startProxy } from '../../support/servers.ts'
import type { Place, Row } from './row.ts'

const through = (proxy: string): Place => ({
  baseUrl: 'https://kiva.example',
  env: { HTTPS_PROXY: proxy },
})
const at = (port: number) => through(`http://127.0.0.1:${port}`)

/** Matches an error that blames the proxy, and not the service. */
const proxyThat = (does: string) => new RegExp(`^the proxy http://[\\w.]+:\\d+ \\(HTTPS_PROXY\\) ${does}`)

const refusals: readonly (readonly [status: number, says: RegExp])[] = [
  [403, proxyThat('refuses to connect to kiva.example:443 \\(403\\) .*NO_PROXY')],
  [407, proxyThat('requires a user name and password \\(407\\) .*http://USER:PASSWORD@HOST:PORT')],
  [500, proxyThat('')],
  [502, proxyThat('cannot reach kiva.example:443 \\(502\\) .*HTTPS_PROXY')],
  [503, proxyThat('')],
  [504, proxyThat('cannot reach kiva.example:443 \\(504\\) .*HTTPS_PROXY')],
]

export const proxyRows: readonly Row[] = [
  {
    name: 'a proxy that is not there, whose password is not told',
    place: async () => through('http://ada:secret-of-the-proxy@127.0.0.1:1'),
    code: 7,
    says: proxyThat('refused the connection .*HTTPS_PROXY'),
  },
  {
    name: 'a proxy that nobody knows',
    place: async () => through('http://nobody.invalid:3128'),
    code: 7,
    says: /^cannot resolve the proxy http:\/\/nobody\.invalid:3128 \(HTTPS_PROXY\)/,
  },
  ...refusals.map(([status, says]) => ({
    name: `a proxy that answers ${status}`,
    place: async () => at((await startProxy({ status })).port),
    code: 7,
    says,
  })),
  {
    name: 'a proxy that does not take the password, which is not told',
    place: async () =>
      through(`http://ada:secret-of-the-proxy@127.0.0.1:${(await startProxy({ status: 407 })).port}`),
    code: 7,
    says: proxyThat('rejects the user name and password \\(407\\)'),
  },
  {
    name: 'a proxy that never answers',
    place: async () => {
      const { port, reached } = await startProxy('silent')
      return { ...at(port), reached }
    },
    timeout: '0.4',
    code: 7,
    says: /^no response from the proxy http:\/\/[\w.]+:\d+ \(HTTPS_PROXY\) within 0\.4s/,
  },
  {
    name: 'a proxy that hangs up',
    place: async () => at((await serveBytes('')).port),
    code: 7,
    says: proxyThat(''),
  },
  {
    name: 'a proxy that does not speak HTTP',
    place: async () => at((await serveBytes('SSH-2.0-OpenSSH_9\r\n\r\n')).port),
    code: 7,
    says: proxyThat('sent an invalid HTTP response \\(not HTTP/1\\.1\\) '),
  },
  {
    name: 'a proxy that leads nowhere',
    place: async () => at((await startProxy({ to: (await serveBytes('')).port })).port),
    code: 7,
    says: /^kiva\.example /,
  },
  {
    name: 'a proxy that leads to silence',
    place: async () => {
      const silence = await serveBytes()
      const { port } = await startProxy({ to: silence.port })
      return { ...at(port), reached: silence.reached }
    },
    timeout: '0.4',
    code: 7,
    says: /^no response from kiva\.example within 0\.4s/,
  },
  ...['HTTPS_PROXY', 'ALL_PROXY'].map((variable) => ({
    name: `a SOCKS proxy in ${variable}`,
    place: async () => ({
      baseUrl: 'https://kiva.example',
      env: { [variable]: 'socks5://ada:secret-of-the-proxy@proxy.example:1080' },
    }),
    code: 3,
    says: new RegExp(
      `^invalid value ".*" for ${variable}: kiva has no support for SOCKS proxies Set HTTPS_PROXY to an HTTP proxy`,
    ),
  })),
  ...[
    'junk',
    'http://',
    'http://:3128',
    'http://ada:secret-of-the-proxy@proxy.example:99999',
    'http://ada:secret-of-the-proxy%zz@proxy.example:3128',
    'file:///etc/passwd',
  ].map((proxy) => ({
    name: `${proxy} names no proxy`,
    place: async () => through(proxy),
    code: 3,
    says: /^invalid value ".*" for HTTPS_PROXY: expected a proxy URL/,
  })),
]
