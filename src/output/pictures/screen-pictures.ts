/** Keeps the pictures of a full screen, whose rows are drawn as often as the screen needs them. */

import type { ImageProtocol } from './choose-image-protocol.ts'
import { drawPicture } from './draw-picture.ts'
import { type Cells, forgetPlaceholders } from './encode-picture.ts'

/** Pictures to keep: more than the drawings of a session, which name them. */
const mostKept = 60

export class ScreenPictures {
  readonly #protocol: ImageProtocol
  /** The rows of each picture, by name; the oldest picture first. */
  readonly #kept: ReadonlyMap<string, string>[] = []
  /** The sequences that delete the pictures, also those that are no longer kept here. */
  readonly #forgetting = new Set<string>()
  #count = 0

  constructor(protocol: ImageProtocol) {
    this.#protocol = protocol
  }

  /**
   * Draws a JPEG file and keeps its rows. Returns placeholder lines for the gate, as wide as the picture and
   * within `room`. Throws `KivaError` as {@link drawPicture} does.
   */
  async add(file: Uint8Array, room: Cells): Promise<readonly string[]> {
    const rows = await drawPicture(this.#protocol, file, room, this.#count++)
    for (const { sequence } of rows) this.#forgetting.add(forgetPlaceholders(sequence))
    this.#kept.push(new Map(rows.map(({ name, sequence }) => [name, sequence])))
    if (this.#kept.length > mostKept) this.#kept.shift()
    return rows.map(({ text }) => text)
  }

  /** Returns the sequences that delete the pictures which a terminal keeps: those of placeholders. */
  forget(): string {
    return [...this.#forgetting].join('')
  }

  /** Returns the sequence that draws a row where the cursor is; undefined if no picture has a row of that name. */
  take(name: string): string | undefined {
    return this.#kept.find((rows) => rows.has(name))?.get(name)
  }
}
