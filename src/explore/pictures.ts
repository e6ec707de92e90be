/** Loads the pictures of records, one at a time, and keeps the lines that draw them. */

import { imageOf } from '../api/records/picture-address.ts'
import { KivaError } from '../errors.ts'
import type { ImageProtocolChoice } from '../output/pictures/image-protocols.ts'
import type { ScreenPictures } from '../output/pictures/screen-pictures.ts'
import { padEnd } from '../output/terminal/width.ts'
import type { Json } from '../ports/json.ts'
import type { GatedTerminal } from '../ports/streams.ts'
import type { PictureFiles } from '../read/picture-files.ts'
import type { ReadPorts } from '../read/reading.ts'
import type { Rect } from './layout.ts'
import type { Drawing, Picture, State } from './state/state.ts'

export interface PicturePorts {
  readonly choice: ImageProtocolChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Pick<GatedTerminal, 'color' | 'usePictures'>
  readonly reading: ReadPorts
}

export class Pictures {
  readonly #ports: PicturePorts
  readonly #lines = new Map<string, readonly string[]>()
  #screen: ScreenPictures | undefined
  #fileOf: PictureFiles | undefined
  #stop: AbortController | undefined

  constructor(ports: PicturePorts) {
    this.#ports = ports
  }

  /** Loads a record's picture. Resolves with whether it can be drawn, or with `undefined` if it was canceled. */
  async load({ key, room }: Picture, record: Json): Promise<boolean | undefined> {
    const { choice, env, terminal, reading } = this.#ports
    const stop = new AbortController()
    this.#stop = stop
    const { openPictures, pictureFiles } = await import('./open-pictures.ts')
    this.#screen ??= openPictures(choice, env, terminal)
    this.#fileOf ??= pictureFiles(reading)
    try {
      const file = await this.#fileOf(record, 'large', AbortSignal.any([reading.signal, stop.signal]))
      const lines = file && (await this.#screen?.add(file, room))
      if (lines) this.#keep(key, lines)
      return lines !== undefined
    } catch (error) {
      if (stop.signal.aborted) return undefined
      reading.signal.throwIfAborted()
      if (!(error instanceof KivaError)) throw error
      // The patterns of addresses are read again: without a network they could not be read.
      if (error.kind === 'network') this.#fileOf = undefined
      return false
    }
  }

  /** Ends the loading of a picture. */
  cancel(): void {
    this.#stop?.abort(new KivaError('interrupted', 'the picture can wait'))
  }

  /** Returns lines for the room of a picture: empty ones as long as it is not loaded. */
  linesOf({ key, room }: Picture): readonly string[] {
    const lines = this.#lines.get(key) ?? []
    return Array.from({ length: room.rows }, (_, row) => padEnd(lines[row] ?? '', room.columns))
  }

  #keep(key: string, lines: readonly string[]): void {
    this.#lines.set(key, lines)
    const [oldest] = this.#lines.keys()
    if (this.#lines.size > mostPictures && oldest !== undefined) this.#lines.delete(oldest)
  }
}

/* Which picture a state wants to show, and where there is room for it. Pure. */

/** Milliseconds without a key before a picture is loaded. */
export const pictureRest = 150

/** Pictures to keep. */
export const mostPictures = 40

/**
 * The rooms of pictures in panes from a size on, all in cells. A room stays the same while the picture is loaded, so that
 * no text moves. The small one takes no more lines than the head of a loan's page and its bar, which fit beside it.
 */
const rooms = [
  { pane: { columns: 30, rows: 28 }, room: { columns: 24, rows: 9 } },
  { pane: { columns: 80, rows: 14 }, room: { columns: 14, rows: 6 } },
]

/** Returns the picture of a record in a pane; `undefined` without one, without room, or if it could not be loaded. */
export function pictureIn(
  { showsPictures, isSlow = false, pictures }: Pick<State, 'showsPictures' | 'isSlow' | 'pictures'>,
  record: Json,
  pane: Rect | undefined,
): Drawing['picture'] {
  const room =
    pane && rooms.find((one) => pane.columns >= one.pane.columns && pane.rows >= one.pane.rows)?.room
  const image = showsPictures && !isSlow && room ? imageOf(record) : undefined
  if (!image || !room) return undefined
  const key = `${image.template}/${image.id} ${room.columns}×${room.rows}`
  const isLoaded = pictures.get(key)
  return isLoaded === false ? undefined : { key, room, isLoaded: isLoaded === true }
}
