/** The shortlists in the state folder. */
import { KivaError } from '../../errors.ts'
import type { StateFolder } from '../../ports/store.ts'
import { parseName, unknownName, validName } from '../values/name.ts'
import { type Entry, entriesOf } from './shortlist-text.ts'

const folder = 'shortlists'
const ending = '.txt'

/** Returns the name of a shortlist, which may be given as `@NAME`. Throws `KivaError` of kind `usage`. */
export const shortlistName = (text: string): string => parseName('shortlist', text.replace(/^@/, ''))

/** Returns the name of the shortlist's file in the state folder. */
export const shortlistFile = (name: string): string => `${folder}/${name}${ending}`

/** Returns the names of all shortlists, sorted. Other files in their folder are ignored. */
export async function shortlistNames(state: StateFolder): Promise<readonly string[]> {
  const files = (await state.list(folder)).filter((file) => file.endsWith(ending))
  return files.map((file) => file.slice(0, -ending.length)).filter((name) => validName.test(name))
}

/**
 * Returns the entries of a shortlist. Throws `KivaError` of kind `usage` that lists the names if there is no such
 * list.
 */
export async function readShortlist(state: StateFolder, name: string): Promise<readonly Entry[]> {
  const text = await state.read(shortlistFile(name))
  if (text === undefined) throw await unknownShortlist(state, name)
  return entriesOf(text)
}

export const unknownShortlist = async (state: StateFolder, name: string): Promise<KivaError> =>
  unknownName('shortlist', name, await shortlistNames(state), `kiva shortlist add ${name} <ids>`)

/** Returns the ids that `@NAME` stands for. Throws `KivaError` of kind `usage`, also for an empty list. */
export async function idsOfShortlist(state: StateFolder, word: string): Promise<readonly string[]> {
  const name = shortlistName(word)
  const entries = await readShortlist(state, name)
  if (entries.length > 0) return entries.map(({ id }) => id)
  throw new KivaError('usage', `the shortlist "${name}" is empty`, {
    hint: `Add ids with kiva shortlist add ${name} <ids>.`,
  })
}
