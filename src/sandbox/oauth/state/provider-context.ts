/** The data that all parts of the provider use while they serve one request. */
import type { Application } from './applications.ts'
import type { ProviderState } from './provider-state.ts'
import type { Account, User } from './users.ts'

/**
 * Faults of authorization that the sandbox can simulate. The service's description does not say which
 * behavior is right, or whether they happen.
 */
export type OAuthFault = 'error-code' | 'form-tokens' | 'awkward-tokens'

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
