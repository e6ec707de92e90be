/** Loads and draws the pictures of records. Few sessions need it at once, so it is loaded with the first picture. */
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { GatedTerminal } from '../core/streams.ts'
import { chooseImageProtocol } from '../output/pictures/choose-image-protocol.ts'
import type { ImageProtocolChoice } from '../output/pictures/image-protocols.ts'
import { ScreenPictures } from '../output/pictures/screen-pictures.ts'
import { padEnd } from '../output/terminal/width.ts'
import { type PictureFiles, pictureFiles } from '../records/pictures.ts'
import type { ReadPorts } from '../records/reading.ts'
import { mostPictures } from './pictures.ts'
import type { PerformPorts } from './requests/readings.ts'
import type { Picture } from './state/state.ts'

/** Loads pictures, one at a time, and keeps the lines that draw them. */
export class Pictures {
  readonly #ports: Pick<PerformPorts, 'context' | 'images' | 'terminal'>
  readonly #reading: ReadPorts
  readonly #lines = new Map<string, readonly string[]>()
  #screen: ScreenPictures | undefined
  #fileOf: PictureFiles | undefined

  constructor(ports: Pick<PerformPorts, 'context' | 'images' | 'terminal'>, reading: ReadPorts) {
    this.#ports = ports
    this.#reading = reading
  }

  /** Loads a record's picture. Resolves with whether it can be drawn, or with `undefined` if `stop` ended it. */
  async load({ key, room }: Picture, record: Json, stop: AbortSignal): Promise<boolean | undefined> {
    const { images, context, terminal } = this.#ports
    const reading = this.#reading
    this.#screen ??= openScreen(images, context.env, terminal)
    this.#fileOf ??= pictureFiles(reading)
    try {
      const file = await this.#fileOf(record, 'large', AbortSignal.any([reading.signal, stop]))
      const lines = file && (await this.#screen?.add(file, room))
      if (lines) this.#keep(key, lines)
      return lines !== undefined
    } catch (error) {
      if (stop.aborted) return undefined
      reading.signal.throwIfAborted()
      if (!(error instanceof KivaError)) throw error
      // The patterns of addresses are read again: without a network they could not be read.
      if (error.kind === 'network') this.#fileOf = undefined
      return false
    }
  }

  /** Returns lines for the room of a picture: empty ones if it is no longer kept. */
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

/** Returns what draws pictures on a terminal; `undefined` if it shows none. */
function openScreen(
  choice: ImageProtocolChoice,
  env: Readonly<Record<string, string | undefined>>,
  terminal: Pick<GatedTerminal, 'color' | 'usePictures'>,
): ScreenPictures | undefined {
  const { protocol } = chooseImageProtocol(choice, env, { isTerminal: true, color: terminal.color })
  if (!protocol) return undefined
  // Placeholders are text: what is written over them replaces the picture.
  const pictures = new ScreenPictures(protocol === 'kitty' ? 'placeholders' : protocol)
  terminal.usePictures(pictures)
  return pictures
}
