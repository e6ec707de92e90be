/** The stage that runs a jq expression over the records. */
import type { RecordType } from '../api/records/record-types.ts'
import type { Json } from '../ports/json.ts'
import { firstIdOf } from '../read/record-ids.ts'
import { type Ask, resultsOf } from './jq-program.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/**
 * Records per jq call: each call has a fixed cost of some milliseconds. The first page runs alone, so that
 * its results appear as soon as possible.
 */
const atOnce = 200

/** Returns a stage that runs the expression on each record. */
export function jqStage(ask: Ask, type: RecordType): Stage {
  return async function* (pages) {
    for await (const { group, failure } of groupPages(pages)) {
      const records = group.flatMap(({ page }) => page.records)
      const outcomes = records.length === 0 ? [] : await ask(records)
      let start = 0
      for (const { page } of group) {
        const items: Item[] = []
        try {
          for (const [at, record] of page.records.entries()) {
            const outputs = resultsOf(outcomes[start + at], () => nameOf(record, at, type))
            items.push({ record, outputs })
          }
        } catch (error) {
          yield { page, items, isPartial: true }
          throw error
        }
        start += page.records.length
        yield { page, items }
      }
      if (failure) throw failure.cause
    }
  }
}

/**
 * Returns the stage for `--slurp`: the expression runs on one array of all records. It yields nothing until
 * it has read the last page; all results come with the first page.
 */
export function slurpStage(ask: Ask): Stage {
  return async function* (pages) {
    const all: ItemPage[] = []
    for await (const page of pages) all.push(page)
    const records = all.flatMap(({ page }) => page.records)
    const [outcome] = await ask(records)
    const outputs = resultsOf(outcome, () => 'the array of all records')
    for (const [at, { page }] of all.entries())
      yield { page, items: at === 0 ? [{ record: records, outputs }] : [] }
  }
}

/** Groups pages until they hold enough records for a call. A read failure comes after the pages before it. */
async function* groupPages(pages: AsyncIterable<ItemPage>) {
  let group: ItemPage[] = []
  let records = 0
  let batchSize = 1
  try {
    for await (const page of pages) {
      group.push(page)
      records += page.items.length
      if (records < batchSize) continue
      yield { group }
      group = []
      records = 0
      batchSize = atOnce
    }
  } catch (cause) {
    yield { group, failure: { cause } }
    return
  }
  if (group.length > 0) yield { group }
}

/** Names a record in an error: `loan 2102000`. */
function nameOf(record: Json, at: number, { idFields = ['id'], noun }: RecordType): string {
  const one = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const id = firstIdOf(record, idFields)
  return id === undefined ? `${one} ${at + 1} of a page` : `${one} ${id}`
}
