/** The open readings of places: each is taken further a page at a time. */

import type { Catalogue } from '../../api/endpoint.ts'
import { listedParam, typeOf } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { hintAtPath } from '../../pipeline/hint-at-path.ts'
import type { OpenMark } from '../../pipeline/open-mark.ts'
import { readingRequest, readPorts } from '../../pipeline/reading-request.ts'
import type { ReadPorts, ResumePoint } from '../../read/reading.ts'
import { advance, noResumePoint } from '../../read/resume-point.ts'
import type { ItemPage } from '../../stages/stage.ts'
import { inTurns } from '../rows/in-turns.ts'
import type { Event } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import { openPages } from './open-pages.ts'
import { ignoreExpected, newKeys, openSeen } from './seen-before.ts'

interface Reading {
  readonly stop: AbortController
  readonly begun: Promise<Begun>
}

interface Begun {
  /** What was seen of a saved command before. */
  readonly mark?: OpenMark | undefined
  readonly pages: AsyncIterator<ItemPage>
  /** The records that the service sent so far, before filters. */
  received: number
}

export type PageEvent = Extract<Event, { readonly kind: 'page' }>

export class Readings {
  readonly #context: Context & { readonly catalogue: Catalogue }
  readonly #open = new Map<number, Reading>()
  /** Where to continue after a failure. */
  readonly #points = new Map<number, ResumePoint>()

  constructor(context: Context, catalogue: Catalogue) {
    this.#context = { ...context, catalogue }
  }

  /** Reads the next page of a place into its rows. Throws `KivaError`; the next call tries that page again. */
  async next(place: Place): Promise<PageEvent> {
    const { id, rows } = place
    const reading = this.#open.get(id) ?? this.#begin(place)
    this.#open.set(id, reading)
    try {
      const begun = await reading.begun
      const { value, done } = await begun.pages.next()
      if (done) return this.#event(place, undefined)
      const { page, items } = value
      const point = this.#points.get(id)
      // Later pages may never have been read before, which does not make their records new.
      const fresh = begun.mark && !point ? newKeys(begun.mark, items) : []
      const records = items.flatMap(({ outputs }) => outputs)
      await inTurns(records, (some) => rows.append(some), this.#context.yieldToEvents)
      begun.received += page.count ?? page.records.length
      // The place may have been left meanwhile.
      if (this.#open.get(id) === reading) this.#points.set(id, advance(point ?? noResumePoint, page))
      const event = { ...this.#event(place, page), fresh }
      // What was read counts as seen.
      await begun.mark?.save(begun.received, event.isLast).catch(ignoreExpected)
      return event
    } catch (error) {
      if (this.#open.get(id) === reading) this.#open.delete(id)
      throw this.#withHint(error, place)
    }
  }

  /** Counts the records on the first page of a saved command that were never seen. They do not count as seen then. */
  async countNew(place: Place): Promise<number> {
    const { begun, stop } = this.#begin(place)
    try {
      const { pages, mark } = await begun
      const { value } = await pages.next()
      return mark && value ? newKeys(mark, value.items).length : 0
    } finally {
      stop.abort(new KivaError('interrupted', 'the first page is enough'))
    }
  }

  /** Cancels a place's reading. */
  leave(id: number): void {
    this.#open.get(id)?.stop.abort(new KivaError('interrupted', 'the place was left'))
    this.#open.delete(id)
    this.#points.delete(id)
  }

  /** Cancels all readings. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.leave(id)
  }

  #begin(place: Place): Reading {
    const stop = new AbortController()
    return { stop, begun: this.#pagesToShow(place, AbortSignal.any([this.#context.signal, stop.signal])) }
  }

  async #pagesToShow(place: Place, signal: AbortSignal): Promise<Begun> {
    const { endpoint } = place.invocation
    const isList = listedParam(endpoint) === undefined && !typeOf(endpoint).single
    const request = await readingRequest(place.invocation, this.#context, signal)
    const all = isList && request.extent.limit === undefined
    const extent = { ...request.extent, all, concurrency: 1 }
    const mark = place.saved === undefined ? undefined : await openSeen(place.invocation, this.#context)
    const from = this.#points.get(place.id)
    const pages = await openPages(
      place.invocation,
      { ...request, extent, from },
      this.#context,
      this.ports(signal),
      mark,
    )
    return { pages: pages[Symbol.asyncIterator](), mark, received: 0 }
  }

  #withHint(error: unknown, { invocation }: Place): unknown {
    const { catalogue, settings } = this.#context
    return hintAtPath(error, invocation.endpoint, { catalogue, baseUrl: settings.baseUrl })
  }

  /** Returns the ports of a reading that this signal ends. Progress lines have no place on the screen. */
  ports(signal: AbortSignal): ReadPorts {
    const { emit } = this.#context
    return {
      ...readPorts(this.#context, signal),
      emit: (event) => (event.kind === 'page' ? undefined : emit(event)),
    }
  }

  #event({ id, rows, invocation: { endpoint } }: Place, page: ItemPage['page'] | undefined): PageEvent {
    const { paging, number, lastPage } = page ?? {}
    return {
      kind: 'page',
      place: id,
      fresh: [],
      missing: page?.missing ?? [],
      count: rows.count,
      total: paging?.total,
      pageSize: paging?.page_size,
      isLast:
        !page ||
        (number !== undefined && lastPage !== undefined && number >= lastPage) ||
        typeOf(endpoint).single === true,
    }
  }
}
