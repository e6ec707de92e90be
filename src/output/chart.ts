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
import { drawDocument } from './page/drawing.ts'
import type { BarRow, Bars } from './page/page.ts'
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
  const name = nameOfField(by)
  const bars = barsOf(aggregate, measures, format, view.isPaged ? undefined : view.rows, [name, what])
  const notes = groupNotes(aggregate, { noun: view.type.noun, by: name, measures })
  const heading = `${what} by ${name}`
  if (view.document) {
    yield* drawDocument({ heading, part: bars, notes }, view)
    return
  }
  const paint = palette(view.color)
  yield view.plain ? `${[`${heading}:`, ...listed(bars)].join('\n')}\n` : drawBars(bars, view, paint)
  yield drawNotes(notes, paint)
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

/**
 * Returns as many groups as fit on a screen of `screen` lines, or all groups without a screen; then the rest, records
 * without a group, and the total. Only groups have bars: next to a larger rest or total their bars would be too short. A share
 * of the total, such as `35%`, stands beside values that are parts of it, unless one is negative.
 */
function barsOf(
  aggregate: Aggregate,
  measures: readonly Measure[],
  format: Format,
  screen: number | undefined,
  headers: readonly string[],
): Bars {
  const { all, unknown, ungrouped } = aggregate
  const groups = aggregate.groups().map(({ kind, tally }) => ({ kind, tally, value: tally.value() }))
  const maxRows = screen === undefined ? groups.length : Math.max(minRows, screen - around)
  const shown = groups.length > maxRows ? groups.slice(0, maxRows - 1) : groups
  const others = groups.slice(shown.length)
  const rest = others.reduce((sum, { tally }) => sum.addAll(tally), new Tally(measures).addAll(ungrouped))
  const longest = shown.reduce((most, { value }) => Math.max(most, Math.abs(Number(value ?? 0))), 0)
  const more =
    ungrouped.records === 0 ? counted(others.length, 'others') : `more than ${others.length} others`
  const parts: readonly (readonly [label: string, value: Amount | undefined, hasBar: boolean])[] = [
    ...shown.map(({ kind, value }) => [kind.label, value, true] as const),
    ...(others.length > 0 || ungrouped.records > 0 ? [[more, rest.value(), false] as const] : []),
    ...(unknown.records > 0 ? [['unknown', unknown.value(), false] as const] : []),
  ]
  const total = all.value()
  const areParts = measures.every(({ statistic }) => statistic === 'sum')
  const isPlain =
    Number(total) > 0 && [unknown.value(), ...groups.map(({ value }) => value)].every((n) => Number(n) >= 0)
  const shares =
    areParts && isPlain ? shareWords(parts.map(([, value]) => Number(value) / Number(total))) : []
  const row = (label: string, value: Amount | undefined, hasBar: boolean, share = ''): BarRow => ({
    label,
    numbers: shares.length > 0 ? [format(value), share] : [format(value)],
    share: hasBar && longest > 0 ? Number(value ?? 0) / longest : undefined,
    tone: hasBar ? undefined : 'label',
  })
  return {
    kind: 'bars',
    headers: [...headers, ...(shares.length > 0 ? ['share'] : [])].map((header) => header.toUpperCase()),
    rows: [
      ...parts.map(([label, value, hasBar], at) => row(label, value, hasBar, shares[at])),
      row(areParts ? 'total' : 'all', total, false),
    ],
  }
}

/** Lines of the screen to reserve for the text around the groups. */
const around = 8

const minRows = 5

/** `Food: 3, 15%` */
const listed = ({ rows }: Bars): readonly string[] =>
  rows.map(({ label, numbers }) => `${label}: ${numbers.filter(Boolean).join(', ')}`)

/** Draws the rows of a chart in columns: label, value, share, and a bar in the remaining width. */
function drawBars({ headers, rows }: Bars, view: Pick<View, 'width'>, paint: Paint): string {
  const room = view.width ?? defaultWidth
  const all = [headers, ...rows.map(({ label, numbers }) => [label, ...numbers])]
  const [natural = 0, ...widths] = headers.map((_, at) => widest(all.map((cells) => cells[at] ?? '')))
  const taken = widths.reduce((sum, needed) => sum + gap.length + needed, 0)
  const maxLabelWidth = Math.max(
    1,
    Math.floor(room * maxLabelShare),
    room - taken - gap.length - 3 * minBarWidth,
  )
  const labelWidth = view.width === undefined ? natural : Math.min(natural, maxLabelWidth)
  const barWidth = room - labelWidth - taken - gap.length
  const bar = view.width === undefined ? plainBar : blockBar
  const lines = all.map(([label = '', ...numbers]) =>
    [
      padEnd(shorten(label, labelWidth), labelWidth),
      ...widths.map((needed, at) => padStart(numbers[at] ?? '', needed)),
    ].join(gap),
  )
  const drawn = lines.map((text, at) => {
    const { tone, share } = rows[at - 1] ?? {}
    if (at === 0) return paint('label', text)
    if (tone) return paint(tone, text.trimEnd())
    if (!share || barWidth < minBarWidth) return text
    return text + gap + paint(share < 0 ? 'warning' : 'accent', bar(Math.abs(share), barWidth))
  })
  return `${drawn.join('\n')}\n`
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
