/** `--until`: a jq condition on the records that ends a watch. */

import type { World } from '../../context.ts'
import type { Json } from '../../ports/json.ts'
import { prepare, resultsOf } from '../../stages/jq-program.ts'
import { counted } from '../../thousands.ts'

/**
 * Prepares an expression. The condition holds if its last result is neither false nor null.
 * Throws `KivaError` of kind `usage`.
 */
export async function openUntil(
  text: string,
  { jq, say }: Pick<World, 'jq'> & { readonly say: (line: string) => Promise<void> },
): Promise<(records: readonly Json[]) => Promise<boolean>> {
  const ask = await prepare({ text, slurp: true, variables: [] }, await jq(), say)
  return async (records) => {
    const [outcome] = await ask(records)
    const result = resultsOf(outcome, () => `the array of ${counted(records.length, 'records')}`).at(-1)
    return result !== undefined && result !== null && result !== false
  }
}
