/** Runs a jq expression with the same results for every format and any number of pages. */

import { jsonText, parseJson } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json } from '../core/json.ts'
import type { Jq } from '../core/process.ts'
import { hintFor, hintForInvalid } from './failure-hint.ts'
import type { Expression } from './request.ts'

/** The results of an expression for one record, or why it failed. */
type Outcome = readonly Json[] | { readonly failure: string; readonly hint?: string | undefined }

/** Runs an expression on some records. Returns one outcome per record, or a single outcome with `--slurp`. */
export type Ask = (records: readonly Json[]) => Promise<readonly Outcome[]>

/**
 * Definitions prepended to every expression. They disable `input`, since batching decides which record it
 * would read, the environment, and functions that would halt jq in the middle of a batch.
 */
const guard = [
  '{} as $ENV | def env: {};',
  'def input_filename: null; def input_line_number: 0;',
  'def input: error("input and inputs are not supported: use --slurp for all records");',
  'def inputs: input;',
  'def halt: error("halt is not supported");',
  'def halt_error: error; def halt_error($code): error;',
].join(' ')

/**
 * Checks and prepares an expression; `tell` receives its `debug` messages. Throws `KivaError` of kind `usage`
 * if the expression is invalid.
 */
export async function prepare(
  expression: Expression,
  jq: Jq,
  onMessage: (message: string) => Promise<void>,
): Promise<Ask> {
  const { text, slurp, variables } = expression
  if (isModule.test(text)) throw await wrong('import, include and module are not supported')
  // Check the expression alone: errors then show its own line and column, and it cannot close the code that
  // wraps it.
  const { isWrong, messages } = await jq(text, '', { slurp: false, variables })
  if (isWrong) throw await wrong(...reasonIn(messages))
  // Two newlines: a comment that ends in a backslash continues on the next line.
  const program = `${guard} try [${text}\n\n] catch {failure: tostring}`
  const explain = (outcome: Outcome): Outcome =>
    'failure' in outcome ? { ...outcome, hint: hintFor(expression, outcome.failure) } : outcome
  const ask: Ask = async (records) => {
    const input = wellFormed(records.map((record) => jsonText(record)).join('\n'))
    const { results, messages } = await jq(program, input, { slurp, variables })
    const outcomes = (results === '' ? [] : results.split('\n').map(parseJson)) as unknown as Outcome[]
    if (outcomes.length === (slurp ? 1 : records.length)) {
      if (messages !== '') await onMessage(messages)
      return outcomes.map(explain)
    }
    // jq stops at a record that it cannot parse, so split the batch to find that record.
    if (slurp || records.length < 2) return [{ failure: reasonIn(messages)[0] }]
    const middle = Math.ceil(records.length / 2)
    return [...(await ask(records.slice(0, middle))), ...(await ask(records.slice(middle)))]
  }
  return ask
}

/** Replaces escaped lone surrogates, which JSON allows and jq rejects, with U+FFFD. */
const wellFormed = (json: string) => json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '$1\ufffd')

/**
 * Returns the results of an outcome. Throws `KivaError` of kind `usage` if it failed; `input` names the input
 * in the error.
 */
export function resultsOf(outcome: Outcome | undefined, input: () => string): readonly Json[] {
  if (outcome && !('failure' in outcome)) return outcome
  const reason = foreign(outcome?.failure ?? 'no result')
  throw new KivaError('usage', sentence`jq failed on ${foreign(input())}: ${reason}`, { hint: outcome?.hint })
}

/** Matches a jq module directive; only comments and spaces may precede it. */
const isModule = /^(?:\s|#[^\n]*\n)*(?:import|include|module)\b/

/** Extracts the reason and the position in the expression from jq's error messages. */
function reasonIn(messages: string): readonly [reason: string, place: string | undefined] {
  const [, reason = messages, place] =
    /jq: (?:parse )?error(?: \([^)]*\))?: (.*?)(?: at <top-level>, (line \d+, column \d+))?:?$/m.exec(
      messages,
    ) ?? []
  return [reason, place]
}

async function wrong(reason: string, place?: string): Promise<KivaError> {
  const message =
    place === undefined
      ? sentence`invalid jq expression: ${foreign(reason)}`
      : sentence`invalid jq expression at ${foreign(place)}: ${foreign(reason)}`
  return new KivaError('usage', message, { hint: await hintForInvalid(reason) })
}
