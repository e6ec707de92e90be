/** The last step of `kiva mirror pull`: the loans themselves, and what is to be made of those that do not come. */
import { recordTypes } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { marketTime } from '../core/time.ts'
import { type Answer, mayAskAgain, readAnswer } from '../mirror/absence.ts'
import { idOf } from '../mirror/tables.ts'
import { queueOf } from '../mirror/wanted.ts'
import { timeFor } from '../records/read-gate.ts'
import { readDetails } from '../records/read-pages.ts'
import type { PullContext, Steps } from './pull-steps.ts'

/**
 * Reads loans in detail, and says before what it takes, if that is much: all that a pull asks for, or `only` some. `listed`
 * are ids that the service has. Throws
 * `KivaError` of kind `service` at ids about which the service proves nothing.
 */
export async function pullDetails(
  { store, state, ports, done, readAt, report }: Steps,
  context: PullContext,
  listed: readonly number[],
  only?: readonly number[],
): Promise<void> {
  const { settings, say, budget } = context
  const isFirst = store.database.prepare('SELECT 1 FROM loans').get() === undefined
  const wanted = only?.length ?? state.left()
  if (wanted === 0) return
  const requests = Math.ceil(wanted / perRequest)
  const total = budget.sent() + requests
  const most = mostRequests(wanted, only ? 0 : state.unproven)
  if (requests > few)
    await say(
      `${isFirst ? 'The first fill takes' : `Reading ${counted(wanted, 'loans')} takes`} ${withThousands(requests)} to ${counted(most, 'requests')}${timeFor(most, settings)}. Ctrl-C stops it: stored loans stay.`,
    )
  const queue = queueOf(only ? { ...state, unread: only, sweep: undefined, stale: () => [] } : state)
  /** Loans of the last reply that had any. */
  let came: readonly number[] = []
  const witnessFor = (ids: readonly number[]) =>
    came[0] ?? state.witness(ids) ?? listed.find((id) => !ids.includes(id))
  const ask = async (ids: readonly number[], witness?: number): Promise<Answer & { readAt: string }> => {
    const records: Json[] = []
    let time: string | undefined
    const asked = witness === undefined ? ids : [...ids, witness]
    for await (const page of readDetails(toAsync(asked.map(String)), ports)) {
      records.push(...page.records)
      time ??= readAt(page)
    }
    const answer = readAnswer(ids, records, witness)
    done.withoutId += answer.withoutId
    done.others += answer.others
    return { ...answer, readAt: time ?? readAt({}) }
  }
  const keep = async (answer: Answer & { readAt: string }, sweepNext?: number) => {
    const { loans, absent, unproven } = answer
    const ids = loans.map(idOf).filter((id) => id !== undefined)
    const missing = absent.filter(state.isNamed).length
    done.named += ids.filter(state.isNamed).length + missing
    done.missing += missing
    const now = new Date(marketTime(context)).toISOString()
    done.loans += store.putLoans(
      loans.map((record) => ({ record })),
      answer.readAt,
      now,
      { absent, unproven, sweepNext },
    )
    came = ids.length > 0 ? ids : came
    await report(Math.min(Math.max(total, budget.sent()), budget.maxRequests))
  }
  let [again, isGap] = [0, false]
  for (;;) {
    const ids = queue.peek(perRequest)
    const isAllowed = (!only && mayAskAgain(again, budget.sent())) || (ids.length === 0 && again === 0)
    const toProve = isAllowed && !done.outage ? state.toProve(perRequest - 1) : []
    if (toProve.length > 0) {
      const before = budget.sent()
      const answer = await ask(toProve, witnessFor(toProve))
      again += budget.sent() - before
      await keep(answer)
      // The service may have an answer to the rest.
      if (!answer.isProof) done.outage = outage(toProve)
      continue
    }
    if (ids.length === 0) return
    // In a gap between ids no loan of a request comes, so a witness goes along from the start.
    const first = isGap ? witnessFor(ids) : undefined
    let asked = first === undefined ? ids : ids.slice(0, perRequest - 1)
    let answer = await ask(asked, first)
    if (!answer.isProof) {
      const witness = witnessFor(ids)
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

/**
 * Returns how many requests these ids take at most, without retries. In a gap between ids a request has a witness in place
 * of an id, and the first one of a gap is sent twice. Ids that earlier pulls could not prove add a quarter of all.
 */
function mostRequests(ids: number, unproven: number): number {
  const most = Math.ceil(1.5 * Math.ceil(ids / (perRequest - 1)))
  return unproven === 0 ? most : Math.max(most + 1, Math.ceil((most * 4) / 3))
}

/** Requests that are sent without a word. */
const few = 10

/** Loans in one request. */
export const perRequest = recordTypes.loan_detail.maxIds ?? 1
