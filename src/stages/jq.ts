/** The stage that runs a jq expression over the records. */
import type { RecordType } from '../api/records/record-types.ts'
import type { Json } from '../core/json.ts'
import { firstIdOf } from '../read/record-ids.ts'
import { type Ask, resultsOf } from './jq-program.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/**
 * Records per jq call: each call has a fixed cost of some milliseconds. The first page runs alone, so that
 * its results appear as soon as possible.
 */
const atOnce = 200

/** Returns a stage that runs the expression on each output, and prints its results. */
export const jqStage = (ask: Ask, type: RecordType): Stage =>
  expressionStage(ask, type, atOnce, (results) => results)

/**
 * Returns a stage that keeps the outputs for which the first result is neither false nor null. With `inBatches` it
 * may read pages ahead.
 */
export const whereStage = (ask: Ask, type: RecordType, inBatches: boolean): Stage =>
  expressionStage(ask, type, inBatches ? atOnce : 1, ([first = null], output) =>
    first === null || first === false ? [] : [output],
  )

/** Runs the expression on each output; `choose` returns what to print instead of it. */
function expressionStage(
  ask: Ask,
  type: RecordType,
  batchSize: number,
  choose: (results: readonly Json[], output: Json) => readonly Json[],
): Stage {
  return async function* (pages) {
    for await (const { group, failure } of groupPages(pages, batchSize)) {
      const inputs = group.flatMap(({ items }) => items.flatMap(({ outputs }) => outputs))
      const outcomes = inputs.length === 0 ? [] : await ask(inputs)
      let start = 0
      for (const page of group) {
        const items: Item[] = []
        try {
          for (const [at, item] of page.items.entries()) {
            const outputs = item.outputs.flatMap((output) => {
              const results = resultsOf(outcomes[start], () => nameOf(item.record, at, type))
              start += 1
              return choose(results, output)
            })
            items.push({ ...item, outputs })
          }
        } catch (error) {
          yield { ...page, items, isPartial: true }
          throw error
        }
        yield { ...page, items }
      }
      if (failure) throw failure.cause
    }
  }
}

/**
 * Returns the stage for `--slurp`: the expression runs on one array of all outputs. It yields nothing until
 * it has read the last page; all results come with the first page.
 */
export function slurpStage(ask: Ask): Stage {
  return async function* (pages) {
    const all: ItemPage[] = []
    for await (const page of pages) all.push(page)
    const inputs = all.flatMap(({ items }) => items.flatMap(({ outputs }) => outputs))
    const [outcome] = await ask(inputs)
    const outputs = resultsOf(outcome, () => 'the array of all records')
    for (const [at, { page }] of all.entries())
      yield { page, items: at === 0 ? [{ record: inputs, outputs, count: inputs.length }] : [] }
  }
}

/** Groups pages until they hold enough records for a call. A read failure comes after the pages before it. */
async function* groupPages(pages: AsyncIterable<ItemPage>, size: number) {
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
      batchSize = size
    }
  } catch (cause) {
    yield { group, failure: { cause } }
    return
  }
  if (group.length > 0) yield { group }
}

/** Names a record in an error: `loan 2102000`. */
function nameOf(record: Json, at: number, { idFields = ['id'], noun }: RecordType): string {
  const singular = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const id = firstIdOf(record, idFields)
  return id === undefined ? `${singular} ${at + 1} of a page` : `${singular} ${id}`
}
