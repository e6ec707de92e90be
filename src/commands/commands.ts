import type { Catalogue } from '../api/endpoint.ts'
import type { Action } from './action.ts'

/** Everything the command line can do. */
export interface Commands {
  readonly catalogue: Catalogue
  readonly actions: readonly Action[]
  /** What the first words of two-word actions are for. */
  readonly groups: Readonly<Record<string, string>>
}
