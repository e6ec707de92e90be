import type { Change, Snapshot } from '../../read/changes.ts'

/** What was read this time. */
export interface Finding {
  /** In the order that they came. */
  readonly records: Snapshot
  /** Those of the last time; none the first time. */
  readonly before: Snapshot | undefined
  readonly changes: readonly Change[]
}

/** Who tells of what is watched. */
export interface Display {
  show(finding: Finding): Promise<void>
  /** A time that gave not all there is; the next one may. */
  complain(words: string): Promise<void>
  /** Until a time in milliseconds since the epoch. */
  wait(end: number): Promise<void>
}
