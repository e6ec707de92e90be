import type { JsonObject } from '../../ports/json.ts'
import type { Block, Surroundings } from './layout.ts'
import type { RemainingFields } from './remaining-fields.ts'

/** What a hand-made view makes of a record. */
export interface Drawn {
  /** As many for every width, the empty ones among them. */
  readonly blocks: readonly Block[]
  /** Commands to run next, without `kiva`; left out for those that `relations` has for its type. */
  readonly links?: readonly string[]
}

/** A hand-made view: takes what it shows out of `unshown`; `record` is the whole of it. */
export type DetailView = (unshown: RemainingFields, layout: Surroundings, record: JsonObject) => Drawn
