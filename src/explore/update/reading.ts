/** Reading again, and reading everything. */
import { lasting } from '../../output/words/span.ts'
import { counted, withThousands } from '../../thousands.ts'
import type { Effect } from '../state/effect.ts'
import type { Next, State } from '../state/state.ts'
import { withPlace } from './place.ts'

/** Reads a list again from its first page; after a failure, the page that failed. The rows stay until then. */
export function readAgain(state: State): Next {
  const { place } = state
  if (place.progress === 'failed')
    return [withPlace(state, { progress: 'more', problem: undefined, isAskedFor: true }), []]
  const { id, argv, cursor, saved } = place
  const again: Effect = { kind: 'open', argv, replaces: id, cursor, saved }
  const queue = state.queue.filter((effect) => effect.kind !== 'open' || effect.replaces !== id)
  // Counts that failed are asked for again.
  const newCounts = new Map([...state.newCounts].filter(([, count]) => count !== undefined))
  return [{ ...state, newCounts, queue: [...queue, again] }, []]
}

/** The requests a minute without a known limit. */
const usualLimit = 60

/** Asks before all pages are read. */
export function readAll(state: State): Next {
  const { place, budget } = state
  if (place.progress === 'complete') return [{ ...state, note: 'All records are loaded.' }, []]
  const left = place.total === undefined ? undefined : Math.max(0, place.total - place.count)
  const words =
    left === undefined
      ? 'Read all pages?'
      : costOf(left, place.pageSize ?? Math.max(1, place.count), budget?.limit ?? usualLimit)
  return [{ ...state, overlay: { kind: 'confirm', words, consequence: { kind: 'read-all' } } }, []]
}

/** `5,292 more: 265 requests, 4 min 25 s at 60 a minute` */
function costOf(records: number, pageSize: number, limit: number): string {
  const requests = Math.ceil(records / pageSize)
  const time = lasting(Math.ceil((requests / limit) * 60) * 1000)
  return `${withThousands(records)} more: ${counted(requests, 'requests')}, ${time} at ${limit} a minute`
}
