/** A provider with an adjustable clock, an application that signs, and a browser with cookies. No sockets. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { catalogue } from '../../../src/commands/catalogue.ts'
import type { HttpReply, HttpRequest, Serve } from '../../../src/core/http.ts'
import { Refusal } from '../../../src/sandbox/http/refusal.ts'
import { createProviderRoutes } from '../../../src/sandbox/http/routes.ts'
import { createProvider, type Provider, type ProviderOptions } from '../../../src/sandbox/oauth/provider.ts'
import { type Application, builtInApplications, users } from '../../../src/sandbox/oauth/provider-state.ts'
import {
  computeSignature,
  type Parameter,
  rawQuery,
  readForm,
} from '../../../src/sandbox/oauth/signed-request.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'

export const origin = 'https://sandbox.test'
export const [cli, pocket, harvester, journal] = builtInApplications
export const [robin, juno] = users
export const minutes = 60_000

export type TestProvider = ReturnType<typeof startProvider>

export function startProvider(options: Partial<ProviderOptions> = {}) {
  const clock = { now: Date.UTC(2026, 10, 20, 14, 30) }
  let drawn = 0
  const nonce = () => createHash('sha256').update(`nonce ${drawn++}`).digest('hex').slice(0, 32)
  const provider = createProvider({
    now: () => clock.now,
    nonce,
    secure: ({ url }) => url.startsWith('https:'),
    faults: [],
    ...options,
  })
  return { provider, clock, nonce }
}

/** The ways to make a signed request invalid or unusual. */
export interface Twist {
  readonly method?: string
  readonly url?: string
  /** Changed before signing; `undefined` leaves a parameter out. */
  readonly oauth?: Readonly<Record<string, string | undefined>>
  /** Changed after signing. */
  readonly forged?: Readonly<Record<string, string>>
  readonly secret?: string
  readonly tokenSecret?: string
  readonly place?: 'header' | 'body' | 'query'
  /** Further parameters of query or body, signed. */
  readonly query?: readonly Parameter[]
  readonly headers?: Readonly<Record<string, string>>
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const written = (pairs: readonly Parameter[]) =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')

/** Returns a signed request, like an application sends it. */
export function signed(
  at: Pick<TestProvider, 'clock' | 'nonce'>,
  app: Pick<Application, 'id' | 'secret'>,
  url: string,
  own: Readonly<Record<string, string>>,
  twist: Twist = {},
): HttpRequest {
  const method = twist.method ?? 'POST'
  const address = twist.url ?? url
  const all: Record<string, string | undefined> = {
    oauth_consumer_key: app.id,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(at.clock.now / 1000)),
    oauth_nonce: at.nonce(),
    oauth_version: '1.0',
    ...own,
    ...twist.oauth,
  }
  const oauth = Object.entries(all).flatMap(([name, value]): Parameter[] =>
    value === undefined ? [] : [[name, value]],
  )
  const query = twist.query ?? []
  const signature = computeSignature(
    { method, url: address, parameters: [...oauth, ...query, ...readForm(rawQuery(address))] },
    twist.secret ?? app.secret,
    twist.tokenSecret ?? '',
  )
  const sent = Object.entries({ ...Object.fromEntries(oauth), oauth_signature: signature, ...twist.forged })
  const place = twist.place ?? 'header'
  const inUrl = written([...(place === 'query' ? sent : []), ...query])
  const body = place === 'body' ? written(sent) : ''
  const list = sent.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(', ')
  return {
    method,
    url: address + (inUrl && `${address.includes('?') ? '&' : '?'}${inUrl}`),
    headers: {
      ...(place === 'header' ? { authorization: `OAuth realm="a, \\"b\\"", ${list}` } : {}),
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...twist.headers,
    },
    ...(body ? { body } : {}),
  }
}

export const textOf = (reply: HttpReply) => new TextDecoder().decode(reply.body)

export async function handled(provider: Provider, request: HttpRequest): Promise<HttpReply> {
  const reply = await provider.handle(request)
  expect(reply, `${request.method} ${request.url} is served`).toBeDefined()
  return reply as HttpReply
}

/** Returns the status and `code` of an error reply. */
export function refusal(reply: HttpReply): string {
  return `${reply.status} ${JSON.parse(textOf(reply)).code}`
}

export function askForRequestToken(
  at: TestProvider,
  app: Application,
  callback: string,
  twist?: Twist,
): Promise<HttpReply> {
  const url = `${origin}/oauth/request_token.json`
  return handled(at.provider, signed(at, app, url, { oauth_callback: callback }, twist))
}

interface Credentials {
  readonly oauth_token: string
  readonly oauth_token_secret: string
  readonly scope: readonly string[]
}

export const credentialsIn = (reply: HttpReply): Credentials => {
  expect(`${reply.status} ${reply.status === 200 ? '' : textOf(reply)}`).toBe('200 ')
  return JSON.parse(textOf(reply))
}

export function askForAccessToken(
  at: TestProvider,
  app: Application,
  token: Pick<Credentials, 'oauth_token' | 'oauth_token_secret'>,
  verifier: string,
  twist: Twist = {},
): Promise<HttpReply> {
  const own = { oauth_token: token.oauth_token, oauth_verifier: verifier }
  const url = `${origin}/oauth/access_token.json`
  return handled(at.provider, signed(at, app, url, own, { tokenSecret: token.oauth_token_secret, ...twist }))
}

/** Sends a signed `GET /v1/my/account`; returns the account, or status and code of the error. */
export async function askForAccount(
  at: TestProvider,
  app: Application,
  token: Pick<Credentials, 'oauth_token' | 'oauth_token_secret'>,
  twist: Twist = {},
) {
  const request = signed(
    at,
    app,
    `${origin}/v1/my/account.json`,
    { oauth_token: token.oauth_token },
    { method: 'GET', tokenSecret: token.oauth_token_secret, ...twist },
  )
  return at.provider.authorize(request).catch((error) => {
    if (error instanceof Refusal) return `${error.status} ${error.code}`
    throw error
  })
}

/** Returns the whole sandbox with this provider, data included. */
export function serveWith(at: Pick<TestProvider, 'provider' | 'clock'>): Serve {
  const { handle } = createSandbox({
    catalogue,
    loans: 20,
    now: () => at.clock.now,
    authorize: (request) => at.provider.authorize(request),
    routes: createProviderRoutes((request) => at.provider.handle(request)),
  })
  return handle
}

export function authorizeUrl(
  app: Application,
  token: string,
  callback: string,
  more: Record<string, string> = {},
): string {
  const query = {
    client_id: app.id,
    response_type: 'code',
    oauth_token: token,
    oauth_callback: callback,
    ...more,
  }
  return `${origin}/oauth/authorize?${written(Object.entries(query))}`
}

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[entity] ?? '',
  )

/** A user's browser: keeps cookies, follows redirects within the provider, sends the page's forms. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #provider: Provider
  /** The URL and text of the current page. */
  url = 'about:blank'
  page = ''

  constructor(at: Pick<TestProvider, 'provider'>) {
    this.#provider = at.provider
  }

  async open(url: string): Promise<HttpReply> {
    return this.#visit({ method: 'GET', url, headers: this.#headers() })
  }

  /** Sends the form that has the button `action`, with its hidden fields and the changes in `fields`. */
  async press(action: string, fields: Readonly<Record<string, string | undefined>> = {}): Promise<HttpReply> {
    const form = this.page.split('<form').find((part) => part.includes(`name="do" value="${action}"`)) ?? ''
    expect(form, `a button "${action}" on the page at ${this.url}:\n${this.page}`).not.toBe('')
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const own = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)]))
    const sent = Object.entries({ ...own, do: action, ...fields })
    const pairs = sent.flatMap(([name, value]): Parameter[] => (value === undefined ? [] : [[name, value]]))
    const target = unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? '')
    return this.#visit({
      method: 'POST',
      url: new URL(target, this.url).href,
      headers: { ...this.#headers(), 'content-type': 'application/x-www-form-urlencoded' },
      body: written(pairs),
    })
  }

  /** Logs in on the current page. */
  logIn(person: { readonly username: string; readonly password: string }): Promise<HttpReply> {
    return this.press('log in', { username: person.username, password: person.password })
  }

  get heading(): string {
    return unescaped(/<h1>([^<]*)<\/h1>/.exec(this.page)?.[1] ?? '')
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    return cookie ? { cookie } : {}
  }

  async #visit(request: HttpRequest): Promise<HttpReply> {
    const reply = await handled(this.#provider, request)
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(reply.headers['set-cookie'] ?? '') ?? []
    if (name && value) this.cookies.set(name, value)
    else if (name) this.cookies.delete(name)
    const location = reply.headers['location']
    if (location?.startsWith('/')) return this.open(new URL(location, request.url).href)
    this.url = request.url
    this.page = textOf(reply)
    return reply
  }
}

/** Requests a token, opens the authorize page and logs in. */
export async function atApproval(
  at: TestProvider,
  app: Application,
  callback: string,
  more: Record<string, string> = {},
) {
  const token = credentialsIn(await askForRequestToken(at, app, callback))
  const browser = new Browser(at)
  await browser.open(authorizeUrl(app, token.oauth_token, callback, more))
  const reply = await browser.logIn(robin)
  return { token, browser, reply }
}

/** Runs the flow up to the code on the page. */
export async function atCode(at: TestProvider, app: Application = cli, more: Record<string, string> = {}) {
  const { token, browser } = await atApproval(at, app, 'oob', more)
  await browser.press('approve')
  return { token, browser, verifier: verifierOn(browser) }
}

export const verifierOn = (browser: Browser) => /KV-[0-9A-Za-z]{8}/.exec(browser.page)?.[0] ?? 'no code'

/** Runs the flow up to an access token. */
export async function atAccess(at: TestProvider, app: Application = cli, more: Record<string, string> = {}) {
  const { token, browser, verifier } = await atCode(at, app, more)
  return { browser, access: credentialsIn(await askForAccessToken(at, app, token, verifier)) }
}

/** Returns status, target and parameters of a redirect, or `undefined` for other replies. */
export function redirectOf(reply: HttpReply) {
  const location = reply.headers['location']
  if (location === undefined) return undefined
  const at = location.indexOf('?')
  return {
    status: reply.status,
    to: location.slice(0, at),
    pairs: Object.fromEntries(readForm(location.slice(at + 1))),
  }
}
