/** The stage of `--with`: adds derived fields to records. */
import { type DerivedGroup, derivedKey } from '../../api/records/derived-groups.ts'
import type { Derived } from '../../domain/derive/derived.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { isObject } from '../../ports/json.ts'
import type { ReadPorts } from '../../read/reading.ts'
import { answeredAt } from '../answered-at.ts'
import type { ItemPage, Stage } from '../stage.ts'
import type { Facts } from './facts.ts'
import { deriveGroups, detailedGroups } from './groups.ts'
import { type DetailedPage, withDetails } from './with-details.ts'

/**
 * Returns a stage that adds the groups to each output, under the key `derived`. Values that depend on the time are
 * those of the moment when the service answered. `areDetailed` says that the records are detailed already.
 */
export function deriveStage(
  groups: readonly DerivedGroup[],
  facts: Facts,
  ports: ReadPorts,
  areDetailed: boolean,
): Stage {
  return async function* (pages) {
    const needsDetails = !areDetailed && groups.some((group) => detailedGroups.includes(group))
    const source = needsDetails ? withDetails(pages, ports) : asTheyAre(pages)
    for await (const { page, detailOf } of source) {
      const now = answeredAt(page.page, ports.now())
      const items = []
      for (const item of page.items) {
        const outputs: Json[] = []
        for (const output of item.outputs) {
          if (!isObject(output)) {
            outputs.push(output)
            continue
          }
          const subject = { record: output, detail: detailOf(item), now, facts }
          const parts: Derived[] = []
          for (const name of groups) {
            const part = deriveGroups[name](subject)
            // Waiting costs more than most groups take, and few of them read anything.
            parts.push(part instanceof Promise ? await part : part)
          }
          const derived: Record<string, Json> = { ...output }
          derived[derivedKey] = joined(groups, parts)
          outputs.push(derived)
        }
        items.push({ ...item, outputs })
      }
      yield { ...page, items }
    }
  }
}

async function* asTheyAre(pages: AsyncIterable<ItemPage>): AsyncGenerator<DetailedPage, void> {
  const detailOf: DetailedPage['detailOf'] = ({ record }) => (isObject(record) ? record : undefined)
  for await (const page of pages) yield { page, detailOf }
}

/** Returns the groups of one record, and `why` with the reasons of unknown values, by path. */
function joined(groups: readonly DerivedGroup[], parts: readonly Derived[]): JsonObject {
  const derived: Record<string, Json> = {}
  const why: Record<string, string> = {}
  groups.forEach((name, index) => {
    const part = parts[index]
    derived[name] = part?.values ?? {}
    for (const field in part?.why) why[`${name}.${field}`] = part.why[field] ?? ''
  })
  derived['why'] = why
  return derived
}
