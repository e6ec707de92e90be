import type { CommandSpec } from '../../tree/command-spec.ts'
import type { Page } from '../layout.ts'

/** A help page on a subject that concerns several commands. */
export interface Topic {
  readonly brief: string
  /** Builds the page; `root` is the tree of all commands. */
  page(root: CommandSpec): Page
  /** The pages of the topic's parts by name, such as one per record type. */
  readonly parts?: Readonly<Record<string, () => Page>>
}
