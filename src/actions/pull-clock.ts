/** The clock of a pull: the service's, since loans that are dated by a wrong clock spoil their history. */
import type { Context } from '../core/context.ts'
import type { Fetch, HttpReply } from '../core/http.ts'
import { httpDate, marketTime, minute } from '../core/time.ts'
import { inWords } from '../output/words/span.ts'
import type { RecordPage } from '../records/reading.ts'

/** All times are in milliseconds since the epoch. In the sandbox they are as late as its day. */
export interface PullClock {
  /** Sends requests, and sets the clock by the dates of the replies. */
  readonly fetch: Fetch
  readonly began: number
  now(): number
  /** Returns when the service sent a page. */
  sentAt(page: Pick<RecordPage, 'headers' | 'cacheAge'>): number
}

/**
 * Opens a clock that takes the time of this machine until a reply has another one in its `Date`. A difference of more than
 * five minutes is said once.
 */
export function openPullClock(context: Context, fetch: Fetch): PullClock {
  const opened = marketTime(context)
  let [offset, began, isSaid] = [0, opened, false]
  let isSet = false
  const now = () => marketTime(context) + offset
  const learn = async ({ headers, cacheAge }: HttpReply) => {
    const date = httpDate(headers['date'])
    if (cacheAge !== undefined || date === undefined) return
    // A cache on the way keeps the date of the reply, and says how old it is.
    const ahead = date + ageIn(headers) - marketTime(context)
    if (Math.abs(ahead - offset) > latency) offset = Math.abs(ahead) > latency ? ahead : 0
    if (!isSet) began = opened + offset
    isSet = true
    if (isSaid || Math.abs(offset) <= 5 * minute) return
    isSaid = true
    await context.say(
      `The clock of this machine is ${inWords(Math.abs(offset))} ${offset > 0 ? 'behind' : 'ahead of'} the API's. Readings have the time of the API.`,
    )
  }
  return {
    get began() {
      return began
    },
    now,
    fetch: async (request, how) => {
      const reply = await fetch(request, how)
      await learn(reply)
      return reply
    },
    sentAt: ({ headers, cacheAge }) =>
      cacheAge === undefined ? now() - ageIn(headers) : (httpDate(headers['date']) ?? now() - cacheAge),
  }
}

/** Dates of headers are whole seconds, and a reply may take some: up to this, the clock of the machine is right. */
const latency = minute

/** Returns how long a cache on the way has had a reply, in milliseconds. */
const ageIn = (headers: HttpReply['headers']): number =>
  /^\d{1,9}$/.test(headers['age'] ?? '') ? Number(headers['age']) * 1000 : 0
