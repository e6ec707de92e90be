/** Turns what the terminal sends into events, and separates a lone Esc from the start of a sequence by time. */
import { type InputEvent, InputReader } from '../input/input.ts'

/** A lone Esc is a key once nothing has followed it for so long, in milliseconds. */
const escDelay = 30

export class Typed {
  readonly #reader = new InputReader()
  readonly #now: () => number
  #escAt: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** When an unfinished sequence ends, in milliseconds since the epoch. */
  get dueAt(): number | undefined {
    return this.#escAt
  }

  /** Returns the events of more bytes. */
  read(bytes: Uint8Array): readonly InputEvent[] {
    const events = this.#reader.read(bytes)
    this.#escAt = this.#reader.isPending ? this.#now() + escDelay : undefined
    return events
  }

  /** Returns what an unfinished sequence stands for once its time has passed. */
  due(): readonly InputEvent[] {
    if (this.#escAt === undefined || this.#now() < this.#escAt) return []
    this.#escAt = undefined
    return this.#reader.flush()
  }
}
