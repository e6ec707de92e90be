/** Merges two sorted lists of whole numbers piece by piece. */

/** Whole numbers. */
export type Places = Uint32Array<ArrayBuffer>

export interface Merge {
  readonly one: Places
  readonly other: Places
  /** The first items that are not merged. */
  at: number
  next: number
  readonly all: Places
}

export const mergeOf = (one: Places = new Uint32Array(), other: Places = new Uint32Array()): Merge => ({
  one,
  other,
  at: 0,
  next: 0,
  all: new Uint32Array(one.length + other.length),
})

/** Merges up to `most` items. Returns whether all are merged. */
export function advanceMerge(
  merge: Merge,
  compare: (one: number, other: number) => number,
  most: number,
): boolean {
  const { one, other, all } = merge
  let { at, next } = merge
  const end = Math.min(all.length, at + next + most)
  for (let to = at + next; to < end; to++) {
    const isFirst = next === other.length || (at < one.length && compare(one[at] ?? 0, other[next] ?? 0) < 0)
    all[to] = (isFirst ? one[at++] : other[next++]) ?? 0
  }
  merge.at = at
  merge.next = next
  return end === all.length
}
