/** `kiva shortlist add`, `list` and `remove`. */

import { me } from '../cli/me.ts'
import {
  addToShortlist,
  distinctIds,
  type Entry,
  entriesOf,
  idsOfShortlist,
  parseListId,
  readShortlist,
  removeIds,
  shortlistFile,
  shortlistName,
  shortlistNames,
  unknownShortlist,
} from '../cli/shortlists.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type * as declared from '../commands/actions/saved.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { summarizeNames } from '../core/foreign-text.ts'
import { counted, withThousands } from '../core/numbers.ts'

/** Adds ids to a list, which it creates if needed, and prints how many are new. Throws `KivaError`. */
export async function shortlistAdd(
  context: Pick<Context, 'state' | 'stdin' | 'signal' | 'print' | 'me'>,
  { name: given, ids: words, note }: ActionValues<typeof declared.shortlistAdd>,
): Promise<void> {
  shortlistName(given)
  const ids = await givenIds(words, context)
  const state = await context.state()
  const { name, added, total, words: text } = await addToShortlist(state, { name: given, ids, note })
  const path = state.pathOf(shortlistFile(name))
  await context.print({ name, added, present: ids.length - added, ids: total, path }, text)
}

/**
 * Prints one record per list, or per id of the named list. A terminal shows what the loans are; other outputs send no
 * request. Throws `KivaError` of kind `usage` if there is no such list.
 */
export async function shortlistList(
  context: Context,
  { name: given }: ActionValues<typeof declared.shortlistList>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  if (given === undefined) return printLists(context)
  const name = shortlistName(given)
  const entries = await readShortlist(await context.state(), name)
  await context.print(
    entries.map((entry: Entry) => ({ ...entry })),
    async (style) => {
      if (entries.length === 0) return 'This shortlist is empty.'
      const words = entryLines(entries).join('\n')
      if (style.width === undefined) return words
      const { shortlistPage } = await import('../lending/shortlist-page.ts')
      const page = await shortlistPage(name, entries, context, catalogue)
      return page ? (await import('../output/page/write-page.ts')).writes(page)(style) : words
    },
  )
}

/**
 * Removes ids from a list, or the whole list, and prints them with their notes. Throws `KivaError` of kind `usage`
 * if there is no such list.
 */
export async function shortlistRemove(
  context: Pick<Context, 'state' | 'stdin' | 'signal' | 'print' | 'me'>,
  { name: given, ids: words }: ActionValues<typeof declared.shortlistRemove>,
): Promise<void> {
  const name = shortlistName(given)
  const state = await context.state()
  const file = shortlistFile(name)
  if ((await state.read(file)) === undefined) throw await unknownShortlist(state, name)
  const ids = words && (await givenIds(words, context))
  let removal: Removal = { removed: [], missing: [] }
  await state.update(file, (old = '') => {
    const { text, ...rest } = ids
      ? removeIds(old, ids)
      : { text: undefined, removed: entriesOf(old), missing: [] }
    removal = rest
    return text
  })
  const { removed, missing } = removal
  await context.print(
    {
      name,
      deleted: ids === undefined,
      removed: removed.map((entry) => ({ ...entry })),
      missing,
      path: state.pathOf(file),
    },
    ids ? removedWords(name, removal) : deletedWords(name, removed),
  )
}

async function printLists({ state, print }: Pick<Context, 'state' | 'print'>): Promise<void> {
  const folder = await state()
  const names = await shortlistNames(folder)
  const lists = await Promise.all(
    names.map(async (name) => {
      const file = shortlistFile(name)
      return { name, ids: entriesOf((await folder.read(file)) ?? '').length, path: folder.pathOf(file) }
    }),
  )
  const width = Math.max(0, ...names.map(({ length }) => length))
  const lines = lists.map(({ name, ids }) => `${name.padEnd(width)}  ${counted(ids, 'ids')}`)
  await print(
    lists,
    lines.length > 0 ? lines.join('\n') : 'No shortlists. Create one with kiva shortlist add NAME <ids>.',
  )
}

interface Removal {
  readonly removed: readonly Entry[]
  readonly missing: readonly string[]
}

const removedWords = (name: string, { removed, missing }: Removal) =>
  [
    `Removed ${counted(removed.length, 'ids')} from ${name}`,
    removed.length > 0 ? `: ${summarizeNames(removed.map(({ id }) => id))}` : '',
    missing.length > 0 ? `. Not in it: ${summarizeNames(missing)}` : '',
    '.',
  ].join('')

/** Number of entries of a deleted list that people see. */
const maxShown = 20

function deletedWords(name: string, removed: readonly Entry[]): string {
  const lines = entryLines(removed.slice(0, maxShown)).map((line) => `  ${line}`)
  const more = removed.length - lines.length
  return [
    `Deleted ${name} with ${counted(removed.length, 'ids')}${removed.length > 0 ? ':' : '.'}`,
    ...lines,
    ...(more > 0 ? [`  and ${withThousands(more)} more`] : []),
  ].join('\n')
}

/** Returns one line per id, with the notes aligned. */
function entryLines(entries: readonly Entry[]): readonly string[] {
  const width = entries.reduce((longest, { id }) => Math.max(longest, id.length), 0)
  return entries.map(({ id, note }) => (note === '' ? id : `${id.padEnd(width)}  # ${note}`))
}

/**
 * Returns the ids that words stand for, each once: `-` reads standard input, `@NAME` a shortlist, and `@me` is the user's
 * own lender id. Throws `KivaError`.
 */
async function givenIds(
  words: readonly string[],
  { state, stdin, signal, me: findMe }: Pick<Context, 'state' | 'stdin' | 'signal' | 'me'>,
): Promise<readonly string[]> {
  const folder = await state()
  const idsOf = async (word: string): Promise<readonly string[]> => {
    if (word === me) return [await findMe()]
    if (word === '-') return inputIds(stdin, signal)
    return word.startsWith('@') ? idsOfShortlist(folder, word) : [parseId(word)]
  }
  const ids = (await Promise.all([...new Set(words)].map(idsOf))).flat()
  if (ids.length === 0) throw new KivaError('usage', `missing value for ${label}`)
  return distinctIds(ids)
}

const label = '<ids>'

async function inputIds(stdin: Context['stdin'], signal: AbortSignal): Promise<readonly string[]> {
  const { readInput } = await import('../records/input-ids.ts')
  const ids: string[] = []
  for await (const found of readInput(stdin, signal, undefined, (words) => words.map(parseId)))
    ids.push(...found)
  return ids
}

const parseId = (word: string) => parseListId(label, word)
