/** What has been delivered of an invocation: counted when it was written, not when it was read. */

import { foldId } from '../api/fold-id.ts'
import { isNested, isObject } from '../api/json.ts'
import type { Page } from '../api/reply.ts'
import type { Json } from '../context.ts'

/** A renderer's text holds every record that it has taken so far: when it is written, they are delivered. */
export class Delivery {
  /** The last page that was read. */
  page: Page
  /** Records handed to the renderer. */
  taken = 0
  /** Records written. */
  delivered = 0
  /** Ids of the records taken, in lower case; `unnamed` counts records that have none. */
  readonly ids = new Set<string>()
  unnamed = 0
  readonly #idFields: readonly string[]

  /** `idFields` of the record type, where the records were asked for by id. */
  constructor(first: Page, idFields: readonly string[]) {
    this.page = first
    this.#idFields = idFields
  }

  take(record: Json): void {
    this.taken += 1
    if (this.#idFields.length === 0) return
    const ids = this.#idFields.map((name) => (isObject(record) ? record[name] : undefined))
    const named = ids.filter((id) => id !== undefined && id !== null && !isNested(id))
    for (const id of named) this.ids.add(foldId(String(id)))
    if (named.length === 0) this.unnamed += 1
  }

  /** What was taken has been written. */
  acknowledge(): void {
    this.delivered = this.taken
  }
}
