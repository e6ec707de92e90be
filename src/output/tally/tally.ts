/** Counts records, or adds up a field of theirs, in groups. It grows with the groups, of which only so many are kept. */

/** What is known of one group. */
export interface Group {
  readonly label: string
  /** By what it is put in an order, where that is not its value: later ones first. */
  readonly order: string
  /** Records, or what they add up to. */
  value: number
}

/** What one record brings. */
export interface Share {
  /** The groups that it belongs to. */
  readonly groups: readonly Pick<Group, 'label' | 'order'>[]
  /** What it adds; `undefined` where it has nothing that could be added. */
  readonly amount: number | undefined
}

/** Groups that are kept one by one: a field that tells each record from another has as many as there are records. */
const mostGroups = 50_000

export class Tally {
  /** Records that were seen. */
  records = 0
  /** All of them together. */
  total = 0
  /** Of those that belong to no group. */
  readonly unknown: Group = { label: 'unknown', order: '', value: 0 }
  unknownRecords = 0
  /** Of groups beyond those that are kept. */
  beyond = 0
  /** Records that belong to several groups. */
  several = 0
  /** Records without an amount: they belong to their groups, and add nothing. */
  without = 0
  readonly #groups = new Map<string, Group>()

  add({ groups, amount }: Share): void {
    const value = amount ?? 0
    this.records += 1
    this.total += value
    if (amount === undefined) this.without += 1
    if (groups.length > 1) this.several += 1
    if (groups.length === 0) {
      this.unknown.value += value
      this.unknownRecords += 1
    }
    for (const group of groups) this.#addTo(group, value)
  }

  /** Largest first, or latest first where they have an order. */
  groups(): readonly Group[] {
    return [...this.#groups.values()].sort(
      (one, other) =>
        compare(other.order, one.order) || other.value - one.value || compare(one.label, other.label),
    )
  }

  #addTo({ label, order }: Pick<Group, 'label' | 'order'>, value: number): void {
    const group = this.#groups.get(label)
    if (group) group.value += value
    else if (this.#groups.size < mostGroups) this.#groups.set(label, { label, order, value })
    else this.beyond += value
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
