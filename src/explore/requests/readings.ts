/** The open readings of tabs: each is taken further a page at a time. */

import { type Catalogue, listedParam, typeOf } from '../../api/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { GatedTerminal } from '../../core/streams.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import { hintAtPath } from '../../records/hints.ts'
import type { RecordsContext } from '../../records/open.ts'
import { advance, noResumePoint, type ResumePoint } from '../../records/reading.ts'
import type { ItemPage } from '../../records/stage.ts'
import { type OpenPorts, openList } from '../session/open-tab.ts'
import type { Event, Reply } from '../state/event.ts'
import type { Tab } from '../state/tab.ts'
import type { Seen } from './seen.ts'

interface Reading {
  readonly stop: AbortController
  readonly begun: Promise<Begun>
}

interface Begun {
  /** What was seen of a saved command before. */
  readonly seen?: Seen | undefined
  readonly pages: AsyncIterator<ItemPage>
  /** The records that the service sent so far, before filters. */
  received: number
}

type PageEvent = Extract<Event, { readonly kind: 'page' }>

export class Readings {
  readonly #context: Context & { readonly catalogue: Catalogue }
  readonly #open = new Map<number, Reading>()
  /** Where to continue after a failure. */
  readonly #points = new Map<number, ResumePoint>()

  constructor(context: Context, catalogue: Catalogue) {
    this.#context = { ...context, catalogue }
  }

  /** Reads the next page of a tab into its rows. Throws `KivaError`; the next call tries that page again. */
  async next(tab: Tab): Promise<PageEvent> {
    const { id, rows } = tab
    const reading = this.#open.get(id) ?? this.#begin(tab)
    this.#open.set(id, reading)
    try {
      const begun = await reading.begun
      const { value, done } = await begun.pages.next()
      if (done) return this.#event(tab, undefined)
      const { page, items } = value
      const point = this.#points.get(id)
      // Later pages may never have been read before, which does not make their records new.
      const fresh = begun.seen && !point ? begun.seen.newKeys(items) : []
      const records = items.flatMap(({ outputs }) => outputs)
      await inTurns(records, (part) => rows.append(part), this.#context.yieldToEvents)
      begun.received += page.count ?? page.records.length
      // The tab may have been left meanwhile.
      if (this.#open.get(id) === reading) this.#points.set(id, advance(point ?? noResumePoint, page))
      const event = { ...this.#event(tab, page), fresh }
      // What was read counts as seen.
      await begun.seen?.save(begun.received, event.isLast ? 'all' : 'page')
      return event
    } catch (error) {
      if (this.#open.get(id) === reading) this.#open.delete(id)
      throw await this.#withHint(error, tab)
    }
  }

  /** Counts the records on the first page of a saved command that were never seen. They do not count as seen then. */
  async countNew(tab: Tab): Promise<number> {
    const { begun, stop } = this.#begin(tab)
    try {
      const { pages, seen } = await begun
      const { value } = await pages.next()
      return seen && value ? seen.newKeys(value.items).length : 0
    } finally {
      stop.abort(new KivaError('interrupted', 'the first page is enough'))
    }
  }

  /** Lets another tab read on where one is. */
  continueAs(from: number, to: number): void {
    const point = this.#points.get(from)
    if (point) this.#points.set(to, point)
  }

  /** Cancels a tab's reading. */
  leave(id: number): void {
    this.#open.get(id)?.stop.abort(new KivaError('interrupted', 'the place was left'))
    this.#open.delete(id)
    this.#points.delete(id)
  }

  /** Cancels all readings. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.leave(id)
  }

  #begin(tab: Tab): Reading {
    const stop = new AbortController()
    return { stop, begun: this.#pagesToShow(tab, AbortSignal.any([this.#context.signal, stop.signal])) }
  }

  async #pagesToShow(tab: Tab, signal: AbortSignal): Promise<Begun> {
    const { endpoint } = tab.invocation
    const isList = listedParam(endpoint) === undefined && !typeOf(endpoint).single
    const seen =
      tab.saved === undefined
        ? undefined
        : await (await import('./seen.ts')).openSeen(tab.invocation, this.#context)
    const { read } = await openList(tab.invocation, this.context(signal), {
      from: this.#points.get(tab.id),
      extent: (asked) => ({ ...asked, all: isList && asked.limit === undefined, concurrency: 1 }),
      after: seen ? [seen.stage] : [],
    })
    return { pages: read(), seen, received: 0 }
  }

  async #withHint(error: unknown, { invocation }: Tab): Promise<unknown> {
    const { catalogue, settings } = this.#context
    return hintAtPath(error, invocation, { catalogue, baseUrl: settings.baseUrl })
  }

  /** Returns the context of a reading that this signal ends. Progress lines are not shown on the screen. */
  context(signal: AbortSignal): RecordsContext {
    const { emit } = this.#context
    const emitOthers: typeof emit = (event) => (event.kind === 'page' ? undefined : emit(event))
    return { ...this.#context, signal, emit: emitOthers }
  }

  #event({ id, rows, invocation: { endpoint } }: Tab, page: ItemPage['page'] | undefined): PageEvent {
    const { paging, number, lastPage } = page ?? {}
    return {
      kind: 'page',
      tab: id,
      fresh: [],
      missing: page?.missing ?? [],
      count: rows.count,
      total: paging?.total,
      pageSize: paging?.page_size,
      age: page?.cacheAge,
      isLast:
        !page ||
        (number !== undefined && lastPage !== undefined && number >= lastPage) ||
        typeOf(endpoint).single === true,
    }
  }
}

/** What requests and other effects need. */
export interface PerformPorts extends OpenPorts {
  readonly terminal: Pick<GatedTerminal, 'copy' | 'setMouse' | 'color' | 'usePictures'>
  /** Plain text for screen readers. */
  readonly plain?: boolean
  /** How pictures are drawn. */
  readonly images: ImageProtocolChoice
  post(event: Reply): void
}

/** Reading the cells of a record takes a tenth of a millisecond at first. */
const recordsAtOnce = 10

/** Calls `take` with all records, a few at a time, so that keys are handled meanwhile. */
export async function inTurns(
  records: readonly Json[],
  take: (part: readonly Json[]) => void,
  yieldToEvents: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < records.length; at += recordsAtOnce) {
    await yieldToEvents()
    take(records.slice(at, at + recordsAtOnce))
  }
}
