/** Lists and revokes the access that a user has granted to applications. */

import type { Application } from './applications.ts'
import { findApplication, type ProviderContext } from './provider-context.ts'
import type { AccessToken, Approval } from './provider-state.ts'
import type { Scope } from './scopes.ts'

/** The access of one application, over all its tokens. Times are in milliseconds. */
export interface Grant {
  readonly app: Application
  readonly scope: readonly Scope[]
  readonly since: number
  readonly used: number | undefined
  readonly until: number
}

type Access = Pick<AccessToken, 'clientId' | 'scope' | 'issued' | 'until' | 'used'>

export function listGrants(context: ProviderContext, accountId: number): readonly Grant[] {
  const live = listAccesses(context, accountId)
  return context.applications.flatMap((app): Grant[] => {
    const own = live.filter(({ clientId }) => clientId === app.id)
    if (own.length === 0) return []
    const used = own.flatMap((access) => access.used ?? [])
    return [
      {
        app,
        scope: [...new Set(own.flatMap(({ scope }) => scope))],
        since: Math.min(...own.map(({ issued }) => issued)),
        used: used.length > 0 ? Math.max(...used) : undefined,
        until: Math.max(...own.map(({ until }) => until)),
      },
    ]
  })
}

/**
 * Ends all access of an application, including codes that are not exchanged yet. Returns the application's
 * name, or `undefined` if it had no access.
 */
export function revoke(context: ProviderContext, accountId: number, clientId: string): string | undefined {
  const grant = listGrants(context, accountId).find(({ app }) => app.id === clientId)
  for (const token of context.state.accessTokens) {
    if (token.clientId === clientId && token.accountId === accountId) token.revoked = true
  }
  for (const approval of listApprovals(context, accountId, clientId)) approval.revoked = true
  return grant && findApplication(context, clientId)?.name
}

/** Returns valid tokens, and approvals that can still be exchanged for a token. */
function listAccesses(context: ProviderContext, accountId: number): readonly Access[] {
  const tokens = context.state.accessTokens.filter((token) => token.accountId === accountId && !token.revoked)
  const waiting = context.applications.flatMap(({ id }) =>
    listApprovals(context, accountId, id)
      .filter(({ spent, revoked }) => !spent && !revoked)
      .map((approval) => ({ ...approval, clientId: id })),
  )
  return [...tokens, ...waiting].filter(({ until }) => context.now <= until)
}

function listApprovals(context: ProviderContext, accountId: number, clientId: string): readonly Approval[] {
  return context.state.requestTokens
    .filter((token) => token.clientId === clientId)
    .flatMap(({ decision }) =>
      decision?.kind === 'approved' && decision.accountId === accountId ? [decision] : [],
    )
}
