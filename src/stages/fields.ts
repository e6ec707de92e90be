import { type FieldPath, pick, selectionOf } from '../api/records/field-paths.ts'
import type { Stage } from './stage.ts'

/** Returns a stage that keeps only the named fields of each output, in the given order. */
export function fieldsStage(paths: readonly FieldPath[]): Stage {
  const selection = selectionOf(paths)
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => ({
        ...item,
        outputs: item.outputs.map((output) => pick(output, selection)),
      }))
      yield { ...page, items }
    }
  }
}

/** Counts the records that the filters keep. */
export class MatchCounter {
  matched = 0

  readonly stage: Stage = (pages) => this.#count(pages)

  async *#count(pages: Parameters<Stage>[0]): ReturnType<Stage> {
    for await (const page of pages) {
      this.matched += page.items.filter(({ outputs }) => outputs.length > 0).length
      yield page
    }
  }
}
