import { foldId } from '../../api/records/fold-id.ts'
import type { RecordType } from '../../api/records/record-types.ts'
import { KivaError } from '../../errors.ts'
import type { Json } from '../../ports/json.ts'
import { idsOf } from '../../read/record-ids.ts'
import type { ItemPage, Stage } from '../stage.ts'

/**
 * Returns a stage that keeps the records with these ids and ends once all are found. The last page names the missing
 * ones. Throws `KivaError` of kind `refused` if none is found.
 */
export function onlyStage(ids: readonly string[], { idFields = [], noun }: RecordType): Stage {
  return async function* (pages) {
    const left = new Map(ids.map((id) => [foldId(id), id]))
    const isWanted = (record: Json) => idsOf(record, idFields).some((id) => left.delete(id))
    let last: ItemPage | undefined
    for await (const { page, items } of pages) {
      const found = items.filter(({ record }) => isWanted(record))
      if (found.length === 0) continue
      last = { page: { ...page, records: found.map(({ record }) => record) }, items: found }
      yield last
      if (left.size === 0) return
    }
    if (!last) throw new KivaError('refused', `no ${noun} found`)
    const missing = [...left.values()]
    yield { items: [], page: { ...last.page, records: [], recordIds: [], repeats: 0, missing } }
  }
}
