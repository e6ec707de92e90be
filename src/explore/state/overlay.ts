/** What can be open over the panes. */
import type { Effect } from './effect.ts'

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

export type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { readonly kind: Kind }>

/** What a confirmation leads to. */
export type Consequence =
  | { readonly kind: 'read-all' }
  | { readonly kind: 'totals'; readonly requests: readonly Effect[] }
