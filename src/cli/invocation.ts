/** What a command line asks for, every value checked: the one result of reading it. */

import type { AnyEndpoint, Param, Values, WireFormat } from '../api/endpoint.ts'
import type { FieldPath } from '../api/records/field-paths.ts'
import type { Pair } from '../api/wire/encode.ts'
import type { Action, ActionValues } from '../commands/action.ts'
import type { ImageProtocolChoice } from '../output/pictures/image-protocols.ts'
import type { Aggregation, DetailOptions } from '../output/view.ts'
import type { JsonObject } from '../ports/json.ts'
import type { Page, PageStyle } from './help/layout.ts'

/** Help or the version: a text for stdout. */
export interface TextInvocation {
  readonly kind: 'text'
  /** For so many columns. */
  readonly text: (look: PageStyle) => string
  /** Longer than a screen it may be paged. */
  readonly paged: boolean
}

export interface EndpointInvocation {
  readonly kind: 'endpoint'
  /** The words that name the command, `kiva` first. */
  readonly path: string
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** The argument that has `-` among its words: values are still to be read from standard input. */
  readonly fromInput: InputArgument | undefined
  /** `--param`: sent as it is. */
  readonly extra: readonly Pair[]
  /** The service's own document in place of records. */
  readonly wire: WireFormat | undefined
  /** With `wire`: unchanged to a terminal too. */
  readonly force: boolean
  readonly reading: Extent
  readonly shaping: Shaping
  /** How photographs are to be shown beside the records; `undefined` for not at all. */
  readonly images: ImageProtocolChoice | undefined
  readonly saving: SaveTargets
  readonly telling: DetailOptions
  /** The pages of the records are opened in a browser in place of the answer; nothing is asked of the service. */
  readonly web: boolean
  readonly watching: Watching | undefined
  /** The requests are printed in place of the answer, as curl lines or as they are; nothing is sent. */
  readonly preview: 'curl' | 'plain' | undefined
}

/** How much of a list is read, and how. */
export interface Extent {
  /** Every page. */
  readonly all: boolean
  /** At most so many records, from as many pages as it takes. */
  readonly limit: number | undefined
  /** Requests under way at once. */
  readonly concurrency: number
  /** A list that changed while it was read is a failure. */
  readonly strict: boolean
}

/** What is made of the records before they are printed. */
export interface Shaping {
  /** Each is made into what this gives for it. */
  readonly expression: Expression | undefined
  /** The columns or keys that are shown, in this order; without it those that the format has by itself. */
  readonly fields: readonly FieldPath[] | undefined
  /** What a drawing counts. */
  readonly tally: Aggregation
  /** Text that a spreadsheet would compute is written as one that it shows. */
  readonly csvSafe: boolean
}

/** An expression of jq. */
export interface Expression {
  readonly text: string
  /** It sees one array of all records, once. */
  readonly slurp: boolean
  /** Strings are printed as they are, a line each. */
  readonly raw: boolean
  /** Strings by the names of the variables that hold them. */
  readonly variables: readonly Pair[]
}

/** An answer that is asked for again and again. */
export interface Watching {
  /** Milliseconds from one time to the next. */
  readonly every: number
  /** An expression of jq over the array of all records: once it holds, that is the end. */
  readonly until: string | undefined
}

/** The files that an answer goes to, as they were named. */
export interface SaveTargets {
  /** Takes the answer in place of stdout. */
  readonly out: string | undefined
  /** Takes all ids that are not found. */
  readonly missing: string | undefined
  /** What is there already may be replaced. */
  readonly overwrite: boolean
  readonly checkpoint: Checkpointing | undefined
}

export interface Checkpointing {
  readonly path: string
  /** Goes on from it, in place of beginning it. */
  readonly resumes: boolean
  /** The command that goes on from it, to be typed in a shell. */
  readonly again: string
}

export interface InputArgument {
  readonly name: string
  readonly label: string
  readonly param: Param
  readonly words: readonly string[]
}

export interface ActionInvocation {
  readonly kind: 'action'
  readonly action: Action
  readonly values: ActionValues
}

/** Records of our own, printed as those of the service are. */
export interface RecordsInvocation {
  readonly kind: 'records'
  readonly records: readonly JsonObject[]
  /** The same for a person to read. */
  readonly page: Page
}

export type Invocation = TextInvocation | RecordsInvocation | EndpointInvocation | ActionInvocation
