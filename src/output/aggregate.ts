/**
 * Counts records by group, or sums one of their fields by group, for charts and maps. Memory grows with the number of
 * groups, which is limited.
 */
import { type FieldPath, fieldAt, valueAt } from '../api/records/field-paths.ts'
import { number } from '../api/records/field-values.ts'
import type { Fields } from '../api/records/fields.ts'
import { isList, type Json } from '../ports/json.ts'
import { counted, withThousands } from '../text/numbers.ts'
import type { Paint } from './terminal/palette.ts'
import type { View } from './view.ts'
import { count, type Format, money } from './words/format.ts'

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
      (a, b) =>
        compare(b.kind.order ?? '', a.kind.order ?? '') ||
        b.value - a.value ||
        compare(a.kind.label, b.kind.label),
    )
  }

  #addTo(kind: K, value: number): void {
    const group = this.#groups.get(kind.label)
    if (group) group.value += value
    else if (this.#groups.size < maxGroups) this.#groups.set(kind.label, { kind, value })
    else this.ungrouped += value
  }
}

/**
 * The most groups to store: a field that is unique to each record has as many groups as there are records.
 */
const maxGroups = 50_000

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns the field that groups the records: the value of `--by`, else the default of the record type; [] if
 * there is neither.
 */
export function countedBy({ aggregation, type }: Pick<View, 'aggregation' | 'type'>): FieldPath {
  return aggregation?.by ?? type.groupedBy?.split('.') ?? []
}

/**
 * Returns the number at a path, or the sum if the path holds several numbers; `undefined` if it holds none.
 */
export function amountAt(record: Json, path: FieldPath): number | undefined {
  const numbers = numbersIn(valueAt(record, path))
  return numbers.length === 0 ? undefined : numbers.reduce((sum, amount) => sum + amount, 0)
}

function numbersIn(value: Json | undefined): readonly number[] {
  if (isList(value)) return value.flatMap((item: Json) => numbersIn(item))
  const amount = number(value)
  return amount === undefined ? [] : [amount]
}

/** Returns the format for the sum of a field, or for a number of records if there is no field. */
export function sumFormat(fields: Fields, path: FieldPath | undefined): Format {
  if (path && fieldAt(fields, path)?.type === 'money') return money
  // Rounds away the floating-point error of adding fractions.
  return (value) => count(typeof value === 'number' ? Math.round(value * 100) / 100 : value)
}

/** The largest sum of amounts with cents that is exact. */
const maxExact = Number.MAX_SAFE_INTEGER / 100

interface Names {
  /** The plural noun for the records, such as `loans`. */
  readonly noun: string
  /** The name of the field that groups the records. */
  readonly by: string
  /** The name of the summed field; `undefined` if records were counted. */
  readonly sum: string | undefined
}

/**
 * Returns the notes below a chart or a map, about records that the drawing alone would misrepresent: one line per note
 * after an empty line, or '' if there are none.
 */
export function drawNotes<K extends Kind>(
  aggregation: Aggregate<K>,
  { noun, by, sum }: Names,
  paint: Paint,
): string {
  const part = (number: number) =>
    `${withThousands(number)} of ${counted(aggregation.records, noun)} ${number === 1 ? 'has' : 'have'}`
  const notes = [
    aggregation.several > 0
      ? `${part(aggregation.several)} more than one ${by}, and ${aggregation.several === 1 ? 'counts' : 'count'} for each.`
      : '',
    aggregation.unknown > 0 ? `${part(aggregation.unknown)} no ${by}.` : '',
    sum !== undefined && aggregation.without > 0
      ? `${part(aggregation.without)} no ${sum}, and ${aggregation.without === 1 ? 'adds' : 'add'} nothing.`
      : '',
    sum !== undefined && Math.abs(aggregation.total) > maxExact ? 'Sums this large are rounded.' : '',
  ].filter((line) => line !== '')
  return notes.length === 0 ? '' : `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`
}
