/** Waits between the tries of a request. Loaded after a failure. */
import type { KivaError } from '../errors.ts'
import type { Attempt } from '../ports/events.ts'
import type { FetchLimits, FetchOptions, HttpReply } from '../ports/http.ts'
import { lastProblem, limitReached } from './failures.ts'
import type { History, QueueState } from './queue-state.ts'
import { maxWait } from './retry-budget.ts'
import { backoff, isRetryable, minWaitOf } from './retry-policy.ts'

interface FailedTry {
  readonly problem: KivaError
  readonly reply: HttpReply | undefined
  /** Timeouts are retried too. */
  readonly isPatient: boolean
}

/**
 * Waits until the next try of a request. Returns false, without waiting, if a retry cannot help. Throws `KivaError` if
 * there is no further try.
 */
export async function waitAfter(
  { problem, reply, isPatient }: FailedTry,
  history: History,
  { signal, limits }: Pick<FetchOptions, 'signal' | 'limits'>,
  { ports, pace, budget, waitFor }: QueueState,
): Promise<boolean> {
  if (!isRetryable(problem, isPatient)) return false
  const { now, sleep, nonce, settings, emit } = ports
  const minWait = minWaitOf(problem, reply, now())
  const isLimit = problem.kind === 'rate-limited'
  // With --wait-on-limit, waits for a rate limit do not count as failures.
  const isFree = isLimit && settings.waitOnLimit && !limits
  if (!isFree) history.failures += 1
  const givenUp = isFree ? undefined : giveUpReason(history, minWait, limits, { ports, budget })
  const wait = minWait + backoff(history.tries, fractionOf(nonce()))
  const maxTries = history.tries + settings.retries + 1 - history.failures
  const tried = {
    kind: 'attempt',
    problem,
    tries: history.tries,
    maxTries,
    wait: givenUp === 'wait' ? minWait : wait,
  } as const
  await emit({ ...tried, givenUp })
  const end = now() + wait
  if (limits && isLimit) {
    // The pace fails this try and other requests that would wait too long.
    pace.pause(end)
    if (givenUp) throw limitReached(wait, problem)
    return true
  }
  if (givenUp) throw lastProblem(problem, history.tries)
  if (isLimit) pace.pause(end)
  else await waitFor({ reason: 'retry', problem, until: () => end }, () => sleep(wait, signal))
  return true
}

/**
 * Returns why there is no further try, given that the service asks to wait for `minWait` milliseconds;
 * otherwise takes a retry. A request with its own limits takes none of the run's.
 */
function giveUpReason(
  { failures }: History,
  minWait: number,
  limits: FetchLimits | undefined,
  { ports, budget }: Pick<QueueState, 'ports' | 'budget'>,
): Attempt['givenUp'] {
  if (failures > ports.settings.retries) return 'tries'
  if (minWait > (limits?.maxWait ?? maxWait)) return 'wait'
  if (limits) return undefined
  return budget.take() ? undefined : 'budget'
}

/** Returns a number from 0 up to 1, from 32 bits of an unguessable token. */
const fractionOf = (nonce: string) => Number.parseInt(nonce.slice(-8), 16) / 2 ** 32
