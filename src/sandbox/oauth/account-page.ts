/** GET and POST /account: the user's preferences, where access is revoked. */
import { preferencesPath } from '../../api/gaps.ts'
import { browserPage } from './browser-page.ts'
import { appOf } from './desk.ts'
import { FaultyPage } from './faulty-page.ts'
import { grantsOf, revoke } from './grants.ts'
import { pageReply } from './page-reply.ts'
import { accountPage } from './pages.ts'
import { formPairs, pathOf, queryOf } from './parameters.ts'
import { redirectReply } from './replies.ts'

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
