/** How wide each column of a table may be. Pure arithmetic on display widths. */

export interface Need {
  /** Columns its widest cell takes. */
  readonly natural: number
  /** What single cells take, as far as they were looked at; without it all are as wide as the widest. */
  readonly cells?: readonly number[]
  /** As far down as it may be shortened and still say something. */
  readonly least: number
  /**
   * How early it goes when there is no room: the highest first, 0 never. From 7 on it is an extra, which goes
   * already when the others lack comfort. One without any text goes before all.
   */
  readonly rank: number
}

/** Spaces between two columns. */
export const gap = 2

const firstExtra = 7

/** Which columns stay in `room` columns of a terminal; indexes in order. All of them when `room` is undefined. */
export function chooseColumns(needs: readonly Need[], room: number | undefined): readonly number[] {
  const all = needs.map((_, index) => index)
  if (room === undefined) return all
  const ranks = needs.map(({ rank, cells }) => (cells?.every((cell) => cell === 0) ? 99 : rank))
  const rankOf = (index: number) => ranks[index] ?? 0
  return all
    .filter((index) => rankOf(index) > 0)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .reduce((kept, index) => {
      const wanted = kept.map((one) => (rankOf(index) < firstExtra ? floor(needs[one]) : comfort(needs[one])))
      const total = wanted.reduce((sum, width) => sum + width, gap * (kept.length - 1))
      return total > room ? kept.filter((one) => one !== index) : kept
    }, all)
}

const floor = (need: Need | undefined) => (need ? Math.min(need.natural, need.least) : 0)
const comfort = (need: Need | undefined) => (need ? Math.min(need.natural, 2 * need.least) : 0)

/**
 * The width of each column: at least its floor. What is left goes first where it makes the most cells whole, so that
 * one long name takes nothing from many countries, then in equal shares. Where there is no room even for the floors,
 * the widest give way.
 */
export function shareWidth(needs: readonly Need[], room: number | undefined): readonly number[] {
  if (room === undefined) return needs.map((need) => need.natural)
  const widths = needs.map(floor)
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
  /** Columns of the terminal that it takes. */
  readonly more: number
  /** Cells that it makes whole, for each of these. */
  readonly gain: number
}

/** Where to give more, of at most `left`; `undefined` where that makes no cell whole. */
function bestStep(needs: readonly Need[], widths: readonly number[], left: number): Step | undefined {
  return needs
    .flatMap(({ cells = [], natural }, index) => {
      const width = widths[index] ?? 0
      const cut = [...cells, natural].filter((cell) => cell > width)
      return [...new Set(cut)].map((cell): Step => {
        const more = cell - width
        return { index, more, gain: cut.filter((other) => other <= cell).length / more }
      })
    })
    .filter(({ more }) => more <= left)
    .reduce<Step | undefined>((best, step) => (best && best.gain >= step.gain ? best : step), undefined)
}
