/** Questions to the person: on stderr, answered on stdin, ended by Ctrl-C. */
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'

export type AskPort = Pick<Context, 'stdin' | 'stderr'>

export interface Question {
  /** Shown without a line end. */
  readonly prompt: string
  /** False for a secret: a terminal shows nothing of it. */
  readonly echo?: boolean
  /** Why an answer can't be taken, or `undefined` for one that can. */
  readonly refuse?: (answer: string) => string | undefined
}

/** A slip deserves another try; a pipe that has nothing to say should not be asked for ever. */
const tries = 3

/**
 * Asks until the answer will do, three times at most, and returns it trimmed. Asked with `--quiet` too: somebody has to
 * answer. Throws `KivaError` of kind `auth` at the end of input or of the tries.
 */
export async function ask(context: AskPort, { prompt, echo = true, refuse }: Question): Promise<string> {
  for (let round = 1; ; round++) {
    // Reading begins first: it turns the echo off, and who sees the question may answer at once.
    const reading = context.stdin.readLine({ echo })
    const [line] = await Promise.all([reading, context.stderr.write(prompt, 'people')]).catch(
      async (cause: unknown) => {
        // What is said next must not stand behind the question.
        await context.stderr.write('\n', 'people')
        throw cause
      },
    )
    if (!echo && context.stdin.isTerminal) await context.stderr.write('\n', 'people')
    if (line === undefined) {
      throw new KivaError('auth', `The input ended without an answer to "${prompt.trim()}"`, {
        hint: 'Run it on a terminal, or in two steps: kiva login --start, then kiva login --finish.',
      })
    }
    const refusal = refuse?.(line.trim())
    if (refusal === undefined) return line.trim()
    if (round === tries) throw new KivaError('auth', refusal, { hint: 'Start again with kiva login.' })
    await context.stderr.write(`${refusal} Once more, please.\n`, 'people')
  }
}
