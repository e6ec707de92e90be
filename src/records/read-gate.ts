/** When a long list may be read without `--all`, and how many requests that takes. */
import { rateLimit } from '../api/gaps.ts'
import type { Page } from '../api/wire/reply.ts'
import { KivaError } from '../core/errors.ts'
import { counted } from '../core/numbers.ts'
import type { Settings } from '../core/settings.ts'
import { lasting } from '../output/words/span.ts'
import { extentOf, type RecordsRequest } from './request.ts'

/** What a reading would still take. */
interface ReadCost {
  /** Pages of the list that are left, and the records of the whole list, if the service says so. */
  readonly left: number | undefined
  readonly total: number | undefined
  /** Whether fewer can be enough: a limit may be reached before the end of the list. */
  readonly mayStopEarly: boolean
}

/** Resolves if a reading may go on. Throws `KivaError`. */
export type AllowReading = (cost: ReadCost) => Promise<void>

/** Requests that a reading sends without a question. */
const mostUnasked = 100

/** Holds a reading back until it may go on. */
export class ReadGate {
  readonly #allow: AllowReading
  readonly #mayStopEarly: boolean
  /** Requests that may be sent. */
  #allowed = 1
  #sent = 0
  #cached = 0

  constructor(allow: AllowReading, mayStopEarly: boolean) {
    this.#allow = allow
    this.#mayStopEarly = mayStopEarly
  }

  /** Whether one more request may be sent. */
  get isOpen(): boolean {
    return this.#sent - this.#cached < this.#allowed
  }

  /** Counts a request. */
  count(): void {
    this.#sent += 1
  }

  /**
   * Learns from a page that has arrived, which the cache may have had. After the first one it is known whether the list is
   * long, and whether all of it must be read. Throws `KivaError` if the reading may not go on.
   */
  async onPage({ paging, cacheAge }: Pick<Page, 'paging' | 'cacheAge'>, number: number): Promise<void> {
    if (cacheAge !== undefined) this.#cached += 1
    if (this.#allowed > 1) return
    this.#allowed = mostUnasked
    if (paging && !this.#mayStopEarly && cacheAge === undefined) {
      if (paging.pages - number >= mostUnasked) await this.open(paging, number)
      this.#allowed = Number.POSITIVE_INFINITY
    }
  }

  /** Asks whether the reading may go on after page `number`. Throws `KivaError` if it may not. */
  async open(paging: Page['paging'], number: number): Promise<void> {
    await this.#allow({
      left: paging && Math.max(0, paging.pages - number),
      total: paging?.total,
      mayStopEarly: this.#mayStopEarly,
    })
    this.#allowed = Number.POSITIVE_INFINITY
  }
}

/**
 * Returns the gate of a request that reads all pages of a list without `--all`. `undefined` for others, and where no request
 * is sent.
 */
export function gateOf(
  request: RecordsRequest,
  { sandbox, mirror, offline }: Pick<Settings, 'sandbox' | 'mirror' | 'offline'>,
  allow: AllowReading | undefined,
): ReadGate | undefined {
  const { extent, filter, endpoint, groups } = request
  if (
    !allow ||
    sandbox ||
    mirror ||
    offline ||
    extent.all ||
    extent.requests !== undefined ||
    !extentOf(request).all
  )
    return undefined
  const mayStopEarly =
    endpoint.finds !== undefined ||
    (extent.limit !== undefined && !filter?.order.length) ||
    (groups?.isCount === true && !filter)
  return new ReadGate(allow, mayStopEarly)
}

/**
 * Returns the error of a reading that may not go on: of kind `usage` if all of the list must be read, else `partial`, since
 * what was found before is printed.
 */
export function refusal(noun: string, cost: ReadCost, settings: Parameters<typeof timeFor>[1]): KivaError {
  const { left, total, mayStopEarly } = cost
  const more =
    left === undefined ? 'more requests' : `${counted(left, 'more requests')}${timeFor(left, settings)}`
  const hint = `Add --all to read them, --requests N to stop after N, or narrow the list${noun === 'loans' ? ', as in --status fundraising' : ''}.`
  return mayStopEarly
    ? new KivaError('partial', `the rest of the list takes ${more}`, { hint })
    : new KivaError('usage', `this reads ${counted(total ?? 0, noun)}: ${more}`, { hint })
}

/** Returns `, about 6min at 60 requests per minute` if the rate limit slows these requests down, else ''. */
export function timeFor(
  requests: number,
  { appId, sandbox, mirror, offline }: Pick<Settings, 'appId' | 'sandbox' | 'mirror' | 'offline'>,
): string {
  if (sandbox || mirror || offline) return ''
  const limit = appId !== undefined ? rateLimit.registered : rateLimit.unregistered
  if (requests <= limit) return ''
  const milliseconds = (requests / limit) * rateLimit.windowSeconds * 1000
  return `, about ${lasting(milliseconds)} at ${limit} requests per minute`
}
