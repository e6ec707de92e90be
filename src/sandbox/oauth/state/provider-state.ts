/** What the provider remembers: plain JSON, so that it can be kept from one run to the next. Times in milliseconds. */
import type { Scope } from './scopes.ts'

export interface RequestToken {
  readonly token: string
  readonly secret: string
  readonly clientId: string
  readonly callback: string
  /** Until then the user may decide. */
  readonly until: number
  decision?: Decision
}

export type Decision = Approval | { readonly kind: 'denied'; readonly accountId: number }

/** The user said yes, and was shown the verifier at `issued`. */
export interface Approval {
  readonly kind: 'approved'
  readonly accountId: number
  readonly scope: readonly Scope[]
  readonly verifier: string
  readonly issued: number
  /** Until then the verifier may be exchanged: counted from `issued`, not from when the request token was made. */
  readonly until: number
  /** Presented once, rightly or wrongly. */
  spent?: boolean
  /** The user took the approval back before it was exchanged. */
  revoked?: boolean
}

export interface AccessToken {
  readonly token: string
  readonly secret: string
  readonly clientId: string
  readonly accountId: number
  readonly scope: readonly Scope[]
  readonly issued: number
  readonly until: number
  used?: number
  revoked?: boolean
}

export interface Session {
  readonly id: string
  readonly accountId: number
  readonly until: number
}

/** Handed to one request at a time, which changes it in place; nobody else holds it meanwhile. */
export interface ProviderState {
  readonly v: 1
  /** Under which form tokens are made. */
  readonly key: string
  requestTokens: RequestToken[]
  accessTokens: AccessToken[]
  sessions: Session[]
  /** Digests of the nonces in use. */
  nonces: { readonly seen: string; readonly until: number }[]
}

/** A copy of `old` to work on, without what is long past; a new one where there is none, or one not understood. */
export function workingState(old: unknown, now: number, nonce: () => string): ProviderState {
  const state = isState(old) ? structuredClone(old) : emptyState(nonce())
  const lasting = <T extends { readonly until: number }>(items: T[], afterwards = 0) =>
    items.filter(({ until }) => now <= until + afterwards)
  return {
    ...state,
    // Kept a while, so that an old token is told why it fails.
    requestTokens: lasting(state.requestTokens, 2 * day),
    accessTokens: lasting(state.accessTokens, 30 * day),
    sessions: lasting(state.sessions),
    nonces: lasting(state.nonces),
  }
}

const emptyState = (key: string): ProviderState => ({
  v: 1,
  key,
  requestTokens: [],
  accessTokens: [],
  sessions: [],
  nonces: [],
})

function isState(value: unknown): value is ProviderState {
  const { v, key, requestTokens, accessTokens, sessions, nonces } = (value ?? {}) as Record<string, unknown>
  return (
    v === 1 &&
    typeof key === 'string' &&
    [requestTokens, accessTokens, sessions, nonces].every((list) => Array.isArray(list))
  )
}

export const minute = 60_000
export const day = 24 * 60 * minute
