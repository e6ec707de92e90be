/** What an update asks for. Plain values. */
import type { Pane } from './place.ts'

/** What is started for the state. Compared as JSON, so that nothing is done twice at a time. */
export type Effect =
  /** Finds out who is logged in. */
  | { readonly kind: 'account' }
  /** Reads the names of saved commands and shortlists. */
  | { readonly kind: 'names' }
  | {
      readonly kind: 'open'
      readonly argv: readonly string[]
      /** The id of the place to read again. Without it, the new place is a step forward. */
      readonly replaces?: number
      readonly cursor?: string | undefined
      readonly seeks?: string | undefined
      readonly saved?: string | undefined
      readonly pane?: Pane
      readonly facetCursor?: string | undefined
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
  /** Counts the new records on the first page of a saved command. */
  | {
      readonly kind: 'count-new'
      readonly place: number
      readonly saved: string
      readonly argv: readonly string[]
    }
  /** Loads the picture of a record. Any other request goes first. */
  | {
      readonly kind: 'picture'
      readonly place: number
      readonly record: string
      readonly picture: Picture
    }
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

/** What the loop does itself: gives the terminal back and stops the process, or draws the whole screen. */
export type TerminalEffect = { readonly kind: 'suspend' } | { readonly kind: 'redraw' }

/** A record's picture for a room, in cells. The key differs for each picture and room. */
export interface Picture {
  readonly key: string
  readonly room: { readonly columns: number; readonly rows: number }
}

/** Something that a renderer of the command line draws. */
export interface Drawing {
  readonly key: string
  readonly kind: 'detail' | 'raw' | 'chart' | 'map'
  readonly place: number
  /** The record, for `detail` and `raw`. */
  readonly record?: string
  /** The picture of the record, for `detail` with room for it, and whether it is loaded. */
  readonly picture?: (Picture & { readonly isLoaded: boolean }) | undefined
  readonly columns: number
  readonly rows: number
}
