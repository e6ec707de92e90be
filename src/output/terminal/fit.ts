/** How wide each column of a table may be. Pure arithmetic on display widths. */

export interface Need {
  /** Columns its widest cell takes. */
  readonly natural: number
  /** As far down as it may be shortened and still say something. */
  readonly least: number
  /**
   * How early it goes when there is no room: the highest first, 0 never. From 7 on it is an extra, which goes
   * already when the others lack comfort.
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
  const rankOf = (index: number) => needs[index]?.rank ?? 0
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
 * The width of each column: at least its floor; short columns get all they need, the others share what is left. Where
 * there is no room even for the floors, the widest give way.
 */
export function shareWidth(needs: readonly Need[], room: number | undefined): readonly number[] {
  if (room === undefined) return needs.map((need) => need.natural)
  const widths = needs.map(floor)
  let left = room - gap * (needs.length - 1) - widths.reduce((sum, width) => sum + width, 0)
  for (; left < 0 && Math.max(...widths) > 1; left++) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 0) - 1
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
