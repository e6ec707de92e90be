/** The interface of renderers: their input, and the properties of their format. */
import type { FieldPath } from '../api/records/field-paths.ts'
import type { DerivedType } from '../api/records/record-types.ts'
import type { Made } from '../core/context.ts'
import type { CommandLine } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Destination } from '../core/streams.ts'
import type { KnownPartners, PartnerMedians } from '../domain/partner-medians.ts'
import type { Statistic } from '../domain/statistics.ts'
import type { Cells } from './pictures/encode-picture.ts'
import type { Column } from './table/column.ts'

/**
 * Turns records into chunks of text or bytes, without side effects. It reads a record only when its text is
 * needed, so a slow reader slows down the requests. A chunk contains all records read so far, so written text
 * means that they are delivered. Text from the API is untrusted; see `gate/text.ts`.
 */
export type Render = (records: AsyncIterable<Json>, view: View) => AsyncIterable<string | Uint8Array>

/** How to print records: everything besides the records that a renderer may depend on. */
export interface View {
  /** The type of the records; `unknownType` for records made by kiva itself, such as the login status. */
  readonly type: DerivedType
  /** A single record instead of a list: JSON prints an object instead of an array. */
  readonly single: boolean
  /** An earlier run has already written text, so the opening text is there. Records that it has read may all be dropped. */
  readonly continued?: boolean | undefined
  /** Print a single record as a detail view instead of a one-row table. */
  readonly detail: boolean
  /** Default: tables, and detail views in brief. */
  readonly detailOptions?: DetailOptions | undefined
  /** The selected fields, in order. Default: the format chooses the columns. */
  readonly fields?: readonly FieldPath[] | undefined
  /** The records are rows of SQL: lists of values, in the order of these names, which need not be distinct. */
  readonly names?: readonly string[] | undefined
  /** How many rows decide the widths of their columns. */
  readonly measured?: number | undefined
  /** The columns of a table in place of those of the record type. */
  readonly columns?: readonly Column[] | undefined
  /** What a chart or map counts. Default: the record type's grouping field. */
  readonly aggregation?: Aggregation | undefined
  /** The names of the columns that the user has chosen for lists of these records, if any. */
  readonly columnSet?: readonly string[] | undefined
  /**
   * Returns the field partners, to explain records with; `undefined` if they cannot be read. Only views for a terminal
   * have it.
   */
  readonly partners?: (() => Promise<KnownPartners | undefined>) | undefined
  /** The medians of the rates of active partners, on the page of a partner. */
  readonly medians?: PartnerMedians | undefined
  /** Escape text that a spreadsheet would run as a formula. */
  readonly csvSafe?: boolean | undefined
  /** Called for each field without a column, each time the field appears. */
  readonly onOmitted?: ((name: string) => void) | undefined
  /** Called for each record that should have an id, and has none. */
  readonly onWithoutId?: (() => void) | undefined
  /** Terminal columns to fit into; `undefined` for no limit, so nothing is shortened. */
  readonly width: number | undefined
  /** Plain text for screen readers: one value per line, no columns, no bars. */
  readonly plain?: boolean | undefined
  /** Print all columns of a table at full width. Detail views still fit into `width`. */
  readonly wide?: boolean | undefined
  /** The user scrolls in a pager, so all rows of a chart are printed. */
  readonly isPaged?: boolean | undefined
  /** Print tables without a header. */
  readonly noHeaders?: boolean | undefined
  /** Repeat a table's header after this many lines, for a pager. Default: only once. */
  readonly headerEvery?: number | undefined
  /** Height of the terminal in lines, if there is one. */
  readonly rows?: number | undefined
  readonly color: boolean
  /**
   * Loads the photos of records, in order. Each is a block of lines for the left edge of the terminal, all
   * equally wide; a record without a photo has an empty block. Missing if photos are off.
   */
  readonly pictures?: ((records: readonly Json[], room: Cells) => Promise<readonly Block[]>) | undefined
  /** Loads the photos of records, in order, as addresses that hold them; '' without a photo. Missing if photos are off. */
  readonly photos?:
    | ((records: readonly Json[], size: 'large' | 'small') => Promise<readonly string[]>)
    | undefined
  /**
   * Milliseconds since the epoch, for relative times. `undefined` outside a terminal: dates are ISO 8601
   * then.
   */
  readonly now: number | undefined
  /** Origin of Kiva's website, for links in detail views. Missing in the built-in sandbox, which has none. */
  readonly site?: string | undefined
  /** Whether the terminal supports hyperlinks. */
  readonly links?: boolean | undefined
  /** Whether the mirror answers: only commands that it has are suggested. */
  readonly mirror?: boolean | undefined
  /** Formats a suggested command with the global options of this run, such as `--sandbox`. */
  readonly kiva: CommandLine
  /** A chart or a map is a document, in place of text for a terminal. */
  readonly document?: Format['document'] | undefined
  /** What a document says of itself, once all is read. */
  readonly made?: (() => Made) | undefined
  /** Returns the kiva command for an API method, by the method's id. */
  readonly commandOfMethod?: ((id: string) => OurCommand | undefined) | undefined
}

/** Returns the fields of a row, in order. */
export const entriesOf = (names: readonly string[], row: readonly Json[]) =>
  names.map((name, at) => [name, row[at] ?? null] as const)

/** Options for reading records as pages of text. */
export interface DetailOptions {
  /** Print records one after the other, each as a page or a letter, instead of a table. */
  readonly read: boolean
  /** Language code for texts, or `all`. Default: English, or else the first language available. */
  readonly language: string | undefined
  /** Print records as columns of one table (`--across`). */
  readonly across?: boolean
  /** Print every installment of a repayment schedule (`--full`). */
  readonly full: boolean
}

/** What a chart or a map draws: the field to group records by, and the statistic to draw instead of their number. */
export interface Aggregation {
  readonly by?: FieldPath | undefined
  /** See {@link GroupKey}. */
  readonly step?: number | undefined
  readonly measure?: { readonly statistic: Statistic; readonly path: FieldPath } | undefined
}

/** What records are grouped by, and what is stated of each group. Names are as they were typed. */
export interface Grouping {
  /** Without fields, all records are one group. */
  readonly by: readonly GroupKey[]
  readonly measures: readonly { readonly statistic: Statistic; readonly name: string }[]
}

/** A field that records are grouped by. */
export interface GroupKey {
  readonly name: string
  /** The length of the ranges that its numbers are grouped in: from a multiple up to below the next one. */
  readonly step?: number | undefined
}

/** A kiva command. */
export interface OurCommand {
  /** The words after `kiva`. */
  readonly words: string
  /** Its arguments and options: usage and meaning. */
  readonly takes: readonly (readonly [usage: string, meaning: string])[]
}

/** Colored lines; an empty block is skipped. */
export type Block = readonly string[]

/** The properties of an output format; a missing flag is false. */
export interface Format {
  readonly brief: string
  /** How the gate sanitizes the text or bytes of this format. */
  readonly destination: Destination
  /** Prints the columns of tables, whose values people read, where others print fields. */
  readonly isTable?: true
  /** Prints a record as a page in any file, and the pages of kiva itself, as a terminal does. */
  readonly document?: 'md' | 'html'
  /** How errors are printed to the readers of this format. */
  readonly errors: ErrorStyle
  /** File name extensions that select this format. */
  readonly endings?: readonly string[]
  /** Only for records of the API: it needs their places, their types or `--out`. */
  readonly apiOnly?: true
  /** Prints nothing until it has all records. */
  readonly needsAll?: true
  /**
   * Prints one line of cells per record, after a header line. A spreadsheet may open the file, so
   * `--csv-safe` applies.
   */
  readonly cells?: true
  /** Selects the fields itself, since it also needs other fields. */
  readonly chooses?: true
  /** Prints the ids of records alone, so options that choose what is printed of them do not apply. */
  readonly idsOnly?: true
  /** Binary: must be written to a file, never to stdout. */
  readonly binary?: true
  /** A later run cannot append to its output, so runs with this format cannot resume. */
  readonly unresumable?: true
  /** Not offered by `-o`: another option replaces that format by this one. */
  readonly variantOf?: string
  readonly load: () => Promise<Render>
}

/** How errors are printed: as words for a person, or as one JSON line for a program. */
export type ErrorStyle = 'words' | 'json'
