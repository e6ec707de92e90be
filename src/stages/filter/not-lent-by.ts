import type { LenderLoans } from '../lender-loans.ts'
import { dropped } from '../output-of.ts'
import type { Item, Stage } from '../stage.ts'

/**
 * Returns a stage that drops the loans of some lenders. Throws `KivaError` of kind `refused` for an unknown lender,
 * before it yields anything.
 */
export function notLentByStage(lenders: readonly LenderLoans[]): Stage {
  return async function* (pages) {
    for (const lender of lenders) await lender.open()
    for await (const page of pages) {
      const items: Item[] = []
      for (const item of page.items) {
        let isLent = false
        for (const lender of lenders) isLent ||= item.outputs.length > 0 && (await lender.has(item.record))
        items.push(isLent ? dropped(item) : item)
      }
      yield { ...page, items }
    }
  }
}
