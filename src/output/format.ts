/** What a format of records is. */
import type { Destination } from '../ports/streams.ts'
import type { Render } from './view.ts'

/** How a failure is told: in words for a person, or as one JSON line for a program. */
export type ErrorStyle = 'words' | 'json'

/** What is known of a format. */
export interface Format {
  readonly brief: string
  /** What the gate is told about its text or bytes. */
  readonly destination: Destination
  /** How a failure is told to who reads this format. */
  readonly errors: ErrorStyle
  /** How a file's name ends that is to hold it. */
  readonly endings?: readonly string[]
  /** It draws all records at once, when the last of them is there. */
  readonly needsAll?: true
  /**
   * A line of cells for each record: its columns stand before the first, and a spreadsheet may open it, so that
   * `--csv-safe` has a meaning.
   */
  readonly cells?: true
  /** It chooses the fields itself, since it needs others too. */
  readonly chooses?: true
  /** It is no text: it goes to a file, never to stdout. */
  readonly binary?: true
  /** No run can go on with what another has written of it. */
  readonly unresumable?: true
  /** `-o` does not offer it: another option makes it of this one. */
  readonly variantOf?: string
  readonly load: () => Promise<Render>
}
