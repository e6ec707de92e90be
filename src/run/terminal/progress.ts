/** Tracks what a run has done and is doing, and shows it. */

import type { World } from '../../context.ts'
import type { StatusLine } from '../../output/terminal/status-line.ts'
import { type ProgressState, progressWords } from '../../output/words/progress.ts'
import type { Listener, RunEvent, Wait } from '../../ports/events.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Out } from '../../ports/streams.ts'
import { openProgressOutput, type ProgressOutputPorts } from './progress-output.ts'
import { waitWords } from './wait-words.ts'

type PageEvent = Extract<RunEvent, { readonly kind: 'page' }>

const nothingRead = { pages: 0, number: 0, lastPage: undefined, before: 0 }

/** The progress of one run, computed from its events. */
export class Progress {
  /** Requests sent so far, including retries. */
  requests = 0
  readonly #now: World['now']
  /** `undefined` if progress is not shown. */
  readonly #sign: StatusLine | undefined
  readonly #waits = new Set<Wait>()
  /** The URL of the last request, and the number of pending activities. */
  #url = ''
  #busy = 0
  #began: number | undefined
  #bytes = 0
  /** Records that this run has written. */
  #records = 0
  /** The last page that was read. */
  #page: Pick<PageEvent, 'pages' | 'number' | 'lastPage' | 'before'> = nothingRead
  /** True while output, or an unfinished line of it, occupies the terminal. */
  #isBarred = false

  readonly #secrets: Pick<Secrets, 'quote'>

  constructor(
    ports: ProgressOutputPorts & Pick<World, 'now'> & { readonly secrets: Pick<Secrets, 'quote'> },
  ) {
    this.#now = ports.now
    this.#secrets = ports.secrets
    const words = () => this.#words()
    this.#sign = openProgressOutput(ports, words, () => this.#state())
  }

  /** Listens to the events of the run. */
  readonly onEvent: Listener = async (event) => {
    if (event.kind === 'request') {
      this.requests += 1
      this.#url = event.exchange.request.url
      this.#begin()
    }
    if (event.kind === 'wait') {
      this.#waits.add(event)
      this.#begin()
    }
    if (event.kind === 'page') {
      this.#page = event
      this.#show()
    }
    if (event.kind === 'written') {
      this.#records = event.records
      this.#count(event.chunk)
    }
    if (event.kind === 'waited') this.#waits.delete(event.wait)
    if (event.kind === 'waited' || event.kind === 'reply' || event.kind === 'failure') await this.#end()
  }

  #count(chunk: string | Uint8Array): void {
    if (!this.#sign) return
    this.#bytes += (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk).byteLength
  }

  /**
   * Wraps an output that may share the terminal with the progress line. The progress line is hidden during a
   * write and until the written line ends.
   */
  beside(out: Out): Out {
    if (!out.isTerminal || !this.#sign) return out
    const write: Out['write'] = async (chunk, destination) => {
      this.#isBarred = true
      await this.#sign?.hide()
      await out.write(chunk, destination)
      this.#isBarred = typeof chunk !== 'string' || !chunk.endsWith('\n')
      this.#show()
    }
    return Object.create(out, { write: { value: write } })
  }

  /** Removes the progress line at the end of the run, successful or not. */
  async end(): Promise<void> {
    this.#isBarred = true
    await this.#sign?.end()
  }

  #begin(): void {
    this.#began ??= this.#now()
    this.#busy += 1
    this.#show()
  }

  async #end(): Promise<void> {
    this.#busy -= 1
    if (this.#busy === 0 && !this.#isLong) await this.#sign?.hide()
  }

  #show(): void {
    if (!this.#isBarred && (this.#busy > 0 || this.#isLong)) this.#sign?.show()
  }

  /** A reading of several pages continues between its requests. */
  get #isLong(): boolean {
    const { pages, number, lastPage = number } = this.#page
    return pages > 1 || lastPage > number
  }

  /** The longest wait, if nothing but waits is pending. */
  get #wait(): Wait | undefined {
    if (this.#waits.size < this.#busy) return undefined
    return [...this.#waits].sort((one, other) => other.until() - one.until())[0]
  }

  #words(): string {
    const wait = this.#wait
    const waiting = wait && waitWords(wait, this.#now(), this.#secrets)
    if (this.#isLong) return progressWords(this.#state(), waiting)
    return waiting ?? `Asking ${new URL(this.#url).host} …`
  }

  #state(): ProgressState {
    const { pages, number, lastPage, before } = this.#page
    const records = this.#records
    const now = this.#now()
    const wait = this.#wait
    const seconds = Math.max(1, now - (this.#began ?? now)) / 1000
    const isKnown = lastPage !== undefined && pages > 0
    return {
      records: before + records,
      pages: number,
      pages_total: lastPage ?? null,
      bytes: this.#bytes,
      records_per_second: Math.round((10 * records) / seconds) / 10,
      seconds_left: isKnown ? Math.ceil((Math.max(0, lastPage - number) * seconds) / pages) : null,
      waiting_seconds: Math.ceil(Math.max(0, wait ? wait.until() - now : 0) / 1000),
    }
  }
}
