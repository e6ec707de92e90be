/** Proxies that refuse, hang, or are none. */
import { serveBytes, startProxy } from '../../support/servers.ts'
import type { Place, Row } from './row.ts'

const through = (proxy: string, words: readonly string[] = []): Place => ({
  baseUrl: 'https://kiva.example',
  env: { HTTPS_PROXY: proxy },
  words,
})
const at = (port: number, words?: readonly string[]) => through(`http://127.0.0.1:${port}`, words)

/** Of a proxy alone: the service is not to blame. */
const blamed = { code: 7, says: /^The (?:address of the )?proxy http:\/\/[\w.]+:\d+ \(HTTPS_PROXY\) / }

export const proxyRows: readonly Row[] = [
  { name: 'a proxy that is not there', place: async () => through('http://127.0.0.1:1'), ...blamed },
  { name: 'a proxy that nobody knows', place: async () => through('http://nobody.invalid:3128'), ...blamed },
  ...[403, 407, 500, 502, 503, 504].map((status) => ({
    name: `a proxy that answers ${status}`,
    place: async () => at((await startProxy({ status })).port),
    ...blamed,
  })),
  {
    name: 'a proxy that does not take the password, which is not told',
    place: async () =>
      through(`http://ada:secret-of-the-proxy@127.0.0.1:${(await startProxy({ status: 407 })).port}`),
    ...blamed,
  },
  {
    name: 'a proxy that never answers',
    place: async () => at((await startProxy('silent')).port, ['--timeout', '0.4']),
    ...blamed,
  },
  { name: 'a proxy that hangs up', place: async () => at((await serveBytes('')).port), ...blamed },
  {
    name: 'a proxy that does not speak HTTP',
    place: async () => at((await serveBytes('SSH-2.0-OpenSSH_9\r\n\r\n')).port),
    ...blamed,
  },
  {
    name: 'a proxy that leads nowhere',
    place: async () => at((await startProxy({ to: (await serveBytes('')).port })).port),
    code: 7,
  },
  {
    name: 'a proxy that leads to silence',
    place: async () => at((await startProxy({ to: (await serveBytes()).port })).port, ['--timeout', '0.4']),
    code: 7,
    says: /^kiva\.example did not answer/,
  },
  ...['junk', 'http://', 'socks5://ada:secret-of-the-proxy@proxy.example:1080', 'file:///etc/passwd'].map(
    (proxy) => ({
      name: `${proxy.replace(/:\w[^/]*@/, ':…@')} names no proxy`,
      place: async () => through(proxy),
      code: 3,
      says: /^HTTPS_PROXY does not name a proxy/,
    }),
  ),
]
