import type { RecordPage, ResumePoint } from '../../read/reading.ts'
import type { Delivery } from './delivery.ts'

/** Tracks a run that writes files besides stdout. */
export interface DeliveryObserver {
  /** Where an earlier run ended. */
  readonly from: ResumePoint | undefined
  /** Returns the SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
  /** Whether written text stays if the run fails later. */
  readonly keepsPartialOutput: boolean
  /** Called after each page, once the text for its records has been written. */
  onPage(page: RecordPage, delivery: Delivery): Promise<void>
  /** Called when the output is complete. `delivery` is `undefined` for a document. */
  onComplete(delivery: Delivery | undefined): Promise<void>
}
