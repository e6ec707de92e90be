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
