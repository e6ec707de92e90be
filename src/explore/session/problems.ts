/** Failures in the words of the command line. */
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { clean } from '../../output/gate/text.ts'
import { fieldsOf } from '../../output/problem.ts'
import { commandLine } from '../../shell-word.ts'
import type { Problem } from '../state/place.ts'

/**
 * Returns what to show of a failure, also of a response that cannot be decoded. Throws what is not a `KivaError`, and the
 * reason of the signal.
 */
export function problemOf(
  error: unknown,
  { secrets, settings, now, signal }: Pick<Context, 'secrets' | 'settings' | 'now' | 'signal'>,
): Problem {
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
