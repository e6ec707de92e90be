/** Runs an action such as `portfolio show`, and returns what it prints as lines of a page. */

import { jsonText } from '../../api/wire/json.ts'
import type { ActionInvocation } from '../../cli/invocation.ts'
import { today } from '../../commands/actions/lending.ts'
import type { Context, PrintWords } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Out } from '../../core/streams.ts'
import type { Look } from '../../lending/read-today.ts'
import { writes } from '../../output/page/write-page.ts'
import type { PerformPorts } from '../requests/readings.ts'
import type { Size } from '../state/state.ts'
import { readNames } from './names.ts'
import { type Printed, pageText } from './page-text.ts'
import { inOneLine, problemOf } from './problems.ts'

/**
 * Runs a command, and posts what it prints, unless `stop` ends it. Returns what a look of `kiva today` found, which no mark
 * remembers yet. Rejects with what the command throws.
 */
export async function showCommand(
  invocation: ActionInvocation,
  argv: readonly string[],
  { columns }: Size,
  ports: PerformPorts,
  stop: AbortSignal,
): Promise<Look | undefined> {
  const { post, context, terminal, plain } = ports
  let look: Look | undefined
  const run = async (inner: Context) => {
    if (invocation.action.name !== today.name) return ports.runAction(invocation, inner)
    look = await lookAt(inner, ports)
  }
  try {
    const style = { color: terminal.color, plain }
    const out = { isTerminal: false, columns: columns - 2, color: terminal.color }
    const printed = await runCommand(run, context, out, AbortSignal.any([context.signal, stop]))
    const text = await pageText(printed, columns, style)
    if (!stop.aborted) post({ kind: 'printed', argv, text, canMark: look !== undefined })
    // What it changed is shown.
    post({ kind: 'names', ...(await readNames(context)) })
    return look
  } catch (error) {
    if (stop.aborted) return undefined
    post({ kind: 'printed', argv, text: undefined })
    throw error
  }
}

/** Reads what is new, and prints it. Looking moves no mark. Throws the first failure if all parts failed. */
async function lookAt(inner: Context, { commands }: PerformPorts): Promise<Look> {
  const { readToday } = await import('../../lending/read-today.ts')
  const look = await readToday(inner, commands, { savesLater: true })
  const [first] = look.failures
  if (first && look.failures.length === look.parts) throw first
  await inner.print([], writes(look.page))
  return look
}

/**
 * Returns what the command prints. Throws `KivaError`, also of kind `usage` for a command that reads stdin, which has the
 * keys of the session.
 */
async function runCommand(
  run: (inner: Context) => Promise<void>,
  context: Context,
  out: Omit<Out, 'write'>,
  signal: AbortSignal,
): Promise<Printed> {
  const pieces: PrintWords[] = []
  const said: string[] = []
  const write: Out['write'] = async (chunk) => void pieces.push(`${chunk}`)
  const stdout = { ...out, write }
  const refuse = async () => {
    throw new KivaError('usage', '- cannot be used in explore: stdin is used for keys')
  }
  const inner: Context = {
    ...context,
    signal,
    settings: { ...context.settings, output: 'table' },
    stdin: { ...context.stdin, isTerminal: false, readAll: refuse, readLine: refuse },
    stdout,
    stderr: stdout,
    say: async (line) => void said.push(line),
    // Only kiva sql prints a stream, and it does not run in explore.
    print: async (records, words = jsonText(records as Json)) => void pieces.push(words, '\n'),
  }
  try {
    await run(inner)
  } catch (error) {
    // A part failed, and the others were printed.
    if (!(error instanceof KivaError) || pieces.length === 0) throw error
    said.push(inOneLine(await problemOf(error, context)))
  }
  return { pieces, said }
}
