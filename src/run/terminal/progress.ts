/** Tracks what a run has done and is doing, and shows it. */
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import type { Listener, RunEvent, Wait } from '../../core/events.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { Secrets } from '../../core/settings.ts'
import type { Out } from '../../core/streams.ts'
import { clean } from '../../output/gate/text.ts'
import { decidePlain } from '../../output/terminal/color.ts'
import { type StatusLine, statusLine, ticker } from '../../output/terminal/status-line.ts'
import { lasting } from '../../output/words/span.ts'

const noPage = { pages: 0, number: 0, lastPage: undefined, records: 0, before: 0 }

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
  /** The last page that was read. */
  #page: ProgressFacts['page'] = noPage
  /** True while output, or an unfinished line of it, occupies the terminal. */
  #isBlocked = false

  constructor(ports: ProgressPorts) {
    this.#now = ports.now
    this.#statusLine = openProgressOutput(ports, () => this.#facts())
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
      // Work that sends no requests begins with its first step.
      this.#began ??= this.#now()
      this.#show()
    }
    if (event.kind === 'written') this.#count(event.chunk)
    if (event.kind === 'waited') this.#waits.delete(event.wait)
    if (event.kind === 'waited' || event.kind === 'reply' || event.kind === 'failure') await this.#end()
  }

  #count(chunk: string | Uint8Array): void {
    if (!this.#statusLine) return
    this.#bytes += (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk).byteLength
  }

  /**
   * Wraps an output that may share the terminal with the progress line. The progress line is hidden during a
   * write and, on a terminal, until the written line ends. The program behind a pipe has until the line is shown again to
   * write to the terminal.
   */
  shareTerminal(out: Out): Out {
    const line = this.#statusLine
    if (!line || !(out.isTerminal || (out.isPipe && line.isErased))) return out
    const write: Out['write'] = async (chunk, destination) => {
      this.#isBlocked = true
      await line.hide()
      await out.write(chunk, destination)
      this.#isBlocked = out.isTerminal && (typeof chunk !== 'string' || !chunk.endsWith('\n'))
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

  #facts(): ProgressFacts {
    return {
      url: this.#url,
      page: this.#page,
      hasManyPages: this.#hasManyPages,
      bytes: this.#bytes,
      wait: this.#wait,
      began: this.#began,
      now: this.#now(),
    }
  }
}

interface ProgressPorts extends Pick<World, 'now' | 'sleep' | 'env'> {
  readonly stderr: Out
  readonly settings: Pick<RunSettings, 'progress' | 'quiet' | 'verbosity' | 'plain'>
  readonly secrets: Pick<Secrets, 'quote'>
}

/**
 * Returns the progress output, in words or as JSON, or `undefined` to show none. `-v` shows more by itself,
 * so it turns the progress line off.
 */
function openProgressOutput(
  { stderr, settings, sleep, env, secrets }: ProgressPorts,
  facts: () => ProgressFacts,
): StatusLine | undefined {
  if (settings.quiet || settings.progress === 'none') return undefined
  if (settings.progress === 'json') return progressLines(stderr, facts, sleep)
  if (!stderr.isTerminal || settings.verbosity > 0) return undefined
  const text = () => progressText(facts(), secrets)
  const isPlain = decidePlain(settings.plain, env, stderr.isTerminal)
  return isPlain ? plainLines(stderr, text, sleep) : statusLine(stderr, text, sleep)
}

/** Milliseconds between lines for a screen reader, which takes seconds to read each. */
const breath = 10_000

/** Progress for an output where lines cannot be erased: an occasional new line while work goes on. */
function plainLines(stderr: Out, text: () => string, sleep: World['sleep']): StatusLine {
  const write = async () => stderr.write(`${clean(text()).replaceAll(' · ', ', ')}\n`, 'people')
  const { start, stop } = ticker(sleep, breath, () => ({ every: breath, write }))
  const hide = async () => void (await stop())
  return { isErased: false, show: start, hide, end: hide }
}

/** Milliseconds between lines for programs. */
const second = 1000

/** `--progress json`: writes a line to stderr each second while work goes on, and one at the end. */
function progressLines(stderr: Out, facts: () => ProgressFacts, sleep: World['sleep']): StatusLine {
  const write = () => stderr.write(`${JSON.stringify({ progress: progressRecord(facts()) })}\n`, 'json')
  const { start, stop } = ticker(sleep, second, () => ({ every: second, write }))
  let hasStarted = false
  return {
    isErased: false,
    show() {
      if (!hasStarted) start()
      hasStarted = true
    },
    async hide() {},
    async end() {
      await stop()
      if (hasStarted) await write()
    },
  }
}

type PageEvent = Extract<RunEvent, { readonly kind: 'page' }>

/** What is known of a run at one moment. */
interface ProgressFacts {
  /** The URL of the last request. */
  readonly url: string
  /** The last page that was read. */
  readonly page: Omit<PageEvent, 'kind'>
  readonly hasManyPages: boolean
  /** Bytes that this run has written. */
  readonly bytes: number
  /** The longest wait, if nothing but waits is pending. */
  readonly wait: Wait | undefined
  /** When the first request was sent, and the current time, in milliseconds since the epoch. */
  readonly began: number | undefined
  readonly now: number
}

/** Returns the progress in one line: of a reading of several pages, or why a single request takes long. */
export function progressText(facts: ProgressFacts, secrets: Pick<Secrets, 'quote'>): string {
  const { wait, now, url, hasManyPages } = facts
  const waiting = wait && waitWords(wait, now, secrets)
  if (hasManyPages) return progressWords(progressRecord(facts), waiting, facts.page.nouns)
  return waiting ?? `Waiting for ${new URL(url).host} …`
}

/** The progress of a run, as `--progress json` prints it. `null` means unknown. */
interface ProgressRecord {
  /** The number of records read so far: filters and some formats print them late, or not at all. */
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

/** Returns the record. Records of an earlier run count, but not for the speed. */
function progressRecord({ page, bytes, wait, began, now }: ProgressFacts): ProgressRecord {
  const { pages, number, lastPage, records, before, until = Number.POSITIVE_INFINITY } = page
  const seconds = Math.max(1, now - (began ?? now)) / 1000
  const isKnown = lastPage !== undefined && pages > 0
  const rest = isKnown ? (Math.max(0, lastPage - number) * seconds) / pages : Number.POSITIVE_INFINITY
  const left = Math.min(rest, Math.max(0, until - now) / 1000)
  return {
    records: before + records,
    pages: number,
    pages_total: lastPage ?? null,
    bytes,
    records_per_second: Math.round((10 * records) / seconds) / 10,
    seconds_left: Number.isFinite(left) ? Math.ceil(left) : null,
    waiting_seconds: Math.ceil(Math.max(0, wait ? wait.until() - now : 0) / 1000),
  }
}

/** Returns why requests are paused, and for how long. */
function waitWords(wait: Wait, now: number, secrets: Pick<Secrets, 'quote'>): string {
  const time = lasting(wait.until() - now)
  if (wait.reason === 'limit') return `Rate limit reached, retry in ${time}`
  if (wait.reason === 'pace') return `Slowing down for the rate limit, next request in ${time}`
  return `Retry in ${time}: ${wait.problem?.sentence.mask(secrets.quote)}`
}

/**
 * `1,240 records · 62 of 5,000 pages · 410 records/s · 12min left`; `waiting`, the reason for a pause,
 * replaces the speed. `nouns` says what is counted.
 */
function progressWords(
  record: ProgressRecord,
  waiting: string | undefined,
  nouns: PageEvent['nouns'] = { records: 'records', pages: 'pages' },
): string {
  const { records, pages, pages_total, records_per_second, seconds_left } = record
  const speed = [
    `${withThousands(Math.round(records_per_second))} ${nouns.records}/s`,
    ...(seconds_left === null ? [] : [`${lasting(seconds_left * 1000)} left`]),
  ]
  return [
    counted(records, nouns.records),
    pages_total === null
      ? counted(pages, nouns.pages)
      : `${withThousands(pages)} of ${counted(pages_total, nouns.pages)}`,
    ...(waiting === undefined ? speed : [waiting]),
  ].join(' · ')
}
