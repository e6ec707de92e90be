/** What of a saved command was seen before. It is a convenience: without it, everything else works. */
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Ending } from '../../records/ending.ts'
import { openMark } from '../../records/mark.ts'
import type { ItemPage, Stage } from '../../records/stage.ts'
import type { Tab } from '../state/tab.ts'

export interface Seen {
  /** Notes what is read. */
  readonly stage: Stage
  /** Returns the keys of the records that were never seen before. */
  newKeys(items: ItemPage['items']): readonly string[]
  /** Saves what was read as seen, once so many records came. */
  save(received: number, ending: Ending): Promise<void>
}

/** The mark of `--new` for the same command line: what that has printed was seen. At the first time nothing counts as new. */
const seenBefore = { kind: 'new', name: undefined, peek: false, silent: true } as const

/** Opens what was seen. Without a state folder nothing counts as new. */
export async function openSeen(invocation: Tab['invocation'], context: Context): Promise<Seen | undefined> {
  try {
    const { mark, save } = await openMark(seenBefore, invocation, context)
    return {
      stage: mark.stage,
      newKeys(items) {
        const keys = items.filter(({ outputs }) => outputs.length > 0).map(({ record }) => mark.keyOf(record))
        return keys.filter((key) => !mark.noteListed(key) && !mark.isSilent)
      },
      save: (received, ending) => save(received, ending).catch(ignoreExpected),
    }
  } catch (error) {
    return ignoreExpected(error)
  }
}

function ignoreExpected(error: unknown): undefined {
  if (!(error instanceof KivaError)) throw error
}
