/** An expression of jq, and what it gives: one meaning for every format, and for any number of pages. */
import { parseJson } from '../../api/parse-json.ts'
import type { Expression } from '../../cli/invocation.ts'
import type { Jq, Json } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { jsonText } from '../../output/records/json-text.ts'

/** What an expression gave for one record, or why it gave nothing. */
export type Outcome = readonly Json[] | { readonly failure: string }

/** Asks an expression about some records: what it gives for each, or one outcome where it sees all of them at once. */
export type Ask = (records: readonly Json[]) => Promise<readonly Outcome[]>

/**
 * In front of every expression. How records come together to be asked is not its to see: `input` would read another
 * record in one run than in the next. Nor is the environment, and what ends jq would end more than jq.
 */
const guard = [
  '{} as $ENV | def env: {};',
  'def input_filename: null;',
  'def input: error("input and inputs have no meaning here: each record is seen by itself, with --slurp all of them");',
  'def inputs: input;',
  'def halt: error("halt has no meaning here");',
  'def halt_error: error; def halt_error($code): error;',
].join(' ')

/**
 * Makes an expression ready; `tell` is for what it has to say by `debug`. Throws `KivaError` of kind `usage` where it is
 * none.
 */
export function prepare(
  { text, slurp, variables }: Expression,
  jq: Jq,
  tell: (message: string) => Promise<void>,
): Ask {
  const program = `${guard} try [${text}\n] catch {failure: tostring}`
  // By itself first: it is told with its own lines and columns, and can't reach out of what is put around it.
  for (const one of [text, program]) {
    const { isWrong, messages } = jq(one, '', { slurp: false, variables })
    if (isWrong)
      throw wrong(
        one === text ? messages : 'definitions need an expression after them, and nothing is imported',
      )
  }
  return async (records) => {
    const input = records.map((record) => jsonText(record)).join('\n')
    const { results, messages } = jq(program, input, { slurp, variables })
    if (messages !== '') await tell(messages)
    return results.split('\n').map(parseJson) as unknown as readonly Outcome[]
  }
}

/** What an outcome holds. Throws `KivaError` of kind `bug` for a failure; `what` it failed for. */
export function resultsOf(outcome: Outcome | undefined, what: () => string): readonly Json[] {
  if (outcome && !('failure' in outcome)) return outcome
  const reason = foreign(outcome?.failure ?? 'it ended early')
  throw new KivaError('bug', sentence`The jq expression fails for ${foreign(what())}: ${reason}`, {
    hint: 'Have it bear what a record may lack or hold: .name? // "", select(.funded_amount != null).',
  })
}

function wrong(messages: string): KivaError {
  const [reason = messages] = /(?<=jq: error: )[^\n]*/.exec(messages) ?? []
  return new KivaError(
    'usage',
    sentence`The jq expression is wrong: ${foreign(reason.replace(' at <top-level>', ' at'))}`,
    {
      hint: 'kiva help jq has examples. In a shell an expression stands between single quotes.',
    },
  )
}
