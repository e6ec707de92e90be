/** Writes the applications that have access, each with a button to revoke it. */

import { type Html, html } from '../../../formats/html/html.ts'
import type { Grant } from '../../state/grants.ts'
import type { Account } from '../../state/users.ts'
import type { PageText } from '../render-page.ts'
import { type Forms, listScopes, writeForm, writeTime, writeVisitor } from './view-parts.ts'

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
