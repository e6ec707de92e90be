// biome-ignore-all lint/style/noExcessiveLinesPerFile: the types of one state, read together
/** The state of `kiva explore`, and the events that change it. Plain values: nothing here waits or writes. */
import type { DerivedType } from '../api/records/derived-groups.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { CommandSpec } from '../cli/tree/command-spec.ts'
import type { Column } from '../output/table/column.ts'
import type { Json } from '../ports/json.ts'
import type { InputEvent } from './input/input.ts'
import type { Action, Keymap } from './keymap.ts'
import type { FacetValue } from './rows/facets.ts'
import type { Rows } from './rows/rows.ts'
import type { Selection, Sort } from './rows/selection.ts'

/** The size of the terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What went wrong, in the words of the command line. */
export interface Problem {
  readonly words: string
  readonly hint?: string | undefined
  /** When a retry can succeed, in milliseconds since the epoch, if known. */
  readonly retryAt?: number | undefined
}

/** How far a place is read: more pages may come, one is on its way, or all are here. */
export type Progress = 'more' | 'reading' | 'complete' | 'failed'

/** What the list pane shows. */
export type ListView = 'list' | 'chart' | 'map'

export type Pane = 'facets' | 'list' | 'detail'

/** A place: the command line of an endpoint, its loaded records, and how they are shown. */
export interface Place {
  /** Distinguishes places, also two of the same command line. */
  readonly id: number
  /** The words after `kiva`. */
  readonly argv: readonly string[]
  readonly invocation: EndpointInvocation
  readonly type: DerivedType
  readonly columns: readonly Column[]
  /** Grows; `count` is how many of its rows this state knows of. */
  readonly rows: Rows
  readonly count: number
  /** Which rows are shown, in which order. It may still be computing. */
  readonly selection: Selection
  readonly progress: Progress
  /** The number of records at the service, if it said so. */
  readonly total: number | undefined
  /** The number of records in a page of the service. */
  readonly pageSize: number | undefined
  /** When the last page came, in milliseconds since the epoch. */
  readonly readAt: number | undefined
  readonly problem: Problem | undefined
  /** The next page was asked for with a key, so that it may use the last of the budget. */
  readonly isAskedFor: boolean
  /** Read all pages, as asked for. */
  readonly readsAll: boolean
  /** The key of the row with the cursor; `undefined` before the first row. */
  readonly cursor: string | undefined
  /** Position of the first visible row in the selection. */
  readonly top: number
  readonly filter: string
  readonly facets: ReadonlyMap<string, ReadonlySet<string>>
  readonly sort: Sort | undefined
  readonly isMarkedOnly: boolean
  readonly view: ListView
  readonly isRaw: boolean
  readonly pane: Pane
  /** The pane fills the screen. */
  readonly isZoomed: boolean
  /** First visible line of the detail pane, and the chosen link in it. */
  readonly scroll: number
  readonly link: number
  /** The cursor of the facets pane: a line of `facetLines`. */
  readonly facetLine: number
  /** The facets of which all values are shown. */
  readonly expanded: ReadonlySet<string>
  /** Totals of a facet at the service, by facet name and value. */
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Marks of a watched list, by key. */
  readonly changes: ReadonlyMap<string, 'new' | 'changed'>
  /** The list is read again from time to time, to mark what is new or changed. `R` shows new records. */
  readonly isWatched: boolean
  /** When it was last read for that, in milliseconds since the epoch. */
  readonly watchedAt: number | undefined
  /** Counts the merges of newer copies of records, which change what is drawn. */
  readonly detailed: number
  /** The keys of records whose details were asked for. */
  readonly detailedKeys: ReadonlySet<string>
  /** A record to find: pages are read until it comes. */
  readonly seeks?: string | undefined
  /** The name of the saved command that this is, and how many of its records are new since it was last seen. */
  readonly saved?: string | undefined
}

/** One request that was sent, for the list of requests. Masked. */
export interface SentRequest {
  readonly line: string
  /** The status, or why there is none. */
  readonly result: string
  readonly milliseconds: number | undefined
  /** Rate limit headers of the reply. */
  readonly limits: string
  /** The request as a curl command. */
  readonly curl: string
}

/** What is left of the scarcer rate limit. */
export interface Budget {
  readonly remaining: number
  readonly limit: number
  /** It says nothing any more from then on, in milliseconds since the epoch. */
  readonly until: number
}

/** A line of text that the user edits. `cursor` is an index in the text (UTF-16 code units). */
export interface Input {
  readonly text: string
  readonly cursor: number
}

export interface FormField {
  /** The option, such as `--sector`, or '' for an argument. */
  readonly option: string
  readonly label: string
  readonly brief: string
  readonly values: readonly string[]
  readonly input: Input
}

/** What is open over the panes. */
export type Overlay =
  /** `before` and `cursor`: what `esc` brings back. */
  | {
      readonly kind: 'filter'
      readonly input: Input
      readonly before: string
      readonly cursor?: string | undefined
    }
  | { readonly kind: 'palette'; readonly input: Input; readonly at: number; readonly problem?: string }
  | {
      readonly kind: 'search'
      readonly fields: readonly FormField[]
      readonly at: number
      readonly problem?: string
    }
  | { readonly kind: 'sort'; readonly at: number }
  | { readonly kind: 'copy' }
  /** A text to select with the mouse, where the terminal has no clipboard for us. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'help'; readonly input: Input; readonly at: number }
  | { readonly kind: 'requests'; readonly at: number }
  | { readonly kind: 'confirm'; readonly words: string; readonly consequence: Consequence }
  | { readonly kind: 'export'; readonly input: Input; readonly problem?: string }

/** What a confirmation leads to. */
export type Consequence =
  | { readonly kind: 'read-all' }
  | { readonly kind: 'totals'; readonly requests: readonly Effect[] }

/** What `--print` prints at the end. */
export type PrintFormat = 'ids' | 'json' | 'ndjson' | 'url'

/** Text that a renderer made, by the key of what was asked for. */
export type Drawings = ReadonlyMap<string, readonly string[]>

export interface State {
  readonly size: Size
  readonly place: Place
  readonly past: readonly Place[]
  readonly future: readonly Place[]
  readonly overlay: Overlay | undefined
  /** A line about the last action, until the next key. */
  readonly note: string | undefined
  /** Marked records by kind (`loan`), then by key. */
  readonly marked: ReadonlyMap<string, ReadonlySet<string>>
  readonly drawings: Drawings
  readonly requests: readonly SentRequest[]
  readonly budget: Budget | undefined
  /** All requests wait until then, in milliseconds since the epoch. */
  readonly waitsUntil: number | undefined
  /** They wait before a failed request is sent again, rather than for the rate limit. */
  readonly isRetrying?: boolean
  readonly isMouseOn: boolean
  /** The terminal takes texts for its clipboard. */
  readonly hasClipboard: boolean
  readonly keymap: Keymap
  /** Milliseconds since the epoch: of the clock, and as the sandbox sees it. */
  readonly now: number
  readonly marketNow: number
  /** When the last key was pressed. */
  readonly lastKey: number
  /** When the key before it was pressed. */
  readonly keyBefore: number
  /** The next place's id. */
  readonly nextId: number
  /** `sandbox`, `robin1001`, or ''. */
  readonly account: string
  readonly isSandbox: boolean
  /** Origin of the website, without one in the sandbox. */
  readonly site: string | undefined
  /** The option words that select the service, repeated in commands. */
  readonly mode: readonly string[]
  readonly print: PrintFormat | undefined
  /** Names of saved commands with their words, and of shortlists with the number of their ids. */
  readonly saved: ReadonlyMap<string, readonly string[]>
  readonly shortlists: ReadonlyMap<string, number>
  /** All commands, for the palette. */
  readonly root: CommandSpec
  /** Requests that the user asked for and that wait for their turn. */
  readonly queue: readonly Effect[]
  /** How the session ended. */
  readonly end: End | undefined
}

/** `prints`: the marked records, or the one at the cursor. */
export interface End {
  readonly kind: 'quit' | 'canceled' | 'prints'
}

/** What happens. Everything that changes the state is one of these. */
export type Event =
  /** `header`: a click on the header of the column with this index. */
  | { readonly kind: 'input'; readonly input: InputEvent; readonly header?: number | undefined }
  /** A command of the dialogue of lines. */
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'go'; readonly position: number }
  | { readonly kind: 'filter'; readonly text: string }
  | { readonly kind: 'follow'; readonly argv: readonly string[]; readonly seeks?: string | undefined }
  | { readonly kind: 'resize'; readonly size: Size }
  /** Time has passed: a rest after the last key, or a second of a countdown. */
  | { readonly kind: 'tick' }
  | {
      readonly kind: 'opened'
      readonly place: Place
      readonly how: OpenHow
      readonly replaces?: number | undefined
    }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly how: OpenHow }
  | {
      readonly kind: 'page'
      readonly place: number
      readonly count: number
      readonly total: number | undefined
      readonly pageSize: number | undefined
      readonly isLast: boolean
      /** The keys of records that are new since a saved command was last seen. */
      readonly fresh: readonly string[]
    }
  | { readonly kind: 'failed'; readonly place: number; readonly problem: Problem }
  /** Newer copies of records were merged into the rows. */
  | { readonly kind: 'details'; readonly place: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'totals'
      readonly place: number
      readonly facet: string
      readonly value: string
      readonly total: number
    }
  | {
      readonly kind: 'watched'
      readonly place: number
      readonly changes: ReadonlyMap<string, 'new' | 'changed'>
    }
  /** A request was sent. */
  | { readonly kind: 'sent'; readonly effect: Effect }
  /** The selection of the current place has got further. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'drawn'; readonly key: string; readonly lines: readonly string[] }
  | { readonly kind: 'request'; readonly request: SentRequest; readonly budget: Budget | undefined }
  | { readonly kind: 'waiting'; readonly until: number | undefined; readonly isRetry?: boolean }
  | { readonly kind: 'note'; readonly words: string }
  | { readonly kind: 'names'; readonly saved: State['saved']; readonly shortlists: State['shortlists'] }
  | { readonly kind: 'account'; readonly name: string }

/** How a place takes its place: as a step forward, or instead of another one with what is known of that. */
export type OpenHow = 'step' | 'replace'

/** What the loop does for the state. Compared as JSON, so that nothing is done twice at a time. */
export type Effect =
  /** Finds out who is logged in. */
  | { readonly kind: 'account' }
  | {
      readonly kind: 'open'
      readonly argv: readonly string[]
      readonly how: OpenHow
      /** The id of the place that it replaces. */
      readonly replaces?: number
      readonly cursor?: string | undefined
      readonly seeks?: string | undefined
      readonly saved?: string | undefined
      readonly pane?: Pane
      readonly facetLine?: number
    }
  /** The next page of a place's reading. */
  | { readonly kind: 'page'; readonly place: number }
  | { readonly kind: 'details'; readonly place: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'totals'
      readonly place: number
      readonly facet: string
      readonly argv: readonly string[]
      readonly value: string
    }
  | { readonly kind: 'watch'; readonly place: number }
  | { readonly kind: 'draw'; readonly drawing: Drawing }
  /** Stops a place's reading, which is not wanted any more. */
  | { readonly kind: 'leave'; readonly place: number }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'browse'; readonly url: string }
  | {
      readonly kind: 'export'
      readonly place: number
      readonly file: string
      readonly keys: readonly string[]
    }
  | { readonly kind: 'mouse'; readonly isOn: boolean }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }

/** Something that a renderer of the command line draws. */
export interface Drawing {
  readonly key: string
  readonly kind: 'detail' | 'raw' | 'chart' | 'map'
  readonly place: number
  /** The record, for `detail` and `raw`. */
  readonly record?: string
  readonly columns: number
  readonly rows: number
}

/** The result of an update. */
export type Next = readonly [State, readonly Effect[]]

export type { FacetValue, Json }
