/** What changes the state: keys, replies, and time. Plain values. */
import type { InputEvent } from '../input.ts'
import type { Action } from '../keymap.ts'
import type { Budget, Effect, OpenEffect, SentRequest, Size, State } from './state.ts'
import type { PageText, Problem, Tab } from './tab.ts'

/** What a click hits. */
export type Target =
  /** The header of a column, by its index. */
  | { readonly kind: 'header'; readonly column: number }
  /** The hint of a key. */
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'action'; readonly action: Action }
  /** A link of the record, or a choice of the open menu, by its position. */
  | { readonly kind: 'link' | 'choice'; readonly at: number }

/** What happens. Everything that changes the state is one of these. */
export type Event =
  /** `target`: what a click hits. */
  | { readonly kind: 'input'; readonly input: InputEvent; readonly target?: Target | undefined }
  /** A command of the text mode. */
  | { readonly kind: 'action'; readonly action: Action }
  /** Rows are counted from 0. `mark` leaves the cursor and the page of a record where they are. */
  | { readonly kind: 'go' | 'mark'; readonly position: number }
  | { readonly kind: 'filter'; readonly text: string }
  | { readonly kind: 'add-to'; readonly shortlist: string }
  /** Sorts the loaded rows from the first one on; without `sort`, they have the order of the API. */
  | { readonly kind: 'sort'; readonly sort: Tab['sort'] }
  /** Chooses a line of the facets by its name. */
  | { readonly kind: 'choose'; readonly facet: string }
  | { readonly kind: 'follow'; readonly argv: readonly string[] }
  | { readonly kind: 'resize'; readonly size: Size }
  /** Time has passed: a rest after the last key, or a second of a countdown. */
  | { readonly kind: 'tick' }
  | {
      readonly kind: 'opened'
      readonly tab: Tab
      readonly replaces?: number | undefined
      readonly narrows?: OpenEffect['narrows']
    }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'page'
      readonly tab: number
      readonly count: number
      readonly total: number | undefined
      readonly pageSize: number | undefined
      readonly isLast: boolean
      /** Milliseconds since the service sent the page. Default: 0. */
      readonly age?: number | undefined
      /** The keys of records that are new since a saved command was last seen. */
      readonly fresh: readonly string[]
      /** Ids that were asked for and not found. */
      readonly missing: readonly (string | number)[]
    }
  /** `isRefresh`: `R` could not read the list again. Its rows and its progress stay. */
  | {
      readonly kind: 'failed'
      readonly tab: number
      readonly problem: Problem
      readonly isRefresh?: boolean
    }
  /** Newer copies of records were merged into the rows. */
  | { readonly kind: 'details'; readonly tab: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'totals'
      readonly tab: number
      readonly facet: string
      readonly value: string
      readonly total: number
    }
  | {
      readonly kind: 'watched'
      readonly tab: number
      /** By key; `undefined` if the list could not be read. */
      readonly changes: Tab['changes'] | undefined
      /** As of a page. */
      readonly age?: number | undefined
    }
  /** A request was sent. */
  | { readonly kind: 'sent'; readonly effect: Effect }
  /** The selection of the current tab has got further. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'picture'; readonly picture: string; readonly isLoaded: boolean }
  | { readonly kind: 'drawn'; readonly key: string; readonly lines: readonly string[] }
  | { readonly kind: 'request'; readonly request: SentRequest; readonly budget: Budget | undefined }
  | { readonly kind: 'waiting'; readonly until: number | undefined; readonly isRetry?: boolean }
  | { readonly kind: 'note'; readonly words: string }
  /** A command has started. */
  | { readonly kind: 'running'; readonly argv: readonly string[] }
  /** What it printed; `undefined` if it failed. */
  | {
      readonly kind: 'printed'
      readonly argv: readonly string[]
      readonly text: PageText | undefined
      readonly canMark?: boolean
    }
  /** The page of a command was written for another width. */
  | { readonly kind: 'rewritten'; readonly of: PageText; readonly text: PageText }
  /** Ids were added to a shortlist, which has `total` of them now. */
  | { readonly kind: 'listed'; readonly name: string; readonly total: number; readonly words: string }
  /** `count` is `undefined` if the request failed. */
  | { readonly kind: 'counted-new'; readonly saved: string; readonly count: number | undefined }
  | ({ readonly kind: 'names' } & Pick<State, 'account' | 'saved' | 'shortlists'>)

/** What a terminal sends. */
export type Input = Extract<Event, { readonly kind: 'input' }>

/** What the loop and the effects report. */
export type Reply = Exclude<
  Event,
  { readonly kind: 'input' | 'action' | 'go' | 'mark' | 'filter' | 'add-to' | 'sort' | 'choose' | 'follow' }
>
