/** How much of its list `kiva today` reads for a saved command, and which records it marks. */
import { isNewestFirst } from '../api/endpoint.ts'
import type { Json } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import type { ReadingEnd } from './ending.ts'
import { firstIdOf } from './record-ids.ts'
import { pagesLookedAt, type ReadLimit, type RecordsRequest } from './request.ts'
import type { Stage } from './stage.ts'

/** How much of a list is read. What its options ask for is read; without them, the first pages. */
export interface LookExtent extends Pick<ReadLimit, 'all' | 'limit' | 'requests' | 'pages'> {
  /** Whether the list begins with the newest, so that a page of known records ends the reading. */
  readonly stopsAtKnown: boolean
}

export function lookExtent(
  request: Pick<RecordsRequest, 'endpoint' | 'values' | 'extra' | 'extent' | 'filter'>,
): LookExtent {
  const { endpoint, values, extra, filter } = request
  const { all, limit, requests } = request.extent
  const isPage = values['page'] !== undefined
  const isAsked = all || requests !== undefined || (!filter && (isPage || limit !== undefined))
  const pages = isAsked || endpoint.finds !== undefined || !endpoint.paged ? undefined : pagesLookedAt
  const stopsAtKnown =
    !all &&
    !isPage &&
    !filter &&
    extra.length === 0 &&
    requests === undefined &&
    isNewestFirst(endpoint, values)
  return { all, limit, requests, pages, stopsAtKnown }
}

/** Says how much of its list a saved command reads in `kiva today`; nothing for a list without pages. */
export function lookWords(request: Parameters<typeof lookExtent>[0]): string | undefined {
  const { all, limit, requests, pages, stopsAtKnown } = lookExtent(request)
  if (!request.endpoint.paged) return undefined
  const most = pages === undefined ? '' : `, at most ${counted(pages, 'pages')}: add --all for more`
  if (limit !== undefined) return `kiva today reads until it has ${counted(limit, 'records')}${most}.`
  if (requests !== undefined) return `kiva today sends ${counted(requests, 'requests')} for it.`
  if (all) return 'kiva today reads the whole list.'
  if (pages === undefined) return 'kiva today reads this page.'
  return stopsAtKnown
    ? `kiva today reads up to the first page without a new record${most}.`
    : `kiva today reads the whole list${most}.`
}

/** Notes the records that a reading keeps, and how many it looks at. Ends after as many kept ones as a limit. */
export class LookedAt {
  /** The kept records by id, in their order; beyond the limit too, up to the end of the page. */
  readonly kept = new Map<string, Json>()
  /** How many records were read. */
  looked = 0
  /** The length of the list, if the service says so. */
  total: number | undefined
  readonly stage: Stage

  constructor(idFields: readonly string[], limit: number | undefined, end: ReadingEnd) {
    const look = this
    this.stage = async function* (pages) {
      for await (const { page, items } of pages) {
        look.looked += page.count ?? page.records.length
        look.total = page.paging?.total ?? look.total
        const withId = items.filter(({ record, outputs }) => {
          const key = firstIdOf(record, idFields)
          if (key !== undefined && outputs.length > 0) look.kept.set(key, record)
          return key !== undefined
        })
        yield { page, items: withId }
        if (limit !== undefined && look.kept.size >= limit) return end.at('limit')
      }
    }
  }
}
