/** Buffers pictures that are drawn for the terminal until the gate writes their rows. */

import type { ImageProtocol } from './choose-image-protocol.ts'
import { drawPicture } from './draw-picture.ts'
import { type Cells, makeRoom } from './encode-picture.ts'

export class PictureBuffer {
  readonly #protocol: ImageProtocol
  /** Rows that the gate has not written yet, by name. */
  readonly #rows = new Map<string, string>()
  #count = 0

  constructor(protocol: ImageProtocol) {
    this.#protocol = protocol
  }

  /**
   * Draws a JPEG file and stores its rows. Returns placeholder lines for the gate, as wide as the picture and
   * within `room`. Throws `KivaError` as {@link drawPicture} does.
   */
  async add(file: Uint8Array, room: Cells): Promise<readonly string[]> {
    const rows = await drawPicture(this.#protocol, file, room, this.#count++)
    return rows.map(({ name, text, sequence, whole }, row) => {
      this.#rows.set(name, whole > 0 && row === 0 ? makeRoom(whole) + sequence : sequence)
      return text
    })
  }

  /** Returns the sequence that draws a row, once; undefined if no row has that name. */
  take(name: string): string | undefined {
    const row = this.#rows.get(name)
    this.#rows.delete(name)
    return row
  }
}
