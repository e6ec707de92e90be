/** Chooses the proxy for a request from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. */

import { BlockList, isIP } from 'node:net'
import { KivaError } from '../../core/errors.ts'
import { asGiven } from '../../core/foreign-text.ts'
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
 * Returns the proxy for an address, if any; a loopback address gets none. As in curl, lower-case names win, and ALL_PROXY
 * applies if the variable of the scheme is not set. HTTP_PROXY is the last choice for https. Throws `KivaError` of kind
 * `config` for an invalid value.
 */
export function proxyFor(url: URL, env: Env): HttpProxy | undefined {
  if (isLoopback(url.hostname)) return undefined
  const plain = ['http_proxy', 'HTTP_PROXY']
  const all = ['all_proxy', 'ALL_PROXY']
  const names =
    url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY', ...all, ...plain] : [...plain, ...all]
  const variable = names.find((name) => env[name])
  if (variable === undefined || isBypassed(url, bypassOf(env).list)) return undefined
  return readProxy(variable, env[variable] ?? '')
}

/** Returns the entry of NO_PROXY that matches no host, such as a URL, and the name of the variable. */
export function uselessBypass(env: Env): { readonly entry: string; readonly variable: string } | undefined {
  const { list, variable } = bypassOf(env)
  const entry = entriesOf(list).find((one) => one.includes('/') && !isIP(one.replace(/\/.*/, '')))
  return entry === undefined ? undefined : { entry: withoutPassword(entry), variable }
}

function bypassOf(env: Env): { readonly list: string; readonly variable: string } {
  const variable = env['no_proxy'] ? 'no_proxy' : 'NO_PROXY'
  return { list: env[variable] ?? '', variable }
}

const entriesOf = (list: string): readonly string[] => list.toLowerCase().split(/[,\s]+/)

/**
 * NO_PROXY lists hosts, each with its subdomains, addresses, and networks (`192.0.2.0/24`), separated by commas or
 * blanks. A name or an address may have a port. `*` matches every host.
 */
function isBypassed(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const matches = isIP(host) ? isWithin : isPartOf
  return entriesOf(list).some((entry) => {
    // The end of an IPv6 address looks like a port.
    const [, name = '', only] = isIP(entry) ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? [])
    if (only !== undefined && only !== port) return false
    return name === '*' || matches(host, name.replace(/^\[|\]$/g, ''))
  })
}

function isPartOf(host: string, entry: string): boolean {
  const domain = entry.replace(/^\*?\.+/, '').replace(/\.$/, '')
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
}

/** Returns whether an address is the given one, or in the given network. */
function isWithin(address: string, entry: string): boolean {
  const [, base = '', length] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? []
  const version = isIP(address)
  // BlockList finds IPv4 addresses in networks of IPv6 too.
  if (isIP(base) !== version) return false
  const [family, bits] = version === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
  const prefix = Number(length ?? bits)
  if (prefix > bits) return false
  const network = new BlockList()
  network.addSubnet(base, prefix, family)
  return network.check(address, family)
}

function readProxy(variable: string, value: string): HttpProxy {
  // Many people write `proxy.example:3128`.
  const text = /^[^/\\]+:\d+$/.test(value) ? `http://${value}` : value
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) {
    const authorization = authorizationOf(url)
    if (authorization !== null) return { url, variable, authorization }
  }
  const invalid = `invalid value "${asGiven(withoutPassword(value))}" for ${variable}`
  if (/^socks\w*:/i.test(value))
    throw new KivaError('config', `${invalid}: kiva has no support for SOCKS proxies`, {
      hint: `Set HTTPS_PROXY to an HTTP proxy such as http://proxy.example:3128, or unset ${variable}.`,
    })
  throw new KivaError('config', `${invalid}: expected a proxy URL`, {
    hint: `Set ${variable} to a URL such as http://proxy.example:3128, or unset it.`,
  })
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
