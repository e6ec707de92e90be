/** What a reply says about the loans that a pull asked for, and when a pull asks again. Pure. */
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { idOf } from './tables.ts'
import { changingStatuses } from './wanted.ts'

/** What a reply proves. */
export interface Answer {
  /** The loans that were asked for and came, each once. */
  readonly loans: readonly JsonObject[]
  /** The ids that the service does not have. */
  readonly absent: readonly number[]
  /** The ids about which the reply says nothing. */
  readonly unproven: readonly number[]
  /** Whether a loan of the request came, so that the service did answer it. */
  readonly isProof: boolean
  /** Records that were left out: without a valid id, and of loans that were not asked for. */
  readonly withoutId: number
  readonly others: number
}

/**
 * Returns what the records of a reply prove. Ids are absent only if a loan of the same request came: one of `asked`, or
 * the witness, which was asked for only to see whether the service answers. A record without a valid id may be any loan
 * that did not come, so it proves no absence.
 */
export function readAnswer(asked: readonly number[], records: readonly Json[], witness?: number): Answer {
  const wanted = new Set(asked)
  const found = new Map<number, JsonObject>()
  let [withoutId, others] = [0, 0]
  let hasWitness = false
  for (const record of records) {
    const id = idOf(record)
    if (id === undefined || !isObject(record)) withoutId += 1
    else if (wanted.has(id)) found.set(id, record)
    else if (id === witness) hasWitness = true
    else others += 1
  }
  const rest = asked.filter((id) => !found.has(id))
  const isProof = found.size > 0 || hasWitness
  const isAbsent = isProof && withoutId === 0
  return {
    loans: [...found.values()],
    absent: isAbsent ? rest : [],
    unproven: isAbsent ? [] : rest,
    isProof,
    withoutId,
    others,
  }
}

/** An absent loan. Times are in milliseconds since the epoch. */
interface Absence {
  /** The status of the loan when it was last read, if it ever was. */
  readonly status: string | undefined
  readonly since: number
  /** When the service last left it out. */
  readonly askedAt: number
}

/**
 * Returns whether a pull that begins at `now` asks for an absent loan again: one that raised or repaid money after a day,
 * then after 3, 10 and 30 days, any other after 30 days. A time after `now` is that of a wrong clock.
 */
export function isDue({ status, since, askedAt }: Absence, now: number): boolean {
  const isChanging = changingStatuses.some((changing) => changing === status)
  let wait = isChanging ? 1 : 30
  // How long the service has left it out tells how often it was asked.
  let asked = askedAt - since
  for (const longer of [3, 10, 30]) {
    if (wait === 30 || asked < wait * day - slack) break
    asked -= wait * day - slack
    wait = longer
  }
  return askedAt > now || now - askedAt >= wait * day - slack
}

/** Daily pulls do not begin in the same minute, and a reply comes some time after its pull began. */
const slack = day / 2

/**
 * Returns whether so many of the loans of lists and of the store are absent that the service is likely to be wrong: more
 * than a tenth. Fewer than five are not: a loan is sometimes withdrawn.
 */
export const isAlarming = (absent: number, asked: number): boolean => absent >= 5 && absent * 10 > asked

/**
 * How often pulls ask for an id that nothing but the sweep has named, while the mirror lacks loans of the service. If each
 * reply leaves out a quarter of its loans, 0.25^6 of them are missing then: 635 of 2.6 million.
 */
export const mostAskings = 6

/**
 * Returns whether a pull that has sent `sent` requests, `again` of them for ids that were asked for before, may
 * send one more of these: at most a quarter of the requests are such.
 */
export const mayAskAgain = (again: number, sent: number): boolean => (again + 1) * 4 <= sent + 1
