/** The last step of `kiva mirror pull`: the loans themselves, and what is to be made of those that do not come. */
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { iso } from '../core/time.ts'
import { type Answer, mayAskAgain, readAnswer } from '../mirror/absence.ts'
import { idOf } from '../mirror/tables.ts'
import { perRequest, queueOf } from '../mirror/wanted.ts'
import { timeFor } from '../records/read-gate.ts'
import { readDetails } from '../records/read-pages.ts'
import { readNewestIds } from './pull-lists.ts'
import type { PullContext, Steps } from './pull-steps.ts'

/**
 * Reads loans in detail, and says before what it takes, if that is much: all that a pull asks for, or `only` some. `listed`
 * are ids that the service has. Throws `KivaError` of kind `service` at ids about which the service proves nothing.
 */
export async function pullDetails(
  steps: Steps,
  context: PullContext,
  listed: readonly number[],
  only?: readonly number[],
): Promise<void> {
  const { store, state, ports, done, clock, report } = steps
  const { settings, say, budget } = context
  const isFirst = store.database.prepare('SELECT 1 FROM loans').get() === undefined
  const wanted = only?.length ?? state.left()
  const isAsking = !only && (state.unproven > 0 || state.asksAgain)
  if (wanted === 0 && !isAsking) return
  const requests = Math.ceil(wanted / perRequest)
  const total = budget.sent() + requests
  const most = mostRequests(wanted, isAsking)
  if (requests > few)
    await say(
      `${isFirst ? 'The first fill takes' : `Reading ${counted(wanted, 'loans')} takes`} ${withThousands(requests)} to ${counted(most, 'requests')}${timeFor(most, settings)}. Ctrl-C stops it: stored loans stay.`,
    )
  const queue = queueOf(only ? { ...state, unread: only, sweep: undefined, stale: () => [] } : state)
  /** Loans of the last reply that had any. */
  let came: readonly number[] = []
  const witnessFor = (ids: readonly number[]) =>
    came[0] ?? state.witness(ids) ?? listed.find((id) => !ids.includes(id))
  const ask = async (ids: readonly number[], witness?: number): Promise<Answer & { sentAt: number }> => {
    const records: Json[] = []
    let time: number | undefined
    const asked = witness === undefined ? ids : [...ids, witness]
    for await (const page of readDetails(toAsync(asked.map(String)), ports)) {
      records.push(...page.records)
      time ??= clock.sentAt(page)
    }
    const answer = readAnswer(ids, records, witness)
    done.withoutId += answer.withoutId
    done.others += answer.others
    return { ...answer, sentAt: time ?? clock.now() }
  }
  const keep = async (answer: Answer & { sentAt: number }, sweepNext?: number) => {
    const { loans, absent, unproven } = answer
    const ids = loans.map(idOf).filter((id) => id !== undefined)
    const missing = only ? absent.length : absent.filter(state.isNamed).length
    if (only) done.notFound.push(...absent)
    done.named += ids.filter(state.isNamed).length + missing
    done.missing += missing
    done.loans += store.putLoans(
      loans.map((record) => ({ record })),
      iso(answer.sentAt),
      iso(clock.now()),
      { absent, unproven, sweepNext, isOnly: only !== undefined },
    )
    came = ids.length > 0 ? ids : came
    await report(Math.min(Math.max(total, budget.sent()), budget.maxRequests))
  }
  const leftOut = state.leftOut()
  const retryQueues: readonly RetryQueue[] = [
    { next: () => state.toProve(perRequest - 1), isAsked: false, isOut: false },
    { next: () => (state.asksAgain ? take(leftOut, perRequest - 1) : []), isAsked: false, isOut: false },
  ]
  let [again, isGap] = [0, false]
  for (;;) {
    const ids = queue.peek(perRequest)
    const isAllowed = mayAskAgain(again, budget.sent())
    const [retried, retries] = only ? [] : nextRetry(retryQueues, isAllowed, ids.length === 0)
    if (retried && retries) {
      retries.isAsked = true
      const before = budget.sent()
      const answer = await ask(retried, witnessFor(retried))
      again += budget.sent() - before
      await keep(answer)
      // The service may have an answer to the rest.
      retries.isOut = !answer.isProof
      if (!answer.isProof) done.outage = outage(retried)
      continue
    }
    if (ids.length === 0) return
    // In a gap between ids no loan of a request comes, so a witness goes along from the start.
    const first = isGap ? witnessFor(ids) : undefined
    let asked = first === undefined ? ids : ids.slice(0, perRequest - 1)
    let answer = await ask(asked, first)
    if (!answer.isProof) {
      const witness = witnessFor(ids) ?? (await readNewestIds(steps)).find((id) => !ids.includes(id))
      asked = witness === undefined ? ids : ids.slice(0, perRequest - 1)
      answer = await ask(asked, witness)
    }
    isGap = answer.loans.length === 0
    queue.drop(asked.length)
    await keep(answer, queue.sweepNext())
    if (!answer.isProof) throw outage(asked)
  }
}

const outage = (ids: readonly number[]) =>
  new KivaError(
    'service',
    `the API sent none of ${counted(ids.length, 'loans')} (${ids[0]} …), and not even a loan that it has`,
    {
      hint: (kiva) =>
        `It may be failing, so the mirror does not count them as absent. Run ${kiva('mirror pull')} later: it asks for them again.`,
    },
  )

/** Ids of one kind to ask for again: unproven ones, or those that the service left out. */
interface RetryQueue {
  /** Returns those of which the next request asks. */
  next(): readonly number[]
  isAsked: boolean
  /** Whether the service gave no answer to the last request for them. */
  isOut: boolean
}

/** Returns the next ids to ask for again: within their share of the requests, and once per kind at the end of a pull. */
function nextRetry(queues: readonly RetryQueue[], isAllowed: boolean, isEnd: boolean) {
  for (const queue of queues) {
    if (queue.isOut || !(isAllowed || (isEnd && !queue.isAsked))) continue
    const ids = queue.next()
    if (ids.length > 0) return [ids, queue] as const
  }
  return []
}

function take(ids: Iterator<number>, most: number): readonly number[] {
  const taken: number[] = []
  while (taken.length < most) {
    const { value, done } = ids.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/**
 * Returns how many requests these ids take at most, without retries. In a gap between ids a request has a witness in place
 * of an id, and the first one of a gap is sent twice. Ids to ask for again add a quarter of all.
 */
function mostRequests(ids: number, isAsking: boolean): number {
  const most = Math.ceil(1.5 * Math.ceil(ids / (perRequest - 1)))
  return isAsking ? Math.max(most + 1, Math.ceil((most * 4) / 3)) : most
}

/** Requests that are sent without a word. */
const few = 10
