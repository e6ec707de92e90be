/** What a command printed, on the whole screen. */
export interface PageOverlay {
  readonly kind: 'page'
  readonly argv: readonly string[]
  readonly lines: readonly string[]
  /** The command that each line opens, by its index, in order: the words after `kiva`. */
  readonly opens: ReadonlyMap<number, readonly string[]>
  /** The line with the cursor, if lines open. */
  readonly at: number | undefined
  /** The first visible line. */
  readonly scroll: number
  /** A look of `kiva today` that a key can mark as seen. */
  readonly canMark?: boolean
  /** The page from which it was opened. */
  readonly from?: PageOverlay | undefined
}
