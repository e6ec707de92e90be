/**
 * The pages that a person sees, as text. What decides which one is shown is elsewhere. Above 150 lines because all
 * pages are here, to be read side by side.
 */
import { accessTokenDays, preferencesPath, verifierMinutes } from '../../../api/gaps.ts'
import { type Html, html } from '../../formats/html/html.ts'
import { outOfBand } from '../state/applications.ts'
import type { Grant } from '../state/grants.ts'
import type { Scope } from '../state/scopes.ts'
import type { Account, User } from '../state/users.ts'
import type { Authorization } from './authorization-request.ts'
import type { PageText } from './render-page.ts'

/** What a page's forms need. */
interface Forms {
  readonly address: string
  readonly formToken: string
}

/** `failed` is the user name that didn't get in. */
export function loginPage(
  page: Forms & {
    readonly purpose: string
    readonly users: readonly User[]
    readonly failed: string | undefined
  },
): PageText {
  return {
    title: 'Log in',
    body: html`<h1>Log in</h1>
<p>${page.purpose}</p>
${page.failed !== undefined && html`<p class="alert" role="alert" id="wrong">User name and password do not match.</p>`}
${form(
  page,
  html`<label for="username">User name</label>
<input id="username" name="username" value="${page.failed ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${page.failed !== undefined && html` aria-describedby="wrong"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${button('log in', 'Log in', 'main')}`,
)}
<h2>People of the sandbox</h2>
<ul class="cards">${page.users.map(
      (person) => html`
<li><code>${person.username}</code> with <code>${person.password}</code><span>${fullName(person.account)}, ${person.about}</span></li>`,
    )}
</ul>`,
  }
}

export function approvePage(
  page: Forms & { readonly account: Account; readonly asked: Authorization },
): PageText {
  const { app, scope, token } = page.asked
  return {
    title: `Approve ${app.name}?`,
    body: html`<h1>${app.name} asks for access to your account</h1>
<p>By ${app.maker}. ${app.about}</p>
<h2>It would be able to</h2>
${scopeList(scope)}
${form(
  page,
  html`<div class="choice">${button('approve', 'Approve', 'main')}${button('deny', 'Deny')}</div>`,
)}
<p class="quiet">${afterApproval(token.callback, app.name)} Access ends after ${accessTokenDays} days, or when you revoke it in
your <a href="${preferencesPath}">account preferences</a>. It cannot lend, and never learns your password.</p>
${loggedInAs(page)}`,
  }
}

function afterApproval(callback: string, name: string): Html {
  if (callback === outOfBand) return html`If you approve, you get a code to type into ${name}.`
  const place = /^https?:\/\/([^/?#]+)/.exec(callback)?.[1]
  return place
    ? html`Either way you go back to <b>${place}</b>.`
    : html`Either way you go back to the app that opens <code>${callback.split(':', 1)}:</code> addresses.`
}

/** `until` in milliseconds. */
export function codePage(page: {
  readonly asked: Authorization
  readonly verifier: string
  readonly until: number
}): PageText {
  return {
    title: 'Your code',
    body: html`<h1>Type this code into ${page.asked.app.name}</h1>
<p class="code"><code>${page.verifier}</code></p>
<p>It is good until <b>${moment(page.until)}</b>, which is ${verifierMinutes} minutes after you approved, and works once. Capital and
small letters differ.</p>
<p class="quiet">Give it to no one: whoever has it may get the access that you approved. Afterwards you can close this page.</p>`,
  }
}

export function deniedPage(name: string): PageText {
  return {
    title: 'Access denied',
    body: html`<h1>You denied access</h1>
<p>${name} gets no code and can see nothing of your account. You can close this page.</p>`,
  }
}

export function errorPage(title: string, message: string): PageText {
  return { title, body: html`<h1>${title}</h1>\n<p role="alert">${message}</p>` }
}

/** `revoked` is the name of the application that was just thrown out. */
export function accountPage(
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
<p>These applications can see something of your account. Revoke what you no longer use: it ends at once.</p>
${grants.length === 0 && html`<p class="note">No application has access.</p>`}
${grants.map((grant) => grantSection(page, grant))}
${account.lender_id && html`<p class="quiet">Your public lender page is ${account.lender_id}.</p>`}
${loggedInAs(page)}`,
  }
}

function grantSection(page: Forms, { app, scope, since, used, until }: Grant): Html {
  return html`<section>
<h2>${app.name}</h2>
<p class="quiet">By ${app.maker}. ${app.about}</p>
${scopeList(scope)}
<dl>
<dt>Approved</dt><dd>${moment(since)}</dd>
<dt>Last used</dt><dd>${used === undefined ? 'never' : moment(used)}</dd>
<dt>Ends</dt><dd>${moment(until)}</dd>
</dl>
${form(
  page,
  html`<input type="hidden" name="client_id" value="${app.id}">
<button class="stop" name="do" value="revoke" aria-label="Revoke access of ${app.name}">Revoke access</button>`,
)}
</section>`
}

/** The scopes in words. service.md describes `access` alone; the others by their names. */
const scopeWords = {
  access: 'Know who you are: your name and your lender page',
  user_balance: 'See the balance of your account',
  user_email: 'See your e-mail address',
  user_expected_repayments: 'See the repayments that you can expect',
  user_anon_lender_data: 'See your lender page, even if it is not public',
  user_anon_lender_loans: 'See the loans you made, even if they are not public',
  user_loan_balances: 'See what is still owed to you on each loan',
  user_stats: 'See the statistics of your lending',
  user_anon_lender_teams: 'See your teams, even if they are not public',
} as const satisfies Record<Scope, string>

function scopeList(scope: readonly Scope[]): Html {
  return html`<ul class="scopes">${scope.map((name) => html`<li>${scopeWords[name]}<code>${name}</code></li>`)}</ul>`
}

function loggedInAs(page: Forms & { readonly account: Account }): Html {
  return html`<form class="bar quiet" method="post" action="${page.address}">
<p>Logged in as ${fullName(page.account)}.</p>
<input type="hidden" name="form_token" value="${page.formToken}">
<button class="link" name="do" value="log out">Log out</button>
</form>`
}

function form({ address, formToken }: Forms, fields: Html): Html {
  return html`<form method="post" action="${address}">
<input type="hidden" name="form_token" value="${formToken}">
${fields}
</form>`
}

function button(action: string, label: string, kind = ''): Html {
  return html`<button class="${kind}" name="do" value="${action}">${label}</button>`
}

const fullName = (account: Account) => `${account.first_name} ${account.last_name}`

/** In UTC and saying so: without scripts a page doesn't know the reader's clock. */
function moment(time: number): Html {
  const date = new Date(time)
  return html`<time datetime="${date.toISOString()}">${date.toUTCString().slice(5, 22)} UTC</time>`
}
