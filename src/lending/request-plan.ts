/** Requests of several parts that run at the same time: says how many there will be before more than ten are sent. */

import type { Context } from '../core/context.ts'
import type { Listener } from '../core/events.ts'
import type { Fetch } from '../core/http.ts'
import { counted } from '../core/numbers.ts'
import { timeFor } from '../records/read-gate.ts'

type PlanPorts = Pick<Context, 'fetch' | 'emit' | 'say' | 'settings' | 'yieldToEvents'>

/** The ports of one part, and what it tells the plan. */
export interface PlannedPart extends Pick<Context, 'fetch' | 'emit'> {
  /** Tells how many requests the part sends in all, as far as it knows. */
  expect(requests: number): void
  /** Ends the part: the others wait no longer for it. */
  end(): Promise<void>
}

/** Requests that are sent without a word. */
const few = 10

/**
 * Each part may send its `first` requests at once. Its next one waits until all parts have come so far or have ended: then
 * the number of all requests is known.
 */
export class RequestPlan {
  readonly #parts: { sent: number; expected: number; records: number; isPlanned: boolean }[] = []
  readonly #ports: PlanPorts
  readonly #ready: Promise<void>
  #open = () => {}
  #isReady = false
  #said = 0

  constructor(ports: PlanPorts) {
    this.#ports = ports
    this.#ready = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  /** Adds a part that expects to send so many requests. All parts are added before the first one starts. */
  add(first: number, expected = first): PlannedPart {
    const part = { sent: 0, expected, records: 0, isPlanned: false }
    this.#parts.push(part)
    const plan = async () => {
      // A page is requested ahead before the page before it is reported, which has the number of pages.
      await this.#ports.yieldToEvents()
      part.isPlanned = true
      if (!this.#isReady && this.#parts.every(({ isPlanned }) => isPlanned)) {
        this.#isReady = true
        // The parts also go on where stderr is closed.
        await this.#announce(this.#total(), 'about').finally(this.#open)
      }
      await this.#ready
    }
    const fetch: Fetch = async (request, how) => {
      if (part.sent >= first) await plan()
      part.sent += 1
      const reply = await this.#ports.fetch(request, how)
      await this.#report()
      return reply
    }
    const emit: Listener = async (event) => {
      if (event.kind !== 'page') return this.#ports.emit(event)
      const { pages, number, lastPage = number, records } = event
      part.expected = Math.max(part.expected, pages + lastPage - number)
      part.records = records
    }
    return {
      fetch,
      emit,
      expect: (requests) => {
        part.expected = requests
      },
      end: () => {
        part.expected = part.sent
        return plan()
      },
    }
  }

  /** Announces the requests that are sent in any case, if they are many. */
  start(): Promise<void> {
    return this.#announce(this.#total(), 'at least')
  }

  #total(): number {
    return this.#parts.reduce((sum, { sent, expected }) => sum + Math.max(sent, expected), 0)
  }

  async #announce(requests: number, words: string): Promise<void> {
    if (requests <= Math.max(few, this.#said)) return
    this.#said = requests
    const { say, settings } = this.#ports
    await say(`Sending ${words} ${counted(requests, 'requests')}${timeFor(requests, settings)}.`)
  }

  /** Reports the progress of all parts together. */
  async #report(): Promise<void> {
    const sum = (key: 'sent' | 'records') => this.#parts.reduce((all, part) => all + part[key], 0)
    const [pages, records] = [sum('sent'), sum('records')]
    const lastPage = this.#isReady ? this.#total() : undefined
    await this.#ports.emit({ kind: 'page', pages, number: pages, lastPage, records, before: 0 })
  }
}
