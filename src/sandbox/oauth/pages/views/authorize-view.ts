/** The pages of an authorization request: the question, then the code or a denial. */

import { accessTokenDays, preferencesPath, verifierMinutes } from '../../../../api/gaps.ts'
import { outOfBand } from '../../../../api/oauth.ts'
import { type Html, html } from '../../../formats/html/html.ts'
import type { Account } from '../../state/users.ts'
import type { Authorization } from '../authorization-request.ts'
import type { PageText } from '../render-page.ts'
import { type Forms, listScopes, writeButton, writeForm, writeTime, writeVisitor } from './view-parts.ts'

export function writeApprovePage(
  page: Forms & { readonly account: Account; readonly authorization: Authorization },
): PageText {
  const { app, scope, token } = page.authorization
  return {
    title: `Approve ${app.name}?`,
    body: html`<h1>${app.name} asks for access to your account</h1>
<p>By ${app.maker}. ${app.about}</p>
<h2>It could</h2>
${listScopes(scope)}
${writeForm(
  page,
  html`<div class="choice">${writeButton('approve', 'Approve', 'main')}${writeButton('deny', 'Deny')}</div>`,
)}
<p class="quiet">${describeNextStep(token.callback, app.name)} Access ends after ${accessTokenDays} days, or when you revoke it in
your <a href="${preferencesPath}">account preferences</a>. It cannot lend, and it does not see your password.</p>
${writeVisitor(page)}`,
  }
}

function describeNextStep(callback: string, name: string): Html {
  if (callback === outOfBand) return html`If you approve, you get a code to enter in ${name}.`
  const place = /^https?:\/\/([^/?#]+)/.exec(callback)?.[1]
  return place
    ? html`In both cases your browser returns to <b>${place}</b>.`
    : html`In both cases your browser returns to the app that opens <code>${callback.split(':', 1)}:</code> addresses.`
}

/** Returns the page with the code. `until` is in milliseconds since the epoch. */
export function writeCodePage(page: {
  readonly authorization: Authorization
  readonly verifier: string
  readonly until: number
}): PageText {
  return {
    title: 'Your code',
    body: html`<h1>Enter this code in ${page.authorization.app.name}</h1>
<p class="code"><code>${page.verifier}</code></p>
<p>It is valid for ${verifierMinutes} minutes, until <b>${writeTime(page.until)}</b>, and works once. Upper and lower case matter.</p>
<p class="quiet">Keep it secret: anyone with this code may get the access that you approved. You can close this page afterwards.</p>`,
  }
}

export function writeDeniedPage(name: string): PageText {
  return {
    title: 'Access denied',
    body: html`<h1>You denied access</h1>
<p>${name} has no access to your account. You can close this page.</p>`,
  }
}
