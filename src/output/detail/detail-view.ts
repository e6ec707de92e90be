import type { JsonObject } from '../../ports/json.ts'
import type { Block, DetailContext } from './layout.ts'
import type { RemainingFields } from './remaining-fields.ts'

/** The result of a detail view. */
export interface DrawnDetail {
  /** The blocks of the page. Their number is the same for every width, so empty blocks are included. */
  readonly blocks: readonly Block[]
  /** Commands to run next, without `kiva`. Default: the commands that `relations` lists for the type. */
  readonly links?: readonly string[]
  /** Whether the blocks have the address of the record's page, which otherwise ends the page. */
  readonly hasAddress?: true
}

/**
 * Draws a record. The view takes the fields that it shows out of `unshown`; `record` is the complete record.
 */
export type DetailView = (
  remaining: RemainingFields,
  layout: DetailContext,
  record: JsonObject,
) => DrawnDetail
