import { derivedKey } from '../api/records/derived-groups.ts'
import type { Render, View } from '../output/view.ts'
import { isList, isObject, type Json } from '../ports/json.ts'
import type { Stage } from '../stages/stage.ts'

/**
 * Finds out whether the results of a jq expression are whole records, which are printed like records that no
 * expression has touched. The first result decides.
 */
export class WholeRecords {
  #isWhole: boolean | undefined

  readonly stage: Stage = (pages) => this.#watch(pages)

  async *#watch(pages: Parameters<Stage>[0]): ReturnType<Stage> {
    for await (const page of pages) {
      const first = page.items.find(({ outputs }) => outputs.length > 0)
      if (first) this.#isWhole ??= isOneOf(first.outputs[0], first.record)
      yield page
    }
  }

  /** Returns a renderer that chooses its view when it has read the first result. */
  renderer(render: Render, choose: (view: View, isWhole: boolean) => View): Render {
    const isWhole = () => this.#isWhole === true
    return async function* (records, view) {
      const source = records[Symbol.asyncIterator]()
      const first = await source.next()
      async function* all(): AsyncGenerator<Json> {
        if (first.done) return
        yield first.value
        yield* { [Symbol.asyncIterator]: () => source }
      }
      yield* render(all(), choose(view, isWhole()))
    }
  }
}

/**
 * Returns whether a result has the keys of the record, or of one record of the list, that it comes from. Derived
 * fields do not count.
 */
function isOneOf(result: Json | undefined, record: Json): boolean {
  if (!isObject(result)) return false
  const keys = keysOf(result)
  return (isList(record) ? record : [record]).some((one: Json) => isObject(one) && keysOf(one) === keys)
}

const keysOf = (record: object) =>
  JSON.stringify(
    Object.keys(record)
      .filter((key) => key !== derivedKey)
      .sort(),
  )
