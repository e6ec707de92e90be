/** Requests that are tried again while that may help, at the pace that the service's rate limit leaves to the run. */
import { openings, problemInDocument, problemOf } from '../../api/wire/problem.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import { cleanLines } from '../../output/gate/text.ts'
import { lasting } from '../../output/words/span.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import type { RunContext } from '../make-context.ts'
import type { Fetch } from '../pages.ts'
import { Pace } from './pace.ts'
import { backoff, leastWait, longestWait, mayPass, RetryBudget } from './retry-policy.ts'
import { throttle } from './throttle.ts'

type Ports = Pick<RunContext, 'now' | 'sleep' | 'nonce' | 'settings' | 'secrets' | 'stderr' | 'progress'>

export interface RetryOptions {
  /** Requests that may be under way at once. */
  readonly concurrency: number
  /** Whether an answer that took too long is asked for again. From its second request on every run is patient. */
  readonly patient: boolean
}

/** A failure comes as a reply or without one. */
interface Attempt {
  readonly reply?: HttpReply
  readonly problem?: KivaError | undefined
}

/** How often one request was sent, and how often of these it failed other than by a limit that is waited for. */
interface History {
  tries: number
  failures: number
}

/**
 * The requests of one run, which share their retries and their pace. What trying again could not mend is thrown in the
 * end, with a word how often it was tried; any other failure is left as it came.
 */
export function withRetries(fetch: Fetch, ports: Ports, { concurrency, patient }: RetryOptions): Fetch {
  const { now, sleep, progress } = ports
  const { retries, waitOnLimit, verbosity } = ports.settings
  const pace = new Pace(concurrency)
  const budget = new RetryBudget(retries)

  const tell = async (line: string) => {
    if (verbosity > 0) await ports.stderr.write(`* ${cleanLines(line)}\n`, 'people')
  }

  const turn = throttle(pace, ports, async (work) => {
    const left = () => pace.opensAt - now()
    if (pace.isPaused(now()))
      return progress.waiting((time) => `${openings['rate-limited']}; trying again in ${time}`, left, work)
    await tell(`few requests remain before the rate limit: the next one in ${lasting(left())}`)
    return progress.waiting((time) => `Slowing down for the rate limit; next request in ${time}`, left, work)
  })

  async function attempt(request: HttpRequest, signal: AbortSignal): Promise<Attempt> {
    try {
      const reply = await fetch(request, signal)
      const problem = problemIn(reply, now())
      if (!problem) budget.succeed()
      // What the cache kept says nothing of the limit now.
      const isNews = !problem && reply.cacheAge === undefined
      pace.answered(now(), isNews ? reply.headers : undefined)
      return { reply, problem }
    } catch (error) {
      pace.answered(now(), undefined)
      if (error instanceof KivaError && !signal.aborted) return { problem: error }
      throw error
    }
  }

  /** Why there is no other try, where the service wants to be left alone for `least`; else takes a retry. */
  function obstacle({ failures }: History, least: number): string | undefined {
    if (failures > retries) return 'given up'
    if (least > longestWait) return `given up, since it would take ${lasting(least)}`
    return budget.take() ? undefined : 'given up, since too much has failed in this run'
  }

  async function waitAfter(problem: KivaError, least: number, history: History, signal: AbortSignal) {
    const isLimit = problem.kind === 'rate-limited'
    // Who wants to wait for the limit does so as often as it takes.
    const isFree = isLimit && waitOnLimit
    if (!isFree) history.failures += 1
    const stop = isFree ? undefined : obstacle(history, least)
    const wait = least + backoff(history.tries, chanceOf(ports.nonce()))
    const words = problem.sentence.told(ports.secrets.quote)
    const most = history.tries + retries + 1 - history.failures
    await tell(`attempt ${history.tries} of ${most}: ${words}; ${stop ?? `again in ${lasting(wait)}`}`)
    if (stop !== undefined) throw lastWord(problem, history.tries)
    const end = now() + wait
    if (isLimit) return pace.pause(end)
    const left = () => end - now()
    await progress.waiting(
      (time) => `Trying again in ${time}: ${words}`,
      left,
      () => sleep(wait, signal),
    )
  }

  let requests = 0
  return async (request, signal) => {
    requests += 1
    const history: History = { tries: 0, failures: 0 }
    for (;;) {
      await turn(signal)
      history.tries += 1
      const { reply, problem } = await attempt(request, signal)
      if (problem && mayPass(problem, patient || requests > 1)) {
        await waitAfter(problem, leastWait(problem, reply, now()), history, signal)
      } else if (reply) return reply
      else throw problem
    }
  }
}

/** An error is short: a page need not be read twice for one. */
const longestError = 10_000

function problemIn(reply: HttpReply, now: number): KivaError | undefined {
  const isShort = reply.body.byteLength <= longestError
  return problemOf(reply, now) ?? (isShort ? problemInDocument(reply, now) : undefined)
}

function lastWord(problem: KivaError, tries: number): KivaError {
  const { kind, cause } = problem
  const words = tries === 1 ? problem.sentence : sentence`${problem.sentence}, tried ${tries} times`
  if (kind !== 'rate-limited') return problem.retold(kind, words, { cause })
  return problem.retold(kind, words, { cause, hint: `${problem.hint} With --wait-on-limit, kiva does.` })
}

/** From 0 up to 1, by 32 bits of a token that nobody can guess. */
const chanceOf = (nonce: string) => Number.parseInt(nonce.slice(-8), 16) / 2 ** 32
