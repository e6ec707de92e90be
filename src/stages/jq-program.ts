/** An expression of jq, and what it gives: one meaning for every format, and for any number of pages. */

import { jsonText } from '../api/wire/json-text.ts'
import { parseJson } from '../api/wire/parse-json.ts'
import { KivaError } from '../errors.ts'
import { foreign, sentence } from '../foreign-text.ts'
import type { Jq } from '../ports/jq.ts'
import type { Json } from '../ports/json.ts'
import type { Expression } from './expression.ts'
import { hintFor } from './failure-hint.ts'

/** What an expression gave for one record, or why it failed. */
export type Outcome = readonly Json[] | { readonly failure: string; readonly hint?: string | undefined }

/** Asks an expression about some records: what it gives for each, or one outcome where it sees all of them at once. */
export type Ask = (records: readonly Json[]) => Promise<readonly Outcome[]>

/**
 * In front of every expression. How records come together to be asked is not its to see: `input` would read another
 * record in one run than in the next. Nor is the environment, and what ends jq would end more than jq.
 */
const guard = [
  '{} as $ENV | def env: {};',
  'def input_filename: null; def input_line_number: 0;',
  'def input: error("input and inputs have no meaning here: each record is seen by itself, with --slurp all of them");',
  'def inputs: input;',
  'def halt: error("halt has no meaning here");',
  'def halt_error: error; def halt_error($code): error;',
].join(' ')

/**
 * Makes an expression ready; `tell` is for what it has to say by `debug`. Throws `KivaError` of kind `usage` where it is
 * none.
 */
export async function prepare(
  expression: Expression,
  jq: Jq,
  tell: (message: string) => Promise<void>,
): Promise<Ask> {
  const { text, slurp, variables } = expression
  if (isModule.test(text)) throw wrong('import, include and module have no meaning here')
  // By itself: it is told with its own lines and columns, and can't reach out of what is put around it.
  const { isWrong, messages } = await jq(text, '', { slurp: false, variables })
  if (isWrong) throw wrong(...reasonIn(messages))
  // Two line ends: a comment that ends in a backslash goes on in the next line.
  const program = `${guard} try [${text}\n\n] catch {failure: tostring}`
  const explain = (outcome: Outcome): Outcome =>
    'failure' in outcome ? { ...outcome, hint: hintFor(expression, outcome.failure) } : outcome
  const ask: Ask = async (records) => {
    const input = wellFormed(records.map((record) => jsonText(record)).join('\n'))
    const { results, messages } = await jq(program, input, { slurp, variables })
    const outcomes = (results === '' ? [] : results.split('\n').map(parseJson)) as unknown as Outcome[]
    if (outcomes.length === (slurp ? 1 : records.length)) {
      if (messages !== '') await tell(messages)
      return outcomes.map(explain)
    }
    // jq goes no further than a record that it cannot read.
    if (slurp || records.length < 2) return [{ failure: reasonIn(messages)[0] }]
    const middle = Math.ceil(records.length / 2)
    return [...(await ask(records.slice(0, middle))), ...(await ask(records.slice(middle)))]
  }
  return ask
}

/** Half of a pair of surrogates, which JSON can hold by its number, is nothing that jq reads: it becomes U+FFFD. */
const wellFormed = (json: string) => json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '$1\ufffd')

/** What an outcome holds. Throws `KivaError` of kind `usage` for a failure; `input` names what jq failed on. */
export function resultsOf(outcome: Outcome | undefined, input: () => string): readonly Json[] {
  if (outcome && !('failure' in outcome)) return outcome
  const reason = foreign(outcome?.failure ?? 'no result')
  throw new KivaError('usage', sentence`jq failed on ${foreign(input())}: ${reason}`, { hint: outcome?.hint })
}

/** What stands before an expression in a file of jq; nothing but comments can come first. */
const isModule = /^(?:\s|#[^\n]*\n)*(?:import|include|module)\b/

/** What jq says of an expression or of what it reads, and where in the expression. */
function reasonIn(messages: string): readonly [reason: string, place: string | undefined] {
  const [, reason = messages, place] =
    /jq: (?:parse )?error(?: \([^)]*\))?: (.*?)(?: at <top-level>, (line \d+, column \d+))?:?$/m.exec(
      messages,
    ) ?? []
  return [reason, place]
}

function wrong(reason: string, place?: string): KivaError {
  const told =
    place === undefined
      ? sentence`The jq expression is wrong: ${foreign(reason)}`
      : sentence`The jq expression is wrong in ${foreign(place)}: ${foreign(reason)}`
  return new KivaError('usage', told, {
    hint: 'kiva help jq has examples. In a shell an expression stands between single quotes.',
  })
}
