/** Chooses the proxy for a request from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */

import { KivaError } from '../../core/errors.ts'
import { isLoopback, withoutPassword } from '../../core/origin.ts'
import type { Env } from '../../core/settings.ts'

export interface HttpProxy {
  readonly url: URL
  /** The variable that sets it, for messages. */
  readonly variable: string
  /** The value of `proxy-authorization`, if the proxy's address has a user. */
  readonly authorization: string | undefined
}

/**
 * Returns the proxy for an address, if any; a loopback address gets none. As in most tools lower-case names
 * win, and HTTP_PROXY is the fallback for HTTPS_PROXY. Throws `KivaError` of kind `config` for an invalid
 * value.
 */
export function proxyFor(url: URL, env: Env): HttpProxy | undefined {
  if (isLoopback(url.hostname)) return undefined
  const names = ['http_proxy', 'HTTP_PROXY']
  if (url.protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  const variable = names.find((name) => env[name])
  if (variable === undefined || isBypassed(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined
  return readProxy(variable, env[variable] ?? '')
}

/** NO_PROXY lists hosts, each including its subdomains, optionally with a port. `*` matches every host. */
function isBypassed(url: URL, list: string): boolean {
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
  // Many people write `proxy.example:3128`.
  const text = /^[^/\\]+:\d+$/.test(value) ? `http://${value}` : value
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) {
    const authorization = authorizationOf(url)
    if (authorization !== null) return { url, variable, authorization }
  }
  throw new KivaError(
    'config',
    `invalid value "${withoutPassword(value)}" for ${variable}: expected a proxy URL`,
    {
      hint: `Set ${variable} to a URL such as http://proxy.example:3128, or unset it.`,
    },
  )
}

/** Returns null for a user or password with invalid percent-encoding. */
function authorizationOf({ username, password }: URL): string | undefined | null {
  if (username === '') return undefined
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(pair).toString('base64')}`
  } catch {
    return null
  }
}
