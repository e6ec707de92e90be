/** A block with the largest groups of one kind: name, bar, number of loans and share. */
import type { Group } from '../../../domain/portfolio/count-groups.ts'
import type { DimensionName } from '../../../domain/portfolio/dimensions.ts'
import { withThousands } from '../../../thousands.ts'
import { blockBar, plainBar } from '../../chart/bars.ts'
import { clean } from '../../gate/text.ts'
import { padEnd, padStart, shorten, widest } from '../../terminal/width.ts'
import type { Block, Layout } from '../layout.ts'

/** The groups of one kind, the largest first. */
export interface GroupsOfKind {
  readonly kind: DimensionName
  readonly groups: readonly Group[]
  /** The effective number of groups. */
  readonly even: number | null
}

export interface GroupsStyle {
  /** How many groups to show. */
  readonly top: number
  /** The percentage that fills the longest bar, the same for all blocks. */
  readonly scale: number
  /** The width of the block, in columns. */
  readonly columns: number
}

const headings: Readonly<Record<DimensionName, string>> = {
  sector: 'Sectors',
  country: 'Countries',
  partner: 'Partners',
  status: 'Statuses',
  year: 'Years',
  gender: 'Genders',
}

/** The longest bar, and the shortest one that still means something. */
const [longestBar, shortestBar] = [30, 4]

/** Returns the block; a last row counts the remaining groups. */
export function groupsBlock(layout: Layout, of: GroupsOfKind, style: GroupsStyle): Block {
  const { kind, groups, even } = of
  const known = groups.filter(({ key }) => key !== null).length
  const effective = even === null ? '' : ` (effective number ${even.toFixed(1)})`
  const heading = `${headings[kind]}: ${withThousands(known)}${effective}`
  const shown = groups.slice(0, style.top)
  const rest = groups.slice(style.top)
  const rows = [
    ...shown.map((group) => ({ ...group, label: labelOf(kind, group), isGroup: true })),
    ...(rest.length > 0 ? [{ ...sumOf(rest), label: `${rest.length} more`, isGroup: false }] : []),
  ].map((row) => ({ ...row, numbers: [withThousands(row.loans), `${row.percent.toFixed(1)}%`] as const }))
  if (layout.plain)
    return [heading, ...rows.map(({ label, numbers: [loans, part] }) => `${label}: ${loans}, ${part}`)]
  const loansWidth = widest(rows.map(({ numbers }) => numbers[0]))
  const partWidth = widest(rows.map(({ numbers }) => numbers[1]))
  const room = style.columns - loansWidth - partWidth - 3
  const nameWidth = Math.min(widest(rows.map(({ label }) => label)), room - shortestBar)
  const barWidth = Math.min(longestBar, room - nameWidth)
  const bar = layout.columns === undefined ? plainBar : blockBar
  return [
    layout.paint('name', shorten(heading, style.columns)),
    ...rows.map(({ label, percent, isGroup, numbers: [loans, part] }) => {
      const name = padEnd(shorten(label, nameWidth), nameWidth)
      const counts = `${padStart(loans, loansWidth)} ${padStart(part, partWidth)}`
      const drawn = isGroup && style.scale > 0 ? bar(Math.min(1, percent / style.scale), barWidth) : ''
      const line = `${name} ${layout.paint('accent', drawn)}${' '.repeat(barWidth - drawn.length)} ${counts}`
      return isGroup ? line : layout.paint('label', line)
    }),
  ]
}

function labelOf(kind: DimensionName, { key, name }: Group): string {
  if (key === null) return kind === 'partner' ? 'no partner' : 'unknown'
  return clean(name ?? (kind === 'partner' ? `partner ${key}` : key))
}

const sumOf = (groups: readonly Group[]) => ({
  loans: groups.reduce((sum, { loans }) => sum + loans, 0),
  percent: groups.reduce((sum, { percent }) => sum + percent, 0),
})
