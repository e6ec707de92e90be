/** The status line of a watch: the interval, the last update, and the number of changes. */
import { lasting } from '../../output/words/span.ts'
import { withThousands } from '../../thousands.ts'
import type { Finding } from './display.ts'

export interface Status {
  /** Interval in milliseconds. */
  readonly every: number
  /** When the last successful round ended, in milliseconds since the epoch. */
  readonly last: number | undefined
  readonly finding: Finding | undefined
  readonly problem: string | undefined
  /** Milliseconds until the next round. */
  readonly left: number
}

/** `every 30s · last 12:00:03 UTC · 3 changed, 1 new · next in 12s` */
export function statusWords({ every, last, finding, problem, left }: Status): string {
  return [
    `every ${lasting(every)}`,
    last === undefined ? '' : `last ${new Date(last).toISOString().slice(11, 19)} UTC`,
    problem === undefined && finding ? newsOf(finding) : '',
    left > 0
      ? `${problem === undefined ? 'next' : 'retry'} in ${lasting(Math.ceil(left / 1000) * 1000)}`
      : '',
    // Last, because it is the longest part and may be truncated.
    problem ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

const names = { changed: 'changed', added: 'new', removed: 'gone' } as const

function newsOf({ before, changes }: Finding): string {
  if (!before) return ''
  const counts = (['changed', 'added', 'removed'] as const).flatMap((event) => {
    const count = changes.filter((change) => change.event === event).length
    return count === 0 ? [] : [`${withThousands(count)} ${names[event]}`]
  })
  return counts.length === 0 ? 'no changes' : counts.join(', ')
}
