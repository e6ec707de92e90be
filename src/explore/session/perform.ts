/** Carries out the effects of the state. */
import type { Catalogue } from '../../api/endpoint.ts'
import { KivaError } from '../../core/errors.ts'
import { lazy } from '../../core/lazy.ts'
import { readPorts } from '../../records/open.ts'
import { mayReadAhead } from '../next-request.ts'
import type { Pictures } from '../open-pictures.ts'
import { Exports } from '../print/export-rows.ts'
import { type PerformPorts, Readings } from '../requests/readings.ts'
import type { Effect, ExportResult, Picture, RequestEffect, State } from '../state/state.ts'
import { tabOf } from '../tabs/tab-list.ts'
import { KeyEffects } from './key-effects.ts'
import { attempt } from './problems.ts'

/** Carries out effects, and posts what comes of them. Expected failures are posted too; others reject. */
export class Performer {
  readonly #ports: PerformPorts
  readonly #readings: Readings
  readonly #catalogue: Catalogue
  /** Loaded with the first picture. */
  #pictures: Pictures | undefined
  #stopPicture: AbortController | undefined
  readonly #keyEffects: KeyEffects
  readonly #exports: Exports
  /** The export that was started last. */
  #exporting: Promise<void> | undefined

  constructor(ports: PerformPorts) {
    this.#ports = ports
    this.#catalogue = ports.commands.catalogue
    this.#readings = new Readings(ports.context, this.#catalogue)
    this.#keyEffects = new KeyEffects(ports, this.#readings)
    this.#exports = new Exports(ports)
  }

  /** What is known of field partners: at most two requests a day. */
  readonly partners = lazy(async () => {
    const { keptPartners } = await import('../../records/kept-partners.ts')
    const { context } = this.#ports
    return keptPartners({ ...context, ...readPorts(this.#readings.context(context.signal), context.signal) })
  })

  /** Cancels everything under way, except exports. */
  close(): void {
    this.#readings.close()
    this.cancelPicture()
    this.#keyEffects.stop()
  }

  /** The screen shows this note. */
  shown(note: string | undefined): void {
    this.#exports.shown(note)
  }

  /** Waits until all exported files are complete, and returns what the screen did not show. */
  async endExports(): Promise<readonly ExportResult[]> {
    await this.#exporting
    return this.#exports.end()
  }

  /** Ends the effect that loads a picture, without a result. */
  cancelPicture(): void {
    this.#stopPicture?.abort(new KivaError('interrupted', 'the picture can wait'))
  }

  /** Carries out an effect for a state. */
  async perform(effect: Effect, state: State): Promise<void> {
    const { post, context, terminal } = this.#ports
    switch (effect.kind) {
      case 'names': {
        const { readNames } = await import('./names.ts')
        return post({ kind: 'names', ...(await readNames(context)) })
      }
      case 'open':
      case 'stop':
      case 'mark-seen':
      case 'copy':
      case 'browse':
      case 'shortlist':
        return this.#keyEffects.perform(effect, state)
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
      case 'rewrite': {
        const { overlay: page } = state
        if (page?.kind !== 'page') return
        return post({ kind: 'rewritten', of: page, text: await page.rewrite(effect.columns) })
      }
      case 'leave':
        return this.#readings.leave(effect.tab)
      case 'export':
        this.#exporting = this.#exports.run(effect, state)
        return this.#exporting
      case 'mouse':
        return terminal.setMouse(effect.isOn)
    }
  }

  async #loadPicture(
    { tab: id, record: key, picture }: Extract<Effect, { readonly kind: 'picture' }>,
    state: State,
  ): Promise<void> {
    const rows = tabOf(state, id)?.rows
    const index = rows?.indexOf(key)
    if (!rows || index === undefined) return
    const stop = new AbortController()
    this.#stopPicture = stop
    const pictures = await this.#openPictures()
    const isLoaded = await pictures.load(picture, rows.record(index), stop.signal)
    if (isLoaded !== undefined) this.#ports.post({ kind: 'picture', picture: picture.key, isLoaded })
  }

  async #openPictures(): Promise<Pictures> {
    const { Pictures } = await import('../open-pictures.ts')
    const { signal } = this.#ports.context
    const ports = readPorts(this.#readings.context(signal), signal)
    this.#pictures ??= new Pictures(this.#ports, ports)
    return this.#pictures
  }

  async #draw({ drawing }: Extract<Effect, { readonly kind: 'draw' }>, state: State): Promise<void> {
    const { post, context, terminal } = this.#ports
    const tab = tabOf(state, drawing.tab)
    if (!tab) return
    const pictures = drawing.picture?.isLoaded ? await this.#openPictures() : undefined
    const pictureLines = (picture: Picture) => pictures?.linesOf(picture) ?? emptyLines(picture)
    // They are worth a request only while there is room for what the user asks for.
    const partners = mayReadAhead(state) ? this.partners : undefined
    const ports = { context, catalogue: this.#catalogue, color: terminal.color, pictureLines, partners }
    await attempt(
      this.#ports,
      async () => {
        const { drawLines } = await import('./drawings.ts')
        post({ kind: 'drawn', key: drawing.key, lines: await drawLines(drawing, tab, ports) })
      },
      ({ words }) => post({ kind: 'drawn', key: drawing.key, lines: [`error: ${words}`] }),
    )
  }
}

/** The room of a picture that is not loaded yet. */
const emptyLines = ({ room: { columns, rows } }: Picture) =>
  Array.from({ length: rows }, () => ' '.repeat(columns))

/** Sends the request of an effect, and posts what comes of it. */
async function request(
  effect: RequestEffect,
  state: State,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post } = ports
  const tab = tabOf(state, effect.tab)
  if (!tab) return
  if (effect.kind !== 'page') {
    const { laterRequest } = await import('../requests/later-requests.ts')
    return laterRequest(effect, tab, readings, ports)
  }
  return attempt(
    ports,
    async () => post(await readings.next(tab)),
    (problem) => post({ kind: 'failed', tab: tab.id, problem }),
  )
}
