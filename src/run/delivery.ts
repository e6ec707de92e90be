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
  readonly #idField: string | undefined

  constructor(first: Page, idField: string | undefined) {
    this.page = first
    this.#idField = idField
  }

  take(record: Json): void {
    this.taken += 1
    if (this.#idField === undefined) return
    const id = isObject(record) ? record[this.#idField] : undefined
    if (id === undefined || id === null || isNested(id)) this.unnamed += 1
    else this.ids.add(foldId(String(id)))
  }

  /** What was taken has been written. */
  acknowledge(): void {
    this.delivered = this.taken
  }
}
