/** What a run has done so far and is doing now, told to whoever waits for it. */

import type { World } from '../../context.ts'
import type { StatusLine } from '../../output/terminal/status-line.ts'
import { type ProgressState, progressWords } from '../../output/words/progress.ts'
import { lasting } from '../../output/words/span.ts'
import type { Out } from '../../ports/streams.ts'
import { openProgressOutput, type ProgressOutputPorts } from './progress-output.ts'
import type { ReadProgress } from './read-progress.ts'

/** Why nothing is asked, by the time that is left, and how many milliseconds that is. */
interface Wait {
  readonly words: (time: string) => string
  readonly left: () => number
}

/** Of one run. Each part of it reports here what it does; nothing is reported twice. */
export class Progress {
  /** Sent so far, those that were tried again each time. */
  requests = 0
  readonly #now: World['now']
  /** `undefined` where nobody is told. */
  readonly #sign: StatusLine | undefined
  readonly #waits = new Set<Wait>()
  /** The address that was asked last, and how many things go on. */
  #url = ''
  #busy = 0
  #began: number | undefined
  #bytes = 0
  /** Records that an earlier run had written. */
  #before = 0
  #readProgress = (): ReadProgress => ({ records: 0, pages: 0, page: 0, lastPage: undefined })
  /** While an unfinished line, or the writing of one, needs the terminal. */
  #isBarred = false

  constructor(ports: ProgressOutputPorts & Pick<World, 'now'>) {
    this.#now = ports.now
    const words = () => this.#words()
    this.#sign = openProgressOutput(ports, words, () => this.#state())
  }

  /** Works while the service at an address is asked. */
  asking<T>(url: string, work: () => Promise<T>): Promise<T> {
    this.requests += 1
    this.#url = url
    return this.#during(work)
  }

  /** Works while nothing is asked, for so many milliseconds as are `left`. */
  async waiting<T>(words: Wait['words'], left: Wait['left'], work: () => Promise<T>): Promise<T> {
    const wait = { words, left }
    this.#waits.add(wait)
    try {
      return await this.#during(work)
    } finally {
      this.#waits.delete(wait)
    }
  }

  /** From now on a reading goes on that has come so far. */
  follow(readProgress: () => ReadProgress): void {
    this.#readProgress = readProgress
    this.#before = readProgress().records
    this.#show()
  }

  /** Records have been written as this. */
  wrote(chunk: string | Uint8Array): void {
    if (!this.#sign) return
    this.#bytes += (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk).byteLength
  }

  /** A terminal that may be the one progress is told on: it is free while it is written to, and until a line is whole. */
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

  /** Takes everything away: the run is over, however it ended. */
  async end(): Promise<void> {
    this.#isBarred = true
    await this.#sign?.end()
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#began ??= this.#now()
    this.#busy += 1
    this.#show()
    try {
      return await work()
    } finally {
      this.#busy -= 1
      if (this.#busy === 0 && !this.#isLong) await this.#sign?.hide()
    }
  }

  #show(): void {
    if (!this.#isBarred && (this.#busy > 0 || this.#isLong)) this.#sign?.show()
  }

  /** What reads several pages goes on between its requests. */
  get #isLong(): boolean {
    const { pages, page, lastPage = page } = this.#readProgress()
    return pages > 1 || lastPage > page
  }

  /** The longest of the waits, where nothing else goes on. */
  get #wait(): Wait | undefined {
    if (this.#waits.size < this.#busy) return undefined
    return [...this.#waits].sort((one, other) => other.left() - one.left())[0]
  }

  #words(): string {
    const wait = this.#wait
    const waiting = wait?.words(lasting(wait.left()))
    if (this.#isLong) return progressWords(this.#state(), waiting)
    return waiting ?? `Asking ${new URL(this.#url).host} …`
  }

  #state(): ProgressState {
    const { records, pages, page, lastPage } = this.#readProgress()
    const now = this.#now()
    const seconds = Math.max(1, now - (this.#began ?? now)) / 1000
    const isKnown = lastPage !== undefined && pages > 0
    return {
      records,
      pages: page,
      pages_total: lastPage ?? null,
      bytes: this.#bytes,
      records_per_second: Math.round((10 * (records - this.#before)) / seconds) / 10,
      seconds_left: isKnown ? Math.ceil((Math.max(0, lastPage - page) * seconds) / pages) : null,
      waiting_seconds: Math.ceil(Math.max(0, this.#wait?.left() ?? 0) / 1000),
    }
  }
}
