import type { RecordPage, ResumePoint } from '../../read/reading.ts'
import type { Delivery } from './delivery.ts'

/** Keeps account of a run that writes more than stdout. */
export interface DeliveryObserver {
  /** Where an earlier run ended. */
  readonly from: ResumePoint | undefined
  /** SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
  /** Whether what is written stays when the rest fails. */
  readonly stays: boolean
  /** After each page, when what a renderer gave for its records has been written. */
  onPage(page: RecordPage, delivery: Delivery): Promise<void>
  /** When the answer is whole; `undefined` for a document. */
  onWhole(delivery: Delivery | undefined): Promise<void>
}
