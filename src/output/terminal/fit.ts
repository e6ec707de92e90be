/** Computes the width of each column of a table. Pure arithmetic on display widths. */

export interface Need {
  /** Display width of its widest cell. */
  readonly natural: number
  /** Display widths of the measured cells. If missing, every cell counts as wide as the widest. */
  readonly cells?: readonly number[]
  /** The width below which a shortened cell is no longer useful. */
  readonly minWidth: number
  /**
   * Columns are dropped by rank, highest first, when there is too little room; rank 0 is always shown.
   * Columns of rank 7 and above are extras: they are dropped as soon as the others would get less than a
   * comfortable width. Columns without any text are dropped first.
   */
  readonly rank: number
}

/** Spaces between two columns. */
export const gap = 2

const firstExtra = 7

/**
 * Returns the indexes, in order, of the columns that fit into `room` terminal columns; all if `room` is
 * undefined.
 */
export function chooseColumns(needs: readonly Need[], room: number | undefined): readonly number[] {
  const all = needs.map((_, index) => index)
  if (room === undefined) return all
  const ranks = needs.map(({ rank, cells }) => (cells?.every((cell) => cell === 0) ? 99 : rank))
  const rankOf = (index: number) => ranks[index] ?? 0
  return all
    .filter((index) => rankOf(index) > 0)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .reduce((chosen, index) => {
      const wanted = chosen.map((at) =>
        rankOf(index) < firstExtra ? minimumWidth(needs[at]) : comfortableWidth(needs[at]),
      )
      const total = wanted.reduce((sum, width) => sum + width, gap * (chosen.length - 1))
      return total > room ? chosen.filter((at) => at !== index) : chosen
    }, all)
}

const minimumWidth = (need: Need | undefined) => (need ? Math.min(need.natural, need.minWidth) : 0)
const comfortableWidth = (need: Need | undefined) => (need ? Math.min(need.natural, 2 * need.minWidth) : 0)

/**
 * Returns the width of each column, at least its minimum. Remaining room first goes where it completes the
 * most cells, so that one long name does not shorten many countries, and then in equal shares. If even the
 * minimums exceed the room, the widest columns shrink.
 */
export function shareWidth(needs: readonly Need[], room: number | undefined): readonly number[] {
  if (room === undefined) return needs.map((need) => need.natural)
  const widths = needs.map(minimumWidth)
  let left = room - gap * (needs.length - 1) - widths.reduce((sum, width) => sum + width, 0)
  for (; left < 0 && Math.max(...widths) > 1; left++) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  for (let step = bestStep(needs, widths, left); step; step = bestStep(needs, widths, left)) {
    widths[step.index] = (widths[step.index] ?? 0) + step.more
    left -= step.more
  }
  const wants = needs
    .map((need, index) => ({ index, want: need.natural - (widths[index] ?? 0) }))
    .sort((a, b) => a.want - b.want)
  wants.forEach(({ index, want }, done) => {
    const more = Math.max(0, Math.min(want, Math.floor(left / (wants.length - done))))
    widths[index] = (widths[index] ?? 0) + more
    left -= more
  })
  return widths
}

interface Step {
  readonly index: number
  /** Terminal columns that this step uses. */
  readonly more: number
  /** Cells completed per terminal column. */
  readonly gain: number
}

/** Returns the best way to use at most `left` more columns; `undefined` if no step completes a cell. */
function bestStep(needs: readonly Need[], widths: readonly number[], left: number): Step | undefined {
  return needs
    .flatMap(({ cells = [], natural }, index) => {
      const width = widths[index] ?? 0
      const cut = [...cells, natural].filter((cell) => cell > width)
      return [...new Set(cut)].map((cell): Step => {
        const more = cell - width
        return { index, more, gain: cut.filter((need) => need <= cell).length / more }
      })
    })
    .filter(({ more }) => more <= left)
    .reduce<Step | undefined>((best, step) => (best && best.gain >= step.gain ? best : step), undefined)
}
