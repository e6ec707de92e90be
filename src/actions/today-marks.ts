/** What `kiva today` has shown before, in a file of the state folder. */
import { jsonText, parseJson } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import type { StateFolder } from '../core/store.ts'
import { rememberedDays } from '../records/mark.ts'

/** What the last look found at one source, by id of the record. */
export type Found = JsonObject

/** Returns what to keep of a source. `latest` is what another run may have kept meanwhile. */
export type Keep = (latest: Found | undefined) => Found

const file = 'today.json'
const fileVersion = 1

/** Returns what earlier looks found, by source. Throws `KivaError` of kind `config` for an invalid file. */
export async function readLooks(state: StateFolder): Promise<ReadonlyMap<string, Found>> {
  const looks = looksIn(await state.read(file), state.pathOf(file))
  return new Map(Object.entries(looks).map(([source, { found }]) => [source, found]))
}

/** Throws `KivaError` of kind `config` if nothing could be saved. */
export async function checkSaving(state: StateFolder): Promise<void> {
  try {
    await state.update(file, (text) => text)
  } catch (error) {
    if (!(error instanceof KivaError)) throw error
    const hint = [error.hint, 'kiva today --peek needs no marks.'].filter(Boolean).join(' ')
    throw error.copyWith(error.kind, error.sentence, { hint })
  }
}

/**
 * Saves what was found at some sources; the others stay as they are. `today` is in whole days since the epoch.
 * Throws `KivaError` of kind `config`.
 */
export async function saveLooks(
  state: StateFolder,
  looks: ReadonlyMap<string, Keep>,
  today: number,
): Promise<void> {
  await state.update(file, (text) => {
    const latest = looksIn(text, state.pathOf(file))
    const fresh = [...looks].map(([source, keep]) => {
      return [source, { day: today, found: keep(latest[source]?.found) }] as const
    })
    // A source that was not looked at for so long is forgotten.
    const kept = Object.entries(latest).filter(([, { day }]) => today - day <= rememberedDays)
    return `${jsonText({ v: fileVersion, looks: Object.fromEntries([...kept, ...fresh]) })}\n`
  })
}

interface Look extends JsonObject {
  /** When the source was looked at, in whole days since the epoch. */
  readonly day: number
  readonly found: Found
}

function looksIn(text: string | undefined, path: string): Readonly<Record<string, Look>> {
  if (text === undefined) return {}
  const { v, looks } = parsed(text)
  if (v === fileVersion && isObject(looks) && Object.values(looks).every(isLook))
    return looks as Readonly<Record<string, Look>>
  throw new KivaError('config', `${path} is corrupt: expected the marks of kiva today`, {
    hint: 'Move it away: the next run is a first look then.',
  })
}

const isLook = (value: unknown): boolean => {
  const look = value as JsonObject
  return isObject(look) && typeof look['day'] === 'number' && isObject(look['found'])
}

function parsed(text: string): JsonObject {
  try {
    const content = parseJson(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}
