import type { RecordPage, ResumePoint } from '../../read/reading.ts'
import { advance, noResumePoint } from '../../read/resume-point.ts'

/** Counts the delivered records of a reading. A record counts as delivered once it is written. */
export class Delivery {
  /** The page that was taken last. */
  page: RecordPage
  /** Pages taken so far in this run. */
  pages = 0
  /**
   * Records given to the renderer, and records written; both include those of the run that this one resumes.
   */
  taken: number
  delivered: number
  readonly before: number
  /** Records of this run for which the stages gave at least one output. */
  matched = 0
  /** The resume point after the written pages. */
  point: ResumePoint
  /** The resume point after all pages read. */
  read: ResumePoint
  /** The resume point after the pages whose records the renderer has. */
  #ended: ResumePoint
  readonly #digest: ((text: string) => string) | undefined

  /** `digest` hashes ids for a checkpoint. */
  constructor(first: RecordPage, from: ResumePoint = noResumePoint, digest?: (text: string) => string) {
    this.page = first
    this.before = from.delivered
    this.taken = from.delivered
    this.delivered = from.delivered
    this.point = from
    this.read = from
    this.#ended = from
    this.#digest = digest
  }

  /** Begins a page. */
  beginPage(page: RecordPage): void {
    this.page = page
    this.pages += 1
    this.read = advance(this.read, this.#digest ? page : withoutIds(page), this.#digest)
  }

  /** Ends a page: the renderer has all its records. */
  endPage(): void {
    this.taken = this.read.delivered
    this.#ended = this.read
  }

  /** Acknowledges that this many of the taken records are written. */
  acknowledge(written: number): void {
    this.delivered = written
    if (written >= this.#ended.delivered) this.point = this.#ended
  }
}

/** A checkpoint alone needs the ids of the last records: copying them for each page takes half the time of a long list. */
const withoutIds = (page: RecordPage): RecordPage => ({ ...page, recordIds: [] })
