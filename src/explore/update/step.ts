/** A step in a list, of any pane. */

/** How far a key moves: rows, or screens. */
export type Step =
  | { readonly rows: number }
  | { readonly screens: number }
  | { readonly to: 'first' | 'last' }

/** Returns the position from 0 to `last` to which a step leads, with so many rows in a screen. */
export function target(step: Step, at: number, last: number, rows: number): number {
  const to =
    'to' in step
      ? step.to === 'first'
        ? 0
        : last
      : at + ('rows' in step ? step.rows : step.screens * (rows - 1))
  return Math.max(0, Math.min(to, last))
}
