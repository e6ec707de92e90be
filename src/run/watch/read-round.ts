/** One reading of all records that an invocation asks for, as they would be printed. */
import { parseJson } from '../../api/wire/parse-json.ts'
import { KivaError } from '../../errors.ts'
import type { Json } from '../../ports/json.ts'
import type { Out } from '../../ports/streams.ts'
import type { RunContext } from '../make-context.ts'
import type { DeliveryObserver } from '../print/delivery-observer.ts'
import type { Run } from '../saving/run-to-files.ts'

/** The records of a reading, and what was wrong although they are all there are: ids that were not found. */
export interface Round {
  readonly records: readonly Json[]
  readonly problem?: KivaError
}

/** Reads once, and prints nothing. Throws `KivaError` where not all came. */
export async function readRound(context: RunContext, run: Run): Promise<Round> {
  let text = ''
  let isWhole = false
  const stdout: Out = {
    isTerminal: false,
    columns: context.stdout.columns,
    color: false,
    write: async (chunk) => {
      text += chunk
    },
  }
  const ledger: DeliveryObserver = {
    from: undefined,
    stays: false,
    sum: () => '',
    onPage: async () => {},
    onWhole: async () => {
      isWhole = true
    },
  }
  const records = () => text.split('\n').slice(0, -1).map(parseJson)
  try {
    // One record a line is what tells them apart again.
    const settings = { ...context.settings, output: 'ndjson' as const }
    await run({ ...context, stdout, settings, say: async () => {} }, ledger)
    return { records: records() }
  } catch (error) {
    if (isWhole && error instanceof KivaError && error.kind === 'partial')
      return { records: records(), problem: error }
    throw error
  }
}
