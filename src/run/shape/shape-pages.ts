/** Pages of which each record has been asked about. */

import type { AnyEndpoint } from '../../api/endpoint.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { Json } from '../../context.ts'
import type { Pages, ReadPage } from '../pages.ts'
import { firstIdOf } from '../record-ids.ts'
import { type Ask, resultsOf } from './expression.ts'

/**
 * Records that are asked about at once: jq takes milliseconds to begin, however many there are. The first page goes by
 * itself, so that what comes of it is there as soon as it can be.
 */
const atOnce = 200

/** The same pages, in their order, which tell what comes of each of their records. A failure is theirs to throw, in its turn. */
export function shapePages(pages: Pages, ask: Ask, { returns }: Pick<AnyEndpoint, 'returns'>): Pages {
  return Object.assign(shaped(pages, ask, returns), { drop: (repeats: number) => pages.drop(repeats) })
}

async function* shaped(
  pages: Pages,
  ask: Ask,
  returns: AnyEndpoint['returns'],
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
    yield* askAbout(group, ask, returns)
    if (failure) throw failure.cause
  }
}

async function* askAbout(
  group: readonly ReadPage[],
  ask: Ask,
  returns: AnyEndpoint['returns'],
): AsyncGenerator<ReadPage, void> {
  const records = group.flatMap((page) => page.records)
  const outcomes = records.length === 0 ? [] : await ask(records)
  let before = 0
  for (const page of group) {
    const first = before
    before += page.records.length
    yield {
      ...page,
      made: (at) => resultsOf(outcomes[first + at], () => nameOf(page.records[at], at, returns)),
    }
  }
}

/** A record as its reader knows it. */
function nameOf(record: Json | undefined, at: number, returns: AnyEndpoint['returns']): string {
  const { idFields = ['id'], key } = recordTypeOf(returns)
  const id = firstIdOf(record ?? null, idFields)
  return id === undefined ? `number ${at + 1} of ${key} on a page` : `${id} of ${key}`
}
