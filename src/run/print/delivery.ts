/** What has been delivered of an invocation: counted when it was written, not when it was read. */
import type { Paging } from '../../api/wire/reply.ts'
import type { Json } from '../../ports/json.ts'
import { firstIdOf, type Id } from '../../read/record-ids.ts'
import { type Delivered, noResumePoint } from '../../read/resume-point.ts'
import { SeenIds } from '../../read/seen-ids.ts'
import type { ReadPage } from '../pages.ts'

/** Ids that are kept to be named; what is more is counted. */
const missingKept = 100

/** A renderer's text holds every record that it has taken so far: when it is written, they are delivered. */
export class Delivery {
  /** The last page that was read. */
  page: ReadPage
  /** Pages read so far. */
  pages = 0
  /** Records handed to the renderer. */
  taken: number
  /** Records written. */
  delivered: number
  /** Of these, by an earlier run. */
  readonly before: number
  /** Records that came again, and were left out. */
  repeats: number
  /** Whether the list was seen to change while it was read, or gave less than it told. */
  hasChanged: boolean
  /** Whether records may be missing between two pages. */
  hasGap: boolean
  /** Some of the ids that did not come, and how many there are. */
  readonly missing: Id[]
  missingCount: number
  readonly #seen: SeenIds
  readonly #idFields: readonly string[]
  #paging: Paging | undefined

  /** `idFields` of the record type, where records may come again; `before` is what an earlier run has delivered. */
  constructor(first: ReadPage, idFields: readonly string[], before: Delivered = noResumePoint) {
    this.page = first
    this.taken = before.delivered
    this.delivered = before.delivered
    this.before = before.delivered
    this.repeats = before.repeats
    this.hasChanged = before.hasChanged
    this.hasGap = before.hasGap ?? false
    this.missing = [...before.missing]
    this.missingCount = before.missingCount
    this.#paging = before.paging
    this.#seen = new SeenIds(before.ids)
    this.#idFields = idFields
  }

  /** Goes on to a page; the first is one too. */
  turn(page: ReadPage): void {
    const [before, now] = [this.#paging, page.paging]
    this.hasChanged ||= before?.total !== now?.total && before !== undefined && now !== undefined
    this.hasChanged ||= page.end !== undefined && now !== undefined && this.pages > 0
    this.hasGap ||= page.hasGap === true
    this.#paging = now
    this.page = page
    this.pages += 1
    this.missingCount += page.missing?.length ?? 0
    this.missing.push(...(page.missing ?? []).slice(0, missingKept - this.missing.length))
  }

  /** Takes a record to be rendered; false for one that came before. A record without an id is always new. */
  take(record: Json): boolean {
    const id = this.#idFields.length > 0 ? firstIdOf(record, this.#idFields) : undefined
    if (id !== undefined && !this.#seen.add(id)) {
      this.repeats += 1
      this.hasChanged = true
      return false
    }
    this.taken += 1
    return true
  }

  /** What another run would go on with. */
  soFar(): Delivered {
    const { delivered, repeats, hasChanged, hasGap, missing, missingCount } = this
    const [ids, paging] = [this.#seen.list(), this.#paging]
    return { delivered, ids, paging, repeats, hasChanged, hasGap, missing: [...missing], missingCount }
  }

  /** So many of the records that were taken have been written. */
  acknowledge(written: number): void {
    this.delivered = written
  }
}
