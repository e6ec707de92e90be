/** The page of a portfolio: what the loans are spread over, and how they are repaid. */
import type { JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { RepaymentCalendar } from '../../domain/portfolio/calendar.ts'
import type { DimensionName, Group } from '../../domain/portfolio/groups.ts'
import type { Portfolio } from '../../domain/portfolio/portfolio.ts'
import { clean } from '../gate/text.ts'
import { money, monthWords, oneDecimal, percentWithTenths, words } from '../words/format.ts'
import { lenderTitle } from './lender.ts'
import { dotted, type Fact, facts, flow, type Page, type Part, section, type Words } from './page.ts'

export function portfolioPage(about: PortfolioFacts): Page {
  const { lender, portfolio, links } = about
  const head = section(lenderTitle(lender), flow(countParts(portfolio)))
  return portfolio.loans === 0
    ? { sections: [head], foot: [] }
    : {
        sections: [head, section([groupsPart(about)]), section(facts(riskFacts(about)))],
        foot: links,
      }
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
  /** The id of the lender. */
  readonly id: string
  /** Commands to run next. */
  readonly links: readonly string[]
}

function countParts({ loans, apart }: Portfolio): readonly string[] {
  const others = Object.entries(apart).filter(([, count]) => count > 0)
  if (loans === 0 && others.length === 0) return ['No loans yet.']
  const excluded = others.map(([status, count]) => `${count} ${clean(words(status))}`).join(', ')
  return [counted(loans, 'loans'), excluded && `not counted: ${excluded}`]
}

/** Returns the largest groups of each kind, and a row for the remaining ones. In all of them, bars have the same scale. */
function groupsPart({ portfolio: { by, even, apart }, top, id }: PortfolioFacts): Part {
  const kinds = Object.keys(by) as readonly DimensionName[]
  const others = Object.keys(apart).filter((status) => apart[status])
  const all = kinds.map((kind) => {
    const groups = by[kind] ?? []
    const rest = groups.slice(top)
    const more = ['portfolio', 'show', id, '--by', kind, '--top', String(groups.length)]
    const rows = [
      ...groups.slice(0, top).map((group) => ({
        ...group,
        label: labelOf(kind, group),
        isRest: false,
        opens: loansOf(kind, group, others, id),
      })),
      ...(rest.length > 0
        ? [{ ...sumOf(rest), label: `${rest.length} more`, isRest: true, opens: more }]
        : []),
    ]
    const known = groups.filter(({ key }) => key !== null).length
    return { kind, rows, heading: `${headings[kind]}: ${withThousands(known)}` }
  })
  const largest = Math.max(...all.flatMap(({ rows }) => rows.map(({ percent }) => percent)))
  return {
    kind: 'groups',
    headers: ['NAME', 'LOANS', 'SHARE'],
    groups: all.map(({ kind, rows, heading }) => ({
      heading,
      note: even[kind] == null ? '' : ` (effective ${oneDecimal(even[kind])})`,
      rows: rows.map(({ label, loans, percent, isRest, opens }) => ({
        label,
        opens,
        numbers: [withThousands(loans), percentWithTenths(percent)],
        share: largest > 0 ? percent / largest : undefined,
        tone: isRest ? 'label' : undefined,
      })),
    })),
  }
}

/** Returns the command that lists the loans of a group: those of the lender without the ones that are not counted. */
function loansOf(
  kind: DimensionName,
  { key }: Group,
  others: readonly string[],
  id: string,
): readonly string[] | undefined {
  if (key === null || key.includes('"')) return undefined
  const value = /^\w+$/.test(key) ? key : `"${key}"`
  const counted = others.length === 0 ? [] : [`-status:${others.join(',')}`]
  const derive = kind === 'gender' ? ['--with', 'people'] : []
  const filter = [`${conditions[kind]}${value}`, ...counted].join(' ')
  return ['lenders', 'loans', id, ...derive, '--filter', filter]
}

const conditions: Readonly<Record<DimensionName, string>> = {
  sector: 'sector=',
  country: 'country-code=',
  partner: 'partner=',
  status: 'status=',
  year: 'posted:',
  gender: 'gender=',
}

const headings: Readonly<Record<DimensionName, string>> = {
  sector: 'Sectors',
  country: 'Countries',
  partner: 'Partners',
  status: 'Statuses',
  year: 'Years',
  gender: 'Genders',
}

function labelOf(kind: DimensionName, { key, name }: Group): string {
  if (key === null) return kind === 'partner' ? 'no partner' : 'unknown'
  return clean(name ?? (kind === 'partner' ? `partner ${key}` : key))
}

const sumOf = (groups: readonly Group[]) => ({
  loans: groups.reduce((sum, { loans }) => sum + loans, 0),
  percent: groups.reduce((sum, { percent }) => sum + percent, 0),
})

/** Returns what a lender may want to change in a portfolio, and how its loans are repaid. */
function riskFacts({ portfolio, calendar, over }: PortfolioFacts): readonly Fact[] {
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
    ['Repaid', repaidWords(repayment)],
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

function repaidWords({ repaid_percent: percent, repaid_of }: Portfolio['repayment']): Words {
  if (percent === null) return ''
  return { share: percent / 100, text: `${percentWithTenths(percent)} of ${counted(repaid_of, 'loans')}` }
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
