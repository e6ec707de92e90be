/** Which requests the rate limit of the last reply allows. */
import type { Budget, State } from './state/state.ts'

/** How much a request is wanted: asked for by a key, needed for what is on the screen, or for later. */
export type Need = 'asked' | 'needed' | 'ahead'

/** Returns whether the rate limit of the last reply still counts. */
export const isInForce = (budget: Budget | undefined, now: number): budget is Budget =>
  budget !== undefined && budget.until > now

/** Look-ahead stops below half of the rate limit, everything else that no key asked for below a fifth. */
export function mayAsk({ budget, waitsUntil, now }: State, need: Need): boolean {
  if (need === 'asked') return true
  if (waitsUntil !== undefined && waitsUntil > now) return false
  if (!isInForce(budget, now)) return true
  return budget.remaining > budget.limit / (need === 'ahead' ? 2 : 5)
}
