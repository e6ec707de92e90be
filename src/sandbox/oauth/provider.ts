/** The sandbox as an OAuth 1.0a provider: a function from request to reply over a state that can be saved. */
import { preferencesPath } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'
import type { Store } from '../../core/store.ts'
import { handleAccountPage } from './account-page.ts'
import { type IdentifiedUser, identifyUser } from './authenticate.ts'
import { handleAuthorizePage } from './authorize-page.ts'
import { type ProviderPath, providerPaths } from './provider-paths.ts'
import {
  type Application,
  builtInApplications,
  type ProviderContext,
  type ProviderState,
  type User,
  users,
  workingState,
} from './provider-state.ts'
import { rawPath } from './signed-request.ts'
import { issueAccessToken, issueRequestToken } from './token-endpoints.ts'

export interface ProviderOptions {
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  /** Returns 32 unguessable characters `[0-9a-f]`. */
  readonly nonce: () => string
  /** Whether a request came over HTTPS. */
  readonly secure: boolean | ((request: HttpRequest) => boolean)
  /**
   * Faults to inject. Only those of `OAuthFault` have an effect here. A function is called for each request.
   */
  readonly faults: readonly string[] | (() => readonly string[])
  /** Initial state. With `save`, which is called for every change, a provider can outlive its process. */
  readonly state?: ProviderState
  readonly save?: (state: ProviderState) => Promise<void>
  /** A store that several processes can share. Replaces `state` and `save`. */
  readonly store?: StateStore
  readonly applications?: readonly Application[]
  readonly users?: readonly User[]
}

type StateStore = Pick<Store<ProviderState>, 'update'>

export interface Provider {
  /** Returns the reply for an authorization path, or `undefined` for any other path. */
  handle(request: HttpRequest): Promise<HttpReply | undefined>
  /** Returns the user for whom a request for `/v1/my/…` acts. Throws the sandbox's `Refusal`. */
  authorize(request: HttpRequest): Promise<IdentifiedUser>
}

type Handler = (context: ProviderContext, request: HttpRequest) => HttpReply

const handlers = {
  '/oauth/request_token': issueRequestToken,
  '/oauth/request_token.json': issueRequestToken,
  '/oauth/authorize': handleAuthorizePage,
  '/oauth/access_token': issueAccessToken,
  '/oauth/access_token.json': issueAccessToken,
  [preferencesPath]: handleAccountPage,
} as const satisfies Record<ProviderPath, Handler>

export function createProvider(options: ProviderOptions): Provider {
  const store = options.store ?? inMemory(options.state, options.save)

  /**
   * Runs `work` on the state, one request at a time. Nothing is awaited between reading and changing the
   * state.
   */
  async function withState<T>(request: HttpRequest, work: (context: ProviderContext) => T): Promise<T> {
    let outcome: (() => T) | undefined
    await store.update((old) => {
      const now = options.now()
      const state = workingState(old, now, options.nonce)
      const secure = typeof options.secure === 'function' ? options.secure(request) : options.secure
      const faults = typeof options.faults === 'function' ? options.faults() : options.faults
      outcome = attempt(() =>
        work({ applications: builtInApplications, users, ...options, state, now, secure, faults }),
      )
      return state
    })
    if (!outcome) throw new Error('the store did not update the state')
    return outcome()
  }

  return {
    async handle(request) {
      const path = providerPaths.find((known) => known === rawPath(request.url))
      if (path === undefined) return undefined
      return withDate(await withState(request, (context) => handlers[path](context, request)), options.now())
    },
    authorize: (request) => withState(request, (context) => identifyUser(context, request)),
  }
}

/**
 * Runs `work` at once. The returned function returns its result or throws its error later, so that the state
 * is saved in either case: a refused request also uses up its nonce.
 */
function attempt<T>(work: () => T): () => T {
  try {
    const result = work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/**
 * Adds the provider's time as the header `date`. A client whose timestamp is refused corrects its clock by
 * it.
 */
function withDate(reply: HttpReply, now: number): HttpReply {
  return { ...reply, headers: { ...reply.headers, date: new Date(now).toUTCString() } }
}

/** Returns a store in memory. It saves one state after another, so that the latest state is saved last. */
function inMemory(start: ProviderState | undefined, save: ProviderOptions['save']): StateStore {
  let state = start
  let saving: Promise<void> = Promise.resolve()
  return {
    async update(change) {
      const next = change(state)
      state = next
      if (!save || !next) return
      saving = saving.catch(() => {}).then(() => save(next))
      await saving
    },
  }
}
