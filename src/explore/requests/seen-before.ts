/** What of a saved command was seen before: the records that `--new` of the same command line has printed. */
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { type OpenMark, openMark } from '../../pipeline/open-mark.ts'
import type { ItemPage } from '../../stages/stage.ts'
import type { Place } from '../state/place.ts'

/** The mark of `--new` for the same command line. At the first time nothing counts as new. */
const seenBefore = { kind: 'new', name: undefined, peek: false, silent: true } as const

/** Returns the keys of the records that were never seen before. */
export function newKeys({ mark }: OpenMark, items: ItemPage['items']): readonly string[] {
  const keys = items.filter(({ outputs }) => outputs.length > 0).map(({ record }) => mark.keyOf(record))
  return keys.filter((key) => !mark.meets(key) && !mark.isSilent)
}

/** What was seen is a convenience: without it, everything else works. */
export function ignoreExpected(error: unknown): undefined {
  if (!(error instanceof KivaError)) throw error
}

/** Opens what was seen. Without a state folder nothing counts as new. */
export async function openSeen(
  invocation: Place['invocation'],
  context: Context,
): Promise<OpenMark | undefined> {
  try {
    return await openMark(seenBefore, invocation, context)
  } catch (error) {
    return ignoreExpected(error)
  }
}
