/** Tracks what a run has done and is doing, and shows it. */

import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../context.ts'
import { clean } from '../../output/gate/text.ts'
import { decidePlain } from '../../output/terminal/color.ts'
import { type StatusLine, statusLine } from '../../output/terminal/status-line.ts'
import { lasting } from '../../output/words/span.ts'
import type { Listener, RunEvent, Wait } from '../../ports/events.ts'
import type { Secrets } from '../../ports/settings.ts'
import type { Out } from '../../ports/streams.ts'
import { counted, withThousands } from '../../text/numbers.ts'

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

/* Chooses how to show a run's progress. */

export interface ProgressOutputPorts extends Pick<World, 'sleep' | 'env'> {
  readonly stderr: Out
  readonly settings: Pick<RunSettings, 'progress' | 'quiet' | 'verbosity' | 'plain'>
}

/**
 * Returns the progress output, in `words` or as JSON, or `undefined` to show none. `-v` shows more by itself,
 * so it turns the progress line off.
 */
export function openProgressOutput(
  { stderr, settings, sleep, env }: ProgressOutputPorts,
  words: () => string,
  state: () => ProgressState,
): StatusLine | undefined {
  if (settings.quiet || settings.progress === 'none') return undefined
  if (settings.progress === 'json') return progressLines(stderr, state, sleep)
  if (!stderr.isTerminal || settings.verbosity > 0) return undefined
  const isPlain = decidePlain(settings.plain, env, stderr.isTerminal)
  return isPlain ? plainLines(stderr, words, sleep) : statusLine(stderr, words, sleep)
}

/** Milliseconds between lines for a screen reader, which takes seconds to read each. */
const breath = 10_000

/** Progress for an output where lines cannot be erased: an occasional new line while work goes on. */
function plainLines(stderr: Out, words: () => string, sleep: World['sleep']): StatusLine {
  let over: AbortController | undefined
  async function tell(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(breath, signal)
      await stderr.write(`${clean(words()).replaceAll(' · ', ', ')}\n`, 'people')
    }
  }
  const hide = async () => {
    over?.abort()
    over = undefined
  }
  return {
    show() {
      if (over) return
      over = new AbortController()
      // The loop ends when its sleep is canceled or its reader has gone.
      tell(over.signal).catch(() => {})
    },
    hide,
    end: hide,
  }
}

/** `--progress json`: writes a line to stderr each second while work goes on, and one at the end. */
function progressLines(stderr: Out, state: () => ProgressState, sleep: World['sleep']): StatusLine {
  const over = new AbortController()
  let detailOptions: Promise<void> | undefined
  const tell = () => stderr.write(`${JSON.stringify({ progress: state() })}\n`, 'json')
  async function printEachSecond(): Promise<void> {
    for (;;) {
      await sleep(1000, over.signal)
      await tell()
    }
  }
  return {
    show() {
      // It ends with its sleep.
      detailOptions ??= printEachSecond().catch(() => {})
    },
    async hide() {},
    async end() {
      over.abort()
      await detailOptions
      if (detailOptions) await tell()
    },
  }
}

/** Returns why requests are paused, and for how long. */
export function waitWords(wait: Wait, now: number, secrets: Pick<Secrets, 'quote'>): string {
  const time = lasting(wait.until() - now)
  if (wait.reason === 'limit') return `Rate limit reached, retry in ${time}`
  if (wait.reason === 'pace') return `Slowing down for the rate limit, next request in ${time}`
  return `Retry in ${time}: ${wait.problem?.sentence.mask(secrets.quote)}`
}

/** The progress of a run, as `--progress json` prints it. `null` means unknown. */
export interface ProgressState {
  /** The number of records written so far. */
  readonly records: number
  /** The number of the last page read, or the number of pages read if the list has no page numbers. */
  readonly pages: number
  readonly pages_total: number | null
  /** The number of bytes written so far, in UTF-8. */
  readonly bytes: number
  readonly records_per_second: number
  readonly seconds_left: number | null
  /** Seconds until the next request; 0 while a request is running. */
  readonly waiting_seconds: number
}

/**
 * `1,240 records · 62 of 5,000 pages · 410 records/s · 12min left`; `waiting`, the reason for a pause,
 * replaces the speed.
 */
export function progressWords(state: ProgressState, waiting: string | undefined): string {
  const { records, pages, pages_total, records_per_second, seconds_left } = state
  const speed = [
    `${withThousands(Math.round(records_per_second))} records/s`,
    ...(seconds_left === null ? [] : [`${lasting(seconds_left * 1000)} left`]),
  ]
  return [
    counted(records, 'records'),
    pages_total === null
      ? counted(pages, 'pages')
      : `${withThousands(pages)} of ${counted(pages_total, 'pages')}`,
    ...(waiting === undefined ? speed : [waiting]),
  ].join(' · ')
}
