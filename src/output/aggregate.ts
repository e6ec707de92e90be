import type { FieldPath } from '../api/records/field-paths.ts'
import { counted, withThousands } from '../text/numbers.ts'
import type { Paint } from './terminal/palette.ts'
import type { View } from './view.ts'

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

/* Notes below a chart or a map, about records that the drawing alone would misrepresent. */

interface Names {
  /** The plural noun for the records, such as `loans`. */
  readonly noun: string
  /** The name of the field that groups the records. */
  readonly by: string
  /** The name of the summed field; `undefined` if records were counted. */
  readonly sum: string | undefined
}

/** Returns one line per note after an empty line, or '' if there are no notes. */
export function drawNotes<K extends Kind>(
  aggregation: Aggregate<K>,
  { noun, by, sum }: Names,
  paint: Paint,
): string {
  const some = (number: number) =>
    `${withThousands(number)} of ${counted(aggregation.records, noun)} ${number === 1 ? 'has' : 'have'}`
  const notes = [
    aggregation.several > 0
      ? `${some(aggregation.several)} more than one ${by}, and ${aggregation.several === 1 ? 'counts' : 'count'} for each.`
      : '',
    aggregation.unknown > 0 ? `${some(aggregation.unknown)} no ${by}.` : '',
    sum !== undefined && aggregation.without > 0
      ? `${some(aggregation.without)} no ${sum}, and ${aggregation.without === 1 ? 'adds' : 'add'} nothing.`
      : '',
  ].filter((line) => line !== '')
  return notes.length === 0 ? '' : `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`
}

/**
 * Returns the field that groups the records: the value of `--by`, else the default of the record type; [] if
 * there is neither.
 */
export function countedBy({ aggregation, type }: Pick<View, 'aggregation' | 'type'>): FieldPath {
  return aggregation?.by ?? type.groupedBy?.split('.') ?? []
}
