/** What a lender may want to change in a portfolio, and how its loans are repaid. */
import { counted } from '../../../thousands.ts'
import { clean } from '../../gate/text.ts'
import { bar, money } from '../../words/format.ts'
import { dotted, type Fact, type Layout } from '../layout.ts'
import { monthWords } from './month-words.ts'
import type { PortfolioFacts } from './portfolio-facts.ts'

/** How many names, and how many months, to show. */
const [maxNames, maxMonths] = [8, 3]

export function riskFacts(layout: Layout, { portfolio, calendar, over }: PortfolioFacts): readonly Fact[] {
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
