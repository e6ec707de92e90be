/** The stage of `--at-most`: limits the records of each group. */
import { type FieldPath, valueAt } from '../../api/records/field-paths.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import { dropped, outputOf } from '../output-of.ts'
import type { Stage } from '../stage.ts'

export interface GroupLimit {
  readonly count: number
  readonly path: FieldPath
}

/** Returns a stage that keeps the first records of each value. Records without the field are one group. */
export function atMostStage(limits: readonly GroupLimit[]): Stage {
  return async function* (pages) {
    const counts = limits.map(() => new Map<string, number>())
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const output = outputOf(item)
        if (output === undefined) return item
        const groups = limits.map(({ path }) => jsonText(valueAt(output, path) ?? null))
        const isFull = groups.some((group, at) => (counts[at]?.get(group) ?? 0) >= (limits[at]?.count ?? 0))
        if (isFull) return dropped(item)
        for (const [at, group] of groups.entries()) counts[at]?.set(group, (counts[at].get(group) ?? 0) + 1)
        return item
      })
      yield { ...page, items }
    }
  }
}
