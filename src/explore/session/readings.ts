/** The open readings of places: each is taken further a page at a time. */

import type { Catalogue } from '../../api/endpoint.ts'
import { listedParam, typeOf } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { formats } from '../../output/formats.ts'
import { hintAtPath } from '../../pipeline/hint-at-path.ts'
import { loadStages } from '../../pipeline/load-stages.ts'
import type { OpenMark } from '../../pipeline/open-mark.ts'
import { readingRequest, readPorts } from '../../pipeline/reading-request.ts'
import { openReading } from '../../read/open-reading.ts'
import type { ReadPorts, ResumePoint } from '../../read/reading.ts'
import { advance, noResumePoint } from '../../read/resume-point.ts'
import { type ItemPage, runStages } from '../../stages/stage.ts'
import { inTurns } from '../rows/in-turns.ts'
import type { Event } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import { ignoreExpected, newKeys, openSeen } from './seen-before.ts'

interface Reading {
  /** What was seen of a saved command before. */
  readonly mark?: OpenMark | undefined
  readonly pages: AsyncIterator<ItemPage>
  readonly stop: AbortController
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
  async next(place: Place): Promise<PageEvent & { readonly missing: readonly (string | number)[] }> {
    try {
      const reading = this.#open.get(place.id) ?? (await this.#begin(place))
      this.#open.set(place.id, reading)
      const { value, done } = await reading.pages.next()
      if (done) return { ...this.#event(place, undefined), missing: [] }
      const { page, items } = value
      const fresh = reading.mark ? newKeys(reading.mark, items) : []
      const records = items.flatMap(({ outputs }) => outputs)
      await inTurns(records, (some) => place.rows.append(some), this.#context.yieldToEvents)
      this.#points.set(place.id, advance(this.#points.get(place.id) ?? noResumePoint, page))
      const event = { ...this.#event(place, page), fresh }
      // What was read counts as seen.
      await reading.mark?.save(place.rows.count, event.isLast).catch(ignoreExpected)
      return { ...event, missing: page.missing ?? [] }
    } catch (error) {
      this.#open.delete(place.id)
      const { catalogue, settings } = this.#context
      throw hintAtPath(error, place.invocation.endpoint, { catalogue, baseUrl: settings.baseUrl })
    }
  }

  /** Counts the records on the first page of a saved command that were never seen. They do not count as seen then. */
  async countNew(place: Place): Promise<number> {
    const { pages, mark, stop } = await this.#begin(place)
    try {
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

  async #begin({ id, invocation, saved }: Place): Promise<Reading> {
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#context.signal, stop.signal])
    const ports = this.ports(signal)
    const { endpoint } = invocation
    const isList = listedParam(endpoint) === undefined && !typeOf(endpoint).single
    const asked = await readingRequest(invocation, this.#context, signal)
    const readsAll = isList && asked.extent.limit === undefined
    const request = {
      ...asked,
      extent: { ...asked.extent, all: readsAll, concurrency: 1 },
      from: this.#points.get(id),
    }
    const settings = { ...this.#context.settings, output: 'ndjson' as const }
    const stages = await loadStages(invocation, formats.ndjson, { ...this.#context, settings }, ports)
    const mark = saved === undefined ? undefined : await openSeen(invocation, this.#context)
    const all = [...(await stages.open()), ...(mark ? [mark.mark.stage] : [])]
    const pages = runStages(await openReading(request, ports), all)
    return { pages: pages[Symbol.asyncIterator](), stop, mark }
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
