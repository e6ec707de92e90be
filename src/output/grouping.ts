/** The fields that records are grouped by, their statistics, and the notes on what groups alone would misrepresent. */

import { fieldsOf } from '../api/records/derived-fields.ts'
import { nameOfField } from '../api/records/field-aliases.ts'
import { type FieldPath, fieldAt } from '../api/records/field-paths.ts'
import type { Field, Fields } from '../api/records/fields.ts'
import type { DerivedType } from '../api/records/record-types.ts'
import { counted, withThousands } from '../core/numbers.ts'
import type { Aggregate, Kind, Measure } from '../domain/aggregate.ts'
import type { Statistic } from '../domain/statistics.ts'
import type { Paint } from './terminal/palette.ts'
import type { Aggregation, Grouping, GroupKey, View } from './view.ts'
import { count, type Format, money, percent } from './words/format.ts'

/** A field as it was typed, and what the name stands for. */
interface GroupField {
  readonly name: string
  readonly path: FieldPath
  /** Missing if the record type does not declare it. */
  readonly field: Field | undefined
}

/** A grouping of records with known fields. */
export interface ResolvedGrouping {
  readonly by: readonly (GroupField & GroupKey)[]
  readonly measures: readonly (GroupField & Measure)[]
}

/**
 * Returns the grouping with the fields that its names stand for: paths, aliases and headings of the type `source`. `type`
 * is that of the records to group.
 */
export async function resolveGrouping(
  { by, measures }: Grouping,
  source: DerivedType,
  type = source,
): Promise<ResolvedGrouping> {
  const { fieldNamed } = await import('./table/column-named.ts')
  const known = fieldsOf(type)
  const resolve = async (name: string): Promise<GroupField> => {
    const path = await fieldNamed(name, source)
    return { name, path, field: fieldAt(known, path) }
  }
  return {
    by: await Promise.all(by.map(async ({ name, step }) => ({ ...(await resolve(name)), step }))),
    measures: await Promise.all(
      measures.map(async ({ statistic, name }) => {
        const field = await resolve(name)
        return { ...field, ...measureOf({ statistic, path: field.path }, known) }
      }),
    ),
  }
}

/** Returns what a chart or a map draws of a grouping: its first field and its first number. */
export function aggregationOf({ by: [by], measures: [measure] }: ResolvedGrouping): Aggregation {
  return { by: by?.path, step: by?.step, measure }
}

/**
 * Returns the field that groups the records of a chart: the value of `--by`, else the default of the record type; [] if
 * there is neither.
 */
export function countedBy({ aggregation, type }: Pick<View, 'aggregation' | 'type'>): FieldPath {
  return aggregation?.by ?? type.groupedBy?.split('.') ?? []
}

/** Returns what a chart or a map measures, its name, and the format of its values; records are counted by default. */
export function measuredBy({ aggregation, type }: Pick<View, 'aggregation' | 'type'>): Measured {
  const { measure } = aggregation ?? {}
  if (!measure) return { measures: [], what: type.noun, format: count }
  const fields = fieldsOf(type)
  const name = nameOfField(measure.path)
  return {
    measures: [measureOf(measure, fields)],
    what: measure.statistic === 'sum' ? name : `${measure.statistic} ${name}`,
    format: formats[fieldAt(fields, measure.path)?.type ?? ''] ?? count,
  }
}

interface Measured {
  /** At most one. */
  readonly measures: readonly Measure[]
  readonly what: string
  readonly format: Format
}

const measureOf = (
  { statistic, path }: { readonly statistic: Statistic; readonly path: FieldPath },
  fields: Fields,
): Measure => ({ statistic, path, isMoney: fieldAt(fields, path)?.type === 'money' })

const formats: Readonly<Record<string, Format>> = { money, percent }

interface Names {
  /** The plural noun for the records, such as `loans`. */
  readonly noun: string
  /** The name of the field that groups the records; `undefined` for several. */
  readonly by: string | undefined
  readonly measures: readonly Measure[]
}

/** Returns a sentence for each thing about the records that groups alone would misrepresent. */
export function groupNotes<K extends Kind>(
  aggregate: Aggregate<K>,
  { noun, by, measures }: Names,
): readonly string[] {
  const part = (number: number, [one, several] = ['has', 'have']) =>
    `${withThousands(number)} of ${counted(aggregate.all.records, noun)} ${number === 1 ? one : several}`
  const missing = measures.flatMap(({ path, statistic }, at) => {
    const number = aggregate.without[at] ?? 0
    if (number === 0) return []
    const effect =
      statistic === 'sum'
        ? `${number === 1 ? 'adds' : 'add'} nothing`
        : `${number === 1 ? 'is' : 'are'} left out`
    return [[nameOfField(path), `${part(number)} no ${nameOfField(path)}, and ${effect}.`] as const]
  })
  const { several } = aggregate
  const inSeveral =
    by === undefined
      ? `${part(several, ['is', 'are'])} in more than one group`
      : `${part(several)} more than one ${by}`
  return [
    several > 0 ? `${inSeveral}, and ${several === 1 ? 'counts' : 'count'} for each.` : '',
    aggregate.unknown.records > 0 ? `${part(aggregate.unknown.records)} no ${by}.` : '',
    // One line for all statistics of a field.
    ...new Map(missing).values(),
  ].filter((line) => line !== '')
}

/** Returns the notes below a chart or a map, after an empty line, or '' if there are none. */
export const drawNotes = (notes: readonly string[], paint: Paint): string =>
  notes.length === 0 ? '' : `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`

/**
 * The most groups to draw: a field that is unique to each record has as many groups as there are records.
 */
export const maxDrawn = 50_000
