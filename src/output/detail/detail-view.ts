import type { JsonObject } from '../../context.ts'
import type { Block, Surroundings } from './layout.ts'
import type { UnshownFields } from './unshown-fields.ts'

/** What a hand-made view makes of a record. */
export interface Drawn {
  /** As many for every width, the empty ones among them. */
  readonly blocks: readonly Block[]
  /** What to look at next: the words of commands, after `kiva`. */
  readonly links: readonly string[]
  /** Path of its page on the service's website, '' for none. */
  readonly page: string
}

/** A hand-made view: takes what it shows out of `unshown`; `record` is the whole of it. */
export type DetailView = (unshown: UnshownFields, layout: Surroundings, record: JsonObject) => Drawn

/**
 * Words of commands about a thing, such as `loans lenders 84`, to be copied by hand: so only for an id that means
 * nothing to a shell or to kiva itself.
 */
export function commands(id: string, ...verbs: readonly string[]): readonly string[] {
  return /^\w[\w.]*$/.test(id) ? verbs.map((verb) => `${verb} ${id}`) : []
}
