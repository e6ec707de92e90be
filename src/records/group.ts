/** The stages that replace records by groups, or by their number. */

import { nameOfField } from '../api/records/field-aliases.ts'
import { type FieldPath, pathText, valueAt } from '../api/records/field-paths.ts'
import type { Field, Fields } from '../api/records/fields.ts'
import { type DerivedType, unknownType } from '../api/records/record-types.ts'
import { jsonText } from '../api/wire/json.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { Aggregate, groupedValues, type Kind, type Tally } from '../domain/aggregate.ts'
import { groupNotes, type ResolvedGrouping } from '../output/grouping.ts'
import type { ReadingEnd } from './ending.ts'
import { joinPages } from './items.ts'
import { compareValues } from './order.ts'
import type { RecordPage } from './reading.ts'
import type { OrderKey } from './request.ts'
import type { Stage } from './stage.ts'

/**
 * Returns a stage that replaces the outputs by their groups, after the last page. `onGroups` gets
 * facts about all of them.
 */
export function groupStage(
  grouping: ResolvedGrouping,
  { noun }: Pick<DerivedType, 'noun'>,
  order: readonly OrderKey[],
  onGroups: (found: GroupFacts) => void,
): Stage {
  return async function* (pages) {
    const groups = new RecordGroups(grouping)
    let read: RecordPage | undefined
    for await (const { page, items } of pages) {
      read = joinPages(read, page)
      for (const { outputs } of items) for (const output of outputs) groups.add(output)
    }
    if (!read) return
    onGroups({ records: groups.size, notes: groups.notes(noun) })
    const items = groups.records(order).map((group) => ({
      record: group,
      outputs: [group],
      ...(group['count'] === 0 && { count: 0 }),
    }))
    yield { page: read, items }
  }
}

/** What the groups alone do not say. */
export interface GroupFacts {
  /** The number of records in all groups; each counts once. */
  readonly records: number
  /** A sentence for each thing that the groups would misrepresent. */
  readonly notes: readonly string[]
}

/** Records by the values of some fields. */
export class RecordGroups {
  readonly #grouping: ResolvedGrouping
  readonly #aggregate: Aggregate<ByValues>

  constructor(grouping: ResolvedGrouping) {
    this.#grouping = grouping
    this.#aggregate = new Aggregate(grouping.measures)
  }

  /** The number of records. */
  get size(): number {
    return this.#aggregate.all.records
  }

  add(record: Json): void {
    this.#aggregate.add(kindsOf(record, this.#grouping), record)
  }

  /**
   * Returns the groups as records, sorted by `order`, then by their ranges, the largest first, then by their values. Without a field to
   * group by, all records are one group, even if there are none.
   */
  records(order: readonly OrderKey[]): readonly JsonObject[] {
    const grouping = this.#grouping
    if (grouping.by.length === 0) return [groupOf([], this.#aggregate.all, grouping)]
    const groups = this.#aggregate.groups().map(({ kind, tally }) => groupOf(kind.values, tally, grouping))
    return sorted(groups, grouping, order)
  }

  /** Returns a sentence for each thing that the groups alone would misrepresent. */
  notes(noun: string): readonly string[] {
    const { by, measures } = this.#grouping
    const [field] = by
    const name = field && by.length === 1 ? nameOfField(field.path) : undefined
    return groupNotes(this.#aggregate, { noun, by: name, measures })
  }
}

/**
 * Returns a stage that replaces the outputs by their number, at most `limit`. With `isWhole` nothing was dropped, so that
 * the total of the service counts, and the first page is enough.
 */
export function totalStage(limit: number | undefined, isWhole: boolean, end: ReadingEnd): Stage {
  return async function* (pages) {
    let read: RecordPage | undefined
    let count = 0
    for await (const { page, items } of pages) {
      read = joinPages(read, page)
      count += items.filter(({ outputs }) => outputs.length > 0).length
      const total = isWhole ? page.paging?.total : undefined
      if (total === undefined) continue
      count = Math.min(total, limit ?? total)
      end.at(count < total ? 'limit' : 'all')
      read = { ...read, count }
      break
    }
    if (read) yield { page: read, items: [{ record: count, outputs: [count], count }] }
  }
}

/** The values of the fields that make a group. */
interface ByValues extends Kind {
  readonly values: readonly Json[]
}

/** Returns a group for each combination of the values of a record. A missing value is null. */
function kindsOf(record: Json, { by }: ResolvedGrouping): readonly ByValues[] {
  const combinations = by.reduce<readonly (readonly Json[])[]>(
    (found, { path, field, step }) => {
      const values = groupedValues(record, path, field, step)
      return found.flatMap((before) =>
        (values.length === 0 ? [null] : values).map((value) => [...before, value]),
      )
    },
    [[]],
  )
  const kinds = combinations.map((values) => ({ label: jsonText(values), values }))
  return kinds.length === 1 ? kinds : [...new Map(kinds.map((kind) => [kind.label, kind])).values()]
}

/** Returns a group as a record: `{"sector":"Food","count":3,"sum":{"amount":1150}}`. */
function groupOf(values: readonly Json[], tally: Tally, { by, measures }: ResolvedGrouping): JsonObject {
  const numbers = new Map<string, Record<string, Json>>()
  for (const [at, value] of tally.values().entries()) {
    const { statistic, name } = measures[at] ?? { statistic: '', name: '' }
    numbers.set(statistic, { ...numbers.get(statistic), [name]: value ?? null })
  }
  return Object.fromEntries([
    ...by.map(({ name }, at) => [name, values[at] ?? null] as const),
    ['count', tally.records] as const,
    ...numbers,
  ])
}

function sorted(
  groups: readonly JsonObject[],
  { by, measures: [measure] }: ResolvedGrouping,
  order: readonly OrderKey[],
): readonly JsonObject[] {
  const size = measure ? [measure.statistic, measure.name] : ['count']
  const keys: readonly OrderKey[] = [
    ...order,
    ...by.flatMap(({ name, step }) => (step === undefined ? [] : { path: [name], isDescending: false })),
    { path: size, isDescending: true },
    ...by.map(({ name }) => ({ path: [name], isDescending: false })),
  ]
  return groups.toSorted((a, b) => {
    for (const { path, isDescending } of keys) {
      const result = compareValues(valueAt(a, path), valueAt(b, path), isDescending)
      if (result !== 0) return result
    }
    return 0
  })
}

/** Returns the paths of the columns of groups. A field is one key, as it was typed. */
export const columnPaths = ({ by, measures }: ResolvedGrouping): readonly FieldPath[] => [
  ...by.map(({ name }) => [name]),
  ['count'],
  ...measures.map(({ statistic, name }) => [statistic, name]),
]

/** Returns the path of a column, given by its name. */
export function columnPath(path: FieldPath, grouping: ResolvedGrouping): FieldPath {
  const name = pathText(path)
  return columnPaths(grouping).find((column) => pathText(column) === name) ?? path
}

/** Returns the type of groups as records, with their fields. */
export function groupType({ by, measures }: ResolvedGrouping): DerivedType {
  const numbers = new Map<string, Record<string, Field>>()
  for (const { statistic, name, field } of measures) {
    const brief = `${statistic} of ${name}`
    const isWhole = field?.type === 'integer' && !['avg', 'median'].includes(statistic)
    const type = isWhole ? 'integer' : field && field.type !== 'integer' ? field.type : 'number'
    numbers.set(statistic, { ...numbers.get(statistic), [name]: { type, brief, optional: true } })
  }
  const fields: Fields = {
    ...Object.fromEntries(by.map(({ name, field, step }) => [name, keyField(field, step)])),
    count: { type: 'integer', brief: 'number of records' },
    ...Object.fromEntries(
      [...numbers].map(([statistic, fields]) => [statistic, { type: 'object', brief: statistic, fields }]),
    ),
  }
  return { ...unknownType, key: 'groups', noun: 'groups', fields }
}

/** A value of a list makes a group alone, and dates make months. */
function keyField(field: Field | undefined, step: number | undefined): Field {
  const {
    list: _,
    type = step === undefined ? 'string' : 'number',
    brief = 'value of the field',
    ...rest
  } = field ?? {}
  return { ...rest, brief, type: type === 'date' ? 'string' : type, step, optional: true }
}
