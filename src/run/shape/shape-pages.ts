/** Pages of which each record has been asked about. */

import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import type { RecordType } from '../../api/records/record-types.ts'
import type { Json } from '../../ports/json.ts'
import { firstIdOf } from '../../read/record-ids.ts'
import type { Pages, ReadPage } from '../pages.ts'
import { type Ask, resultsOf } from './expression.ts'

/**
 * Records that are asked about at once: jq takes milliseconds to begin, however many there are. The first page goes by
 * itself, so that what comes of it is there as soon as it can be.
 */
const atOnce = 200

/**
 * The same pages, in their order, which tell what comes of each of their records. A failure is theirs to throw, in its turn.
 * Of records beyond `limit` it is not asked, until they are wanted in place of some that came twice.
 */
export function shapePages(
  pages: Pages,
  ask: Ask,
  endpoint: Pick<AnyEndpoint, 'returns'>,
  limit = Number.POSITIVE_INFINITY,
): Pages {
  let left = limit
  const askAbout = async (group: readonly ReadPage[]): Promise<readonly ReadPage[]> => {
    const records = group.flatMap((page) => page.records).slice(0, left)
    left -= records.length
    const outcomes = records.length === 0 ? [] : await ask(records)
    let before = 0
    return group.map((page) => {
      const first = before
      before += page.records.length
      const made = async (at: number) => {
        const record = page.records[at] ?? null
        const outcome = first + at < records.length ? outcomes[first + at] : (await ask([record]))[0]
        return resultsOf(outcome, () => nameOf(record, at, typeOf(endpoint)))
      }
      return { ...page, made }
    })
  }
  return Object.assign(grouped(pages, askAbout), { drop: (repeats: number) => pages.drop(repeats) })
}

/** Pages that come together, as they are when `then` is done with them; the failure that ends them comes behind them. */
async function* grouped(
  pages: Pages,
  then: (group: readonly ReadPage[]) => Promise<readonly ReadPage[]>,
): AsyncGenerator<ReadPage, void> {
  let most = 1
  for (let done = false; !done; most = atOnce) {
    const group: ReadPage[] = []
    let failure: { readonly cause: unknown } | undefined
    for (let records = 0; records < most && !done && !failure; ) {
      try {
        const { value: page } = await pages.next()
        if (page) group.push(page)
        records += page?.records.length ?? 0
        done = page === undefined
      } catch (cause) {
        failure = { cause }
      }
    }
    yield* await then(group)
    if (failure) throw failure.cause
  }
}

/** What a record is called in an error: `loan 2102000`. */
function nameOf(record: Json, at: number, { idFields = ['id'], noun }: RecordType): string {
  const type = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const id = firstIdOf(record, idFields)
  return id === undefined ? `${type} ${at + 1} of a page` : `${type} ${id}`
}
