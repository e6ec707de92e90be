import type { Start } from '../../read/resume-point.ts'
import type { ReadPage } from '../pages.ts'
import type { Delivery } from './delivery.ts'

/** Keeps account of a run that writes more than stdout. */
export interface DeliveryObserver extends Start {
  /** Whether what is written stays where the rest fails. */
  readonly stays: boolean
  /** After each page, when what a renderer gave for its records has been written. */
  onPage(page: ReadPage, delivery: Delivery): Promise<void>
  /** When the answer is whole; `undefined` of a document. */
  onWhole(delivery: Delivery | undefined): Promise<void>
}
