/** What earlier runs of a command line have printed, and what this run adds to it. */
import { jsonText } from '../../api/wire/json-text.ts'
import type { Json } from '../../ports/json.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import type { Stage } from '../stage.ts'

/** What a mark remembers. */
export interface MarkContent {
  /** The ids of printed records, by the day on which they were last in the list: whole days since the epoch. */
  readonly seen: Readonly<Record<string, readonly string[]>>
  /** The records as they were printed last, by id. Only `--changes` keeps them. */
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
  readonly #seen: ReadonlySet<string>
  /** The keys of earlier records that are in the list again. */
  readonly #again = new Set<string>()
  readonly #silent: Entry[] = []
  /** What is printed, up to a number of records that are read. */
  readonly #pages: { readonly upTo: number; readonly entries: readonly Entry[] }[] = []

  constructor(before: MarkContent | undefined, options: MarkOptions) {
    this.before = before
    this.#options = options
    this.#seen = new Set(Object.values(before?.seen ?? {}).flat())
  }

  /** Whether an earlier run has printed a record. */
  isSeen(key: string): boolean {
    return this.#seen.has(key)
  }

  keyOf(record: Json): string {
    return firstIdOf(record, this.#options.idFields) ?? jsonText(record)
  }

  /** Notes that a record is in the list. Returns whether it may be printed. */
  meets(key: string, record: Json): boolean {
    if (this.#seen.has(key)) this.#again.add(key)
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
    const records = new Map(Object.entries(latest?.records ?? {}))
    const present = new Set(this.#again)
    const gone = new Set<string>()
    const pages = this.#pages.filter(({ upTo }) => isComplete || upTo <= delivered)
    for (const [key, record] of [
      ...pages.flatMap(({ entries }) => entries),
      ...(isComplete ? this.#silent : []),
    ]) {
      if (record !== undefined) {
        present.add(key)
        if (keepsRecords) records.set(key, record)
      } else if (isComplete) {
        // A removal that may not have been printed is reported again.
        gone.add(key)
        records.delete(key)
      }
    }
    const days = Object.entries(latest?.seen ?? {}).filter(([day]) => today - Number(day) <= maxDays)
    const others = days.map(
      ([day, keys]) => [day, keys.filter((key) => !present.has(key) && !gone.has(key))] as const,
    )
    const kept = others.filter(([, keys]) => keys.length > 0)
    const seen = {
      ...Object.fromEntries(kept),
      [today]: [...(kept.find(([day]) => day === String(today))?.[1] ?? []), ...present],
    }
    if (!keepsRecords && records.size === 0) return { seen, records: {} }
    const known = new Set(Object.values(seen).flat())
    return { seen, records: Object.fromEntries([...records].filter(([key]) => known.has(key))) }
  }
}
