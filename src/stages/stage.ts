/** Stages: steps between reading and printing, from pages of items to pages of items. */
import type { Json } from '../ports/json.ts'
import type { RecordPage } from '../read/reading.ts'

/** A record as the service sent it, and what is shown in its place. */
export interface Item {
  readonly record: Json
  readonly outputs: readonly Json[]
}

/** A page, and its items in order. */
export interface ItemPage {
  readonly page: RecordPage
  readonly items: readonly Item[]
  /** These are the items before a failure, which follows: the page is not complete. */
  readonly isPartial?: true
}

/**
 * One step. It may read pages ahead. Empty pages pass it too, so that a consumer can note how far the reading is. It checks
 * the first page before it yields anything, and yields the items before a failing one before it throws.
 */
export type Stage = (pages: AsyncIterable<ItemPage>) => AsyncIterable<ItemPage>

/** The pages of a reading through the stages, each record shown as it is at first. */
export function runStages(
  pages: AsyncIterable<RecordPage>,
  stages: readonly Stage[],
): AsyncIterable<ItemPage> {
  return stages.reduce((items: AsyncIterable<ItemPage>, stage) => stage(items), eachItem(pages))
}

async function* eachItem(pages: AsyncIterable<RecordPage>): AsyncGenerator<ItemPage, void> {
  for await (const page of pages)
    yield { page, items: page.records.map((record) => ({ record, outputs: [record] })) }
}

/** Has the outputs of the first page checked; `check` throws a `KivaError` of kind `usage`. */
export function checkFirst(check: (outputs: readonly Json[]) => void): Stage {
  return async function* (pages) {
    let isChecked = false
    for await (const page of pages) {
      if (!isChecked) check(page.items.flatMap(({ outputs }) => outputs))
      isChecked = true
      yield page
    }
  }
}
