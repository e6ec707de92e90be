/** Counts the requests of a portfolio, for the progress line and the announcement of the cost. */
import { rateLimit } from '../../api/gaps.ts'
import { recordTypes } from '../../api/records/record-types.ts'
import { lasting } from '../../output/words/span.ts'
import type { Listener } from '../../ports/events.ts'
import type { RecordPage } from '../../read/reading.ts'

export class ReadingSteps {
  readonly #emit: Listener
  #done = 0
  /** All requests; `undefined` until the first page of loans. */
  #total: number | undefined

  constructor(emit: Listener) {
    this.#emit = emit
  }

  /** Counts a request that has been answered. `loans` is the number of loans read so far. */
  async finish(loans: number): Promise<void> {
    this.#done += 1
    const { kind, ...page } = { kind: 'page', pages: this.#done, number: this.#done } as const
    await this.#emit({ kind, ...page, lastPage: this.#total, records: loans, before: 0 })
    await this.#emit({ kind: 'written', records: loans, chunk: '' })
  }

  /**
   * Computes all requests from the first page of loans, once the field partners are read, and returns their number.
   * Returns 0 if that page is the only one, or if its total is unknown.
   */
  plan({ paging, lastPage }: RecordPage, hasDetails: boolean): number {
    if (!paging || lastPage === undefined) return 0
    const perRequest = recordTypes.loan_detail.maxIds ?? 1
    const details = hasDetails ? Math.ceil(paging.total / perRequest) : 0
    this.#total = this.#done + lastPage - 1 + details
    return lastPage > 1 ? this.#total : 0
  }
}

/** Returns `, about 6min at 60 requests per minute` if the rate limit slows these requests down, else ''. */
export function requestsFor(requests: number, isRegistered: boolean): string {
  const limit = isRegistered ? rateLimit.registered : rateLimit.unregistered
  if (requests <= limit) return ''
  const milliseconds = (requests / limit) * rateLimit.windowSeconds * 1000
  return `, about ${lasting(milliseconds)} at ${limit} requests per minute`
}
