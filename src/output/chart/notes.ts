/** What a chart can't show of how it was counted, in words. */
import { withThousands } from '../../thousands.ts'
import type { Tally } from '../tally/tally.ts'

interface Names {
  /** What the records are. */
  readonly noun: string
  readonly by: string
  /** What was added up; `undefined` where records were counted. */
  readonly sum: string | undefined
}

/** A line for each. */
export function notesOf(tally: Tally, { noun, by, sum }: Names): readonly string[] {
  const some = (number: number) => `${withThousands(number)} of ${withThousands(tally.records)} ${noun}`
  return [
    tally.several > 0 ? `${some(tally.several)} have more than one ${by}, and count for each.` : '',
    tally.unknownRecords > 0 ? `${some(tally.unknownRecords)} have no ${by}.` : '',
    sum !== undefined && tally.without > 0 ? `${some(tally.without)} have no ${sum}, and add nothing.` : '',
  ].filter((line) => line !== '')
}
