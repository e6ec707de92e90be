/** What the pages share: their reply and their errors, forms and buttons, scopes, names and times. */
import type { HttpReply } from '../../core/http.ts'
import { guardPage, type Html, html, type PageText, writePage } from '../html/page.ts'
import type { Headers } from '../http/reply.ts'
import type { Account, Scope } from './provider-state.ts'
import { replyUncached } from './reply.ts'

/**
 * Returns the reply for a page. `sendsTo` is an address outside the provider to which the reply to a form may
 * redirect.
 */
export function renderPage(
  status: number,
  page: PageText,
  { headers, sendsTo }: { readonly headers?: Headers; readonly sendsTo?: string } = {},
): HttpReply {
  return replyUncached(status, 'text/html', writePage(page), { ...guardPage({ sendsTo }), ...headers })
}

/** Returns the reply for an error page. */
export function renderError(
  status: number,
  title: string,
  message: string,
  headers: Headers = {},
): HttpReply {
  const body = html`<h1>${title}</h1>\n<p role="alert">${message}</p>`
  return renderPage(status, { title, body }, { headers })
}

/** Thrown for an invalid request from a browser. The user sees an error page instead of a redirect. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly status: number
  readonly title: string

  constructor(title: string, message: string, status = 400) {
    super(message)
    this.title = title
    this.status = status
  }
}

/** Values that every form of a page needs. */
export interface Forms {
  readonly address: string
  readonly formToken: string
}

/**
 * Descriptions of the scopes. Only `access` is documented; the other descriptions are derived from the names.
 */
const scopeWords = {
  access: 'Know who you are: your name and your lender page',
  user_balance: 'See the balance of your account',
  user_email: 'See your e-mail address',
  user_expected_repayments: 'See your expected repayments',
  user_anon_lender_data: 'See your lender page, even if it is not public',
  user_anon_lender_loans: 'See the loans you made, even if they are not public',
  user_loan_balances: 'See the outstanding balance of each loan',
  user_stats: 'See the statistics of your lending',
  user_anon_lender_teams: 'See your teams, even if they are not public',
} as const satisfies Record<Scope, string>

export function listScopes(scope: readonly Scope[]): Html {
  return html`<ul class="scopes">${scope.map((name) => html`<li>${scopeWords[name]}<code>${name}</code></li>`)}</ul>`
}

export function writeVisitor(page: Forms & { readonly account: Account }): Html {
  return html`<form class="bar quiet" method="post" action="${page.address}">
<p>Logged in as ${writeName(page.account)}.</p>
<input type="hidden" name="form_token" value="${page.formToken}">
<button class="link" name="do" value="log out">Log out</button>
</form>`
}

export function writeForm({ address, formToken }: Forms, fields: Html): Html {
  return html`<form method="post" action="${address}">
<input type="hidden" name="form_token" value="${formToken}">
${fields}
</form>`
}

export function writeButton(action: string, label: string, kind = ''): Html {
  return html`<button class="${kind}" name="do" value="${action}">${label}</button>`
}

export const writeName = (account: Account) => `${account.first_name} ${account.last_name}`

/** Returns a time in UTC, marked as UTC: without scripts, a page cannot know the reader's time zone. */
export function writeTime(time: number): Html {
  const date = new Date(time)
  return html`<time datetime="${date.toISOString()}">${date.toUTCString().slice(5, 22)} UTC</time>`
}
