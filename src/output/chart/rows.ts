/** The rows of a chart: the largest groups, the rest, records without a group, and the total. */
import { counted } from '../../thousands.ts'
import type { Aggregate } from '../aggregate/aggregate.ts'

export interface ChartRow {
  readonly label: string
  readonly value: number
  /** Only rows of kind `group` have bars: next to a larger rest or total their bars would be too short. */
  readonly kind: 'group' | 'rest' | 'unknown' | 'total'
  /** The share of the total; `undefined` if any value is negative, since shares would be meaningless. */
  readonly share: number | undefined
  /** The length of the bar relative to the longest one, from 0 to 1. */
  readonly length: number
}

/** Lines of the screen to reserve for the text around the groups. */
const around = 8

const minRows = 5

/** Returns as many groups as fit on a screen of `screen` lines, or all groups without a screen. */
export function rowsOf(aggregation: Aggregate, screen: number | undefined): readonly ChartRow[] {
  const all = aggregation.groups()
  const maxRows = screen === undefined ? all.length : Math.max(minRows, screen - around)
  const shown = all.length > maxRows ? all.slice(0, maxRows - 1) : all
  const others = all.slice(shown.length)
  const rest = others.reduce((sum, { value }) => sum + value, aggregation.ungrouped)
  const longest = shown.reduce((maxRows, { value }) => Math.max(maxRows, Math.abs(value)), 0)
  const isPlain =
    aggregation.total > 0 && aggregation.unknownValue >= 0 && all.every(({ value }) => value >= 0)
  const row = (kind: ChartRow['kind'], label: string, value: number): ChartRow => ({
    label,
    value,
    kind,
    share: isPlain ? value / aggregation.total : undefined,
    length: kind === 'group' && longest > 0 ? Math.abs(value) / longest : 0,
  })
  const more =
    aggregation.ungrouped === 0 ? counted(others.length, 'others') : `more than ${others.length} others`
  return [
    ...shown.map(({ kind, value }) => row('group', kind.label, value)),
    ...(others.length > 0 || aggregation.ungrouped > 0 ? [row('rest', more, rest)] : []),
    ...(aggregation.unknown > 0 ? [row('unknown', 'unknown', aggregation.unknownValue)] : []),
    row('total', 'total', aggregation.total),
  ]
}

/** `35%`, or `<1%` for shares that would round to zero. */
export function shareWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share > 0 ? '<1%' : `${percent}%`
}
