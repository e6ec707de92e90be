/** Prints a bar chart of the number of records per group, or of the sum of a field per group. */

import { countryName } from '../api/country-names.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { nameOfField } from '../api/records/field-aliases.ts'
import { type FieldPath, fieldAt } from '../api/records/field-paths.ts'
import type { Field, FieldType } from '../api/records/fields.ts'
import type { Json } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { Aggregate, groupedValues, type Kind, type Measure, Tally } from '../domain/aggregate.ts'
import type { Amount } from '../domain/statistics.ts'
import { blockBar, plainBar } from './bars.ts'
import { clean } from './gate/text.ts'
import { countedBy, drawNotes, groupNotes, maxDrawn, measuredBy } from './grouping.ts'
import { type Paint, palette } from './terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from './terminal/width.ts'
import type { Render, View } from './view.ts'
import { date, type Format, money, percent, rangesOf, words, yesNo } from './words/format.ts'
import { line } from './words/line.ts'
import { partnerNames } from './words/partner-names.ts'

/**
 * Prints nothing until all records arrived, and nothing if reading fails: a partial chart would look
 * complete.
 */
export const renderChart: Render = async function* (records, view) {
  const by = countedBy(view)
  const partners = by.at(-1) === 'partner_id' ? await view.partners?.() : undefined
  const write = partners && partnerNames(partners)
  const kindsOf = kindsBy(by, fieldAt(fieldsOf(view.type), by), view.aggregation?.step, write)
  const { measures, what, format } = measuredBy(view)
  const aggregate = new Aggregate(measures, maxDrawn)
  for await (const record of records) aggregate.add(kindsOf(record), record)
  if (aggregate.all.records === 0) return
  const names = { by: nameOfField(by), value: what }
  const rows = rowsOf(aggregate, measures, view.isPaged ? undefined : view.rows)
  const paint = palette(view.color)
  yield view.plain ? listRows(rows, { names, format }) : drawRows(rows, { names, format, view, paint })
  yield drawNotes(groupNotes(aggregate, { noun: view.type.noun, by: names.by, measures }), paint)
}

/** Returns a function that finds the groups of a record: one for each value at `path`. */
function kindsBy(
  path: FieldPath,
  field: Field | undefined,
  step: number | undefined,
  write: Format | undefined,
): (record: Json) => readonly Kind[] {
  const plain = write ?? formatByKey.get(path.at(-1) ?? '') ?? formatByType[field?.type ?? 'string'] ?? line
  const format = step === undefined ? plain : rangesOf(plain, step)
  const cache = new Map<Json, string>()
  const labelOf = (value: Json) => {
    const label = cache.get(value) ?? shorten(clean(format(value)), longestLabel)
    if (cache.size < maxCached) cache.set(value, label)
    return label
  }
  // Ranges from the lowest, months from the newest.
  const orderOf = (value: Json) => {
    if (step !== undefined) return Number(value)
    return field?.type === 'date' && isMonth(value) ? -Number(value.replace('-', '')) : 0
  }
  return (record) => {
    const kinds = groupedValues(record, path, field, step).map((value) => ({
      label: labelOf(value),
      order: orderOf(value),
    }))
    return [...new Map(kinds.map((kind) => [kind.label, kind])).values()]
  }
}

/** `Nov 2026` */
const month: Format = (value) => (isMonth(value) ? date(`${value}-01`).replace(/^1 /, '') : line(value))

const isMonth = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d$/.test(value)

const country: Format = (value) => {
  const code = line(value)
  return (/^[A-Z]{2}$/.test(code) ? countryName(code) : undefined) ?? code
}

const genders: ReadonlyMap<string, string> = new Map([
  ['F', 'female'],
  ['M', 'male'],
])

/** Formats for values by the last key of their path. */
const formatByKey: ReadonlyMap<string, Format> = new Map([
  ['country_code', country],
  ['iso_code', country],
  ['gender', (value) => genders.get(line(value)) ?? line(value)],
  ['status', words],
  ['update_type', words],
])

const formatByType: Readonly<Partial<Record<FieldType, Format>>> = {
  boolean: yesNo,
  date: month,
  money,
  percent,
}

/** The most labels to cache. */
const maxCached = 1000

/** The maximum display width of a label. */
const longestLabel = 200

/** A row of a chart: one of the largest groups, the rest, records without a group, or the total. */
interface ChartRow {
  readonly label: string
  readonly value: Amount | undefined
  /** Only rows of kind `group` have bars: next to a larger rest or total their bars would be too short. */
  readonly kind: 'group' | 'rest' | 'unknown' | 'total'
  /**
   * The share of the total, such as `35%`; '' if any value is negative or the values are no parts of a total, since
   * shares would be meaningless.
   */
  readonly share: string
  /** The length of the bar relative to the longest one, from 0 to 1. */
  readonly length: number
}

/** Returns as many groups as fit on a screen of `screen` lines, or all groups without a screen. */
function rowsOf(
  aggregate: Aggregate,
  measures: readonly Measure[],
  screen: number | undefined,
): readonly ChartRow[] {
  const { all, unknown, ungrouped } = aggregate
  const groups = aggregate.groups().map(({ kind, tally }) => ({ kind, tally, value: tally.value() }))
  const maxRows = screen === undefined ? groups.length : Math.max(minRows, screen - around)
  const shown = groups.length > maxRows ? groups.slice(0, maxRows - 1) : groups
  const others = groups.slice(shown.length)
  const rest = others.reduce((sum, { tally }) => sum.addAll(tally), new Tally(measures).addAll(ungrouped))
  const size = (value: Amount | undefined) => Math.abs(Number(value ?? 0))
  const longest = shown.reduce((most, { value }) => Math.max(most, size(value)), 0)
  const row = (kind: ChartRow['kind'], label: string, value: Amount | undefined): ChartRow => ({
    label,
    value,
    kind,
    share: '',
    length: kind === 'group' && longest > 0 ? size(value) / longest : 0,
  })
  const more =
    ungrouped.records === 0 ? counted(others.length, 'others') : `more than ${others.length} others`
  const rows = [
    ...shown.map(({ kind, value }) => row('group', kind.label, value)),
    ...(others.length > 0 || ungrouped.records > 0 ? [row('rest', more, rest.value())] : []),
    ...(unknown.records > 0 ? [row('unknown', 'unknown', unknown.value())] : []),
  ]
  const total = all.value()
  const areParts = measures.every(({ statistic }) => statistic === 'sum')
  const isPlain =
    Number(total) > 0 && [unknown.value(), ...groups.map(({ value }) => value)].every((n) => Number(n) >= 0)
  const shares = areParts && isPlain ? shareWords(rows.map(({ value }) => Number(value) / Number(total))) : []
  return [
    ...rows.map((row, at) => ({ ...row, share: shares[at] ?? '' })),
    row('total', areParts ? 'total' : 'all', total),
  ]
}

/** Lines of the screen to reserve for the text around the groups. */
const around = 8

const minRows = 5

/** Returns the rows of a chart as text, one per line: `Food: 3, 15%`. */
function listRows(
  rows: readonly ChartRow[],
  {
    names,
    format,
  }: { readonly names: { readonly by: string; readonly value: string }; readonly format: Format },
): string {
  const lines = rows.map(({ label, value, share }) => {
    return `${label}: ${format(value)}${share === '' ? '' : `, ${share}`}`
  })
  return `${[`${names.value} by ${names.by}:`, ...lines].join('\n')}\n`
}

interface ChartStyle {
  /** The names of the grouping field and of the values. */
  readonly names: { readonly by: string; readonly value: string }
  /** Formats the values. */
  readonly format: Format
  readonly view: Pick<View, 'width'>
  readonly paint: Paint
}

/** Draws the rows of a chart in columns: label, value, share, and a bar in the remaining width. */
function drawRows(rows: readonly ChartRow[], { names, format, view, paint }: ChartStyle): string {
  const room = view.width ?? defaultWidth
  const top = { label: names.by.toUpperCase(), numbers: [names.value.toUpperCase(), 'SHARE'] }
  const cells = rows.map(({ label, value, share }) => ({ label, numbers: [format(value), share] }))
  const all = [top, ...cells]
  const columns = [0, 1]
    .filter((at) => cells.some(({ numbers }) => numbers[at] !== ''))
    .map((at) => ({ at, needed: widest(all.map(({ numbers }) => numbers[at] ?? '')) }))
  const taken = columns.reduce((sum, { needed }) => sum + gap.length + needed, 0)
  const natural = widest(all.map(({ label }) => label))
  const maxLabelWidth = Math.max(
    1,
    Math.floor(room * maxLabelShare),
    room - taken - gap.length - 3 * minBarWidth,
  )
  const labelWidth = view.width === undefined ? natural : Math.min(natural, maxLabelWidth)
  const barWidth = room - labelWidth - taken - gap.length
  const bar = view.width === undefined ? plainBar : blockBar

  const set = ({ label, numbers }: (typeof all)[number]) =>
    [
      padEnd(shorten(label, labelWidth), labelWidth),
      ...columns.map(({ at, needed }) => padStart(numbers[at] ?? '', needed)),
    ].join(gap)
  const lines = cells.map((cell, at) => {
    const { kind = 'total', length = 0, value } = rows[at] ?? {}
    if (kind !== 'group') return paint('label', set(cell).trimEnd())
    if (length === 0 || barWidth < minBarWidth) return set(cell)
    return set(cell) + gap + paint(Number(value) < 0 ? 'warning' : 'accent', bar(length, barWidth))
  })
  return `${[paint('label', set(top)), ...lines].join('\n')}\n`
}

/** Width without a terminal. */
const defaultWidth = 80

/** Leave out bars shorter than this: they would be meaningless. */
const minBarWidth = 8

/** The share of the width that labels may always use, even if the bars get short. */
const maxLabelShare = 0.4

const gap = '  '

/**
 * Returns `35%`, or `<1%` for shares that would round to zero. They are rounded so that the rounded ones have the sum of
 * the shares: those with the largest fractions are rounded up.
 */
function shareWords(shares: readonly number[]): readonly string[] {
  const percents = shares.map((share) => share * 100)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const missing = Math.round(sum(percents)) - sum(percents.map(Math.floor))
  const byFraction = percents
    .map((percent, at) => ({ at, fraction: percent - Math.floor(percent) }))
    .toSorted((one, other) => other.fraction - one.fraction)
  const isUp = new Set(byFraction.slice(0, missing).map(({ at }) => at))
  return percents.map((percent, at) => {
    const whole = Math.floor(percent) + (isUp.has(at) ? 1 : 0)
    return whole === 0 && percent > 0 ? '<1%' : `${whole}%`
  })
}
