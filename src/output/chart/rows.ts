/** The rows of a chart: its largest groups, what is left of them, what belongs to none, and all together. */
import { counted } from '../../thousands.ts'
import type { Aggregate } from '../aggregate/aggregate.ts'

export interface ChartRow {
  readonly label: string
  readonly value: number
  /** `group` is one that was counted; only they have bars: beside the others they would be short. */
  readonly kind: 'group' | 'rest' | 'unknown' | 'total'
  /** Of the total; `undefined` where some are below nothing, and shares mean nothing. */
  readonly share: number | undefined
  /** Length of the bar against the longest one. */
  readonly length: number
}

/** Rows of a screen that are needed for what stands around the groups. */
const around = 8

const fewest = 5

/** As many groups as a screen of so many rows has room for; without a screen all that there are. */
export function rowsOf(tally: Aggregate, screen: number | undefined): readonly ChartRow[] {
  const all = tally.groups()
  const most = screen === undefined ? all.length : Math.max(fewest, screen - around)
  const shown = all.length > most ? all.slice(0, most - 1) : all
  const others = all.slice(shown.length)
  const rest = others.reduce((sum, { value }) => sum + value, tally.beyond)
  const longest = shown.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0)
  const isPlain = tally.total > 0 && tally.unknownValue >= 0 && all.every(({ value }) => value >= 0)
  const row = (kind: ChartRow['kind'], label: string, value: number): ChartRow => ({
    label,
    value,
    kind,
    share: isPlain ? value / tally.total : undefined,
    length: kind === 'group' && longest > 0 ? Math.abs(value) / longest : 0,
  })
  const more = tally.beyond === 0 ? counted(others.length, 'others') : `more than ${others.length} others`
  return [
    ...shown.map(({ kind, value }) => row('group', kind.label, value)),
    ...(others.length > 0 || tally.beyond > 0 ? [row('rest', more, rest)] : []),
    ...(tally.unknown > 0 ? [row('unknown', 'unknown', tally.unknownValue)] : []),
    row('total', 'total', tally.total),
  ]
}

/** `35 %`, and `<1 %` of what would be none. */
export function shareWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share > 0 ? '<1 %' : `${percent} %`
}
