/** The failures of requests that are not tried again. */
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import { counted } from '../core/numbers.ts'

/** Returns the failure of the last try, with the number of tries. */
export function lastProblem(problem: KivaError, tries: number): KivaError {
  const { kind, cause } = problem
  const words = tries === 1 ? problem.sentence : sentence`${problem.sentence}, tried ${tries} times`
  if (kind !== 'rate-limited') return problem.copyWith(kind, words, { cause })
  return problem.copyWith(kind, words, { cause, hint: `${problem.hint} --wait-on-limit waits for you.` })
}

/** Returns the failure of a request that would wait too many milliseconds for the rate limit. */
export function limitReached(wait: number, cause?: KivaError): KivaError {
  const retryAfter = Math.ceil(wait / 1000)
  return new KivaError('rate-limited', 'the rate limit of the API is used up', {
    status: cause?.status,
    code: cause?.code,
    retryAfter,
    cause,
    hint: `Try again in ${counted(retryAfter, 'seconds')}.`,
  })
}
