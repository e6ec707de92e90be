import type { Page } from '../api/wire/reply.ts'

/**
 * Returns when the service sent a page, in milliseconds since the epoch: its `Date`, or `now` without one. A cached
 * page keeps its time.
 */
export function answeredAt(
  { headers, cacheAge = 0 }: Pick<Page, 'headers' | 'cacheAge'>,
  now: number,
): number {
  const date = Date.parse(headers['date'] ?? '')
  return (Number.isNaN(date) ? now : date) - cacheAge
}
