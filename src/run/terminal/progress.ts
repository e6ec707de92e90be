/** Tracks what a run has done and is doing, and shows it. */
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import type { Listener, Wait } from '../../core/events.ts'
import type { Secrets } from '../../core/settings.ts'
import type { Out } from '../../core/streams.ts'
import { clean } from '../../output/gate/text.ts'
import { decidePlain } from '../../output/terminal/color.ts'
import { type StatusLine, statusLine, ticker } from '../../output/terminal/status-line.ts'
import type { ProgressFacts } from './progress-words.ts'

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
  const text = async () => (await import('./progress-words.ts')).progressText(facts(), secrets)
  const isPlain = decidePlain(settings.plain, env, stderr.isTerminal)
  return isPlain ? plainLines(stderr, text, sleep) : statusLine(stderr, text, sleep)
}

/** Milliseconds between lines for a screen reader, which takes seconds to read each. */
const breath = 10_000

/** Progress for an output where lines cannot be erased: an occasional new line while work goes on. */
function plainLines(stderr: Out, text: () => Promise<string>, sleep: World['sleep']): StatusLine {
  const write = async () => stderr.write(`${clean(await text()).replaceAll(' · ', ', ')}\n`, 'people')
  const { start, stop } = ticker(sleep, breath, () => ({ every: breath, write }))
  const hide = async () => void (await stop())
  return { show: start, hide, end: hide }
}

/** Milliseconds between lines for programs. */
const second = 1000

/** `--progress json`: writes a line to stderr each second while work goes on, and one at the end. */
function progressLines(stderr: Out, facts: () => ProgressFacts, sleep: World['sleep']): StatusLine {
  const write = async () => {
    const { progressRecord } = await import('./progress-words.ts')
    await stderr.write(`${JSON.stringify({ progress: progressRecord(facts()) })}\n`, 'json')
  }
  const { start, stop } = ticker(sleep, second, () => ({ every: second, write }))
  let hasStarted = false
  return {
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
