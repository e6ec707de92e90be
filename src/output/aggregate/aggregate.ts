/** Counts records, or adds up a field of theirs, by kinds. It grows with the kinds, of which only so many are kept. */

/** What records are counted as. */
export interface Kind {
  /** No two kinds have the same. */
  readonly label: string
  /** By what it is put in an order, where that is not its value: later ones first. */
  readonly order?: string
}

/** A kind, and what it comes to. */
export interface Group<K extends Kind = Kind> {
  readonly kind: K
  /** Records, or what they add up to. */
  value: number
}

/** Kinds that are kept one by one: a field that tells each record from another has as many as there are records. */
const mostKinds = 50_000

export class Aggregate<K extends Kind = Kind> {
  /** Records that were seen. */
  records = 0
  /** What all of them come to. */
  total = 0
  /** Records of no kind. */
  unknown = 0
  /** What they come to. */
  unknownValue = 0
  /** What kinds beyond those that are kept come to. */
  beyond = 0
  /** Records of several kinds. */
  several = 0
  /** Records without an amount: they add nothing. */
  without = 0
  readonly #groups = new Map<string, Group<K>>()

  /** A record by its kinds, and what it adds; `undefined` where it has nothing to be added. */
  add(kinds: readonly K[], amount: number | undefined): void {
    const value = amount ?? 0
    this.records += 1
    this.total += value
    if (amount === undefined) this.without += 1
    if (kinds.length > 1) this.several += 1
    if (kinds.length === 0) {
      this.unknown += 1
      this.unknownValue += value
    }
    for (const kind of kinds) this.#addTo(kind, value)
  }

  /** Largest first, or latest first where they have an order. */
  groups(): readonly Group<K>[] {
    return [...this.#groups.values()].sort(
      (one, other) =>
        compare(other.kind.order ?? '', one.kind.order ?? '') ||
        other.value - one.value ||
        compare(one.kind.label, other.kind.label),
    )
  }

  #addTo(kind: K, value: number): void {
    const group = this.#groups.get(kind.label)
    if (group) group.value += value
    else if (this.#groups.size < mostKinds) this.#groups.set(kind.label, { kind, value })
    else this.beyond += value
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
