/** The page of a portfolio: what the loans are spread over, and how they are repaid. */
import type { PrintStyle } from '../../core/context.ts'
import type { JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { RepaymentCalendar } from '../../domain/portfolio/calendar.ts'
import type { DimensionName, Group } from '../../domain/portfolio/groups.ts'
import type { Portfolio } from '../../domain/portfolio/portfolio.ts'
import { blockBar, plainBar } from '../bars.ts'
import { clean } from '../gate/text.ts'
import { palette } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import { bar, money, monthWords, oneDecimal, percentWithTenths, words } from '../words/format.ts'
import {
  type Block,
  dotted,
  type Fact,
  factsBlock,
  flow,
  footBlock,
  type Layout,
  maxPageWidth,
} from './layout.ts'
import { lenderTitle } from './lender.ts'

/** Returns the page as text without a final newline. */
export function portfolioPage(facts: PortfolioFacts, style: PrintStyle): string {
  const { lender, portfolio, links } = facts
  const paint = palette(style.color)
  const layout: Layout = { paint, columns: style.width, now: undefined, plain: style.plain }
  const narrow = { ...layout, columns: style.width && Math.min(style.width, maxPageWidth) }
  const blocks = [
    [...lenderTitle(narrow, lender), ...flow(narrow.columns, countParts(portfolio))],
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

function countParts({ loans, apart }: Portfolio): readonly string[] {
  const others = Object.entries(apart).filter(([, count]) => count > 0)
  if (loans === 0 && others.length === 0) return ['No loans yet.']
  const excluded = others.map(([status, count]) => `${count} ${clean(words(status))}`).join(', ')
  return [counted(loans, 'loans'), excluded && `not counted: ${excluded}`]
}

function groupBlocks(layout: Layout, { portfolio, top }: PortfolioFacts): readonly Block[] {
  const width = layout.columns ?? defaultColumns
  const count = layout.plain ? 1 : (perRow.find(({ from }) => width >= from)?.blocks ?? 1)
  const share = count === 1 ? width : Math.floor((width + gap) / count) - gap
  const columns = Math.min(share, maxColumns)
  const kinds = Object.keys(portfolio.by) as readonly DimensionName[]
  const all = kinds.map((kind) => groupsOf(portfolio, kind, top))
  const drawn = layout.plain ? all.map(listGroups) : drawGroups(layout, all, columns)
  return Array.from({ length: Math.ceil(drawn.length / count) }, (_, row) =>
    besideEachOther(drawn.slice(row * count, (row + 1) * count), columns + gap),
  )
}

/** How many blocks stand side by side, from which width on. Narrower ones would cut most names. */
const perRow = [
  { from: 156, blocks: 4 },
  { from: 104, blocks: 2 },
] as const

const gap = 4

/** The width of a page in a file, and of the widest block. */
const [defaultColumns, maxColumns] = [80, 60]

/** Joins blocks line by line; each starts `step` columns after the one before. */
const besideEachOther = (blocks: readonly Block[], step: number): Block =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, at) =>
    blocks
      .map((block) => padEnd(block[at] ?? '', step))
      .join('')
      .trimEnd(),
  )

/** The largest groups of one kind, and a row for the remaining ones. */
interface GroupsOfKind {
  readonly heading: string
  /** The effective number of groups in parentheses. */
  readonly effective: string
  readonly rows: readonly GroupRow[]
}

interface GroupRow {
  readonly label: string
  readonly percent: number
  /** The number of loans, and their share. */
  readonly numbers: readonly [loans: string, part: string]
  readonly isGroup: boolean
}

function groupsOf({ by, even }: Portfolio, kind: DimensionName, top: number): GroupsOfKind {
  const groups = by[kind] ?? []
  const known = groups.filter(({ key }) => key !== null).length
  const rest = groups.slice(top)
  const rows = [
    ...groups.slice(0, top).map((group) => ({ ...group, label: labelOf(kind, group), isGroup: true })),
    ...(rest.length > 0 ? [{ ...sumOf(rest), label: `${rest.length} more`, isGroup: false }] : []),
  ]
  return {
    heading: `${headings[kind]}: ${withThousands(known)}`,
    effective: even[kind] == null ? '' : ` (effective ${oneDecimal(even[kind])})`,
    rows: rows.map((row) => ({
      ...row,
      numbers: [withThousands(row.loans), percentWithTenths(row.percent)],
    })),
  }
}

const listGroups = ({ heading, effective, rows }: GroupsOfKind): Block => [
  heading + effective,
  ...rows.map(({ label, numbers: [loans, part] }) => `${label}: ${loans}, ${part}`),
]

/**
 * Draws groups in blocks of at most `columns`: name, bar, number of loans and share. In all blocks, bars have the same
 * scale, and the numbers end in the same columns.
 */
function drawGroups(layout: Layout, all: readonly GroupsOfKind[], columns: number): readonly Block[] {
  const every = all.flatMap(({ rows }) => rows)
  const scale = Math.max(...every.map(({ percent }) => percent))
  const [loansWidth, partWidth] = [0, 1].map((at) => widest(every.map(({ numbers }) => numbers[at] ?? '')))
  const room = columns - (loansWidth ?? 0) - (partWidth ?? 0) - 3
  const names = all.map(({ rows }) => widest(rows.map(({ label }) => label)))
  // A third of the room, or what all names leave of it.
  const bar = Math.min(longestBar, Math.max(Math.ceil(room / 3), room - Math.max(...names)))
  const widths = names.map((name) => Math.min(name, room - bar))
  const inner = Math.max(...widths) + bar
  const draw = layout.columns === undefined ? plainBar : blockBar
  return all.map(({ heading, effective, rows }, at) => {
    const name = widths[at] ?? 0
    const full = heading + effective
    return [
      layout.paint('name', full.length <= columns ? full : heading),
      ...rows.map(({ label, percent, isGroup, numbers: [loans, part] }) => {
        const drawn = scale > 0 ? draw(percent / scale, bar) : ''
        const start = `${padEnd(shorten(label, name), name)} `
        const end = ' '.repeat(inner - name - drawn.length + 1)
        const counts = `${padStart(loans, loansWidth ?? 0)} ${padStart(part, partWidth ?? 0)}`
        return isGroup
          ? start + layout.paint('accent', drawn) + end + counts
          : layout.paint('label', start + drawn + end + counts)
      }),
    ]
  })
}

const headings: Readonly<Record<DimensionName, string>> = {
  sector: 'Sectors',
  country: 'Countries',
  partner: 'Partners',
  status: 'Statuses',
  year: 'Years',
  gender: 'Genders',
}

const longestBar = 30

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
    ['Effective', 'this many groups of equal size would be spread as evenly'],
    [
      `Over ${over}%`,
      portfolio.over
        .map(({ name, key, percent }) => `${clean(name ?? key ?? '')} ${percentWithTenths(percent)}`)
        .join(' · ') || 'none',
    ],
    ['No loan in', gaps.country ? namesOf(gaps.country) || 'each country has a loan' : ''],
    ['Sectors left', namesOf(gaps.sector) || 'each sector has a loan'],
    ['Repaid', repaidWords(layout, repayment)],
    [
      'Lost',
      repayment.lost_percent === null
        ? ''
        : `${repayment.lost} of ${counted(repayment.lost_of, 'finished loans')} ended with a loss (${percentWithTenths(repayment.lost_percent)} of their money)`,
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

function namesOf(list: readonly { readonly name: string }[]): string {
  const names = list.slice(0, maxNames).map(({ name }) => clean(name))
  const more = list.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

function repaidWords(
  { paint, plain }: Layout,
  { repaid_percent: percent, repaid_of }: PortfolioFacts['portfolio']['repayment'],
) {
  if (percent === null) return ''
  const drawn = plain ? '' : `${paint('accent', bar(percent / 100, repaidColumns))} `
  return `${drawn}${percentWithTenths(percent)} of ${counted(repaid_of, 'loans')}`
}

/** Fits into a line beside or below its label. */
const repaidColumns = 18

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
