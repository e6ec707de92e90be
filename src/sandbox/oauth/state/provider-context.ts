/** What every part of the provider works with while it serves one request. */
import type { App } from './applications.ts'
import type { ProviderState } from './provider-state.ts'
import type { Account, Person } from './users.ts'

/** Faults of authorization that the sandbox can be told to have (service.md leaves open which is right). */
export type OAuthFault = 'error-code' | 'form-tokens'

export interface Desk {
  readonly state: ProviderState
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly nonce: () => string
  /** Whether the request came over HTTPS. */
  readonly secure: boolean
  readonly faults: readonly string[]
  readonly apps: readonly App[]
  readonly people: readonly Person[]
}

export function appOf(desk: Desk, id: string | undefined): App | undefined {
  return desk.apps.find((app) => app.id === id)
}

export function accountOf(desk: Desk, id: number): Account | undefined {
  return desk.people.find(({ account }) => account.id === id)?.account
}

export function hasFault(desk: Desk, fault: OAuthFault): boolean {
  return desk.faults.includes(fault)
}
