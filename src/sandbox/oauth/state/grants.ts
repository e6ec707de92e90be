/** Which applications a user has let in, and how they are thrown out again (service.md "Rules" 6). */

import type { Scope } from '../pages/authorization-request.ts'
import type { App } from './applications.ts'
import { appOf, type Desk } from './provider-context.ts'
import type { AccessToken, Decision } from './provider-state.ts'

/** All that one application may do, over all its tokens. Times in milliseconds. */
export interface Grant {
  readonly app: App
  readonly scope: readonly Scope[]
  readonly since: number
  readonly used: number | undefined
  readonly until: number
}

type Approval = Extract<Decision, { kind: 'approved' }>
type Access = Pick<AccessToken, 'clientId' | 'scope' | 'issued' | 'until' | 'used'>

export function grantsOf(desk: Desk, accountId: number): readonly Grant[] {
  const live = accesses(desk, accountId)
  return desk.apps.flatMap((app): Grant[] => {
    const own = live.filter(({ clientId }) => clientId === app.id)
    if (own.length === 0) return []
    const used = own.flatMap((access) => access.used ?? [])
    return [
      {
        app,
        // Only known scopes are ever granted.
        scope: [...new Set(own.flatMap(({ scope }) => scope))] as Scope[],
        since: Math.min(...own.map(({ issued }) => issued)),
        used: used.length > 0 ? Math.max(...used) : undefined,
        until: Math.max(...own.map(({ until }) => until)),
      },
    ]
  })
}

/** Ends all access of an application, codes that wait for their exchange included. Its name, if it had any access. */
export function revoke(desk: Desk, accountId: number, clientId: string): string | undefined {
  const grant = grantsOf(desk, accountId).find(({ app }) => app.id === clientId)
  for (const token of desk.state.accessTokens) {
    if (token.clientId === clientId && token.accountId === accountId) token.revoked = true
  }
  for (const approval of approvals(desk, accountId, clientId)) approval.revoked = true
  return grant && appOf(desk, clientId)?.name
}

/** Tokens that work, and approvals that can still become one. */
function accesses(desk: Desk, accountId: number): readonly Access[] {
  const tokens = desk.state.accessTokens.filter((token) => token.accountId === accountId && !token.revoked)
  const waiting = desk.apps.flatMap(({ id }) =>
    approvals(desk, accountId, id)
      .filter(({ spent, revoked }) => !spent && !revoked)
      .map((approval) => ({ ...approval, clientId: id })),
  )
  return [...tokens, ...waiting].filter(({ until }) => desk.now <= until)
}

function approvals(desk: Desk, accountId: number, clientId: string): readonly Approval[] {
  return desk.state.requestTokens
    .filter((token) => token.clientId === clientId)
    .flatMap(({ decision }) =>
      decision?.kind === 'approved' && decision.accountId === accountId ? [decision] : [],
    )
}
