/**
 * Counts records by group, or sums one of their fields by group. Memory grows with the number of groups,
 * which is limited.
 */

/** The group that a record counts toward. */
export interface Kind {
  /** Identifies the group: two groups never share a label. */
  readonly label: string
  /** Sort key for groups that are not sorted by value; higher keys come first. */
  readonly order?: string
}

/** A group and its value. */
export interface Group<K extends Kind = Kind> {
  readonly kind: K
  /** The number of records in the group, or the sum of their amounts. */
  value: number
}

/**
 * The most groups to store: a field that is unique to each record has as many groups as there are records.
 */
const maxGroups = 50_000

export class Aggregate<K extends Kind = Kind> {
  /** All records added so far. */
  records = 0
  /** The value of all records. */
  total = 0
  /** The number of records without a group. */
  unknown = 0
  /** The value of the records without a group. */
  unknownValue = 0
  /** The value of the groups beyond the limit. */
  ungrouped = 0
  /** The number of records in more than one group. */
  several = 0
  /** The number of records without an amount. They add 0 to the sum. */
  without = 0
  readonly #groups = new Map<string, Group<K>>()

  /** Adds a record to its groups. Pass `undefined` for a record without an amount. */
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

  /** Returns the groups by sort key, highest first, then by value, largest first. */
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
    else if (this.#groups.size < maxGroups) this.#groups.set(kind.label, { kind, value })
    else this.ungrouped += value
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
