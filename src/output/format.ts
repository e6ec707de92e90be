/** The properties of an output format. */
import type { Destination } from '../ports/streams.ts'
import type { Render } from './view.ts'

/** How errors are printed: as words for a person, or as one JSON line for a program. */
export type ErrorStyle = 'words' | 'json'

/** The properties of an output format; a missing flag is false. */
export interface Format {
  readonly brief: string
  /** How the gate sanitizes the text or bytes of this format. */
  readonly destination: Destination
  /** How errors are printed to the readers of this format. */
  readonly errors: ErrorStyle
  /** File name extensions that select this format. */
  readonly endings?: readonly string[]
  /** Prints nothing until it has all records. */
  readonly needsAll?: true
  /**
   * Prints one line of cells per record, after a header line. A spreadsheet may open the file, so
   * `--csv-safe` applies.
   */
  readonly cells?: true
  /** Selects the fields itself, since it also needs other fields. */
  readonly chooses?: true
  /** Binary: must be written to a file, never to stdout. */
  readonly binary?: true
  /** A later run cannot append to its output, so runs with this format cannot resume. */
  readonly unresumable?: true
  /** Not offered by `-o`: another option replaces that format by this one. */
  readonly variantOf?: string
  readonly load: () => Promise<Render>
}
