/** Which failures are retried, and how long to wait between tries. Loaded after a failure. Times in milliseconds. */
import { errorCodes, rateLimit } from '../api/gaps.ts'
import { retryAfterOf } from '../api/wire/problem.ts'
import type { KivaError } from '../core/errors.ts'
import type { Attempt } from '../core/events.ts'
import type { FetchLimits, FetchOptions, HttpReply } from '../core/http.ts'
import { lastProblem, limitReached } from './failures.ts'
import { type History, maxWait, type Pace, type RetryBudget, type RetryPorts, type WaitFor } from './pace.ts'

interface FailedTry {
  readonly problem: KivaError
  readonly reply: HttpReply | undefined
  /** Timeouts are retried too. */
  readonly isPatient: boolean
}

/** The queue in which a request failed. */
interface Queue extends RetryPorts {
  readonly pace: Pick<Pace, 'pause'>
  readonly budget: Pick<RetryBudget, 'take'>
  readonly waitFor: WaitFor
}

/**
 * Waits until the next try of a request. Returns false, without waiting, if a retry cannot help. Throws `KivaError` if
 * there is no further try.
 */
export async function waitAfter(
  { problem, reply, isPatient }: FailedTry,
  history: History,
  { signal, limits }: Pick<FetchOptions, 'signal' | 'limits'>,
  { pace, budget, waitFor, now, sleep, nonce, emit, settings }: Queue,
): Promise<boolean> {
  if (!isRetryable(problem, isPatient)) return false
  const minWait = minWaitOf(problem, reply, now())
  const isLimit = problem.kind === 'rate-limited'
  // With --wait-on-limit, waits for a rate limit do not count as failures.
  const isFree = isLimit && settings.waitOnLimit && !limits
  if (!isFree) history.failures += 1
  const givenUp = isFree ? undefined : giveUpReason(history, minWait, limits, { settings, budget })
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
  { settings, budget }: Pick<Queue, 'settings' | 'budget'>,
): Attempt['givenUp'] {
  if (failures > settings.retries) return 'tries'
  if (minWait > (limits?.maxWait ?? maxWait)) return 'wait'
  if (limits) return undefined
  return budget.take() ? undefined : 'budget'
}

/** Returns a number from 0 up to 1, from 32 bits of an unguessable token. */
const fractionOf = (nonce: string) => Number.parseInt(nonce.slice(-8), 16) / 2 ** 32

const firstBackoff = 500

const retryableStatuses: ReadonlySet<number | undefined> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Returns whether a retry may help. Timeouts are retried only for `patient` requests. */
export function isRetryable({ kind, status, code, transient }: KivaError, patient: boolean): boolean {
  if (transient) return transient === 'connection' || patient
  return kind === 'rate-limited' || code === errorCodes.maintenance || retryableStatuses.has(status)
}

/**
 * Returns the wait before try `tries + 1`, with full jitter:
 * `chance`, from 0 up to 1, is the fraction of the longest wait.
 */
export function backoff(tries: number, chance: number): number {
  return Math.round(chance * Math.min(maxWait, firstBackoff * 2 ** (tries - 1)))
}

/**
 * Returns the shortest wait that the service asks for: its `Retry-After`, or the window of its rate limit.
 */
export function minWaitOf({ kind, status }: KivaError, reply: HttpReply | undefined, now: number): number {
  const retryAfter = reply && retryAfterOf(reply, now)
  if (retryAfter !== undefined) return retryAfter * 1000
  // A 429 comes from a server in front of the service, and its limit ends sooner.
  return kind === 'rate-limited' && status !== 429 ? rateLimit.windowSeconds * 1000 : 0
}
