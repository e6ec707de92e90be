/** Stages transform pages of items between reading and printing. */
import { typeOf } from '../api/endpoint.ts'
import type { DerivedType } from '../api/records/record-types.ts'
import type { Json } from '../core/json.ts'
import type { RecordPage } from './reading.ts'
import type { RecordsRequest } from './request.ts'

/** A record as the API sent it, and the values to print for it. */
export interface Item {
  readonly record: Json
  readonly outputs: readonly Json[]
  /** How many records it stands for. Default: one. */
  readonly count?: number
  /** True for a record of an earlier run that is no longer in the list. */
  readonly isRemoved?: true
}

/** A page and its items in order. */
export interface ItemPage {
  readonly page: RecordPage
  readonly items: readonly Item[]
  /** True if the items end where a failure occurred; the stage throws that error next. */
  readonly isPartial?: true
}

/**
 * Transforms pages of items, and may read pages ahead. It passes empty pages on, so that a consumer can track
 * the position. It checks the first page before it yields anything, and yields the items before a failing one
 * before it throws.
 */
export type Stage = (pages: AsyncIterable<ItemPage>) => AsyncIterable<ItemPage>

/** Runs pages through the stages. Initially the output of each record is the record itself. */
export function runStages(
  pages: AsyncIterable<RecordPage>,
  stages: readonly Stage[],
): AsyncIterable<ItemPage> {
  return stages.reduce((items: AsyncIterable<ItemPage>, stage) => stage(items), eachItem(pages))
}

async function* eachItem(pages: AsyncIterable<RecordPage>): AsyncGenerator<ItemPage, void> {
  for await (const page of pages)
    yield { page, items: page.records.map((record) => ({ record, outputs: [record] })) }
}

/**
 * Returns a stage that runs `check` on the outputs of the first page; `check` throws a `KivaError` of kind
 * `usage`.
 */
export function checkFirst(check: (outputs: readonly Json[]) => void): Stage {
  return async function* (pages) {
    let isChecked = false
    for await (const page of pages) {
      if (!isChecked) check(page.items.flatMap(({ outputs }) => outputs))
      isChecked = true
      yield page
    }
  }
}

/** Returns the type of the records that an invocation prints, with the derived fields that it asks for. */
export const recordTypeOf = ({
  endpoint,
  derive,
}: Pick<RecordsRequest, 'endpoint' | 'derive'>): DerivedType =>
  derive ? { ...typeOf(endpoint), derived: derive.groups } : typeOf(endpoint)
