import type { HttpReply } from '../ports/http.ts'

/**
 * Returns when the service sent a reply, in milliseconds since the epoch: its `Date`, which a cached reply keeps, or
 * `now` without one.
 */
export function answeredAt(headers: HttpReply['headers'], now: number): number {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? now : date
}
