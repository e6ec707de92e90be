/** The page of a portfolio: what the loans are spread over, and how they are repaid. */
import type { PrintStyle } from '../../context.ts'
import type { RepaymentCalendar } from '../../domain/portfolio/calendar.ts'
import type { DimensionName, Group } from '../../domain/portfolio/groups.ts'
import type { Portfolio } from '../../domain/portfolio/portfolio.ts'
import type { JsonObject } from '../../ports/json.ts'
import { counted, withThousands } from '../../text/numbers.ts'
import { blockBar, plainBar } from '../bars.ts'
import { clean } from '../gate/text.ts'
import { palette } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import { bar, money, words } from '../words/format.ts'
import { type Block, dotted, type Fact, factsBlock, footBlock, type Layout, maxPageWidth } from './layout.ts'
import { lenderTitle, monthWords } from './portfolio-words.ts'

/** Returns the page as text without a final newline. */
export function portfolioPage(facts: PortfolioFacts, style: PrintStyle): string {
  const { lender, portfolio, links } = facts
  const paint = palette(style.color)
  const layout: Layout = { paint, columns: style.width, now: undefined, plain: style.plain }
  const narrow = { ...layout, columns: style.width && Math.min(style.width, maxPageWidth) }
  const blocks = [
    [...lenderTitle(narrow, lender), countWords(portfolio)],
    ...(portfolio.loans > 0 ? groupBlocks(layout, facts) : []),
    portfolio.loans > 0 ? factsBlock(narrow, riskFacts(narrow, facts)) : [],
    portfolio.loans > 0 ? footBlock(narrow, links) : [],
  ].filter((block) => block.length > 0)
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

/** What the page of a portfolio shows. */
interface PortfolioFacts {
  readonly lender: JsonObject
  readonly portfolio: Portfolio
  readonly calendar: RepaymentCalendar
  /** The percentage above which a group is listed. */
  readonly over: number
  /** How many groups of each kind to show. */
  readonly top: number
  /** Commands to run next. */
  readonly links: readonly string[]
}

function countWords({ loans, apart }: Portfolio): string {
  const others = Object.entries(apart).filter(([, count]) => count > 0)
  if (loans === 0 && others.length === 0) return 'No loans yet.'
  const excluded = others.map(([status, count]) => `${count} ${clean(words(status))}`).join(', ')
  return dotted(counted(loans, 'loans'), excluded && `not counted: ${excluded}`)
}

function groupBlocks(layout: Layout, { portfolio, top }: PortfolioFacts): readonly Block[] {
  const { by, even } = portfolio
  const kinds = Object.keys(by) as readonly DimensionName[]
  const all = kinds.map((kind): GroupsOfKind => ({ kind, groups: by[kind] ?? [], even: even[kind] ?? null }))
  const scale = Math.max(...all.flatMap(({ groups }) => groups.slice(0, top)).map(({ percent }) => percent))
  const width = layout.columns ?? defaultColumns
  const count = layout.plain ? 1 : (perRow.find(({ from }) => width >= from)?.blocks ?? 1)
  const columns = count === 1 ? Math.min(width, defaultColumns) : Math.floor((width + gap) / count) - gap
  const drawn = all.map((of) => groupsBlock(layout, of, { top, scale, columns: Math.min(columns, 60) }))
  return Array.from({ length: Math.ceil(drawn.length / count) }, (_, row) =>
    besideEachOther(drawn.slice(row * count, (row + 1) * count), Math.min(columns, 60) + gap),
  )
}

/** How many blocks stand side by side, from which width on. Narrower ones would cut most names. */
const perRow = [
  { from: 156, blocks: 4 },
  { from: 104, blocks: 2 },
] as const

const gap = 4

/** The width of a page in a file. */
const defaultColumns = 80

/** Joins blocks line by line; each starts `step` columns after the one before. */
const besideEachOther = (blocks: readonly Block[], step: number): Block =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, at) =>
    blocks
      .map((block) => padEnd(block[at] ?? '', step))
      .join('')
      .trimEnd(),
  )

/** The groups of one kind, the largest first. */
interface GroupsOfKind {
  readonly kind: DimensionName
  readonly groups: readonly Group[]
  /** The effective number of groups. */
  readonly even: number | null
}

interface GroupsStyle {
  /** How many groups to show. */
  readonly top: number
  /** The percentage that fills the longest bar, the same for all blocks. */
  readonly scale: number
  /** The width of the block, in columns. */
  readonly columns: number
}

/**
 * Returns a block with the largest groups of one kind: name, bar, number of loans and share. A last row counts the
 * remaining groups.
 */
function groupsBlock(layout: Layout, of: GroupsOfKind, style: GroupsStyle): Block {
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

function labelOf(kind: DimensionName, { key, name }: Group): string {
  if (key === null) return kind === 'partner' ? 'no partner' : 'unknown'
  return clean(name ?? (kind === 'partner' ? `partner ${key}` : key))
}

const sumOf = (groups: readonly Group[]) => ({
  loans: groups.reduce((sum, { loans }) => sum + loans, 0),
  percent: groups.reduce((sum, { percent }) => sum + percent, 0),
})

/** Returns what a lender may want to change in a portfolio, and how its loans are repaid. */
function riskFacts(layout: Layout, { portfolio, calendar, over }: PortfolioFacts): readonly Fact[] {
  const { gaps, repayment } = portfolio
  return [
    [
      `Over ${over}%`,
      portfolio.over
        .map(({ name, key, percent }) => `${clean(name ?? key ?? '')} ${tenth(percent)}`)
        .join(' · ') || 'none',
    ],
    ['No loan in', gaps.country ? namesOf(gaps.country) || 'each country has a loan' : ''],
    ['Sectors left', namesOf(gaps.sector) || 'each sector has a loan'],
    ['Repaid', repaidWords(layout, repayment)],
    [
      'Lost',
      repayment.lost_percent === null
        ? ''
        : `${repayment.lost} of ${counted(repayment.lost_of, 'finished loans')} ended with a loss (${tenth(repayment.lost_percent)} of their money)`,
    ],
    [
      'Behind',
      dotted(
        `${repayment.late} late, as reported by the API`,
        repayment.behind === null ? '' : `${repayment.behind} behind their schedule`,
      ),
    ],
    ['To come', comingWords(calendar)],
    [
      'Assumed',
      `${money(repayment.assumes.dollars_per_loan)} in each loan: the API does not publish amounts`,
    ],
    [
      'Unknown',
      repayment.unknown === 0 ? '' : `${counted(repayment.unknown, 'loans')} without amounts, left out`,
    ],
  ]
}

/** `34.1%` */
const tenth = (percent: number) => `${percent.toFixed(1)}%`

function namesOf(list: readonly { readonly name: string }[]): string {
  const names = list.slice(0, maxNames).map(({ name }) => clean(name))
  const more = list.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

function repaidWords(
  { plain }: Layout,
  { repaid_percent: percent, repaid_of }: PortfolioFacts['portfolio']['repayment'],
) {
  if (percent === null) return ''
  const drawn = plain ? '' : `${bar(percent / 100, 22)} `
  return `${drawn}${tenth(percent)} of ${counted(repaid_of, 'loans')}`
}

/** `Dec 2026 $134 · Jan 2027 $186 · Feb 2027 $222 · $2,731 until Feb 2030 · $54 overdue` */
function comingWords({ months, to_come, overdue, unscheduled }: PortfolioFacts['calendar']): string {
  const last = months.at(-1)
  if (!last && overdue === 0 && to_come === 0) return ''
  return dotted(
    ...months.slice(0, maxMonths).map(({ month, dollars }) => `${monthWords(month)} ${money(dollars)}`),
    last ? `${money(to_come)} until ${monthWords(last.month)}` : money(to_come),
    unscheduled.dollars > 0 ? `including ${money(unscheduled.dollars)} without a date` : '',
    overdue > 0 ? `${money(overdue)} overdue` : '',
  )
}

/** How many names, and how many months, to show. */
const [maxNames, maxMonths] = [8, 3]
