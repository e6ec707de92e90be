import { parseAnyId } from '../../api/values/typed-value.ts'
import { distinctIds } from '../../cli/shortlists/shortlist-text.ts'
import { idsOfShortlist } from '../../cli/shortlists/shortlists.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'

const label = '<ids>'

/**
 * Returns the ids that words stand for, each once: `-` reads standard input, `@NAME` a shortlist. Throws `KivaError`
 * of kind `usage`.
 */
export async function givenIds(
  words: readonly string[],
  { state, stdin }: Pick<Context, 'state' | 'stdin'>,
): Promise<readonly string[]> {
  const folder = await state()
  const idsOf = async (word: string): Promise<readonly string[]> => {
    if (word === '-') return wordsIn(await stdin.readAll()).map(parseId)
    return word.startsWith('@') ? idsOfShortlist(folder, word) : [parseId(word)]
  }
  const ids = (await Promise.all([...new Set(words)].map(idsOf))).flat()
  if (ids.length === 0) throw new KivaError('usage', `missing value for ${label}`)
  return distinctIds(ids)
}

const wordsIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

/** A word of any command that takes ids. Rejects text that is not a single word in the file of a list. */
function parseId(word: string): string {
  const id = parseAnyId(label, word)
  if (/^[^\s\p{Cc}\\/,@#-][^\s\p{Cc}\\/,]*$/u.test(id)) return id
  throw new KivaError('usage', sentence`invalid value "${foreign(word)}" for ${label}: expected an id`)
}
