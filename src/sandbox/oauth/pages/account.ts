/** GET and POST /account: the user's preferences, where access is revoked. */
import { preferencesPath } from '../../../api/gaps.ts'
import { formPairs, pathOf, queryOf } from '../protocol/signed-request.ts'
import { redirectReply } from '../protocol/uncached-reply.ts'
import { grantsOf, revoke } from '../state/grants.ts'
import { appOf } from '../state/provider-context.ts'
import { FaultyPage } from './page-error.ts'
import { pageReply } from './render-page.ts'
import { browserPage } from './require-login.ts'
import { accountPage } from './views.ts'

export const accountPreferences = browserPage({
  open: (desk, request) => ({
    about: { revoked: appOf(desk, new Map(formPairs(queryOf(request.url))).get('revoked'))?.name },
    purpose: 'To see which applications have access to your account, and to revoke it.',
  }),

  show: ({ desk, account, about, formToken }) =>
    pageReply(
      200,
      accountPage({
        address: preferencesPath,
        formToken,
        account,
        grants: grantsOf(desk, account.id),
        revoked: about.revoked,
      }),
    ),

  act: ({ desk, request, account }, form) => {
    const clientId = form.get('client_id') ?? ''
    if (form.get('do') !== 'revoke')
      throw new FaultyPage('Nothing was done', 'The form said nothing known here.')
    revoke(desk, account.id, clientId)
    return redirectReply(`${pathOf(request.url)}?revoked=${encodeURIComponent(clientId)}`)
  },
})
