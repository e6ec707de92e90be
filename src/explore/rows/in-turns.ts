/** Hands records over a few at a time, so that keys are handled meanwhile. */
import type { Json } from '../../ports/json.ts'

/** Reading the cells of a record takes a tenth of a millisecond at first. */
const recordsAtOnce = 10

/** Calls `take` with all records, a few at a time, each time in a new turn of the event loop. */
export async function inTurns(
  records: readonly Json[],
  take: (some: readonly Json[]) => void,
  yieldToEvents: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < records.length; at += recordsAtOnce) {
    await yieldToEvents()
    take(records.slice(at, at + recordsAtOnce))
  }
}
