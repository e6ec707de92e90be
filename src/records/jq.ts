/** Runs a jq expression over the records, with the same results for every format and any number of pages. */
import type { RecordType } from '../api/records/record-types.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Json } from '../core/json.ts'
import type { Jq } from '../core/process.ts'
import { firstIdOf } from './record-ids.ts'
import type { Expression } from './request.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/**
 * Records per jq call: each call has a fixed cost of some milliseconds. The first page runs alone, so that
 * its results appear as soon as possible.
 */
const atOnce = 200

/** Returns a stage that runs the expression on each output, and prints its results. */
export const jqStage = (ask: Ask, type: RecordType): Stage =>
  expressionStage(ask, type, atOnce, (results) => results)

/**
 * Returns a stage that keeps the outputs for which the first result is neither false nor null. With `inBatches` it
 * may read pages ahead.
 */
export const whereStage = (ask: Ask, type: RecordType, inBatches: boolean): Stage =>
  expressionStage(ask, type, inBatches ? atOnce : 1, ([first = null], output) =>
    first === null || first === false ? [] : [output],
  )

/** Runs the expression on each output; `choose` returns what to print instead of it. */
function expressionStage(
  ask: Ask,
  type: RecordType,
  batchSize: number,
  choose: (results: readonly Json[], output: Json) => readonly Json[],
): Stage {
  return async function* (pages) {
    for await (const { group, failure } of groupPages(pages, batchSize)) {
      const inputs = group.flatMap(({ items }) => items.flatMap(({ outputs }) => outputs))
      const outcomes = inputs.length === 0 ? [] : await ask(inputs)
      let start = 0
      for (const page of group) {
        const items: Item[] = []
        try {
          for (const [at, item] of page.items.entries()) {
            const outputs = item.outputs.flatMap((output) => {
              const results = resultsOf(outcomes[start], () => nameOf(item.record, at, type))
              start += 1
              return choose(results, output)
            })
            items.push({ ...item, outputs })
          }
        } catch (error) {
          yield { ...page, items, isPartial: true }
          throw error
        }
        yield { ...page, items }
      }
      if (failure) throw failure.cause
    }
  }
}

/**
 * Returns the stage for `--slurp`: the expression runs on one array of all outputs. It yields nothing until
 * it has read the last page; all results come with the first page.
 */
export function slurpStage(ask: Ask): Stage {
  return async function* (pages) {
    const all: ItemPage[] = []
    for await (const page of pages) all.push(page)
    const inputs = all.flatMap(({ items }) => items.flatMap(({ outputs }) => outputs))
    const [outcome] = await ask(inputs)
    const outputs = resultsOf(outcome, () => 'the array of all records')
    for (const [at, { page }] of all.entries())
      yield { page, items: at === 0 ? [{ record: inputs, outputs, count: inputs.length }] : [] }
  }
}

/** Groups pages until they hold enough records for a call. A read failure comes after the pages before it. */
async function* groupPages(pages: AsyncIterable<ItemPage>, size: number) {
  let group: ItemPage[] = []
  let records = 0
  let batchSize = 1
  try {
    for await (const page of pages) {
      group.push(page)
      records += page.items.length
      if (records < batchSize) continue
      yield { group }
      group = []
      records = 0
      batchSize = size
    }
  } catch (cause) {
    yield { group, failure: { cause } }
    return
  }
  if (group.length > 0) yield { group }
}

/** Names a record in an error: `loan 2102000`. */
function nameOf(record: Json, at: number, { idFields = ['id'], noun }: RecordType): string {
  const singular = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const id = firstIdOf(record, idFields)
  return id === undefined ? `${singular} ${at + 1} of a page` : `${singular} ${id}`
}

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

/** Matches expressions that expect a list of records as input. */
const takesList = /^\s*(?:\.\[(?!")|map\(|(?:sort|group|unique|min|max)_by\()/

/** Matches expressions for a list that also run on one record, where they take its values one by one. */
const takesValues = /^\s*(?:\.\[\]|map\()/

/** Returns a hint for an expression that succeeds on one record, but was probably meant for the list. */
export const noteFor = (expression: Expression): string | undefined =>
  takesValues.test(expression.text) ? hintText(hintFor(expression, '')) : undefined

const hintText = (hint: string | undefined) => hint && `hint: ${hint}`

/** Matches expressions that only read one field of each record: `.[].name`, `.[] | .name`. */
const picksField = /^\s*\.\[\](?:\s*\|\s*)?(\.\w[\w.]*)\s*$/

/** Returns how to fix a failed expression, or undefined if the failure gives no clue. */
function hintFor({ text, slurp }: Expression, failure: string): string | undefined {
  if (!slurp && takesList.test(text)) {
    const field = picksField.exec(text)?.[1]
    const howToResume =
      field === undefined ? '--slurp gives it all of them' : `use ${field}, or --slurp for ${text.trim()}`
    return `the expression runs once per record: ${howToResume}`
  }
  if (/\bnull\b/.test(failure)) return 'some records lack a value: .name // "" replaces it, .tags[]? skips it'
  return undefined
}

/** Returns how to fix an expression that jq cannot read, for the reason that jq gives. */
async function hintForInvalid(reason: string): Promise<string> {
  const [, variable] = /^\$(\w+) is not defined/.exec(reason) ?? []
  if (variable !== undefined) return `Set $${variable} with --arg ${variable}=VALUE.`
  const [, name] = /^([a-z]\w*)\/0 is not defined/.exec(reason) ?? []
  const [{ records }, { didYouMean, nearest }] = await Promise.all([
    import('../api/records/fields.ts'),
    import('../api/nearest.ts'),
  ])
  const field = name && nearest(name, Object.values(records).flatMap(Object.keys))
  const isUnquoted = !field && /^syntax error|\/0 is not defined/.test(reason)
  return didYouMean(
    field && `.${field}`,
    `${isUnquoted ? 'Put the expression in single quotes. ' : ''}See kiva help jq for examples.`,
  )
}
