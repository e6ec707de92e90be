/**
 * The state of the provider. It is plain JSON, so that it can be saved between runs. Times are in
 * milliseconds.
 */
import type { Scope } from './scopes.ts'

export interface RequestToken {
  readonly token: string
  readonly secret: string
  readonly clientId: string
  readonly callback: string
  /** Time until which the user can decide. */
  readonly until: number
  decision?: Decision
}

export type Decision = Approval | { readonly kind: 'denied'; readonly accountId: number }

/** The user's approval. The verifier was shown at `issued`. */
export interface Approval {
  readonly kind: 'approved'
  readonly accountId: number
  readonly scope: readonly Scope[]
  readonly verifier: string
  readonly issued: number
  /**
   * Time until which the verifier can be exchanged. It counts from `issued`, not from the creation of the
   * request token.
   */
  readonly until: number
  /** Whether an exchange was attempted, successful or not. */
  spent?: boolean
  /** Whether the user revoked the approval before the exchange. */
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

/** Only one request at a time holds the state. The request changes it in place. */
export interface ProviderState {
  readonly v: 1
  /** Key from which form tokens are derived. */
  readonly key: string
  requestTokens: RequestToken[]
  accessTokens: AccessToken[]
  sessions: Session[]
  /** Digests of used nonces. */
  nonces: { readonly seen: string; readonly until: number }[]
}

/**
 * Returns a copy of `old` without entries that expired long ago, or a new state if `old` is missing or has an
 * unknown format.
 */
export function workingState(old: unknown, now: number, nonce: () => string): ProviderState {
  const state = isState(old) ? structuredClone(old) : emptyState(nonce())
  const lasting = <T extends { readonly until: number }>(items: T[], afterwards = 0) =>
    items.filter(({ until }) => now <= until + afterwards)
  return {
    ...state,
    // Expired tokens stay for a while, so that the error can say that the token is expired.
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
