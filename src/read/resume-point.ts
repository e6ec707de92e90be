/** How far a run has come, and where another one goes on from it. */
import type { Paging } from '../api/wire/reply.ts'
import type { Id } from './record-ids.ts'

/** What was delivered so far, as much of it as another run needs to go on. */
export interface Delivered {
  readonly delivered: number
  /** Ids of the last records, oldest first. */
  readonly ids: readonly string[]
  /** Of the last page. */
  readonly paging?: Paging | undefined
  readonly repeats: number
  readonly hasChanged: boolean
  /** Missing in checkpoints of older versions. */
  readonly hasGap?: boolean
  /** Some of the ids that were not found, and how many there are. */
  readonly missing: readonly Id[]
  readonly missingCount: number
}

/** How far a run has come at the end of a page, when all records that it took are written. */
export interface ResumePoint extends Delivered {
  /** Where it goes on: at this page; or of ids, behind so many parts of them. `undefined` where it begins. */
  readonly next?: number | undefined
  /** A sum over the ids of these parts. */
  readonly asked: string
}

/** Where a run begins. */
export interface Start {
  /** Where an earlier run has come to. */
  readonly from: ResumePoint | undefined
  /** The sum of what was asked for, with more ids. */
  sum(asked: string, ids: readonly Id[]): string
}

/** Of a run that has not begun. */
export const noResumePoint: ResumePoint = {
  asked: '',
  delivered: 0,
  ids: [],
  repeats: 0,
  hasChanged: false,
  missing: [],
  missingCount: 0,
}
