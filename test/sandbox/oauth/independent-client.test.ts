/** An independent client, npm `oauth`, runs the whole flow and its errors over real HTTPS sockets. */
import { createServer, globalAgent, type Server } from 'node:https'
import { OAuth } from 'oauth'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createProvider } from '../../../src/sandbox/oauth/provider.ts'
import {
  authorizeUrl,
  Browser,
  cli,
  pocket,
  robin,
  serveWith,
  startProvider,
  verifierOn,
} from './test-provider.ts'

const { clock, nonce } = startProvider()
const faults: string[] = []
const provider = createProvider({ now: () => clock.now, nonce, secure: true, faults })
const serve = serveWith({ provider, clock })
let server: Server
let origin = ''

beforeAll(async () => {
  clock.now = Date.now()
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }]
  const pem = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
  })
  server = createServer({ key: pem.private, cert: pem.cert }, async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    const reply = await serve({
      method: incoming.method ?? '',
      url: origin + incoming.url,
      headers: Object.fromEntries(headers),
      ...(body ? { body } : {}),
    })
    outgoing.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  globalAgent.options.ca = pem.cert
})

afterAll(async () => {
  delete globalAgent.options.ca
  await new Promise((resolve) => server.close(resolve))
})

/** Turns a callback of the library into a promise of its arguments. */
const called = <T>(start: (done: (error: unknown, ...rest: T[]) => void) => void) =>
  new Promise<T[]>((resolve, reject) => start((error, ...rest) => (error ? reject(error) : resolve(rest))))

const form = { Accept: 'application/x-www-form-urlencoded' }

/** The library decodes only forms, so it has to request one. */
const client = (secret: string = cli.secret, id: string = cli.id, suffix = '', headers = form) =>
  new OAuth(
    `${origin}/oauth/request_token${suffix}`,
    `${origin}/oauth/access_token${suffix}`,
    id,
    secret,
    '1.0',
    'oob',
    'HMAC-SHA1',
    32,
    headers,
  )

type Pair = readonly [token: string, secret: string]
const requestToken = async (from: OAuth) =>
  (await called<unknown>((done) => from.getOAuthRequestToken(done))) as [...Pair, Record<string, string>]
const accessToken = async (from: OAuth, [token, secret]: Pair, verifier: string) =>
  (await called<unknown>((done) => from.getOAuthAccessToken(token, secret, verifier, done))) as [
    ...Pair,
    Record<string, string>,
  ]
const account = async (from: OAuth, [token, secret]: Pair, path = '/v1/my/account.json') => {
  const [data] = await called<unknown>((done) => from.get(origin + path, token, secret, done))
  return JSON.parse(String(data))
}

/** Approves the request as the user, in a new browser. */
async function approve(token: string, app: typeof cli | typeof pocket = cli): Promise<string> {
  const browser = new Browser({ provider })
  await browser.open(authorizeUrl(app, token, 'oob').replace(/^https:\/\/[^/]+/, origin))
  await browser.logIn(robin)
  await browser.press('approve')
  return verifierOn(browser)
}

async function granted(from = client()): Promise<Pair> {
  const [token, secret] = await requestToken(from)
  const [access, accessSecret] = await accessToken(from, [token, secret], await approve(token))
  return [access, accessSecret]
}

const problem = (name: string, statusCode = 401) => ({ statusCode, data: expect.stringContaining(name) })

afterEach(() => {
  faults.length = 0
})

it.each([
  ['at the addresses of the document', '', []],
  ['at the addresses with a suffix', '.json', []],
  ['with tokens that are hard to encode', '', ['awkward-tokens']],
  ['with tokens that are hard to encode, at the addresses with a suffix', '.json', ['awkward-tokens']],
])('completes the flow and reads the account %s', async (_, suffix, wrong) => {
  faults.push(...wrong)
  const from = client(cli.secret, cli.id, suffix)
  const [token, secret, rest] = await requestToken(from)
  expect(rest).toEqual({ oauth_callback_confirmed: 'true' })
  const [access, accessSecret, granted] = await accessToken(from, [token, secret], await approve(token))
  expect(granted).toEqual({ scope: 'access' })
  const path = '/v1/my/account.json?app_id=org.example.kiva-cli&q=a%20b%2B%C3%A9'
  expect(await account(from, [access, accessSecret], path)).toEqual({ user_account: robin.account })
})

it('completes the flow with Accept: */* if the provider always sends forms', async () => {
  faults.push('form-tokens')
  const from = client(cli.secret, cli.id, '', { Accept: '*/*' })
  const [token, secret] = await requestToken(from)
  const [access, accessSecret] = await accessToken(from, [token, secret], await approve(token))
  expect(await account(from, [access, accessSecret])).toEqual({ user_account: robin.account })
})

it('gets JSON with Accept: */*, as from the live API', async () => {
  const [token, , rest] = await requestToken(client(cli.secret, cli.id, '', { Accept: '*/*' }))
  expect(token).toBeUndefined()
  // The library parses the whole text as the name of one field.
  const text = Object.keys(rest)[0] ?? ''
  expect(JSON.parse(text)).toMatchObject({ oauth_callback_confirmed: true })
})

it('completes the flow without a client secret', async () => {
  const from = client('', pocket.id)
  const [token, secret] = await requestToken(from)
  const [access, accessSecret] = await accessToken(from, [token, secret], await approve(token, pocket))
  expect(await account(from, [access, accessSecret])).toEqual({ user_account: robin.account })
})

describe('is rejected', () => {
  it('with a wrong secret', async () => {
    await expect(requestToken(client('wrong'))).rejects.toEqual(problem('signature_invalid'))
    const [token] = await granted()
    await expect(account(client(), [token, 'wrong'])).rejects.toEqual(problem('signature_invalid'))
    await expect(account(client('wrong'), await granted())).rejects.toEqual(problem('signature_invalid'))
  })

  it('with a reused nonce', async () => {
    const from = client()
    const pair = await granted(from)
    const time = from._getTimestamp()
    from._getNonce = () => 'always the same'
    from._getTimestamp = () => time
    expect(await account(from, pair)).toHaveProperty('user_account')
    await expect(account(from, pair)).rejects.toEqual(problem('nonce_used'))
  })

  it('with a reused code', async () => {
    const from = client()
    const [token, secret] = await requestToken(from)
    const verifier = await approve(token)
    await accessToken(from, [token, secret], verifier)
    await expect(accessToken(from, [token, secret], verifier)).rejects.toEqual(problem('verifier_used'))
  })

  it('with an old timestamp', async () => {
    const from = client()
    const pair = await granted(from)
    const time = from._getTimestamp()
    from._getTimestamp = () => time - 400
    await expect(account(from, pair)).rejects.toEqual(problem('timestamp_refused'))
    await expect(requestToken(from)).rejects.toEqual(problem('timestamp_refused'))
  })
})
