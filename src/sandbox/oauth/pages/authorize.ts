/** GET and POST /oauth/authorize: the user approves or denies (service.md "Flows", lifecycle table). */
import { listSeparator, verifierMinutes } from '../../../api/gaps.ts'
import type { HttpReply } from '../../../context.ts'
import { mintVerifier } from '../protocol/make-credentials.ts'
import { outOfBand } from '../state/applications.ts'
import { type Decision, minute } from '../state/provider-state.ts'
import { type Authorization, readAuthorization, sendBack, sendError } from './authorization-request.ts'
import { FaultyPage } from './page-error.ts'
import { pageReply } from './render-page.ts'
import { browserPage, type Visit } from './require-login.ts'
import { approvePage, codePage, deniedPage } from './views.ts'

type Asking = Visit<Authorization>

export const authorizePage = browserPage<Authorization>({
  open: (desk, request) => {
    const asked = readAuthorization(desk, request)
    if ('status' in asked) return asked
    return { about: asked, purpose: `${asked.app.name} asks for access to your account.` }
  },

  show: ({ about, account, address, formToken }) => {
    const { callback } = about.token
    const page = approvePage({ address, formToken, account, asked: about })
    return pageReply(200, page, callback === outOfBand ? {} : { sendsTo: callback })
  },

  act: (asking, form) => {
    const choice = form.get('do')
    if (choice === 'approve') return answer(asking, decide(asking, 'approved'))
    if (choice === 'deny') return answer(asking, decide(asking, 'denied'))
    throw new FaultyPage('Nothing was decided', 'Go back and choose to approve or to deny.')
  },
})

/**
 * Decides, once. A button pressed twice is the same decision, so it is answered again: the browser drops the first
 * answer, and with it the code.
 */
function decide({ desk, account, about: { token, scope } }: Asking, kind: Decision['kind']): Decision {
  const before = token.decision
  const until = desk.now + verifierMinutes * minute
  token.decision ??=
    kind === 'denied'
      ? { kind, accountId: account.id }
      : { kind, accountId: account.id, scope, verifier: mintVerifier(desk.nonce), issued: desk.now, until }
  if (before && (before.kind !== kind || before.accountId !== account.id || isOver(before, desk.now))) {
    throw new FaultyPage('This request has been answered already', 'Start again in the application.')
  }
  return token.decision
}

const isOver = (decision: Decision, now: number) =>
  decision.kind === 'approved' &&
  (decision.spent === true || decision.revoked === true || now > decision.until)

function answer({ desk, about }: Asking, decision: Decision): HttpReply {
  const { app, token } = about
  const isOutOfBand = token.callback === outOfBand
  if (decision.kind === 'denied') {
    if (isOutOfBand) return pageReply(200, deniedPage(app.name))
    return sendError(desk, about, 'access_denied', 'the user denied access')
  }
  const { verifier, scope, until } = decision
  if (isOutOfBand) return pageReply(200, codePage({ asked: about, verifier, until }))
  return sendBack(about, [
    ['oauth_verifier', verifier],
    ['oauth_token', token.token],
    ['scope', scope.join(listSeparator)],
  ])
}
