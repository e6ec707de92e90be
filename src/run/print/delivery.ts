/** Renders and writes records page by page, and counts what is written. */

import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import type { Json } from '../../core/json.ts'
import { counted } from '../../core/numbers.ts'
import type { Render, View } from '../../output/view.ts'
import { endingWith } from '../../records/ending.ts'
import type { RecordPage, ResumePoint } from '../../records/reading.ts'
import { advance, noResumePoint } from '../../records/reading.ts'
import type { ItemPage } from '../../records/stage.ts'

/**
 * Renders the outputs of the pages, and acknowledges records once they are written. Writes text in pieces of at
 * most a page, binary data as it comes.
 */
export async function renderPages(
  pages: AsyncIterable<ItemPage>,
  delivery: Delivery,
  { render, view }: { readonly render: Render; readonly view: View },
  sink: DeliverySink,
): Promise<void> {
  let text = ''
  let rendered = delivery.taken
  // True while the renderer holds outputs it has not printed.
  let isBuffering = false
  const write = async (chunk: string | Uint8Array) => {
    await sink.write(chunk)
    delivery.acknowledge(rendered)
    await sink.onWritten(chunk)
  }
  const flush = async () => {
    if (text === '') return
    const ready = text
    text = ''
    await write(ready)
  }
  async function* outputs(): AsyncGenerator<Json> {
    for await (const { page, items, isPartial } of pages) {
      delivery.beginPage(page)
      for (const item of items) {
        delivery.taken += 1
        if (item.outputs.length > 0) delivery.matched += item.count ?? 1
        for (const output of item.outputs) {
          isBuffering = true
          yield output
        }
      }
      if (isPartial) continue
      delivery.endPage()
      await flush()
      if (!isBuffering) delivery.acknowledge(delivery.taken)
      await sink.onPage(page)
    }
  }
  try {
    for await (const piece of render(outputs(), view)) {
      rendered = delivery.taken
      isBuffering = false
      if (typeof piece === 'string') {
        text += piece
        if (text.length >= flushSize) await flush()
      } else await write(piece)
    }
  } finally {
    // The text before a failure is written too.
    await flush()
  }
  // The last records may produce no text.
  delivery.acknowledge(delivery.taken)
}

/** Counts the delivered records of a reading. A record counts as delivered once it is written. */
export class Delivery {
  /** The page that was taken last. */
  page: RecordPage
  /** Milliseconds since the oldest reply was sent, of the cache or the mirror. */
  oldest = 0
  /** Pages taken so far in this run. */
  pages = 0
  /**
   * Records given to the renderer, and records written; both include those of the run that this one resumes.
   */
  taken: number
  delivered: number
  readonly before: number
  /** Records of this run for which the stages gave at least one output. */
  matched = 0
  /** The resume point after the written pages. */
  writtenUpTo: ResumePoint
  /** The resume point after all pages read. */
  readUpTo: ResumePoint
  /** The resume point after the pages whose records the renderer has. */
  #renderedUpTo: ResumePoint
  readonly #digest: ((text: string) => string) | undefined

  /** `digest` hashes ids for a checkpoint. */
  constructor(first: RecordPage, from: ResumePoint = noResumePoint, digest?: (text: string) => string) {
    this.page = first
    this.before = from.delivered
    this.taken = from.delivered
    this.delivered = from.delivered
    this.writtenUpTo = from
    this.readUpTo = from
    this.#renderedUpTo = from
    this.#digest = digest
  }

  /** Begins a page. */
  beginPage(page: RecordPage): void {
    this.page = page
    this.oldest = Math.max(this.oldest, page.cacheAge ?? 0)
    this.pages += 1
    this.readUpTo = advance(this.readUpTo, this.#digest ? page : withoutIds(page), this.#digest)
  }

  /** Ends a page: the renderer has all its records. */
  endPage(): void {
    this.taken = this.readUpTo.delivered
    this.#renderedUpTo = this.readUpTo
  }

  /** Acknowledges that this many of the taken records are written. */
  acknowledge(written: number): void {
    this.delivered = written
    if (written >= this.#renderedUpTo.delivered) this.writtenUpTo = this.#renderedUpTo
  }
}

/**
 * A checkpoint alone needs the ids of the last records: copying them for each page takes half the time of a long
 * list.
 */
const withoutIds = (page: RecordPage): RecordPage => ({ ...page, recordIds: [] })

/** Tracks a run that writes files besides stdout. */
export interface DeliveryObserver {
  /** Where an earlier run ended. */
  readonly from: ResumePoint | undefined
  /** Whether the earlier run has written text. */
  readonly continued: boolean
  /** Returns the SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
  /** Whether written text stays if the run fails later. */
  readonly keepsPartialOutput: boolean
  /** Called after each page, once the text for its records has been written. */
  onPage(page: RecordPage, delivery: Delivery): Promise<void>
  /** Called once a person has said that the whole list may be read. */
  onAllowed(): void
  /** Called when the output is complete. `delivery` is `undefined` for a document. */
  onComplete(delivery: Delivery | undefined): Promise<void>
}

/** The destination of the text, with callbacks for what was written. */
interface DeliverySink {
  /** Resolves when more may be written. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Called after each write. */
  onWritten(chunk: string | Uint8Array): Promise<void> | void
  /** Called after each page, once the text for its records has been written. */
  onPage(page: RecordPage): Promise<void>
}

/** Text is written when the buffer reaches this size, and at the end of each page. */
const flushSize = 64 * 1024

/**
 * Converts a failure after the first record to one of kind `partial`.
 * Signals and a closed reader are returned unchanged.
 */
export function asPartial(cause: unknown, delivered: number): unknown {
  if (endingWith(cause) !== 'fault' || delivered === 0) return cause
  const known = cause instanceof KivaError ? cause : undefined
  const records = counted(delivered, 'records')
  if (known) return known.copyWith('partial', sentence`stopped after ${records}: ${known.sentence}`)
  const words = foreign(cause instanceof Error ? cause.message : String(cause))
  return new KivaError('partial', sentence`stopped after ${records}: ${words}`, { cause })
}
