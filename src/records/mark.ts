/** The mark of a run: the file with what earlier runs of the same command line have printed. */
import { typeOf } from '../api/endpoint.ts'
import type { RecordType } from '../api/records/record-types.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import type { Settings } from '../core/settings.ts'
import { day, marketTime } from '../core/time.ts'
import { changeOf } from './changes.ts'
import { readingIdentity } from './identity.ts'
import { dropped } from './items.ts'
import type { ReadPorts } from './reading.ts'
import { firstIdOf } from './record-ids.ts'
import type { MarkRequest, RecordsRequest } from './request.ts'
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
  save(delivered: number, isComplete: boolean): Promise<void>
}

/** Opens the mark of a run. Throws `KivaError` of kind `config` for an invalid file, before anything is sent. */
export async function openMark(
  request: MarkRequest,
  invocation: RecordsRequest,
  ports: MarkPorts,
): Promise<OpenMark> {
  const { endpoint } = invocation
  const state = await ports.state()
  const { digest } = await ports.files()
  const file = `marks/${request.name ?? digest(readingIdentity(invocation, ports.settings)).slice(0, 32)}.json`
  const parse = (text: string | undefined) => contentOf(text, endpoint.path, state.pathOf(file))
  const mark = new Mark(parse(await state.read(file)), {
    idFields: typeOf(endpoint).idFields ?? [],
    keepsRecords: request.kind === 'changes',
    isSilentAtFirst: request.silent,
    today: Math.floor(marketTime(ports) / day),
  })
  return {
    mark,
    checkSaving: async () => {
      if (!request.peek) await state.update(file, (text) => text)
    },
    save: async (delivered, isComplete) => {
      if (request.peek) return
      await state.update(file, (text) => {
        const content = mark.after(parse(text), delivered, isComplete)
        return `${jsonText({ v: fileVersion, list: endpoint.path, ...content })}\n`
      })
    },
  }
}

const fileVersion = 1

/** Returns the content of a file, or `undefined` without one. */
function contentOf(text: string | undefined, list: string, path: string): MarkContent | undefined {
  if (text === undefined) return undefined
  const content = parseObject(text)
  const { v, seen, records } = content
  if (v !== fileVersion || !isObject(seen) || !isObject(records) || !isDays(seen)) {
    throw new KivaError('config', `${path} is corrupt: expected a mark`, {
      hint: 'Repair it or move it away.',
    })
  }
  if (content['list'] === list) return { seen, records }
  throw new KivaError('usage', 'this mark belongs to another list', { hint: 'Use another name for --mark.' })
}

const isDays = (seen: JsonObject): seen is MarkContent['seen'] & JsonObject =>
  Object.values(seen).every((keys) => isList(keys) && keys.every((key) => typeof key === 'string'))

function parseObject(text: string): JsonObject {
  try {
    const content = parseJson(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

/** What a mark remembers. */
interface MarkContent {
  /** The ids of printed records, by the day on which they were last in the list: whole days since the epoch. */
  readonly seen: Readonly<Record<string, readonly string[]>>
  /** The records as they were printed last, by id. Only `--changes` keeps them. */
  readonly records: Readonly<Record<string, Json>>
}

/** What earlier runs of a command line have printed, and what this run adds to it. */
export class Mark {
  /** Whether this run prints nothing, and only remembers the list. */
  readonly isSilent: boolean
  /** The records that earlier runs printed last, by key. */
  readonly records: MarkContent['records']
  readonly #options: MarkOptions
  /** The keys of printed records, and whether the list has them again. */
  readonly #seen: Map<string, boolean>
  readonly #silent: Entry[] = []
  /** What is printed, up to a number of records that are read. */
  readonly #pages: { readonly upTo: number; readonly entries: readonly Entry[] }[] = []

  /** `before` is missing at the first run. */
  constructor(before: MarkContent | undefined, options: MarkOptions) {
    this.isSilent = !before && options.isSilentAtFirst
    this.records = before?.records ?? {}
    this.#options = options
    this.#seen = new Map()
    for (const keys of Object.values(before?.seen ?? {})) for (const key of keys) this.#seen.set(key, false)
  }

  /** The number of records that a silent run has not printed. */
  get silentCount(): number {
    return this.#silent.length
  }

  keyOf(record: Json): string {
    return firstIdOf(record, this.#options.idFields) ?? jsonText(record)
  }

  /** Notes that a record is in the list. Returns whether an earlier run has printed it. */
  noteListed(key: string): boolean {
    const isSeen = this.#seen.has(key)
    if (isSeen) this.#seen.set(key, true)
    return isSeen
  }

  /** Remembers a record that a silent run does not print. */
  skip(key: string, record: Json): void {
    this.#silent.push(this.#entry(key, record))
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
    return [key, this.#options.keepsRecords ? record : null]
  }

  /**
   * Returns the content after this run has delivered so many records. `latest` is the content of the file, which
   * another run may have changed meanwhile.
   */
  after(latest: MarkContent | undefined, delivered: number, isComplete: boolean): MarkContent {
    const { today, keepsRecords } = this.#options
    const printed = this.#pages.filter(({ upTo }) => upTo <= delivered)
    const entries = [...printed.flatMap((page) => page.entries), ...this.#silent]
    const present = new Map(entries.filter(([, record]) => record !== undefined))
    // A removal that may not have been printed is reported again.
    const gone = new Set(
      isComplete ? entries.flatMap(([key, record]) => (record === undefined ? key : [])) : [],
    )
    const seen: Record<string, readonly string[]> = {}
    const ofToday = new Set(present.keys())
    for (const [day, keys] of Object.entries(latest?.seen ?? {})) {
      const left = keys.filter((key) => !gone.has(key) && !present.has(key))
      for (const key of left) if (this.#seen.get(key)) ofToday.add(key)
      const others = left.filter((key) => !this.#seen.get(key))
      if (others.length > 0 && today - Number(day) <= rememberedDays) seen[day] = others
    }
    seen[today] = [...(seen[today] ?? []), ...ofToday]
    if (!keepsRecords) return { seen, records: latest?.records ?? {} }
    const known = new Set(Object.values(seen).flat())
    const records = Object.entries({ ...latest?.records, ...Object.fromEntries(present) })
    return {
      seen,
      records: Object.fromEntries(records.filter(([key]) => known.has(key))) as MarkContent['records'],
    }
  }
}

interface MarkOptions {
  readonly idFields: readonly string[]
  readonly keepsRecords: boolean
  /** The first run prints nothing. */
  readonly isSilentAtFirst: boolean
  /** Whole days since the epoch. */
  readonly today: number
}

/** Days for which a record is remembered that is not in the list. */
export const rememberedDays = 180

/** A record that is printed, or `undefined` in place of a removed one. */
type Entry = readonly [key: string, record: Json | undefined]

/** Returns the stage of `--new`: it drops the records that an earlier run has printed. */
export function newStage(mark: Mark): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const key = mark.keyOf(item.record)
        if (mark.noteListed(key) || item.outputs.length === 0) return dropped(item)
        if (!mark.isSilent) return item
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
  }
}

/**
 * Returns the stage of `--changes`: it replaces each record by its change since the last run. The records that are
 * gone follow at the end of a complete list, with what became of them.
 */
export function changesStage(mark: Mark, type: RecordType, ports: ReadPorts): Stage {
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
    const isWhole = !counts.hasGap && counts.read >= (last?.page.paging?.total ?? 0)
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
