/** What `kiva today` has shown before: a mark for each saved command, for the shortlists, and for each portfolio. */
import { parseJson } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json } from '../core/json.ts'
import type { StateFolder } from '../core/store.ts'
import type { Ending } from '../records/ending.ts'
import {
  type MarkContent,
  type MarkOptions,
  markText,
  nameFor,
  type OpenMark,
  openMarkFile,
} from '../records/mark.ts'

export interface TodayMarks {
  /** Opens the mark of a source, such as a saved command. */
  open(source: string, options: Omit<MarkOptions, 'now'>): Promise<OpenMark>
  /** Throws `KivaError` of kind `config` if nothing could be saved. Does nothing with `--peek`. */
  checkSaving(): Promise<void>
  /** Saves the marks of these sources. Does nothing with `--peek`. */
  save(found: readonly Marked[]): Promise<void>
}

/** A mark, and how the reading ended whose records it remembers. */
export interface Marked {
  readonly mark: OpenMark
  readonly ending: Ending
}

/** Throws `KivaError` of kind `config` for an invalid file of an earlier version. */
export async function openTodayMarks(
  state: StateFolder,
  { now, peek }: { readonly now: number; readonly peek: boolean },
  context: Pick<Context, 'files'>,
): Promise<TodayMarks> {
  const { digest } = await context.files()
  const former = formerMarks(await state.read(formerFile), state.pathOf(formerFile))
  const nameOf = (source: string) => `today/${nameFor(source, digest)}.json`
  return {
    open: (source, options) =>
      openMarkFile(
        state,
        { name: nameOf(source), list: source, peek, former: former.get(source) },
        { ...options, now },
      ),
    checkSaving: async () => {
      if (peek) return
      try {
        await state.update('today/marks', (text) => text)
      } catch (error) {
        if (!(error instanceof KivaError)) throw error
        const hint = [error.hint, 'kiva today --peek needs no marks.'].filter(Boolean).join(' ')
        throw error.copyWith(error.kind, error.sentence, { hint })
      }
    },
    save: async (found) => {
      if (peek) return
      for (const { mark, ending } of found) await mark.save(0, ending)
      if (former.size === 0) return
      for (const [source, content] of former)
        await state.update(nameOf(source), (text) => text ?? markText(source, content))
      await state.update(formerFile, () => undefined)
    },
  }
}

/** Until version 0.1, one file had all marks: the day of each id, or the facts of each loan, by source. */
const formerFile = 'today.json'

function formerMarks(text: string | undefined, path: string): ReadonlyMap<string, MarkContent> {
  if (text === undefined) return new Map()
  const { v, looks } = parsed(text)
  const found = v === 1 && isObject(looks) ? Object.entries(looks).map(readFormer) : [undefined]
  if (found.every((entry) => entry !== undefined)) return new Map(found)
  throw new KivaError('config', `${path} is corrupt: expected the marks of kiva today`, {
    hint: 'Move it away: the next run is a first look then.',
  })
}

function readFormer([source, look]: readonly [string, Json]): readonly [string, MarkContent] | undefined {
  if (!isObject(look) || typeof look['day'] !== 'number' || !isObject(look['found'])) return undefined
  const seen: Record<string, string[]> = {}
  const records: Record<string, Json> = {}
  for (const [id, value] of Object.entries(look['found'])) {
    const day = typeof value === 'number' ? value : look['day']
    seen[day] = [...(seen[day] ?? []), id]
    if (typeof value !== 'number') records[id] = value
  }
  return [source, { seen, records }]
}

function parsed(text: string): { readonly v?: Json; readonly looks?: Json } {
  try {
    const content = parseJson(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}
