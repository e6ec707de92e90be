import { readSaved } from '../../cli/saved/saved-commands.ts'
import { readShortlist, shortlistNames } from '../../cli/shortlists/shortlists.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { State } from '../state/state.ts'

/** Returns saved commands, and shortlists with the number of their ids. A folder that cannot be read has none. */
export async function readNames(
  context: Pick<Context, 'state'>,
): Promise<Pick<State, 'saved' | 'shortlists'>> {
  try {
    const state = await context.state()
    const saved = await readSaved(state)
    const shortlists = new Map<string, number>()
    for (const name of await shortlistNames(state))
      shortlists.set(name, (await readShortlist(state, name)).length)
    return { saved, shortlists }
  } catch (error) {
    if (!(error instanceof KivaError)) throw error
    return { saved: new Map(), shortlists: new Map() }
  }
}
