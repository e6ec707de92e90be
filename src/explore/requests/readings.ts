/** The open readings of places: each is taken further a page at a time. */
import { type Catalogue, listedParam, typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { formats } from '../../output/formats.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { Json } from '../../ports/json.ts'
import type { GatedTerminal } from '../../ports/streams.ts'
import { openReading } from '../../read/open-reading.ts'
import type { ReadingRequest, ReadPorts, ResumePoint } from '../../read/reading.ts'
import { advance, noResumePoint } from '../../read/resume-point.ts'
import { hintAtPath } from '../../stages/hint-at-path.ts'
import { loadStages, readingRequest, readPorts } from '../../stages/load-stages.ts'
import { type OpenMark, openMark } from '../../stages/mark.ts'
import { type ItemPage, runStages } from '../../stages/stage.ts'
import type { OpenPorts } from '../session/open-place.ts'
import type { Event, Reply } from '../state/event.ts'
import type { Place } from '../state/place.ts'
import type { Effect } from '../state/state.ts'

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

/* What of a saved command was seen before: the records that `--new` of the same command line has printed. */

/** The mark of `--new` for the same command line. At the first time nothing counts as new. */
const seenBefore = { kind: 'new', name: undefined, peek: false, silent: true } as const

/** Returns the keys of the records that were never seen before. */
export function newKeys({ mark }: OpenMark, items: ItemPage['items']): readonly string[] {
  const keys = items.filter(({ outputs }) => outputs.length > 0).map(({ record }) => mark.keyOf(record))
  return keys.filter((key) => !mark.meets(key) && !mark.isSilent)
}

/** What was seen is a convenience: without it, everything else works. */
export function ignoreExpected(error: unknown): undefined {
  if (!(error instanceof KivaError)) throw error
}

/** Opens what was seen. Without a state folder nothing counts as new. */
export async function openSeen(
  invocation: Place['invocation'],
  context: Context,
): Promise<OpenMark | undefined> {
  try {
    return await openMark(seenBefore, invocation, context)
  } catch (error) {
    return ignoreExpected(error)
  }
}

/* Opens the records of a place as its command line prints them. */

/**
 * Opens pages of records that went through the stages of the command line: derived fields and filters. `mark` notes what
 * is read. Throws `KivaError` of kind `usage`, before anything is sent.
 */
export async function openPages(
  invocation: EndpointInvocation,
  request: ReadingRequest,
  context: Context,
  ports: ReadPorts,
  mark?: OpenMark,
): Promise<AsyncIterable<ItemPage>> {
  const settings = { ...context.settings, output: 'ndjson' as const }
  const stages = await loadStages(invocation, formats.ndjson, { ...context, settings }, ports)
  const all = [...(await stages.open()), ...(mark ? [mark.mark.stage] : [])]
  return runStages(await openReading(request, ports), all)
}

/* What requests and other effects need. */

export interface PerformPorts extends OpenPorts {
  readonly terminal: Pick<GatedTerminal, 'copy' | 'setMouse' | 'color' | 'usePictures'>
  /** How pictures are drawn. */
  readonly images: ImageProtocolChoice
  post(event: Reply): void
}

/** An effect that sends a request. With those of pictures and places, one is under way at a time. */
export type RequestEffect = Extract<
  Effect,
  { readonly kind: 'page' | 'details' | 'totals' | 'watch' | 'count-new' }
>

/* Hands records over a few at a time, so that keys are handled meanwhile. */

/** Reading the cells of a record takes a tenth of a millisecond at first. */
const recordsAtOnce = 10

/** Calls `take` with all records, a few at a time, each time in a new turn of the event loop. */
export async function inTurns(
  records: readonly Json[],
  take: (some: readonly Json[]) => void,
  yieldToEvents: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < records.length; at += recordsAtOnce) {
    await yieldToEvents()
    take(records.slice(at, at + recordsAtOnce))
  }
}
