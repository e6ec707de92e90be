/** Repeatable random numbers: the same seed, kind and index give the same numbers, in any order of calls. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns an integer from 0 (included) to `end` (excluded). */
  below(end: number): number
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/**
 * Returns the generator for one purpose: loan 7's text has a different generator than loan 7's terms or loan
 * 8's text.
 */
export type RandomFor = (kind: string, index: number) => Random

/** Returns the generators for a seed. */
export function seedRandom(seed: number): RandomFor {
  const kinds = new Map<string, number>()
  const saltOf = (kind: string) => {
    const known = kinds.get(kind)
    if (known !== undefined) return known
    const salt = hashText(kind, seed)
    kinds.set(kind, salt)
    return salt
  }
  return (kind, index) => new Mulberry(mix(saltOf(kind) ^ Math.imul(index + 1, 0x9e3779b1)))
}

/** The mulberry32 generator: small, fast, and good enough for made-up data. */
class Mulberry implements Random {
  private state: number

  constructor(state: number) {
    this.state = state
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** Returns a function that chooses an index of `weights`. Higher weights are chosen more often. */
export function weightChoice(weights: readonly number[]): (random: Random) => number {
  let sum = 0
  const sums = weights.map((weight) => {
    sum += weight
    return sum
  })
  return (random) => {
    const at = random.next() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (at < (sums[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** FNV-1a hash, starting from the seed. All bits of a seed above 32 bits count. */
function hashText(text: string, seed: number): number {
  let hash = mix((seed | 0) ^ Math.imul(Math.floor(seed / 4294967296), 0x85ebca6b)) ^ 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

function mix(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
