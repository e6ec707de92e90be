/** The stages of `--new` and `--changes`, which compare records with those of earlier runs. */
import type { RecordType } from '../api/records/record-types.ts'
import { changeOf } from '../read/changes.ts'
import type { ReadPorts } from '../read/reading.ts'
import type { Mark } from './mark.ts'
import { dropped } from './output-of.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/** Returns the stage of `--new`: it drops the records that an earlier run has printed. */
export function newStage(mark: Mark): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const key = mark.keyOf(item.record)
        if (mark.noteListed(key) || item.outputs.length === 0) return dropped(item)
        if (!mark.isSilent) return item
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
  }
}

/**
 * Returns the stage of `--changes`: it replaces each record by its change since the last run. The records that are
 * gone follow at the end of a complete list, with what became of them.
 */
export function changesStage(mark: Mark, type: RecordType, ports: ReadPorts): Stage {
  return async function* (pages) {
    const before = new Map(Object.entries(mark.records))
    const counts = { read: 0, hasGap: false }
    let last: ItemPage | undefined
    for await (const page of pages) {
      last = page
      counts.read += page.page.records.length
      counts.hasGap ||= page.page.hasGap
      const items = page.items.map((item): Item => {
        if (item.outputs.length === 0) return item
        const key = mark.keyOf(item.record)
        const change = changeOf(before.get(key), item.record)
        before.delete(key)
        mark.noteListed(key)
        if (!change) return dropped(item)
        if (!mark.isSilent) return { ...item, outputs: [{ ...change }] }
        mark.skip(key, item.record)
        return dropped(item)
      })
      yield { ...page, items }
    }
    const isWhole = !counts.hasGap && counts.read >= (last?.page.paging?.total ?? 0)
    if (!last || !isWhole || before.size === 0) return
    const { lookUpRemoved } = await import('./removed.ts')
    const removed = [...before.values()]
    const found = await lookUpRemoved(removed, type, ports)
    const items = removed.map((record, index): Item => {
      const now = found[index]
      const output = { event: 'removed', item: record, ...(now !== undefined && { now }) }
      return { record, outputs: [output], isRemoved: true }
    })
    yield { items, page: { ...last.page, records: [], recordIds: [], count: 0, repeats: 0, missing: [] } }
  }
}
