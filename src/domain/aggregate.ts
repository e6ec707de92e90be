/**
 * Counts records by group, with statistics of their fields. Memory grows with the number of groups, and with that of
 * the records where a median is asked for.
 */
import { type FieldPath, valueAt } from '../api/records/field-paths.ts'
import { valuesIn } from '../api/records/field-values.ts'
import type { Field } from '../api/records/fields.ts'
import { compareNumbers } from '../core/compare-numbers.ts'
import type { Json } from '../core/json.ts'
import { type Amount, amountsIn, Numbers, type Statistic } from './statistics.ts'
import { timeOf } from './time.ts'

/** A statistic of a field. */
export interface Measure {
  readonly statistic: Statistic
  readonly path: FieldPath
  /** Results are rounded to cents. */
  readonly isMoney: boolean
}

/** The group that a record counts toward. */
export interface Kind {
  /** Identifies the group: two groups never share a label. */
  readonly label: string
  /** Sort key for groups that are not sorted by value; lower keys come first. */
  readonly order?: number
}

/** A group and its numbers. */
interface Group<K extends Kind = Kind> {
  readonly kind: K
  readonly tally: Tally
}

/** The number of some records, and their statistics. */
export class Tally {
  records = 0
  readonly #measures: readonly Measure[]
  readonly #numbers: readonly Numbers[]

  constructor(measures: readonly Measure[]) {
    this.#measures = measures
    this.#numbers = measures.map(({ statistic }) => new Numbers(statistic === 'median'))
  }

  /** Adds a record. `amounts` has its numbers for each measure. */
  add(amounts: readonly (readonly Amount[])[]): void {
    this.records += 1
    for (const [at, numbers] of this.#numbers.entries())
      for (const amount of amounts[at] ?? []) numbers.add(amount)
  }

  addAll(other: Tally): this {
    this.records += other.records
    for (const [at, numbers] of other.#numbers.entries()) this.#numbers[at]?.addAll(numbers)
    return this
  }

  /** Returns the values of the measures; undefined for an average of no numbers, and the like. */
  values(): readonly (Amount | undefined)[] {
    return this.#measures.map(({ statistic, isMoney }, at) => this.#numbers[at]?.value(statistic, isMoney))
  }

  /** Returns the value of the first measure, or the number of records without measures. */
  value(): Amount | undefined {
    const [first] = this.#measures
    return first ? this.#numbers[0]?.value(first.statistic, first.isMoney) : this.records
  }
}

export class Aggregate<K extends Kind = Kind> {
  /** All records added so far. */
  readonly all: Tally
  /** The records without a group. */
  readonly unknown: Tally
  /** The records of the groups beyond the limit. */
  readonly ungrouped: Tally
  /** The number of records in more than one group. */
  several = 0
  /** The number of records without a number, for each measure. They add nothing. */
  readonly without: number[]
  readonly #measures: readonly Measure[]
  readonly #maxGroups: number
  readonly #groups = new Map<string, Group<K>>()

  constructor(measures: readonly Measure[], maxGroups = Number.POSITIVE_INFINITY) {
    this.all = new Tally(measures)
    this.unknown = new Tally(measures)
    this.ungrouped = new Tally(measures)
    this.without = measures.map(() => 0)
    this.#measures = measures
    this.#maxGroups = maxGroups
  }

  /** Adds a record to its groups. */
  add(kinds: readonly K[], record: Json): void {
    const amounts = this.#measures.map(({ path }) => amountsIn(valueAt(record, path)))
    for (const [at, { length }] of amounts.entries())
      if (length === 0) this.without[at] = (this.without[at] ?? 0) + 1
    this.all.add(amounts)
    if (kinds.length > 1) this.several += 1
    if (kinds.length === 0) this.unknown.add(amounts)
    for (const kind of kinds) this.#tallyOf(kind).add(amounts)
  }

  /** Returns the groups by sort key, then by value, largest first, then by label. */
  groups(): readonly Group<K>[] {
    return [...this.#groups.values()]
      .map((group) => ({ ...group, value: group.tally.value() }))
      .sort(
        (a, b) =>
          (a.kind.order ?? 0) - (b.kind.order ?? 0) ||
          compareValues(b.value, a.value) ||
          compareTexts(a.kind.label, b.kind.label),
      )
  }

  #tallyOf(kind: K): Tally {
    const found = this.#groups.get(kind.label)
    if (found) return found.tally
    if (this.#groups.size >= this.#maxGroups) return this.ungrouped
    const tally = new Tally(this.#measures)
    this.#groups.set(kind.label, { kind, tally })
    return tally
  }
}

/** A group without a value is smaller than any other. */
function compareValues(a: Amount | undefined, b: Amount | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined)
  return compareNumbers(a, b)
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns the values at a path that a record is grouped by: those of a list one by one, and the month of a date, since
 * there are too many days. With `step`, the lower ends of the ranges of this length that its numbers are in. Empty values
 * are left out.
 */
export function groupedValues(
  record: Json,
  path: FieldPath,
  field: Field | undefined,
  step?: number,
): readonly Json[] {
  const value = valueAt(record, path)
  if (step !== undefined) return amountsIn(value).map((amount) => Math.floor(Number(amount) / step) * step)
  const values = valuesIn(value)
  return field?.type === 'date' ? values.map(monthOf) : values
}

/** `2026-11` */
const monthOf = (value: Json) => (timeOf(value) === undefined ? value : String(value).slice(0, 7))
