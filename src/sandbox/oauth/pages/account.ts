/** GET and POST /account: the user's preferences, where the user revokes access. */
import { preferencesPath } from '../../../api/gaps.ts'
import { rawPath, rawQuery, readForm } from '../protocol/signed-request.ts'
import { redirectTo } from '../protocol/uncached-reply.ts'
import { listGrants, revoke } from '../state/grants.ts'
import { findApplication } from '../state/provider-context.ts'
import { PageError } from './page-error.ts'
import { renderPage } from './render-page.ts'
import { requireLogin } from './require-login.ts'
import { writeAccountPage } from './views/account-view.ts'

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
