/**
 * Runs a command line for a tool: its options are read as those of the user are, with the same errors. Its answer has
 * the records of `-o json`.
 */
import { listedParam, typeOf } from '../api/endpoint.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { withMe } from '../cli/me.ts'
import { parse } from '../cli/parse.ts'
import { readInvocation } from '../cli/read-invocation.ts'
import { replaceBySearch } from '../cli/rewrite.ts'
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { openRecords } from '../records/open.ts'
import type { ReadPorts } from '../records/reading.ts'
import type { CountedFetch } from './one-at-a-time.ts'

/** Runs the code of an action whose JSON is the answer of a tool. */
export type RunAction = (name: string, values: object, context: Context) => Promise<void>

export interface LinePorts {
  readonly context: Context
  readonly commands: Commands
  readonly runAction: RunAction
  readonly counted: CountedFetch
  readonly signal: AbortSignal
  readonly emit: ReadPorts['emit']
}

/** What a command line prints: the JSON of an action, or records and how many of the list were read for them. */
type Printed =
  | { readonly kind: 'value'; readonly value: Json }
  | {
      readonly kind: 'records'
      readonly records: readonly Json[]
      readonly missing: readonly (string | number)[]
      /** The records that were read, and those of the list. */
      readonly read: number
      readonly listed: number
    }

/** The most records of a list that a call reads: the other requests are for derived fields. */
const mostRead = 400

/** Returns what the words after `kiva` print. Throws `KivaError`. */
export async function runLine(words: readonly string[], ports: LinePorts): Promise<Printed> {
  const { context, commands, counted, signal, runAction } = ports
  const parsed = replaceBySearch(parse(words, commandTree(commands)))
  const settings = { ...context.settings, output: 'json' as const }
  const invocation = await readInvocation(parsed, commands, async () => settings, context)
  const reading = { ...context, settings, signal, fetch: counted.fetch, say: async () => {} }
  if (invocation.kind === 'endpoint') return readAll(await withMe(invocation, context.me), reading, ports)
  if (invocation.kind !== 'action') throw new KivaError('bug', `kiva ${words.join(' ')} prints no records`)
  let value: Json = null
  const print: Context['print'] = async (printed) => {
    value = printed as Json
  }
  await runAction(invocation.action.name, invocation.values, { ...reading, print } as Context).catch(
    // What was found is an answer: it names the parts that failed.
    (error: unknown) => {
      if (value === null || !(error instanceof KivaError && error.kind === 'partial')) throw error
    },
  )
  return { kind: 'value', value }
}

/** Reads the records of an invocation through its stages: of a list, the first ones. */
async function readAll(
  invocation: EndpointInvocation,
  context: Context,
  { commands: { catalogue }, signal, emit }: LinePorts,
): Promise<Printed> {
  const isList = listedParam(invocation.endpoint) === undefined && !typeOf(invocation.endpoint).single
  const limit = isList && invocation.endpoint.finds === undefined ? mostRead : undefined
  const records: Json[] = []
  const missing: (string | number)[] = []
  let [read, listed] = [0, 0]
  const opened = await openRecords(
    invocation,
    { ...context, catalogue, signal, emit },
    { output: 'json', extent: (asked) => ({ ...asked, all: isList, limit, concurrency: 1 }) },
  )
  for await (const { page, items } of opened.read()) {
    records.push(...items.flatMap(({ outputs }) => outputs))
    missing.push(...(page.missing ?? []))
    read += page.count ?? page.received
    // A search for ids needs no more of the list.
    listed = limit === undefined ? read : (page.paging?.total ?? read)
  }
  return { kind: 'records', records, missing, read, listed }
}
