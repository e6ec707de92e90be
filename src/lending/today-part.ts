/** What the parts of `kiva today` have in common. */
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { readPorts } from '../records/open.ts'
import type { ReadPorts } from '../records/reading.ts'
import type { PlannedPart } from './request-plan.ts'
import type { Marked, TodayMarks } from './today-marks.ts'

/** What a part found, and the mark that remembers it. */
export interface Result<T> extends Marked {
  readonly news: T
  /** The names of the new records. */
  readonly names?: readonly Json[]
}

export interface PartPorts {
  readonly context: Context
  readonly commands: Commands
  readonly marks: TodayMarks
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly planned: PlannedPart
}

/** Returns the ports with which a part reads. */
export const portsOf = ({
  context,
  commands: { catalogue },
  planned: { fetch, emit },
}: PartPorts): ReadPorts => ({
  ...readPorts({ ...context, catalogue, fetch }, context.signal),
  emit,
})

/** Returns an expected failure, and throws any other. */
export function expected(error: unknown): KivaError {
  if (error instanceof KivaError) return error
  throw error
}
