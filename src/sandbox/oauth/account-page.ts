/** GET and POST /account: the user's preferences, where the user revokes access. */
import { preferencesPath } from '../../api/gaps.ts'
import { type Html, html, type PageText } from '../html/page.ts'
import { requireLogin } from './login-page.ts'
import {
  type Forms,
  listScopes,
  PageError,
  renderPage,
  writeForm,
  writeTime,
  writeVisitor,
} from './page-parts.ts'
import {
  type AccessToken,
  type Account,
  type Application,
  type Approval,
  findApplication,
  type ProviderContext,
  type Scope,
} from './provider-state.ts'
import { redirectUncached } from './reply.ts'
import { rawPath, rawQuery, readForm } from './signed-request.ts'

export const handleAccountPage = requireLogin({
  open: (context, request) => ({
    subject: {
      revoked: findApplication(context, new Map(readForm(rawQuery(request.url))).get('revoked'))?.name,
    },
    purpose: 'To see and revoke the access of applications to your account.',
  }),

  show: ({ context, account, subject, formToken }) =>
    renderPage(
      200,
      writeAccountPage({
        address: preferencesPath,
        formToken,
        account,
        grants: listGrants(context, account.id),
        revoked: subject.revoked,
      }),
    ),

  act: ({ context, request, account }, form) => {
    const clientId = form.get('client_id') ?? ''
    if (form.get('do') !== 'revoke') throw new PageError('Unknown request', 'The form has no valid action.')
    revoke(context, account.id, clientId)
    const known = findApplication(context, clientId)?.id
    return redirectUncached(rawPath(request.url) + (known ? `?revoked=${encodeURIComponent(known)}` : ''))
  },
})

/**
 * Returns the page with the applications that have access, each with a button to revoke it. `revoked` is the name of the
 * application whose access was just revoked.
 */
function writeAccountPage(
  page: Forms & {
    readonly account: Account
    readonly grants: readonly Grant[]
    readonly revoked: string | undefined
  },
): PageText {
  const { account, grants } = page
  return {
    title: 'Account preferences',
    body: html`<h1>Account preferences</h1>
${page.revoked && html`<p class="note" role="status">${page.revoked} no longer has access.</p>`}
<p>These applications have access to your account. Revoke access that you no longer use; it ends at once.</p>
${grants.length === 0 && html`<p class="note">No application has access.</p>`}
${grants.map((grant) => writeGrant(page, grant))}
${account.lender_id && html`<p class="quiet">Your public lender page is ${account.lender_id}.</p>`}
${writeVisitor(page)}`,
  }
}

function writeGrant(page: Forms, { app, scope, since, used, until }: Grant): Html {
  return html`<section>
<h2>${app.name}</h2>
<p class="quiet">By ${app.maker}. ${app.about}</p>
${listScopes(scope)}
<dl>
<dt>Approved</dt><dd>${writeTime(since)}</dd>
<dt>Last used</dt><dd>${used === undefined ? 'never' : writeTime(used)}</dd>
<dt>Ends</dt><dd>${writeTime(until)}</dd>
</dl>
${writeForm(
  page,
  html`<input type="hidden" name="client_id" value="${app.id}">
<button class="stop" name="do" value="revoke" aria-label="Revoke access of ${app.name}">Revoke access</button>`,
)}
</section>`
}

/** The access of one application, over all its tokens. Times are in milliseconds. */
interface Grant {
  readonly app: Application
  readonly scope: readonly Scope[]
  readonly since: number
  readonly used: number | undefined
  readonly until: number
}

type Access = Pick<AccessToken, 'clientId' | 'scope' | 'issued' | 'until' | 'used'>

function listGrants(context: ProviderContext, accountId: number): readonly Grant[] {
  const live = listAccesses(context, accountId)
  return context.applications.flatMap((app): Grant[] => {
    const accesses = live.filter(({ clientId }) => clientId === app.id)
    if (accesses.length === 0) return []
    const used = accesses.flatMap((access) => access.used ?? [])
    return [
      {
        app,
        scope: [...new Set(accesses.flatMap(({ scope }) => scope))],
        since: Math.min(...accesses.map(({ issued }) => issued)),
        used: used.length > 0 ? Math.max(...used) : undefined,
        until: Math.max(...accesses.map(({ until }) => until)),
      },
    ]
  })
}

/** Ends all access of an application, including codes that are not exchanged yet. */
function revoke(context: ProviderContext, accountId: number, clientId: string): void {
  for (const token of context.state.accessTokens) {
    if (token.clientId === clientId && token.accountId === accountId) token.revoked = true
  }
  for (const approval of listApprovals(context, accountId, clientId)) approval.revoked = true
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
