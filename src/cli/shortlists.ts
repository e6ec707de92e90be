/**
 * The shortlists: text files of the state folder, with one id per line and a note after `#`. Other lines, such as
 * comments, are kept.
 */
import { listSeparator } from '../api/gaps.ts'
import { foldId } from '../api/records/record-types.ts'
import { parseAnyId } from '../api/values.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { counted, withThousands } from '../core/numbers.ts'
import type { StateFolder } from '../core/store.ts'
import { me } from './me.ts'
import { parseName, unknownName, validName } from './name.ts'
import type { GivenArgument } from './parse.ts'

const myLists = "Your loans: kiva lenders loans '@me'. Your teams: kiva lenders teams '@me'."

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
  `@${name}` === me
    ? reservedName(name)
    : unknownName('shortlist', name, await shortlistNames(state), `kiva shortlist add ${name} <ids>`)

/**
 * Adds ids to a list, which is created if needed. Returns how many are new, how many ids the list has now, and that in
 * words. Throws `KivaError`, of kind `usage` for an invalid name or id.
 */
export async function addToShortlist(
  state: StateFolder,
  {
    name: given,
    ids,
    note,
  }: { readonly name: string; readonly ids: readonly string[]; readonly note?: string | undefined },
): Promise<{
  readonly name: string
  readonly added: number
  readonly total: number
  readonly words: string
}> {
  const name = shortlistName(given)
  // `@me` is the user's own lender id, so it can name no list.
  if (`@${name}` === me) throw reservedName(name)
  const words = ids.map((id) => parseListId('<ids>', id))
  let [added, total] = [0, 0]
  await state.update(shortlistFile(name), (old = '') => {
    const next = addIds(old, words, note)
    added = next.added
    total = entriesOf(next.text).length
    return next.text
  })
  const present = ids.length - added
  return {
    name,
    added,
    total,
    words: [
      `Added ${counted(added, 'ids')} to ${name}`,
      present > 0 ? ` (${withThousands(present)} already there)` : '',
      `. @${name} now stands for ${counted(total, 'ids')}.`,
    ].join(''),
  }
}

/** A word of any command that takes ids. Rejects text that is not a single word in the file of a list. */
export function parseListId(label: string, word: string): string {
  const id = parseAnyId(label, word)
  if (/^[^\s\p{Cc}\\/,@#-][^\s\p{Cc}\\/,]*$/u.test(id)) return id
  throw new KivaError('usage', sentence`invalid value "${foreign(word)}" for ${label}: expected an id`)
}

/** Returns the ids that `@NAME` stands for. Throws `KivaError` of kind `usage`, also for an empty list. */
export async function idsOfShortlist(state: StateFolder, word: string): Promise<readonly string[]> {
  const name = shortlistName(word)
  const entries = await readShortlist(state, name)
  if (entries.length > 0) return entries.map(({ id }) => id)
  throw new KivaError('usage', `the shortlist "${name}" is empty`, {
    hint: `Add ids with kiva shortlist add ${name} <ids>.`,
  })
}

const reservedName = (name: string) =>
  new KivaError('usage', `invalid shortlist name "${name}"`, {
    hint: `${me} stands for your own lender id. Choose another name.`,
  })

/**
 * Replaces each `@NAME` by the ids of that shortlist, except `@me` where a lender is meant. `check` throws for an id
 * that the argument does not accept; its label is `@NAME`. Throws `KivaError` of kind `usage` for an unknown list, and
 * for an argument that takes one id.
 */
export async function expandShortlists<Arg extends GivenArgument & { readonly takesLender: boolean }>(
  arg: Arg,
  state: StateFolder,
  check: (label: string, ids: readonly string[]) => void,
): Promise<Arg> {
  const words = arg.words.flatMap((word) => word.split(listSeparator)).map((word) => word.trim())
  const expanded = words.map(async (word) => {
    if (!word.startsWith('@')) return [word]
    if (word === me) {
      if (arg.takesLender) return [word]
      throw new KivaError('usage', `invalid value "${me}" for ${arg.label}: ${me} is a lender id`, {
        hint: myLists,
      })
    }
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

/** An id of a shortlist. */
export interface Entry {
  readonly id: string
  /** Empty if there is none. */
  readonly note: string
}

interface Line {
  readonly text: string
  /** One, unless the user wrote several into a line. */
  readonly ids: readonly string[]
  readonly note: string
}

/** Returns the entries in the order of the file, each id once. */
export function entriesOf(text: string): readonly Entry[] {
  const isNew = firstTime()
  return linesOf(text).flatMap(({ ids, note }) => ids.filter(isNew).map((id) => ({ id, note })))
}

/** Returns the ids in order, each once. */
export const distinctIds = (ids: readonly string[]): readonly string[] => ids.filter(firstTime())

/**
 * Returns the text with the ids appended that it lacks, and how many these are. All ids get the note; without one,
 * ids keep theirs.
 */
export function addIds(
  text: string,
  ids: readonly string[],
  note?: string,
): { readonly text: string; readonly added: number } {
  const lines = linesOf(text)
  const isNew = firstTime(lines.flatMap((line) => line.ids))
  const isWanted = among(ids)
  const noted = note === undefined ? lines : lines.flatMap((line) => withNote(line, isWanted, oneLine(note)))
  const added = ids.filter(isNew)
  return { text: textOf([...noted, ...added.map((id) => lineOf([id], oneLine(note)))]), added: added.length }
}

/** Returns the text without the ids, the entries that were removed, and the ids that it lacks. */
export function removeIds(
  text: string,
  ids: readonly string[],
): { readonly text: string; readonly removed: readonly Entry[]; readonly missing: readonly string[] } {
  const entries = entriesOf(text)
  const isWanted = among(ids)
  const isThere = among(entries.map(({ id }) => id))
  const lines = linesOf(text).flatMap((line) => {
    const left = line.ids.filter((id) => !isWanted(id))
    if (left.length === line.ids.length) return [line]
    return left.length === 0 ? [] : [lineOf(left, line.note)]
  })
  return {
    text: textOf(lines),
    removed: entries.filter(({ id }) => isWanted(id)),
    missing: ids.filter((id) => !isThere(id)),
  }
}

function linesOf(text: string): readonly Line[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => {
    const note = line.search(/(?<=^|\s)#/)
    const ids = note < 0 ? line : line.slice(0, note)
    return {
      text: line,
      ids: ids.split(/[\s,]+/).filter(Boolean),
      note: note < 0 ? '' : line.slice(note + 1).trim(),
    }
  })
}

const lineOf = (ids: readonly string[], note: string): Line => ({
  text: `${ids.join(' ')}${note === '' ? '' : `  # ${note}`}`,
  ids,
  note,
})

const textOf = (lines: readonly Line[]) => lines.map(({ text }) => `${text}\n`).join('')

/** Splits a line in which only some ids get the note. */
function withNote(line: Line, isWanted: (id: string) => boolean, note: string): readonly Line[] {
  const wanted = line.ids.filter(isWanted)
  if (wanted.length === 0) return [line]
  const others = line.ids.filter((id) => !isWanted(id))
  const rest = others.length === 0 ? [] : [lineOf(others, line.note)]
  return [...rest, ...wanted.map((id) => lineOf([id], note))]
}

/** Makes a note fit on a line. */
const oneLine = (note = '') =>
  note
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function among(ids: readonly string[]): (id: string) => boolean {
  const folded = new Set(ids.map(foldId))
  return (id) => folded.has(foldId(id))
}

/** Returns a function that is true for each id once, and false for the `known` ones. */
function firstTime(known: readonly string[] = []): (id: string) => boolean {
  const seen = new Set(known.map(foldId))
  return (id) => seen.size < seen.add(foldId(id)).size
}
