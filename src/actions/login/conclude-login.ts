/** The second half of a login: from the code, or the address of the redirect, to a token that is stored. */
import { outOfBand } from '../../api/oauth.ts'
import { complete } from '../../auth/login/complete.ts'
import { dropPending, type Pending, putBackPending, takePending } from '../../auth/login/pending.ts'
import { type Approval, readApproval, refusePaste } from '../../auth/login/read-approval.ts'
import { isWrongCode } from '../../auth/problems.ts'
import { my } from '../../commands/resources/my.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Send } from '../../ports/http.ts'
import { ask, canAsk, tries } from '../../prompt/ask.ts'
import { tell } from '../../prompt/tell.ts'

/** Where a login waits while a code is tried: once only, unless the code was another. */
export interface Waiting {
  take(context: Context, pending: Pending): Promise<void>
  putBack(context: Context, pending: Pending): Promise<void>
  drop(context: Context): Promise<unknown>
}

export const stored: Waiting = { take: takePending, putBack: putBackPending, drop: dropPending }
const nothing = async () => {}
export const notStored: Waiting = { take: nothing, putBack: nothing, drop: nothing }

/**
 * Reads the code and exchanges it. One that the service calls another is asked for again where somebody can answer:
 * a slip of the fingers is no reason to start anew, as long as the service doesn't take it for one.
 */
export async function concludeLogin(
  context: Context,
  send: Send,
  pending: Pending,
  waiting: Waiting,
): Promise<void> {
  for (let round = 1; ; round++) {
    const approval = await askForApproval(context, pending).catch(async (problem: unknown) => {
      // What the page itself refused is over; a wrong paste is not.
      if (problem instanceof KivaError && problem.code !== undefined) await waiting.drop(context)
      throw problem
    })
    await waiting.take(context, pending)
    try {
      return await complete(context, { send, account: my.endpoints.account }, pending, approval)
    } catch (problem) {
      if (!isWrongCode(problem)) throw problem
      await waiting.putBack(context, pending)
      if (round === tries || !canAsk(context)) throw problem
      await tell(context, 'The service says that this is not the code. Once more, please.\n')
    }
  }
}

async function askForApproval(context: Context, pending: Pending): Promise<Approval> {
  const expected = { callback: pending.callback, requestToken: pending.oauth_token, state: pending.state }
  const line = await ask(context, {
    text: pending.callback === outOfBand ? 'Code: ' : 'The whole address it led to, or the code: ',
    refuse: (text) => refusePaste(text, expected),
    hint: (kiva) =>
      context.settings.sandbox
        ? `Run ${kiva('login')} on a terminal, and type the code there.`
        : `Type the code on a terminal, or take two steps: ${kiva('login --start')}, then ${kiva('login --finish')} with the code on its standard input.`,
  })
  const approval = readApproval(line, expected)
  context.secrets.add(approval.verifier)
  return approval
}
