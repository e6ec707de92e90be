/** Which proxy a request goes through: what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say. */

import { KivaError } from '../../errors.ts'
import { isLoopback, withoutPassword } from '../../ports/origin.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface HttpProxy {
  readonly url: URL
  /** The variable that names it, for what is told of it. */
  readonly variable: string
  /** The value of `proxy-authorization`, where the address has a user. */
  readonly authorization: string | undefined
}

/**
 * The proxy for an address, if any; never one for this machine. As in most tools the small letters win, and
 * HTTP_PROXY also stands in for HTTPS_PROXY. Throws `KivaError` of kind `config` for a value that names no proxy.
 */
export function proxyFor(url: URL, env: Env): HttpProxy | undefined {
  if (isLoopback(url.hostname)) return undefined
  const names = ['http_proxy', 'HTTP_PROXY']
  if (url.protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  const variable = names.find((name) => env[name])
  if (variable === undefined || isExcepted(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined
  return readProxy(variable, env[variable] ?? '')
}

/** NO_PROXY: hosts, each with its subdomains, perhaps with a port; `*` stands for every host. */
function isExcepted(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const [, host = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (host === '' || (only !== undefined && only !== port)) return false
      return host === '*' || url.hostname === host || url.hostname.endsWith(`.${host}`)
    })
}

function readProxy(variable: string, value: string): HttpProxy {
  // `proxy.example:3128` is what many write.
  const text = /^[^/\\]+:\d+$/.test(value) ? `http://${value}` : value
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) {
    const authorization = authorizationOf(url)
    if (authorization !== null) return { url, variable, authorization }
  }
  throw new KivaError('config', `${variable} does not name a proxy: "${withoutPassword(value)}"`, {
    hint: `Set ${variable} to an address such as http://proxy.example:3128, or unset it.`,
  })
}

/** Null where the user or the password is not what percent-encoding can make. */
function authorizationOf({ username, password }: URL): string | undefined | null {
  if (username === '') return undefined
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(pair).toString('base64')}`
  } catch {
    return null
  }
}
