/** What earlier runs of a command line have printed, and what this run adds to it. */
import { jsonText } from '../../api/wire/json-text.ts'
import type { Json } from '../../ports/json.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import type { Stage } from '../stage.ts'

/** What a mark remembers, by the ids of the records. */
export interface MarkContent {
  /** The day on which a record was last in the list: whole days since the epoch. */
  readonly seen: Readonly<Record<string, number>>
  /** The records as they were printed last. Only `--changes` keeps them. */
  readonly records: Readonly<Record<string, Json>>
}

export interface MarkOptions {
  readonly idFields: readonly string[]
  readonly keepsRecords: boolean
  /** The first run prints nothing. */
  readonly isSilentAtFirst: boolean
  /** Whole days since the epoch. */
  readonly today: number
}

/** A record that is not in the list for longer is forgotten. */
const maxDays = 180

/** A record that is printed, or `undefined` in place of a removed one. */
type Entry = readonly [key: string, record: Json | undefined]

export class Mark {
  /** `undefined` at the first run. */
  readonly before: MarkContent | undefined
  readonly #options: MarkOptions
  /** The keys of earlier records that are in the list again. */
  readonly #again = new Set<string>()
  readonly #silent: Entry[] = []
  /** What is printed, up to a number of records that are read. */
  readonly #pages: { readonly upTo: number; readonly entries: readonly Entry[] }[] = []

  constructor(before: MarkContent | undefined, options: MarkOptions) {
    this.before = before
    this.#options = options
  }

  keyOf(record: Json): string {
    return firstIdOf(record, this.#options.idFields) ?? jsonText(record)
  }

  /** Notes that a record is in the list. Returns whether it may be printed. */
  meets(key: string, record: Json): boolean {
    if (this.before) this.#again.add(key)
    if (this.before || !this.#options.isSilentAtFirst) return true
    this.#silent.push(this.#entry(key, record))
    return false
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
    const recent = Object.entries(latest?.seen ?? {}).filter(([, day]) => today - day <= maxDays)
    const seen = new Map(recent.map(([key, day]) => [key, this.#again.has(key) ? today : day]))
    const records = new Map(Object.entries(latest?.records ?? {}).filter(([key]) => seen.has(key)))
    const pages = this.#pages.filter(({ upTo }) => isComplete || upTo <= delivered)
    for (const [key, record] of [
      ...pages.flatMap(({ entries }) => entries),
      ...(isComplete ? this.#silent : []),
    ]) {
      if (record === undefined) {
        // A removal that may not have been printed is reported again.
        if (isComplete && seen.delete(key)) records.delete(key)
        continue
      }
      seen.set(key, today)
      if (keepsRecords) records.set(key, record)
    }
    return { seen: Object.fromEntries(seen), records: Object.fromEntries(records) }
  }
}
