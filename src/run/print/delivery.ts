import type { RecordPage, ResumePoint } from '../../read/reading.ts'
import { advance, noResumePoint } from '../../read/resume-point.ts'

/** What has been delivered of a reading: counted when it was written, not when it was read. */
export class Delivery {
  /** The page that was taken last. */
  page: RecordPage
  /** Pages taken so far in this run. */
  pages = 0
  /** Records handed to the renderer, and written; both with those of the run that this one resumes. */
  taken: number
  delivered: number
  readonly before: number
  /** How far the written pages go. */
  point: ResumePoint
  /** All that was read, written or not. */
  read: ResumePoint
  /** Pages that end after the last written record. */
  #unwritten: RecordPage[] = []
  readonly #digest: ((text: string) => string) | undefined

  /** `digest` hashes ids, where a checkpoint is kept. */
  constructor(first: RecordPage, from: ResumePoint = noResumePoint, digest?: (text: string) => string) {
    this.page = first
    this.before = from.delivered
    this.taken = from.delivered
    this.delivered = from.delivered
    this.point = from
    this.read = from
    this.#digest = digest
  }

  /** Begins a page. */
  turn(page: RecordPage): void {
    this.page = page
    this.pages += 1
    this.read = advance(this.read, page, this.#digest)
  }

  /** Ends a page: all its records are with the renderer. */
  endPage(page: RecordPage): void {
    this.taken = this.read.delivered
    this.#unwritten.push(page)
  }

  /** So many of the records that were taken have been written. */
  acknowledge(written: number): void {
    this.delivered = written
    if (written < this.taken) return
    for (const page of this.#unwritten.splice(0)) this.point = advance(this.point, page, this.#digest)
  }
}
