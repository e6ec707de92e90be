/** The mark of a run: the file with what earlier runs of the same command line have printed. */
import { typeOf } from '../api/endpoint.ts'
import type { RecordType } from '../api/records/record-types.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import type { Settings } from '../core/settings.ts'
import type { StateFolder } from '../core/store.ts'
import { day, marketTime } from '../core/time.ts'
import { changeOf } from './changes.ts'
import type { Ending, ReadingEnd } from './ending.ts'
import { readingIdentity } from './identity.ts'
import { dropped } from './items.ts'
import type { ReadPorts } from './reading.ts'
import { firstIdOf } from './record-ids.ts'
import { looksAtFirstPages, type MarkRequest, type RecordsRequest } from './request.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

export interface MarkPorts extends Pick<Context, 'state' | 'files' | 'now'> {
  readonly settings: Pick<Settings, 'baseUrl' | 'sandbox' | 'day'>
}

export interface OpenMark {
  readonly mark: Mark
  /** Throws `KivaError` of kind `config` if the mark could not be saved. Does nothing with `--peek`. */
  checkSaving(): Promise<void>
  /**
   * Saves what was printed, once so many records are delivered and stay: a later run leaves them out. Does nothing
   * with `--peek`.
   */
  save(delivered: number, ending: Ending): Promise<void>
}

/** Opens the mark of a run. Throws `KivaError` of kind `config` for an invalid file, before anything is sent. */
export async function openMark(
  request: MarkRequest,
  invocation: RecordsRequest,
  ports: MarkPorts,
): Promise<OpenMark> {
  const { endpoint } = invocation
  const { digest } = await ports.files()
  const name = request.name ?? nameFor(readingIdentity(invocation, ports.settings), digest)
  const options: MarkOptions = {
    idFields: typeOf(endpoint).idFields ?? [],
    looked: looksAtFirstPages({ ...invocation, mark: request }) ? 'part' : undefined,
    keep: request.kind === 'changes' ? (record: Json) => record : undefined,
    isSilentAtFirst: request.silent,
    now: marketTime(ports),
  }
  const file = { name: `marks/${name}.json`, list: endpoint.path, peek: request.peek }
  return openMarkFile(await ports.state(), file, options)
}

/** Returns the name of a mark that belongs to what a run reads. */
export const nameFor = (identity: string, digest: (text: string) => string) => digest(identity).slice(0, 32)

interface MarkFile {
  /** The name in the state folder. */
  readonly name: string
  /** What the records are of. Another mark of this name is an error. */
  readonly list: string
  readonly peek: boolean
  /** What an earlier version of kiva kept elsewhere; used if there is no file. */
  readonly former?: MarkContent | undefined
}

/** Opens a mark in a file. Throws `KivaError` of kind `config` for an invalid file. */
export async function openMarkFile(
  state: StateFolder,
  { name, list, peek, former }: MarkFile,
  options: MarkOptions,
): Promise<OpenMark> {
  const parse = (text: string | undefined) => contentOf(text, list, state.pathOf(name)) ?? former
  const mark = new Mark(parse(await state.read(name)), options)
  return {
    mark,
    checkSaving: async () => {
      if (!peek) await state.update(name, (text) => text)
    },
    save: async (delivered, ending) => {
      if (peek) return
      await state.update(name, (text) => markText(list, mark.after(parse(text), delivered, ending)))
    },
  }
}

/** Returns the text of the file of a mark. */
export const markText = (list: string, { seen, records, looked }: MarkContent): string =>
  `${jsonText({ v: fileVersion, list, seen, records, ...(looked && { looked }) })}\n`

const fileVersion = 1

/** Returns the content of a file, or `undefined` without one. */
function contentOf(text: string | undefined, list: string, path: string): MarkContent | undefined {
  if (text === undefined) return undefined
  const content = parseObject(text)
  const { v, seen, records, looked } = content
  if (v !== fileVersion || !isObject(seen) || !isObject(records) || !isDays(seen)) {
    throw new KivaError('config', `${path} is corrupt: expected a mark`, {
      hint: 'Repair it or move it away.',
    })
  }
  if (content['list'] === list) return { seen, records, ...(isLooked(looked) && { looked }) }
  throw new KivaError('usage', 'this mark belongs to another list', { hint: 'Use another name for --mark.' })
}

const isDays = (seen: JsonObject): seen is MarkContent['seen'] & JsonObject =>
  Object.values(seen).every((keys) => isList(keys) && keys.every((key) => typeof key === 'string'))

const isLooked = (looked: Json | undefined): looked is Looked & JsonObject =>
  isObject(looked) &&
  typeof looked['part'] === 'boolean' &&
  ['number', 'undefined'].includes(typeof looked['day'])

function parseObject(text: string): JsonObject {
  try {
    const content = parseJson(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

/** What a mark remembers. */
export interface MarkContent {
  /** The ids of printed records, by the day on which they were last in the list: whole days since the epoch. */
  readonly seen: Readonly<Record<string, readonly string[]>>
  /** The records, or facts of them, as they were printed last, by id; empty if only ids are kept. */
  readonly records: Readonly<Record<string, Json>>
  /** Earlier versions did not say. */
  readonly looked?: Looked
}

/** How far the last runs have looked for new records. */
type Looked = {
  /**
   * Set while all records of the list that were looked at are marked: the day, in whole days since the epoch, on which it
   * was last read without an end at a page of marked records.
   */
  readonly day?: number
  /** Whether the list goes on behind the records that were looked at. */
  readonly part: boolean
}

/** What earlier runs of a command line have printed, and what this run adds to it. */
export class Mark {
  /** Whether this run prints nothing, and only remembers the list. */
  readonly isSilent: boolean
  /** Whether no earlier run has left a mark. */
  readonly isFirst: boolean
  /** The day on which the list was read last, in whole days since the epoch; `undefined` if no record is known. */
  readonly lastDay: number | undefined
  /** The records that earlier runs printed last, by key, or what is kept of them. */
  readonly records: MarkContent['records']
  readonly #options: MarkOptions
  /** The keys of printed records, and whether the list has them again. */
  readonly #seen: Map<string, boolean>
  readonly #silent: Entry[] = []
  readonly #looked: Looked | undefined
  /** What is printed, up to a number of records that are read. */
  readonly #pages: { readonly upTo: number; readonly entries: readonly Entry[] }[] = []

  /** `before` is missing at the first run. */
  constructor(before: MarkContent | undefined, options: MarkOptions) {
    this.isFirst = !before
    this.isSilent = !before && options.isSilentAtFirst === true
    const days = Object.keys(before?.seen ?? {}).map(Number)
    this.lastDay = days.length > 0 ? Math.max(...days) : undefined
    this.records = before?.records ?? {}
    this.#looked = before && options.looked && (before.looked ?? { part: options.looked === 'part' })
    this.#options = options
    this.#seen = new Map()
    for (const keys of Object.values(before?.seen ?? {})) for (const key of keys) this.#seen.set(key, false)
  }

  /**
   * Whether earlier runs ended before the end of the list. What follows its last marked record was there then, and slid
   * into sight when others left.
   */
  get hasUnseenRest(): boolean {
    return this.#looked?.part === true
  }

  /** Whether a list that begins with the newest has no new record after a page of marked ones. */
  get canStopAtKnown(): boolean {
    const { day: since } = this.#looked ?? {}
    // Records that are not read again are forgotten one day, so they are read before that.
    return since !== undefined && Math.floor(this.#options.now / day) - since < rememberedDays / 2
  }

  /** The number of records that a silent run has not printed. */
  get silentCount(): number {
    return this.#silent.length
  }

  keyOf(record: Json): string {
    return firstIdOf(record, this.#options.idFields) ?? jsonText(record)
  }

  /** Returns what the mark keeps of a record with this key, if it is an object. */
  recordOf(key: string): JsonObject | undefined {
    const kept = Object.hasOwn(this.records, key) ? this.records[key] : undefined
    return isObject(kept) ? kept : undefined
  }

  /** Notes that a record is in the list. Returns whether an earlier run has printed it. */
  noteListed(key: string): boolean {
    const isSeen = this.#seen.has(key)
    if (isSeen) this.#seen.set(key, true)
    return isSeen
  }

  /** Remembers a record that is not printed by the stages. */
  skip(key: string, record: Json): void {
    this.#silent.push(this.#entry(key, record))
  }

  /** Forgets a record that has left the list. */
  forget(key: string): void {
    this.#silent.push([key, undefined])
  }

  /** Tracks what is printed, after all filters. */
  readonly stage: Stage = (pages) => this.#track(pages)

  async *#track(pages: Parameters<Stage>[0]): ReturnType<Stage> {
    let upTo = 0
    for await (const page of pages) {
      upTo += page.page.count ?? page.page.records.length
      const printed = page.items.filter(({ outputs }) => outputs.length > 0)
      const entries = printed.map((item): Entry => {
        const key = this.keyOf(item.record)
        return item.isRemoved ? [key, undefined] : this.#entry(key, item.record)
      })
      this.#pages.push({ upTo, entries })
      yield page
    }
  }

  #entry(key: string, record: Json): Entry {
    return [key, this.#options.keep?.(record) ?? null]
  }

  /**
   * Returns the content after this run has delivered so many records. `latest` is the content of the file, which
   * another run may have changed meanwhile.
   */
  after(latest: MarkContent | undefined, delivered: number, ending: Ending): MarkContent {
    const { keep, now } = this.#options
    const today = Math.floor(now / day)
    const printed = this.#pages.filter(({ upTo }) => upTo <= delivered)
    const entries = [...printed.flatMap((page) => page.entries), ...this.#silent]
    const present = new Map(entries.filter(([, record]) => record !== undefined))
    // A removal that may not have been printed is reported again.
    const gone = new Set(
      isBroken(ending) ? [] : entries.flatMap(([key, record]) => (record === undefined ? key : [])),
    )
    const seen: Record<string, readonly string[]> = {}
    const ofToday = new Set(present.keys())
    for (const [seenOn, keys] of Object.entries(latest?.seen ?? {})) {
      const left = keys.filter((key) => !gone.has(key) && !present.has(key))
      for (const key of left) if (this.#seen.get(key)) ofToday.add(key)
      const others = left.filter((key) => !this.#seen.get(key))
      if (others.length > 0 && today - Number(seenOn) <= rememberedDays) seen[seenOn] = others
    }
    seen[today] = [...(seen[today] ?? []), ...ofToday]
    const looked = this.#lookedAfter(latest, ending)
    if (!keep) return { seen, records: latest?.records ?? {}, looked }
    const known = new Set(Object.values(seen).flat())
    const records = Object.entries({ ...latest?.records, ...Object.fromEntries(present) })
    return {
      seen,
      records: Object.fromEntries(records.filter(([key]) => known.has(key))) as MarkContent['records'],
      looked,
    }
  }

  #lookedAfter(latest: MarkContent | undefined, ending: Ending): Looked {
    const { looked, now } = this.#options
    if (ending === 'known' && latest?.looked) return latest.looked
    const part = latest?.looked?.part ?? (latest ? looked !== 'whole' : ending === 'page')
    // New records that this run has not printed may follow those that it has.
    if (looked === undefined || isBroken(ending) || ending === 'page') return { part }
    return { day: Math.floor(now / day), part: ending !== 'all' && ending !== 'only' }
  }
}

/** Whether a run ended before it had printed all that it read. */
const isBroken = (ending: Ending) => ending === 'fault' || ending === 'signal' || ending === 'closed'

export interface MarkOptions {
  readonly idFields: readonly string[]
  /** Returns what to keep of a record besides its id; without it, nothing. */
  readonly keep?: ((record: Json) => Json) | undefined
  /** Set if a run marks all that it looks at, which may be the first part of its list: how far earlier versions looked. */
  readonly looked?: 'part' | 'whole' | undefined
  /** The first run prints nothing. */
  readonly isSilentAtFirst?: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Days for which a record is remembered that is not in the list. */
const rememberedDays = 180

/** A record that is printed, or `undefined` in place of a removed one. */
type Entry = readonly [key: string, record: Json | undefined]

/**
 * Returns the stage of `--new`: it drops the records that an earlier run has printed, and marks those that have slid into
 * sight. With `isNewestFirst` it ends the reading after a page of marked records.
 */
export function newStage(mark: Mark, isNewestFirst: boolean, end: ReadingEnd): Stage {
  return async function* (pages) {
    let last: ItemPage | undefined
    let hasKnown = false
    // New, if a marked record follows.
    let waiting: Item[] = []
    for await (const page of pages) {
      last = page
      const items: Item[] = []
      let known = 0
      for (const item of page.items) {
        const key = mark.keyOf(item.record)
        if (mark.noteListed(key)) {
          known += 1
          items.push(...waiting, dropped(item))
          waiting = []
        } else if (item.outputs.length === 0) items.push(dropped(item))
        else if (mark.isSilent) {
          mark.skip(key, item.record)
          items.push(dropped(item))
        } else if (mark.hasUnseenRest) waiting.push(item)
        else items.push(item)
      }
      hasKnown ||= known > 0
      yield { ...page, items }
      if (isNewestFirst && mark.canStopAtKnown && known > 0 && known === page.items.length) {
        end.at('known')
        return
      }
    }
    if (hasKnown) for (const { record } of waiting) mark.skip(mark.keyOf(record), record)
    else if (last && waiting.length > 0)
      yield {
        items: waiting,
        page: { ...last.page, records: [], recordIds: [], count: 0, repeats: 0, missing: [] },
      }
  }
}

/**
 * Returns the stage of `--changes`: it replaces each record by its change since the last run. The records that are
 * gone follow at the end of a complete list, with what became of them.
 */
export function changesStage(mark: Mark, type: RecordType, ports: ReadPorts, end: ReadingEnd): Stage {
  return async function* (pages) {
    const before = new Map(Object.entries(mark.records))
    const counts = { read: 0, hasGap: false }
    let last: ItemPage | undefined
    for await (const page of pages) {
      last = page
      counts.read += page.page.records.length
      counts.hasGap ||= page.page.hasGap
      const items = page.items.map((item): Item => {
        if (item.outputs.length === 0) return item
        const key = mark.keyOf(item.record)
        const change = changeOf(before.get(key), item.record)
        before.delete(key)
        mark.noteListed(key)
        if (!change) return dropped(item)
        if (!mark.isSilent) return { ...item, outputs: [{ ...change }] }
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
    const isWhole = end.ending === 'all' && !counts.hasGap && counts.read >= (last?.page.paging?.total ?? 0)
    if (!last || !isWhole || before.size === 0) return
    const { lookUpRemoved } = await import('./removed.ts')
    const removed = [...before.values()]
    const found = await lookUpRemoved(removed, type, ports)
    const items = removed.map((record, index): Item => {
      const now = found[index]
      const output = { event: 'removed', item: record, ...(now !== undefined && { now }) }
      return { record, outputs: [output], isRemoved: true }
    })
    yield { items, page: { ...last.page, records: [], recordIds: [], count: 0, repeats: 0, missing: [] } }
  }
}
