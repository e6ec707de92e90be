import { listSeparator } from '../../api/gaps.ts'
import { KivaError } from '../../errors.ts'
import type { StateFolder } from '../../ports/store.ts'
import type { GivenArgument } from '../arguments.ts'
import { idsOfShortlist } from './shortlists.ts'

/**
 * Replaces each `@NAME` by the ids of that shortlist. `check` throws for an id that the argument does not accept; its
 * label is `@NAME`. Throws `KivaError` of kind `usage` for an unknown list, and for an argument that takes one id.
 */
export async function expandShortlists(
  arg: GivenArgument,
  state: StateFolder,
  check: (label: string, ids: readonly string[]) => void,
): Promise<GivenArgument> {
  const words = arg.words.flatMap((word) => word.split(listSeparator)).map((word) => word.trim())
  const expanded = words.map(async (word) => {
    if (!word.startsWith('@')) return [word]
    if (!arg.list) {
      throw new KivaError('usage', `invalid value "${word}" for ${arg.label}`, {
        hint: 'Only commands that take several ids accept a shortlist.',
      })
    }
    const ids = await idsOfShortlist(state, word)
    check(word, ids)
    return ids
  })
  return { ...arg, words: (await Promise.all(expanded)).flat() }
}
