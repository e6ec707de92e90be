/** Loads the pictures of records, one at a time, and keeps the lines that draw them. */
import { KivaError } from '../../errors.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { ScreenPictures } from '../../output/pictures/screen-pictures.ts'
import { padEnd } from '../../output/terminal/width.ts'
import type { Json } from '../../ports/json.ts'
import type { GatedTerminal } from '../../ports/terminal.ts'
import type { PictureFiles } from '../../read/pictures/picture-files.ts'
import type { ReadPorts } from '../../read/reading.ts'
import type { Picture } from '../state/effect.ts'
import { mostPictures } from './picture-room.ts'

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
