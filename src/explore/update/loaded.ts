/** A place after something of it was read. */
import { listedParam } from '../../api/endpoint.ts'
import type { Event } from '../state/event.ts'
import type { Place } from '../state/place.ts'

export function withPage(place: Place, page: Extract<Event, { readonly kind: 'page' }>, now: number): Place {
  const { count, total, pageSize, isLast, fresh } = page
  const isNamed = listedParam(place.invocation.endpoint) !== undefined || place.type.single === true
  const showsOne = isNamed && count === 1 && isLast
  return {
    ...place,
    count,
    total: total ?? place.total ?? (isLast ? count : undefined),
    pageSize: pageSize ?? place.pageSize,
    progress: isLast ? 'complete' : 'more',
    readsAll: place.readsAll && !isLast,
    isAskedFor: false,
    problem: undefined,
    readAt: now,
    changes:
      fresh.length === 0
        ? place.changes
        : new Map([...place.changes, ...fresh.map((key) => [key, 'new'] as const)]),
    pane: showsOne && place.pane === 'list' ? 'detail' : place.pane,
  }
}

/** Details count as asked for even if they failed or the service has none: they are not asked for again. */
export const withDetails = (place: Place, ids: readonly string[]): Place => ({
  ...place,
  detailedKeys: new Set([...place.detailedKeys, ...ids]),
})

export function withTotal(
  place: Place,
  { facet, value, total }: Extract<Event, { readonly kind: 'totals' }>,
): Place {
  const totals = new Map([...(place.totals.get(facet) ?? []), [value, total]])
  return { ...place, totals: new Map([...place.totals, [facet, totals]]) }
}

/** Keeps what earlier rounds of the watch found, until the list is read again. Without `changes` the round failed. */
export const withChanges = (place: Place, changes: Place['changes'] | undefined, now: number): Place => ({
  ...place,
  ...(changes && { changes: new Map([...place.changes, ...changes]), readAt: now }),
  watchedAt: now,
})
