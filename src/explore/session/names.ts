/** The names that a session shows: of the login, of saved commands and of shortlists. */

import { findCredentials } from '../../auth/credentials.ts'
import { readSaved } from '../../cli/saved.ts'
import { takesValues } from '../../cli/saved-values.ts'
import { readShortlist, shortlistNames } from '../../cli/shortlists.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { sourceName } from '../../output/words/source.ts'
import type { State } from '../state/state.ts'

/** Returns who is logged in, saved commands, and shortlists with the number of their ids. Sends no request. */
export async function readNames(context: Context): Promise<Pick<State, 'account' | 'saved' | 'shortlists'>> {
  const [account, names] = await Promise.all([accountName(context), readSavedNames(context)])
  const words = [sourceName(context.settings), account].filter((word) => word !== '')
  return { account: words.join(' · '), ...names }
}

/** Returns who is logged in: `robin1001`; '' without a login, or if the stored token cannot be read. */
async function accountName(context: Context): Promise<string> {
  try {
    const account = (await findCredentials(context))?.entry?.account
    return account === undefined ? '' : context.secrets.quote(account.lender_id ?? account.name)
  } catch (error) {
    if (error instanceof KivaError) return ''
    throw error
  }
}

/** A folder that cannot be read has no names. */
async function readSavedNames(context: Pick<Context, 'state'>): Promise<Pick<State, 'saved' | 'shortlists'>> {
  try {
    const state = await context.state()
    // A command that takes values is typed with them.
    const saved = new Map([...(await readSaved(state))].filter(([, argv]) => !takesValues(argv)))
    const shortlists = new Map<string, number>()
    for (const name of await shortlistNames(state))
      shortlists.set(name, (await readShortlist(state, name)).length)
    return { saved, shortlists }
  } catch (error) {
    if (!(error instanceof KivaError)) throw error
    return { saved: new Map(), shortlists: new Map() }
  }
}
