import { KivaError } from '../../errors.ts'
import type { Out } from '../../ports/streams.ts'
import type { RecordPage, ResumePoint } from '../../read/reading.ts'
import { noResumePoint } from '../../read/resume-point.ts'
import type { Delivery } from '../print/delivery.ts'
import type { DeliveryObserver } from '../print/delivery-observer.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { Saved } from './open-files.ts'

/**
 * Reports a finished file with its size in bytes and its records; `delivery` is `undefined` for a document.
 */
type Tell = (bytes: number, delivery: Delivery | undefined) => Promise<void>

/** Manages the files of a run: saves a checkpoint after each page, and closes the files when the run ends. */
export class CheckpointWriter implements DeliveryObserver {
  readonly from: ResumePoint | undefined
  readonly stays: boolean
  readonly #saved: Saved
  /** The list of ids that were not found, behind the gate. */
  readonly #missing: Out | undefined
  readonly #tell: Tell
  #reached: ResumePoint
  #isNoted = false
  /** Whether the list of missing ids has any content. */
  #isListed = false
  #isWhole = false

  /** Returns the SHA-256 of a text. */
  readonly digest: (text: string) => string

  /** `tell` reports the complete file. */
  constructor(saved: Saved, missing: Out | undefined, tell: Tell) {
    this.#saved = saved
    this.#missing = missing
    this.#tell = tell
    this.from = saved.from
    this.digest = saved.files.digest
    this.stays = saved.out === undefined || saved.out.isStream || saved.checkpoint !== undefined
    this.#reached = saved.from ?? noResumePoint
  }

  async onPage(page: RecordPage, delivery: Delivery): Promise<void> {
    const lines = (page.missing ?? []).map((id) => `${id}\n`)
    if (lines.length > 0) {
      await this.#missing?.write(lines.join(''), 'wire')
      this.#isListed = true
    }
    // A run cannot resume while the renderer holds records, as a table does with its first page.
    if (delivery.delivered < delivery.taken) return
    this.#reached = delivery.point
    await this.note()
  }

  async onWhole(delivery: Delivery | undefined): Promise<void> {
    const { out, missing } = this.#saved
    this.#reached = delivery?.point ?? this.#reached
    await this.note(true)
    const bytes = await out?.complete()
    await missing?.complete()
    this.#isWhole = true
    if (bytes !== undefined) await this.#tell(bytes, delivery)
  }

  /** Writes the checkpoint, if one is enabled. */
  async note(finished = false): Promise<void> {
    const { checkpoint, out, missing, files } = this.#saved
    if (!checkpoint || !out) return
    const { place, command } = checkpoint
    const written = await out.mark()
    const noted = { command, out: out.path, written, missing: await missing?.mark(), finished }
    await files.replace(place, writeCheckpoint({ ...noted, reached: this.#reached }, files.digest))
    this.#isNoted = true
  }

  /** Closes the files of a failed run. Returns the error, with a hint on how to resume. */
  async fail(error: unknown): Promise<unknown> {
    const { out, missing, checkpoint, files } = this.#saved
    if (this.#isWhole) return error
    const isKept = checkpoint && this.#isNoted && (this.#reached.delivered > 0 || !isFinal(error))
    const isThere = await (isKept ? out?.leave() : out?.discard())
    await (isKept || this.#isListed ? missing?.leave() : missing?.discard())
    if (isKept) return isThere ? withHint(error, checkpoint.howToResume) : error
    if (checkpoint && this.#isNoted) await files.remove(checkpoint.place).catch(() => {})
    return error
  }
}

/** After an invalid request there is nothing to resume. */
const isFinal = (error: unknown) =>
  error instanceof KivaError && (error.kind === 'usage' || error.kind === 'refused')

function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof KivaError)) return error
  return error.retold(error.kind, error.sentence, {
    hint: (kiva) => [error.hintFor(kiva), hint].filter(Boolean).join(' '),
  })
}
