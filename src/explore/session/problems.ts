/** Failures in the words of the command line. */

import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { commandLine } from '../../core/shell-word.ts'
import { clean } from '../../output/gate/text.ts'
import { fieldsOf } from '../../output/problem.ts'
import type { Problem } from '../state/tab.ts'

type ProblemContext = Pick<Context, 'secrets' | 'settings' | 'now' | 'signal'>

/** Returns a failure and its hint as a note. */
export const inOneLine = ({ words, hint }: Problem): string =>
  [`error: ${words}`, hint].filter(Boolean).join(' · ')

/**
 * Returns what to show of a failure, also of a response that cannot be decoded. Rejects with what is not a `KivaError`, and the
 * reason of the signal.
 */
export async function problemOf(
  error: unknown,
  { secrets, settings, now, signal }: ProblemContext,
): Promise<Problem> {
  signal.throwIfAborted()
  if (!(error instanceof KivaError)) throw error
  const kiva = (words: string) => commandLine(settings, words)
  const { kind, message, hint, retry_after: seconds } = fieldsOf(error, { secrets, kiva })
  return {
    words: clean(message),
    hint: hint === undefined ? undefined : clean(hint),
    retryAt: seconds === undefined ? undefined : now() + seconds * 1000,
    isOffline: kind === 'network',
  }
}

/** Does some work; an expected failure goes to `onProblem`. */
export async function attempt(
  { context }: { readonly context: ProblemContext },
  work: () => Promise<void>,
  onProblem: (problem: Problem) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    onProblem(await problemOf(error, context))
  }
}
