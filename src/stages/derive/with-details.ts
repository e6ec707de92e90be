import { isObject, type JsonObject } from '../../ports/json.ts'
import type { ReadPorts } from '../../read/reading.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import { readDetails } from '../read-details.ts'
import type { Item, ItemPage } from '../stage.ts'

/** A page, and the detailed record of each item, `undefined` for one that the service does not have. */
export interface DetailedPage {
  readonly page: ItemPage
  readonly detailOf: (item: Item) => JsonObject | undefined
}

/**
 * Requests the details of listed loans, as many in one request as the service allows, and yields each page once it
 * has them.
 */
export async function* withDetails(
  pages: AsyncIterable<ItemPage>,
  ports: ReadPorts,
): AsyncGenerator<DetailedPage, void> {
  const waiting: ItemPage[] = []
  const details = new Map<string, JsonObject | undefined>()
  let failure: { readonly cause: unknown } | undefined
  async function* readIds(): AsyncGenerator<string, void> {
    try {
      for await (const page of pages) {
        waiting.push(page)
        yield* idsOf(page)
      }
    } catch (cause) {
      failure = { cause }
    }
  }
  function* release(isReady: (page: ItemPage) => boolean): Generator<DetailedPage> {
    for (let [page] = waiting; page && isReady(page); [page] = waiting) {
      waiting.shift()
      yield { page, detailOf: (item) => details.get(idOf(item) ?? '') }
      for (const id of idsOf(page)) details.delete(id)
    }
  }
  const ids = readIds()
  const first = await ids.next()
  if (!first.done) {
    for await (const { records, missing = [] } of readDetails(startingWith(first.value, ids), ports)) {
      for (const record of records.filter(isObject)) details.set(firstIdOf(record, ['id']) ?? '', record)
      for (const id of missing) details.set(String(id), undefined)
      yield* release((page) => idsOf(page).every((id) => details.has(id)))
    }
  }
  yield* release(() => true)
  if (failure) throw failure.cause
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first
  yield* rest
}

/** Returns the id of an item that is still to be printed. */
const idOf = ({ record, outputs }: Item) => (outputs.length > 0 ? firstIdOf(record, ['id']) : undefined)

const idsOf = ({ items }: ItemPage) => items.map(idOf).filter((id) => id !== undefined)
