/** The login page. It shows all passwords, because the users are made up. */

import { html } from '../../../formats/html/html.ts'
import type { User } from '../../state/users.ts'
import type { PageText } from '../render-page.ts'
import { type Forms, writeButton, writeForm, writeName } from './view-parts.ts'

/** Returns the page. `failed` is the user name of the failed login. */
export function writeLoginPage(
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
${writeForm(
  page,
  html`<label for="username">User name</label>
<input id="username" name="username" value="${page.failed ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${page.failed !== undefined && html` aria-describedby="wrong"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${writeButton('log in', 'Log in', 'main')}`,
)}
<h2>People of the sandbox</h2>
<ul class="cards">${page.users.map(
      (person) => html`
<li><code>${person.username}</code> with <code>${person.password}</code><span>${writeName(person.account)}, ${person.about}</span></li>`,
    )}
</ul>`,
  }
}
