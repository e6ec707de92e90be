import { describe, expect, it } from 'vitest'
import type { ListenOptions, Serve } from '../../../src/core/http.ts'
import type { Store } from '../../../src/core/store.ts'
import { openProvider, serveProvider } from '../../../src/sandbox/oauth/local-provider.ts'
import type { ProviderState } from '../../../src/sandbox/oauth/provider-state.ts'
import {
  askForAccessToken,
  askForAccount,
  askForRequestToken,
  atAccess,
  atCode,
  authorizeUrl,
  Browser,
  cli,
  credentialsIn,
  handled,
  origin,
  refusal,
  robin,
  signed,
  startProvider,
  textOf,
  verifierOn,
} from './test-provider.ts'

describe('the provider does not handle other paths', () => {
  it.each([
    '/',
    '/v1/loans/newest.json',
    '/oauth',
    '/oauth/request_token.xml',
    '/oauth/request_token/',
    '/accounts',
    '/oauth%2Fauthorize',
  ])('%s', async (path) => {
    expect(
      await startProvider().provider.handle({ method: 'GET', url: origin + path, headers: {} }),
    ).toBeUndefined()
  })
})

describe('the state', () => {
  it('is plain JSON, and another provider continues from it', async () => {
    let kept: string | undefined
    const first = startProvider({
      save: async (state) => {
        kept = JSON.stringify(state)
      },
    })
    const { token, verifier } = await atCode(first)
    const second = { ...first, ...startProvider({ state: JSON.parse(kept ?? 'null') }), nonce: first.nonce }
    const access = credentialsIn(await askForAccessToken(second, cli, token, verifier))
    expect(await askForAccount(second, cli, access)).toMatchObject({ account: robin.account })
    expect(refusal(await askForAccessToken(second, cli, token, verifier))).toBe('401 oauth.verifier_used')
  })

  it('is never changed after it was saved', async () => {
    const saved: { state: ProviderState; text: string }[] = []
    const at = startProvider({
      save: async (state) => void saved.push({ state, text: JSON.stringify(state) }),
    })
    await atAccess(at)
    expect(saved.length).toBeGreaterThan(3)
    for (const { state, text } of saved) expect(JSON.stringify(state)).toBe(text)
  })

  it('is saved in order, and saving continues after a failure', async () => {
    const counts: number[] = []
    let full = true
    const at = startProvider({
      save: async (state) => {
        if (full) throw new Error('disk full')
        // The first save takes the longest.
        for (let left = 20 - 4 * state.requestTokens.length; left > 0; left--) await null
        counts.push(state.requestTokens.length)
      },
    })
    await expect(askForRequestToken(at, cli, 'oob')).rejects.toThrow('disk full')
    full = false
    await Promise.all([1, 2, 3].map(() => askForRequestToken(at, cli, 'oob')))
    expect(counts).toEqual([2, 3, 4])
  })

  it('is replaced if it is invalid', async () => {
    for (const state of [{ v: 2 }, { v: 1, key: 'x', requestTokens: {} }, 'text', []]) {
      credentialsIn(
        await askForRequestToken(startProvider({ state: state as unknown as ProviderState }), cli, 'oob'),
      )
    }
  })

  it('old tokens, sessions and nonces are removed', async () => {
    let state: ProviderState | undefined
    const at = startProvider({
      save: async (now) => {
        state = now
      },
    })
    await atAccess(at)
    at.clock.now += 121 * 86_400_000
    await at.provider.handle({ method: 'GET', url: `${origin}/account`, headers: {} })
    expect(state).toMatchObject({ requestTokens: [], accessTokens: [], sessions: [], nonces: [] })
  })
})

it('a client can correct its clock from the Date header of the error', async () => {
  const at = startProvider()
  const late = { ...at, clock: { now: at.clock.now - 3_600_000 } }
  const request = signed(late, cli, `${origin}/oauth/request_token.json`, { oauth_callback: 'oob' })
  const reply = await handled(at.provider, request)
  expect(refusal(reply)).toBe('401 oauth.timestamp_refused')
  late.clock.now = Date.parse(reply.headers['date'] ?? '')
  credentialsIn(await handled(at.provider, signed(late, cli, request.url, { oauth_callback: 'oob' })))
})

/** The ports of one machine: a store in memory, and a listener whose function the test calls. */
function machine() {
  const files = new Map<string, string>()
  const { clock, nonce } = startProvider()
  const served: { serve?: Serve; options?: ListenOptions; open: boolean } = { open: false }
  return {
    files,
    served,
    clock,
    context: {
      now: () => clock.now,
      nonce,
      async store<T>(name: string): Promise<Store<T>> {
        const read = (): T | undefined => JSON.parse(files.get(name) ?? 'null') ?? undefined
        return {
          path: name,
          read: async () => read(),
          update: async (change) => void files.set(name, JSON.stringify(change(read()))),
          replace: async (content) => void files.set(name, JSON.stringify(content)),
          remove: async () => files.delete(name),
          mode: async () => 0o600,
        }
      },
      async listen(serve: Serve, options: ListenOptions) {
        Object.assign(served, { serve, options, open: true })
        return {
          port: 4711,
          close: async () => {
            served.open = false
          },
        }
      },
    },
  }
}

describe('kiva --sandbox', () => {
  it('supports the whole flow without setup, and later runs accept or revoke the token', async () => {
    const { context, served, files, clock } = machine()
    const playing = await serveProvider(context)
    expect(playing).toMatchObject({
      authUrl: 'http://127.0.0.1:4711',
      accountUrl: 'http://127.0.0.1:4711/account',
    })
    expect(served.options).toEqual({ port: 0 })
    const at = { ...startProvider(), provider: playing.provider, clock, nonce: context.nonce }

    const client = { ...cli, ...playing.client }
    const token = credentialsIn(await askForRequestToken(at, client, 'oob'))
    const browser = new Browser({
      provider: { ...playing.provider, handle: async (request) => served.serve?.(request) },
    })
    await browser.open(authorizeUrl(client, token.oauth_token, 'oob').replace(origin, playing.authUrl))
    await browser.logIn(robin)
    await browser.press('approve')
    const access = credentialsIn(await askForAccessToken(at, client, token, verifierOn(browser)))
    await playing.close()
    expect(served.open).toBe(false)

    const later = { ...at, provider: openProvider(context) }
    expect(await askForAccount(later, client, access)).toMatchObject({ account: robin.account })
    expect([...files.keys()]).toEqual(['sandbox'])

    const third = await serveProvider(context)
    const pages = new Browser({
      provider: { ...third.provider, handle: async (request) => served.serve?.(request) },
    })
    await pages.open(third.accountUrl)
    await pages.logIn(robin)
    await pages.press('revoke')
    expect(await askForAccount({ ...at, provider: openProvider(context) }, client, access)).toBe(
      '401 oauth.token_revoked',
    )
  })

  it('opens the store only for requests that need it', async () => {
    const { context } = machine()
    const store = () => Promise.reject(new Error('the config folder is read-only'))
    const provider = openProvider({ ...context, store })
    expect(
      await provider.handle({ method: 'GET', url: `${origin}/v1/loans/newest.json`, headers: {} }),
    ).toBeUndefined()
    await expect(
      provider.authorize({ method: 'GET', url: `${origin}/v1/my/account.json`, headers: {} }),
    ).rejects.toThrow('read-only')
  })

  it('rejects token requests at the URL of its pages', async () => {
    const { context, served, clock } = machine()
    const { authUrl } = await serveProvider(context)
    const at = { clock, nonce: context.nonce }
    const request = signed(at, cli, `${authUrl}/oauth/request_token.json`, { oauth_callback: 'oob' })
    const reply = await served.serve?.(request)
    expect(reply && refusal(reply)).toBe('403 oauth.https_required')
  })

  it('serves no other paths and no other host names', async () => {
    const { context, served } = machine()
    await serveProvider(context)
    const get = (url: string) => served.serve?.({ method: 'GET', url, headers: {} })
    expect(await get('http://127.0.0.1:4711/elsewhere')).toMatchObject({ status: 404 })
    for (const host of ['evil.example:4711', '127.0.0.1.evil.example', 'localhost@evil.example']) {
      expect(await get(`http://${host}/account`)).toMatchObject({ status: 421 })
    }
    const page = await get('http://localhost:4711/account')
    expect(page?.status).toBe(200)
    expect(page && textOf(page)).toContain('Log in')
  })

  it('passes faults to the provider', async () => {
    const { context, clock } = machine()
    const { provider } = await serveProvider(context, ['form-tokens'])
    const reply = await askForRequestToken(
      { ...startProvider(), provider, clock, nonce: context.nonce },
      cli,
      'oob',
    )
    expect(textOf(reply)).toMatch(/^oauth_token=/)
  })
})
