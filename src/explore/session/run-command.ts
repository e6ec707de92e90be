/** Runs an action such as `portfolio show`, and returns what it prints as lines of a page. */

import { jsonText } from '../../api/wire/json.ts'
import type { ActionInvocation } from '../../cli/invocation.ts'
import type { Context, PrintStyle } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Out } from '../../core/streams.ts'
import type { PerformPorts } from '../requests/readings.ts'
import type { Size } from '../state/state.ts'
import { readNames } from './names.ts'
import type { OpenPorts } from './open-tab.ts'
import { inOneLine, problemOf } from './problems.ts'

/** Runs a command, and posts what it prints, unless `stop` ends it. Rejects with what the command throws. */
export async function showCommand(
  invocation: ActionInvocation,
  argv: readonly string[],
  { columns }: Size,
  ports: PerformPorts,
  stop: AbortSignal,
): Promise<void> {
  const { post, context, terminal, plain } = ports
  const style = { width: columns - 2, color: terminal.color, plain }
  try {
    const lines = await runCommand(invocation, ports, style, AbortSignal.any([context.signal, stop]))
    if (!stop.aborted) post({ kind: 'printed', argv, lines })
    // What it changed is shown.
    post({ kind: 'names', ...(await readNames(context)) })
  } catch (error) {
    if (stop.aborted) return
    post({ kind: 'printed', argv, lines: undefined })
    throw error
  }
}

/**
 * Returns the lines of the page, with what the command says below it. Throws `KivaError`, also of kind `usage` for a
 * command that reads stdin, which has the keys of the session.
 */
async function runCommand(
  invocation: ActionInvocation,
  { context, runAction }: Pick<OpenPorts, 'context' | 'runAction'>,
  style: PrintStyle,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let text = ''
  const said: string[] = []
  const write: Out['write'] = async (chunk) => {
    text += chunk
  }
  const stdout = { isTerminal: false, columns: style.width ?? 80, color: style.color, write }
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
    print: async (records, words = jsonText(records as Json)) =>
      write(`${typeof words === 'string' ? words : await words(style)}\n`, 'people'),
  }
  try {
    await runAction(invocation, inner)
  } catch (error) {
    // A part failed, and the others were printed.
    if (!(error instanceof KivaError) || text === '') throw error
    said.push(inOneLine(await problemOf(error, context)))
  }
  const lines = text.replace(/\n+$/, '').split('\n')
  return said.length === 0 ? lines : [...lines, '', ...said]
}
