/** The state of a session. Plain values: nothing here waits or writes. */
import type { CommandSpec } from '../../cli/command-spec.ts'
import type { KivaError } from '../../core/errors.ts'
import type { Keymap } from '../keymap.ts'
import type { FacetValue } from '../rows/facets.ts'
import type { Rows } from '../rows/rows.ts'
import type { PageOverlay, Pane, Tab } from './tab.ts'

/** The size of the terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
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

/** What `--print` prints at the end. */
export type PrintFormat = 'ids' | 'json' | 'ndjson' | 'url'

/** Text that a renderer made, by the key of what was asked for. */
type Drawings = ReadonlyMap<string, readonly string[]>

export interface State {
  readonly size: Size
  readonly tab: Tab
  readonly past: readonly Tab[]
  readonly future: readonly Tab[]
  readonly overlay: Overlay | undefined
  /** A line about the last action, until the next key. */
  readonly note: string | undefined
  /** Marked records by kind (`loan`), then by key. */
  readonly marked: ReadonlyMap<string, ReadonlySet<string>>
  /** The rows where records were marked, by kind. They have every marked record, also once the list left the history. */
  readonly markedIn: ReadonlyMap<string, ReadonlySet<Rows>>
  readonly drawings: Drawings
  /** Whether pictures of records could be loaded, by their keys. */
  readonly pictures: ReadonlyMap<string, boolean>
  readonly showsPictures: boolean
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
  /** The terminal takes long to draw a frame. */
  readonly isSlow?: boolean
  /** The next tab's id. */
  readonly nextId: number
  /** `sandbox`, `robin1001`, or ''. */
  readonly account: string
  readonly isSandbox: boolean
  /** Whether the mirror answers. */
  readonly isMirror: boolean
  /** Origin of the website, without one in the sandbox. */
  readonly site: string | undefined
  /** The option words that select the service, repeated in commands. */
  readonly mode: readonly string[]
  readonly print: PrintFormat | undefined
  /** Names of saved commands with their words, and of shortlists with the number of their ids. */
  readonly saved: ReadonlyMap<string, readonly string[]>
  readonly shortlists: ReadonlyMap<string, number>
  /** How many records of saved commands are new since they were last opened; `undefined` if counting failed. */
  readonly newCounts: ReadonlyMap<string, number | undefined>
  /** The pages of the keys 7 and 8 as they were left, by word. */
  readonly pages: ReadonlyMap<string, OverlayOf<'page'>>
  /** All commands, for the palette. */
  readonly root: CommandSpec
  /** Requests that the user asked for and that wait for their turn. */
  readonly queue: readonly Effect[]
  /** The request under way. */
  readonly request: Effect | undefined
  /** The screen has shown the first rows, or that there are none. */
  readonly isShown: boolean
  /** Whether the account, the saved commands and the shortlists are known. */
  readonly areNamesRead: boolean
  /** The command that is running, such as `portfolio show robin1001`. Only it sends requests meanwhile. */
  readonly running?: string | undefined
  /** How the session ended. */
  readonly end: End | undefined
}

/** `prints`: the marked records, or the one at the cursor. */
interface End {
  readonly kind: 'quit' | 'canceled' | 'prints'
  /** What came of the exports that the screen did not show. */
  readonly exports?: readonly ExportResult[]
}

/** What came of an export, for people. */
export interface ExportResult {
  readonly words: string
  readonly failure?: KivaError
}

/** Returns how a session ends without printing. */
export const endWithoutChoice = ({ print }: Pick<State, 'print'>): End => ({
  kind: print === undefined ? 'quit' : 'canceled',
})

/** The result of an update. */
export type Next = readonly [State, readonly (Effect | TerminalEffect)[]]

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
  /** Values of the API with their words; empty if any text can be typed. */
  readonly choices: readonly FacetValue[]
  /** Takes several values, separated by commas. */
  readonly isList: boolean
  /** What no value means. */
  readonly empty: string
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
  /** A value of a facet. `cursor`: what `esc` brings back. */
  | { readonly kind: 'find'; readonly input: Input; readonly cursor: string | undefined }
  | { readonly kind: 'palette'; readonly input: Input; readonly at: number; readonly problem?: string }
  | { readonly kind: 'shortlist'; readonly input: Input; readonly at: number; readonly problem?: string }
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
  | PageOverlay

export type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { readonly kind: Kind }>

/** What follows from yes. */
export type Consequence =
  /** Takes all marks away, or ends the session with the marked records. */
  | { readonly kind: 'read-all' | 'unmark' | 'prints' }
  | { readonly kind: 'requests'; readonly requests: readonly Effect[] }

/** Opens a command line as a tab. */
export interface OpenEffect {
  readonly kind: 'open'
  readonly argv: readonly string[]
  /** The id of the tab to read again. Without it, the new tab is a step forward. */
  readonly replaces?: number
  readonly cursor?: string | undefined
  readonly saved?: string | undefined
  /** Whether to read all pages. Default: as the command line says. */
  readonly readsAll?: boolean
  readonly pane?: Pane
  readonly facetCursor?: string | undefined
  /** The tab has the marked records of its kind, as they were read where they were marked. */
  readonly isMarkedOnly?: boolean
  /** The id of the tab of which a value of this facet was chosen or taken back. The new tab keeps its filter and order. */
  readonly narrows?: { readonly tab: number; readonly facet: string }
  /** Only the forecast comes or goes: the rows of the tab that it replaces stay, and nothing is read. */
  readonly keepsRows?: boolean
}

/** What is started for the state. Compared as JSON, so that nothing is done twice at a time. */
export type Effect =
  /** Finds out who is logged in, and reads the names of saved commands and shortlists. */
  | { readonly kind: 'names' }
  | OpenEffect
  /** The next page of a tab's reading. */
  | { readonly kind: 'page'; readonly tab: number }
  | { readonly kind: 'details'; readonly tab: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'totals'
      readonly tab: number
      readonly facet: string
      readonly argv: readonly string[]
      readonly value: string
    }
  | { readonly kind: 'watch'; readonly tab: number }
  /** Counts the new records on the first page of a saved command. */
  | {
      readonly kind: 'count-new'
      readonly tab: number
      readonly saved: string
      readonly argv: readonly string[]
    }
  /** Loads the picture of a record. Any other request goes first. */
  | {
      readonly kind: 'picture'
      readonly tab: number
      readonly record: string
      readonly picture: Picture
    }
  | { readonly kind: 'draw'; readonly drawing: Drawing }
  /** Writes the open page for the columns that the terminal has now. */
  | { readonly kind: 'rewrite'; readonly columns: number }
  /** Stops the command that is running. */
  | { readonly kind: 'stop' }
  /** Marks what the last look of `kiva today` found as seen. */
  | { readonly kind: 'mark-seen' }
  /** Stops a tab's reading, which is not wanted any more. */
  | { readonly kind: 'leave'; readonly tab: number }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'browse'; readonly url: string }
  /** Adds ids to a shortlist. */
  | { readonly kind: 'shortlist'; readonly name: string; readonly ids: readonly string[] }
  | {
      readonly kind: 'export'
      readonly tab: number
      readonly file: string
      readonly keys: readonly string[]
    }
  | { readonly kind: 'mouse'; readonly isOn: boolean }

/** What the loop does itself: gives the terminal back and stops the process, or draws the whole screen. */
type TerminalEffect = { readonly kind: 'suspend' } | { readonly kind: 'redraw' }

/** The kinds of effects that only send a request. With those of pictures and tabs, one is under way at a time. */
export type RequestKind = 'page' | 'details' | 'totals' | 'watch' | 'count-new'

/** An effect that sends a request. */
export type RequestEffect = Extract<Effect, { readonly kind: RequestKind }>

/** What the loop starts by itself: an effect on the terminal, or the end of loading a picture, without a result. */
export type LoopEffect = TerminalEffect | { readonly kind: 'cancel-picture' }

/** A record's picture for a room, in cells. The key differs for each picture and room. */
export interface Picture {
  readonly key: string
  readonly room: { readonly columns: number; readonly rows: number }
}

/** Something that a renderer of the command line draws. */
export interface Drawing {
  readonly key: string
  readonly kind: 'detail' | 'raw' | 'chart' | 'map'
  readonly tab: number
  /** The record, for `detail` and `raw`. */
  readonly record?: string
  /** The picture of the record, for `detail` with room for it, and whether it is loaded. */
  readonly picture?: (Picture & { readonly isLoaded: boolean }) | undefined
  readonly columns: number
  readonly rows: number
}
