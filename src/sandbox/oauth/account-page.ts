/** GET and POST /account: the user's preferences, where the user revokes access. */
import { preferencesPath } from '../../api/gaps.ts'
import { type Html, html } from '../html/page.ts'
import { requireLogin } from './login-page.ts'
import {
  type Forms,
  listScopes,
  PageError,
  type PageText,
  renderPage,
  writeForm,
  writeTime,
  writeVisitor,
} from './page-parts.ts'
import { type Account, findApplication, type Grant, listGrants, revoke } from './provider-state.ts'
import { redirectTo } from './refusal.ts'
import { rawPath, rawQuery, readForm } from './signed-request.ts'

export const handleAccountPage = requireLogin({
  open: (context, request) => ({
    about: {
      revoked: findApplication(context, new Map(readForm(rawQuery(request.url))).get('revoked'))?.name,
    },
    purpose: 'To see and revoke the access of applications to your account.',
  }),

  show: ({ context, account, about, formToken }) =>
    renderPage(
      200,
      writeAccountPage({
        address: preferencesPath,
        formToken,
        account,
        grants: listGrants(context, account.id),
        revoked: about.revoked,
      }),
    ),

  act: ({ context, request, account }, form) => {
    const clientId = form.get('client_id') ?? ''
    if (form.get('do') !== 'revoke') throw new PageError('Unknown request', 'The form has no valid action.')
    revoke(context, account.id, clientId)
    const known = findApplication(context, clientId)?.id
    return redirectTo(rawPath(request.url) + (known ? `?revoked=${encodeURIComponent(known)}` : ''))
  },
})

/* Writes the applications that have access, each with a button to revoke it. */

/** Returns the page. `revoked` is the name of the application whose access was just revoked. */
export function writeAccountPage(
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
