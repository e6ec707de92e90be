/** Prompts: written on stderr, answered on stdin, ended by Ctrl-C. */
import type { Context } from '../context.ts'
import { type ErrorDetail, KivaError } from '../errors.ts'
import { tell } from './tell.ts'

export type AskPort = Pick<Context, 'stdin' | 'stderr'>

export interface Prompt {
  /** Shown without a line end. */
  readonly text: string
  /** False for a secret: a terminal shows nothing of it. */
  readonly echo?: boolean
  /** Why a line cannot be taken, or `undefined` for one that can. */
  readonly refuse?: (line: string) => string | undefined
  /** What to do where the input ends or nothing fitting is typed. */
  readonly hint: ErrorDetail['hint']
}

/** A slip deserves another try; a pipe that has nothing to say should not be read for ever. */
export const tries = 3

/** Whether somebody sees a prompt and can answer it. */
export function canAsk({
  stdin,
  stderr,
}: {
  readonly stdin: Pick<Context['stdin'], 'isTerminal'>
  readonly stderr: Pick<Context['stderr'], 'isTerminal'>
}): boolean {
  return stdin.isTerminal && stderr.isTerminal
}

/**
 * Reads a line that will do, three at most, and returns it trimmed. Prompts for it where somebody can answer, with
 * `--quiet` too; on a pipe a prompt would only stand before whatever is told next. Throws `KivaError` of kind `auth` at
 * the end of input or of the tries.
 */
export async function ask(context: AskPort, prompt: Prompt): Promise<string> {
  for (let round = 1; ; round++) {
    const line = await readLine(context, prompt)
    if (line === undefined) {
      throw new KivaError('auth', 'The input ended before the answer', { hint: prompt.hint })
    }
    const refusal = prompt.refuse?.(line.trim())
    if (refusal === undefined) return line.trim()
    if (round === tries) throw new KivaError('auth', refusal, { hint: prompt.hint })
    if (canAsk(context)) await tell(context, `${refusal} Once more, please.\n`)
  }
}

async function readLine(context: AskPort, { text, echo = true }: Prompt): Promise<string | undefined> {
  if (!canAsk(context)) return context.stdin.readLine({ echo })
  try {
    if (echo) {
      await tell(context, text)
      return await context.stdin.readLine({ echo })
    }
    // Reading begins first, since it turns the echo off: who sees the prompt may type at once.
    const [line] = await Promise.all([context.stdin.readLine({ echo }), tell(context, text)])
    await tell(context, '\n')
    return line
  } catch (cause) {
    // What is said next must not stand behind the prompt.
    await tell(context, '\n').catch(() => {})
    throw cause
  }
}
