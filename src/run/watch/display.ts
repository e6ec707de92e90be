import type { Change, Snapshot } from '../../read/changes.ts'

/** The result of one round. */
export interface Finding {
  /** In the order that the service sent them. */
  readonly records: Snapshot
  /** The records of the previous round; `undefined` in the first. */
  readonly before: Snapshot | undefined
  readonly changes: readonly Change[]
}

/** Shows the rounds of a watch. */
export interface Display {
  show(finding: Finding): Promise<void>
  /** Reports an incomplete round; the next one may succeed. */
  showProblem(words: string): Promise<void>
  /** Waits until a time in milliseconds since the epoch. */
  wait(end: number): Promise<void>
}
