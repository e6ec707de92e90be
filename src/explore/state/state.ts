/** The state of a session. Plain values: nothing here waits or writes. */
import type { CommandSpec } from '../../cli/tree/command-spec.ts'
import type { KivaError } from '../../errors.ts'
import type { Keymap } from '../keymap.ts'
import type { Rows } from '../rows/rows.ts'
import type { Effect, TerminalEffect } from './effect.ts'
import type { Overlay } from './overlay.ts'
import type { Place } from './place.ts'

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
  /** How many records of saved commands are new since they were last opened; `undefined` if counting failed. */
  readonly newCounts: ReadonlyMap<string, number | undefined>
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
