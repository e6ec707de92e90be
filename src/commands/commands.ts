import type { Catalogue } from '../api/endpoint.ts'
import type { Action } from './action.ts'

/** All commands of the command line. */
export interface Commands {
  readonly catalogue: Catalogue
  readonly actions: readonly Action[]
  /** The descriptions of action groups, such as `auth`, by name. */
  readonly groups: Readonly<Record<string, string>>
}
