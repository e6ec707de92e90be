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

const noPage = { pages: 0, number: 0, lastPage: undefined, before: 0 }

/** The progress of one run, computed from its events. */
export class Progress {
  /** Requests sent so far, including retries. */
  requests = 0
  readonly #now: World['now']
  /** `undefined` if progress is not shown. */
  readonly #statusLine: StatusLine | undefined
  readonly #waits = new Set<Wait>()
  /** The URL of the last request, and the number of pending activities. */
  #url = ''
  #busy = 0
  #began: number | undefined
  #bytes = 0
  /** Records that this run has written. */
  #records = 0
  /** The last page that was read. */
  #page: Pick<PageEvent, 'pages' | 'number' | 'lastPage' | 'before'> = noPage
  /** True while output, or an unfinished line of it, occupies the terminal. */
  #isBlocked = false

  readonly #secrets: Pick<Secrets, 'quote'>

  constructor(
    ports: ProgressOutputPorts & Pick<World, 'now'> & { readonly secrets: Pick<Secrets, 'quote'> },
  ) {
    this.#now = ports.now
    this.#secrets = ports.secrets
    const words = () => this.#words()
    this.#statusLine = openProgressOutput(ports, words, () => this.#state())
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
    if (!this.#statusLine) return
    this.#bytes += (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk).byteLength
  }

  /**
   * Wraps an output that may share the terminal with the progress line. The progress line is hidden during a
   * write and until the written line ends.
   */
  shareTerminal(out: Out): Out {
    if (!out.isTerminal || !this.#statusLine) return out
    const write: Out['write'] = async (chunk, destination) => {
      this.#isBlocked = true
      await this.#statusLine?.hide()
      await out.write(chunk, destination)
      this.#isBlocked = typeof chunk !== 'string' || !chunk.endsWith('\n')
      this.#show()
    }
    return Object.create(out, { write: { value: write } })
  }

  /** Removes the progress line at the end of the run, successful or not. */
  async end(): Promise<void> {
    this.#isBlocked = true
    await this.#statusLine?.end()
  }

  #begin(): void {
    this.#began ??= this.#now()
    this.#busy += 1
    this.#show()
  }

  async #end(): Promise<void> {
    this.#busy -= 1
    if (this.#busy === 0 && !this.#hasManyPages) await this.#statusLine?.hide()
  }

  #show(): void {
    if (!this.#isBlocked && (this.#busy > 0 || this.#hasManyPages)) this.#statusLine?.show()
  }

  /** A reading of several pages continues between its requests. */
  get #hasManyPages(): boolean {
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
    if (this.#hasManyPages) return progressWords(this.#state(), waiting)
    return waiting ?? `Waiting for ${new URL(this.#url).host} …`
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
