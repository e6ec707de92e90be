/** What a renderer is told, and what it is. */
import type { FieldPath } from '../api/records/field-paths.ts'
import type { RecordType } from '../api/records/record-types.ts'
import type { CommandLine } from '../errors.ts'
import type { Json } from '../ports/json.ts'
import type { Cells } from './pictures/cells.ts'

/** Painted lines; an empty block is left out. */
export type Block = readonly string[]

/** How records are told to a person who reads. */
export interface DetailOptions {
  /** One after the other, each as a page or a letter, in place of a table. */
  readonly read: boolean
  /** The language of texts by its code, or `all`; without it English, else the first there is. */
  readonly language: string | undefined
  /** What is long is written out. */
  readonly full: boolean
}

/** How records are to be shown. Everything a renderer may depend on besides the records. */
export interface View {
  /** The type of the records; `unknownType` for a record of our own, such as the status of a login. */
  readonly type: RecordType
  /** One record that is no list of one: an object where a list is an array. */
  readonly single: boolean
  /** Records were written before these, by an earlier run: what opens the text stands there already. */
  readonly continued?: boolean | undefined
  /** A lone record may be drawn as a detail view in place of a one-row table. */
  readonly detail: boolean
  /** Without it tables are drawn, and pages in brief. */
  readonly telling?: DetailOptions | undefined
  /** The columns that were asked for, in their order, and nothing else; without it those that the format has by itself. */
  readonly fields?: readonly FieldPath[] | undefined
  /** What a drawing counts; without it the field that tells most of the records. */
  readonly tally?: Aggregation | undefined
  /** Text that a spreadsheet would compute is written as one that it shows. */
  readonly csvSafe?: boolean | undefined
  /** Told of each field that came and has no column, each time. */
  readonly onUnshown?: ((name: string) => void) | undefined
  /** Columns to fit into, `undefined` for as wide as it takes: nothing is shortened then. */
  readonly width: number | undefined
  /** Words alone, a value a line: no columns, no bars. */
  readonly plain?: boolean | undefined
  /** A table has all its columns, as wide as it takes, where a page would fit into `width`. */
  readonly wide?: boolean | undefined
  /** A table has no header. */
  readonly noHeaders?: boolean | undefined
  /** Lines after which a table's header stands again, for those who read a screen at a time; without it, only once. */
  readonly headerEvery?: number | undefined
  /** Lines of the screen, where there is one. */
  readonly rows?: number | undefined
  readonly color: boolean
  /**
   * The photographs of records, in their order, where they are to be shown: lines for the left edge of the terminal, all
   * of one width, and none for a record without.
   */
  readonly pictures?: ((records: readonly Json[], room: Cells) => Promise<readonly Block[]>) | undefined
  /** Milliseconds since the epoch, for relative times. `undefined` where nobody looks at a screen: dates are ISO 8601 then. */
  readonly now: number | undefined
  /** Origin of the service's website, for links in detail views; no links without it (the sandbox has no website). */
  readonly site?: string | undefined
  /** Whether the terminal knows links in its text. */
  readonly links?: boolean | undefined
  /** A command to look at next, as it is typed in this run: `--sandbox` and all. */
  readonly kiva: CommandLine
  /** The command for a method of the service, by its id. */
  readonly commandOfMethod?: ((id: string) => OurCommand | undefined) | undefined
}

/** What records are counted by, and what is added up in place of counting them. */
export interface Aggregation {
  readonly by?: FieldPath | undefined
  readonly sum?: FieldPath | undefined
}

/** A command of ours. */
export interface OurCommand {
  /** What is typed after `kiva`. */
  readonly words: string
  /** Its arguments and options: how they are written, and what they mean. */
  readonly takes: readonly (readonly [usage: string, meaning: string])[]
}

/**
 * Records in, chunks of text or of bytes out. Pure but for the waiting: it takes a record when its text is wanted, so a slow
 * reader slows the reading, and no text ends before the last record that was taken for it: what is written is
 * delivered. Text of the service may be anything; see `text.ts`.
 */
export type Render = (records: AsyncIterable<Json>, view: View) => AsyncIterable<string | Uint8Array>
