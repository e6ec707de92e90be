/** Chance that can be repeated: the same seed, kind and index give the same numbers, in whatever order they are asked. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number
  /** A whole number from 0 up to, but not, `end`. */
  below(end: number): number
  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** A generator for one thing: loan 7's text is drawn apart from loan 7's terms and from loan 8's text. */
export type RandomFor = (kind: string, index: number) => Random

/** All generators of a marketplace. */
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

/** The mulberry32 generator: small, quick, and more than good enough for stories. */
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

/** Chooses an index of `weights`, heavy ones more often. */
export function weightChoice(weights: readonly number[]): (random: Random) => number {
  let sum = 0
  const sums = weights.map((weight) => {
    sum += weight
    return sum
  })
  return (random) => {
    const at = random.next() * sum
    return sums.findIndex((upTo) => at < upTo)
  }
}

/** FNV-1a, begun from the seed; a seed above 32 bits counts whole. */
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
