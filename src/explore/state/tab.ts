/** A tab: a command line of kiva, what was read of it, and how it is shown. */
import type { DerivedType } from '../../api/records/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Column } from '../../output/table/column.ts'
import type { Rows } from '../rows/rows.ts'
import type { Selection, Sort } from '../rows/selection.ts'

/** What went wrong, in the words of the command line. */
export interface Problem {
  readonly words: string
  readonly hint?: string | undefined
  /** When a retry can succeed, in milliseconds since the epoch, if known. */
  readonly retryAt?: number | undefined
  /** There is no network. */
  readonly isOffline?: boolean
}

/** What a command printed, on a screen of so many columns. */
export interface PageText {
  readonly columns: number
  readonly lines: readonly string[]
  /** The command that each line opens, by its index, in order: the words after `kiva`. */
  readonly opens: ReadonlyMap<number, readonly string[]>
  /** Writes it for a screen of other columns. */
  readonly rewrite: (columns: number) => Promise<PageText>
}

/** What a command printed, on the whole screen. */
export interface PageOverlay extends PageText {
  readonly kind: 'page'
  readonly argv: readonly string[]
  /** The line with the cursor, if lines open. */
  readonly at: number | undefined
  /** The first visible line. */
  readonly scroll: number
  /** A look of `kiva today` that a key can mark as seen. */
  readonly canMark?: boolean
  /** It stands for a page that is being read, and says what is known until then. */
  readonly isPending?: boolean
  /** The page from which it was opened. */
  readonly from?: PageOverlay | undefined
}

/** A change, in the words of `--changes`. */
export type FoundChange = { readonly event: 'added' } | { readonly event: 'changed'; readonly words: string }

/** How far a tab is read: more pages may come, one is on its way, or all are here. */
type Progress = 'more' | 'reading' | 'complete' | 'failed'

/** What the list pane shows. */
export type ListView = 'list' | 'chart' | 'map'

export type Pane = 'facets' | 'list' | 'detail'

/** What is kept of a list that a search for a facet's value left. */
export type Wider = Pick<Tab, 'rows' | 'invocation'>

/** A tab: the command line of an endpoint, its loaded records, and how they are shown. */
export interface Tab {
  /** Distinguishes tabs, also two of the same command line. */
  readonly id: number
  /** The words after `kiva`. */
  readonly argv: readonly string[]
  readonly invocation: EndpointInvocation
  /** What it asks for, in words such as `fundraising`. */
  readonly query: readonly string[]
  /** The order of the API, such as `newest first`. */
  readonly order: string
  /** What is odd about its values, in the words of the command line. */
  readonly warnings: readonly string[]
  readonly type: DerivedType
  readonly columns: readonly Column[]
  /** Grows; `count` is how many of its rows this state knows of. */
  readonly rows: Rows
  readonly count: number
  /** Which rows are shown, in which order. It may still be computing. */
  readonly selection: Selection
  readonly progress: Progress
  /** The total number of records, if the API sent it. */
  readonly total: number | undefined
  /** The number of records in a page of the API. */
  readonly pageSize: number | undefined
  /** When the last page came, in milliseconds since the epoch. */
  readonly readAt: number | undefined
  readonly problem: Problem | undefined
  /** A key requested the next page, so that it may use the last of the budget. */
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
  /** First visible line of the text in the detail pane. */
  readonly scroll: number
  /** The chosen link of the detail pane. Unset: its text has the focus. */
  readonly link?: number | undefined
  /** The cursor of the facets pane: the name of a line, as of `lineName`. Unset: the first line. */
  readonly facetCursor: string | undefined
  /** Lists with fewer facets chosen from which this one was narrowed, the last one first: they count its facets. */
  readonly wider: readonly Wider[]
  /** The facets of which all values are shown. */
  readonly expanded: ReadonlySet<string>
  /** Totals of the API for a facet, by facet name and value. */
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** What a watch found, by key. The new records of a saved command count as added. */
  readonly changes: ReadonlyMap<string, FoundChange>
  /** The list is read again from time to time, to mark what is new or changed. `R` shows new records. */
  readonly isWatched: boolean
  /** When it was last read for that, in milliseconds since the epoch. */
  readonly watchedAt: number | undefined
  /** The keys of records whose details were requested. */
  readonly detailedKeys: ReadonlySet<string>
  /** The name of the saved command that was opened. */
  readonly saved?: string | undefined
  /** The page from which it was opened: the way back leads there. */
  readonly from?: PageOverlay | undefined
}
