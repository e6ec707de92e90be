/**
 * What the provider knows while it serves a request: its state, and the applications and users, which are made up. Times
 * are in milliseconds.
 */

import { knownScopes } from '../../api/gaps.ts'
import { outOfBand } from '../../api/origins.ts'
import type { Account } from '../marketplace/model.ts'

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

interface Session {
  readonly id: string
  readonly accountId: number
  readonly until: number
}

/**
 * What the provider remembers, as plain JSON, so that it can be saved between runs. Only one request at a time holds the
 * state. The request changes it in place.
 */
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

/**
 * Faults of authorization that the sandbox can simulate. The service's description does not say which
 * behavior is right, or whether they happen.
 */
type OAuthFault = 'error-code' | 'form-tokens' | 'awkward-tokens'

/** The data that all parts of the provider use while they serve one request. */
export interface ProviderContext {
  readonly state: ProviderState
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly nonce: () => string
  /** Whether the request came over HTTPS. */
  readonly secure: boolean
  readonly faults: readonly string[]
  readonly applications: readonly Application[]
  readonly users: readonly User[]
}

export function findApplication(context: ProviderContext, id: string | undefined): Application | undefined {
  return context.applications.find((app) => app.id === id)
}

export function findAccount(context: ProviderContext, id: number): Account | undefined {
  return context.users.find(({ account }) => account.id === id)?.account
}

export function hasFault(context: Pick<ProviderContext, 'faults'>, fault: OAuthFault): boolean {
  return context.faults.includes(fault)
}

/** An application that is registered with the sandbox. */
export interface Application {
  /** The `client_id`, in reverse DNS notation like `app_id`. */
  readonly id: string
  /** Empty for an application that cannot keep a secret, such as an open-source program on a phone. */
  readonly secret: string
  readonly name: string
  readonly maker: string
  readonly about: string
  /** Allowed values of `oauth_callback`, compared character by character. */
  readonly callbacks: readonly string[]
  /** Whether the service has blocked the application. Blocked applications get no tokens and no data. */
  readonly restricted?: boolean
}

/** Each is an example of one kind. The first application is the one that `kiva --sandbox login` uses. */
export const builtInApplications = [
  {
    id: 'org.example.kiva-cli',
    secret: 'sandbox-secret-of-the-command-line',
    name: 'Kiva on the command line',
    maker: 'Example Tools',
    about: 'Explores the marketplace from a terminal.',
    callbacks: [outOfBand, 'https://kiva-cli.example.org/callback', 'kiva-cli://oauth'],
  },
  {
    id: 'org.example.pocket-lender',
    secret: '',
    name: 'Pocket Lender',
    maker: 'Pocket Lender Collective',
    about: 'An open-source app for phones. It cannot keep a secret, and has none.',
    callbacks: [outOfBand, 'org.example.pocket-lender:/oauth'],
  },
  {
    id: 'org.example.loan-harvester',
    secret: 'sandbox-secret-of-the-harvester',
    name: 'Loan Harvester',
    maker: 'Harvest Labs',
    about: 'Was restricted after it had asked too much too often.',
    callbacks: [outOfBand],
    restricted: true,
  },
  {
    id: 'com.example.lending-journal',
    // Contains every character that a signing key must encode.
    secret: 'sandbox&secret=of+the%26journal',
    name: 'Lending Journal',
    maker: 'Journal & Daughters',
    about: 'A website on which lenders write about their loans.',
    callbacks: ['https://journal.example.com/lenders/callback?from=sandbox'],
  },
] as const satisfies readonly Application[]

/**
 * Whether the application has registered exactly this callback. `oob` (out of band) must be registered too.
 */
export function hasCallback(app: Application, callback: string): boolean {
  return app.callbacks.includes(callback)
}

export type { Account }

/** A user who can log in to the sandbox. The login page shows the password. */
export interface User {
  readonly username: string
  readonly password: string
  readonly about: string
  readonly account: Account
}

export const users = [
  {
    username: 'robin',
    password: 'maize-and-honey',
    about: 'a lender with a public page',
    account: {
      id: 1001,
      first_name: 'Robin',
      last_name: 'Thistle',
      lender_id: 'robin1001',
      is_public: true,
      is_developer: false,
    },
  },
  {
    username: 'juno',
    password: 'ink-and-paper',
    about: 'a developer without a lender page',
    account: { id: 1002, first_name: 'Juno', last_name: 'Barley', is_public: false, is_developer: true },
  },
] as const satisfies readonly User[]

/** A scope that an application can ask a user to grant. */
export type Scope = (typeof knownScopes)[number]

export const isScope = (name: string): name is Scope => (knownScopes as readonly string[]).includes(name)
