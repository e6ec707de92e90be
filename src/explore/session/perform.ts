/** Carries out the effects of the state. */
import type { Catalogue } from '../../api/endpoint.ts'
import { Pictures } from '../pictures.ts'
import { placeOf } from '../places/tabs.ts'
import { type PerformPorts, Readings, type RequestEffect } from '../requests/readings.ts'
import type { Effect, ExportResult, Picture, State } from '../state/state.ts'
import { openPlace } from './open-place.ts'
import { attempt } from './problems.ts'

/** Carries out effects, and posts what comes of them. Expected failures are posted too; others reject. */
export class Performer {
  readonly #ports: PerformPorts
  readonly #readings: Readings
  readonly #catalogue: Catalogue
  readonly #pictures: Pictures
  /** The exports, of which some may be under way at the end. */
  readonly exports: Exports
  #lastId = 0

  constructor(ports: PerformPorts) {
    this.#ports = ports
    this.#catalogue = ports.commands.catalogue
    this.#readings = new Readings(ports.context, this.#catalogue)
    this.exports = new Exports(ports)
    const { context, images, terminal } = ports
    const reading = this.#readings.ports(context.signal)
    this.#pictures = new Pictures({ choice: images, env: context.env, terminal, reading })
  }

  /** Cancels everything under way, except exports. */
  close(): void {
    this.#readings.close()
    this.#pictures.cancel()
  }

  /** Ends the effect that loads a picture. */
  cancelPicture(): void {
    this.#pictures.cancel()
  }

  /** Carries out an effect for a state. */
  async perform(effect: Effect, state: State): Promise<void> {
    const { post, context, terminal } = this.#ports
    switch (effect.kind) {
      case 'account': {
        const { accountName } = await import('./names.ts')
        const name = await accountName(context)
        return post({
          kind: 'account',
          name: [context.settings.sandbox ? 'sandbox' : '', name].filter(Boolean).join(' · '),
        })
      }
      case 'names': {
        const { readNames } = await import('./names.ts')
        return post({ kind: 'names', ...(await readNames(context)) })
      }
      case 'open':
        return this.#open(effect, state)
      case 'page':
      case 'details':
      case 'watch':
      case 'count-new':
      case 'totals':
        return request(effect, state, this.#readings, this.#ports)
      case 'picture':
        return this.#loadPicture(effect, state)
      case 'draw':
        return this.#draw(effect, state)
      case 'leave':
        return this.#readings.leave(effect.place)
      case 'copy':
        if (!(await terminal.copy(effect.text)))
          post({ kind: 'note', words: 'Too long to copy: use x to export.' })
        return
      case 'browse':
        if (!(await context.browse(effect.url)))
          post({ kind: 'note', words: `Open ${effect.url} yourself: no browser found.` })
        return
      case 'export':
        return this.exports.run(effect, state)
      case 'mouse':
        return terminal.setMouse(effect.isOn)
    }
  }

  async #open(effect: Extract<Effect, { readonly kind: 'open' }>, state: State): Promise<void> {
    const { post } = this.#ports
    const { replaces } = effect
    // The place was left, or was replaced by an equal request before this one.
    if (replaces !== undefined && !placeOf(state, replaces)) return
    await attempt(
      this.#ports,
      async () => {
        const place = await openPlace(effect, this.#newId(state), this.#ports)
        if (replaces === undefined) return post({ kind: 'opened', place })
        // The old rows stay until the first page is here.
        const page = await this.#readings.next(place)
        post({ kind: 'opened', place, replaces })
        post(page)
      },
      (problem) =>
        post(
          replaces === undefined
            ? { kind: 'refused', problem }
            : { kind: 'failed', place: replaces, problem, isRefresh: true },
        ),
    )
  }

  /** Places that open at the same time have different ids. */
  #newId({ nextId }: State): number {
    this.#lastId = Math.max(this.#lastId + 1, nextId)
    return this.#lastId
  }

  async #loadPicture(
    { place: id, record: key, picture }: Extract<Effect, { readonly kind: 'picture' }>,
    state: State,
  ): Promise<void> {
    const rows = placeOf(state, id)?.rows
    const index = rows?.indexOf(key)
    if (!rows || index === undefined) return
    const isLoaded = await this.#pictures.load(picture, rows.record(index))
    if (isLoaded !== undefined) this.#ports.post({ kind: 'picture', picture: picture.key, isLoaded })
  }

  async #draw({ drawing }: Extract<Effect, { readonly kind: 'draw' }>, state: State): Promise<void> {
    const { post, context, terminal } = this.#ports
    const place = placeOf(state, drawing.place)
    if (!place) return
    const pictureLines = (picture: Picture) => this.#pictures.linesOf(picture)
    const ports = { context, catalogue: this.#catalogue, color: terminal.color, pictureLines }
    await attempt(
      this.#ports,
      async () => {
        const { drawLines } = await import('./drawings.ts')
        post({ kind: 'drawn', key: drawing.key, lines: await drawLines(drawing, place, ports) })
      },
      ({ words }) => post({ kind: 'drawn', key: drawing.key, lines: [`error: ${words}`] }),
    )
  }
}

/* Requests of places. */

/** Sends the request of an effect, and posts what comes of it. */
export async function request(
  effect: RequestEffect,
  state: State,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post } = ports
  const place = placeOf(state, effect.place)
  if (!place) return
  if (effect.kind !== 'page') {
    const { laterRequest } = await import('../requests/later-requests.ts')
    return laterRequest(effect, place, readings, ports)
  }
  return attempt(
    ports,
    async () => post(await readings.next(place)),
    (problem) => post({ kind: 'failed', place: place.id, problem }),
  )
}

/* The exports of a session, which may be under way when it ends. */

export class Exports {
  readonly #ports: Pick<PerformPorts, 'context' | 'post'>
  readonly #all: Promise<void>[] = []
  /** What the screen has not shown yet. */
  #results: readonly ExportResult[] = []

  constructor(ports: Pick<PerformPorts, 'context' | 'post'>) {
    this.#ports = ports
  }

  /** Writes a file, and posts a note about it. Throws the reason of the signal, and unexpected failures. */
  run(effect: Extract<Effect, { readonly kind: 'export' }>, state: State): Promise<void> {
    const ended = this.#export(effect, state)
    this.#all.push(ended)
    return ended
  }

  async #export(effect: Extract<Effect, { readonly kind: 'export' }>, state: State): Promise<void> {
    const place = placeOf(state, effect.place)
    if (!place) return
    const { exportRows } = await import('../print/export-rows.ts')
    const result = await exportRows(effect, place, this.#ports.context)
    this.#results = [...this.#results, result]
    this.#ports.post({ kind: 'note', words: result.words })
  }

  /** The screen shows this note. */
  shown(note: string | undefined): void {
    this.#results = this.#results.filter(({ words }) => words !== note)
  }

  /** Waits until all files are complete, and returns what the screen did not show. */
  async end(): Promise<readonly ExportResult[]> {
    await Promise.all(this.#all)
    return this.#results
  }
}
