import type { CommandSpec } from '../../tree/command-spec.ts'
import type { Page } from '../layout.ts'

/** A page of help that is about no single command. Data, but for what it takes out of the tables that there are. */
export interface Topic {
  readonly brief: string
  /** `root` is the tree of all commands. */
  page(root: CommandSpec): Page
  /** What may be named behind the topic, such as a record type: a page each. */
  readonly parts?: Readonly<Record<string, () => Page>>
}
