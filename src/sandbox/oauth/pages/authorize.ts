/** GET and POST /oauth/authorize: the user approves or denies access. */

import { listSeparator, verifierMinutes } from '../../../api/gaps.ts'
import { outOfBand } from '../../../api/oauth.ts'
import type { HttpReply } from '../../../ports/http.ts'
import { makeVerifier } from '../protocol/make-credentials.ts'
import { type Decision, minute } from '../state/provider-state.ts'
import { type Authorization, readAuthorization, sendBack, sendError } from './authorization-request.ts'
import { PageError } from './page-error.ts'
import { renderPage } from './render-page.ts'
import { requireLogin, type Visit } from './require-login.ts'
import { writeApprovePage, writeCodePage, writeDeniedPage } from './views/authorize-view.ts'

type AuthorizationVisit = Visit<Authorization>

export const handleAuthorizePage = requireLogin<Authorization>({
  open: (context, request) => {
    const authorization = readAuthorization(context, request)
    if ('status' in authorization) return authorization
    return { about: authorization, purpose: `${authorization.app.name} asks for access to your account.` }
  },

  show: ({ about, account, address, formToken }) => {
    const { callback } = about.token
    const page = writeApprovePage({ address, formToken, account, authorization: about })
    return renderPage(200, page, callback === outOfBand ? {} : { sendsTo: callback })
  },

  act: (visit, form) => {
    const choice = form.get('do')
    if (choice === 'approve') return answer(visit, decide(visit, 'approved'))
    if (choice === 'deny') return answer(visit, decide(visit, 'denied'))
    throw new PageError('No decision', 'Go back, and approve or deny access.')
  },
})

/**
 * Records the user's decision once. A double click repeats the same decision, so it gets the same answer: the
 * browser drops the first answer together with its code.
 */
function decide(
  { context, account, about: { token, scope } }: AuthorizationVisit,
  kind: Decision['kind'],
): Decision {
  const before = token.decision
  const until = context.now + verifierMinutes * minute
  token.decision ??=
    kind === 'denied'
      ? { kind, accountId: account.id }
      : {
          kind,
          accountId: account.id,
          scope,
          verifier: makeVerifier(context.nonce),
          issued: context.now,
          until,
        }
  if (before && (before.kind !== kind || before.accountId !== account.id || hasEnded(before, context.now))) {
    throw new PageError('This request has been answered already', 'Start again in the application.')
  }
  return token.decision
}

const hasEnded = (decision: Decision, now: number) =>
  decision.kind === 'approved' &&
  (decision.spent === true || decision.revoked === true || now > decision.until)

function answer({ context, about }: AuthorizationVisit, decision: Decision): HttpReply {
  const { app, token } = about
  const isOutOfBand = token.callback === outOfBand
  if (decision.kind === 'denied') {
    if (isOutOfBand) return renderPage(200, writeDeniedPage(app.name))
    return sendError(context, about, 'access_denied', 'the user denied access')
  }
  const { verifier, scope, until } = decision
  if (isOutOfBand) return renderPage(200, writeCodePage({ authorization: about, verifier, until }))
  return sendBack(about, [
    ['oauth_verifier', verifier],
    ['oauth_token', token.token],
    ['scope', scope.join(listSeparator)],
  ])
}
