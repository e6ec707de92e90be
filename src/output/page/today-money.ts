/** The part of `kiva today` about money: what came back, and what is to come. */
import type { CommandLine } from '../../core/errors.ts'
import { counted } from '../../core/numbers.ts'
import { date, money, monthName } from '../words/format.ts'
import { flow, opening, type Part } from './page.ts'

export interface RepaymentNews {
  /** Such as `2026-11`. */
  readonly month: string
  /** Due in the month, if the same amount was lent in each loan. */
  readonly dollars: number
  readonly loans: number
  /** The first month after this one in which something is due. */
  readonly next: { readonly month: string; readonly dollars: number; readonly loans: number } | null
  /**
   * How much the repaid part of the portfolio grew since the last look, a day such as `2026-11-20`; `null` at the first
   * one. Negative if less is repaid than then, such as after a refund.
   */
  readonly returned: (Growth & { readonly since: string }) | null
  /** How much the lost part grew since then. */
  readonly lost: Growth | null
  /** What is lent and not back: overdue, to come, or fundraising. */
  readonly out: { readonly dollars: number; readonly loans: number }
  readonly overdue: number
  readonly overdue_loans: number
  readonly assumes: { readonly dollars_per_loan: number }
}

interface Growth {
  readonly dollars: number
  readonly loans: number
  /** The ids of the loans. */
  readonly ids: readonly string[]
}

/**
 * Returns the first line of the page: `$98.63 came back since 16 Dec · $2,475.45 out in 173 loans · 4 loans end within 3
 * days`. `ending` is the number of those.
 */
export const sumOfAll = (
  { returned, out }: Partial<RepaymentNews>,
  ending: number,
  now: number,
): readonly Part[] =>
  flow([
    returned ? returnedWords(returned, now) : '',
    out && out.loans > 0 ? `${money(out.dollars)} out in ${counted(out.loans, 'loans')}` : '',
    ending === 0 ? '' : `${counted(ending, 'loans')} end${ending === 1 ? 's' : ''} within 3 days`,
  ])

/** Returns what came back, what is to come next, and what is overdue. */
export function repaymentFlows(
  repayments: RepaymentNews,
  lender: string | null,
  { now, kiva }: { readonly now: number; readonly kiva: CommandLine },
): readonly Part[] {
  const { month, dollars: due, loans, next, returned, lost, overdue, overdue_loans, assumes } = repayments
  const calendar = ['portfolio', 'calendar', ...(lender === null ? [] : [lender])]
  const amounts = [loans, overdue_loans, next?.loans ?? 0, returned?.loans ?? 0, lost?.loans ?? 0]
  return [
    ...(returned
      ? opening(
          [`${returned.loans === 0 ? '' : 'about '}${returnedWords(returned, now)}${fromLoans(returned)}`],
          returned.loans === 0 ? undefined : ['loans', 'show', ...returned.ids],
        )
      : flow(['first look: the next one says what came back'])),
    ...flow([
      lost && lost.loans > 0
        ? `about ${money(Math.abs(lost.dollars))} ${lost.dollars < 0 ? 'less ' : ''}lost with ${counted(lost.loans, 'loans')}`
        : '',
      `${loans === 0 ? 'nothing' : money(due)} to come in ${monthName(month)}${loans === 0 ? '' : ` from ${counted(loans, 'loans')}`}`,
      next ? `next: ${money(next.dollars)} in ${monthName(next.month, month)}` : '',
      overdue > 0 ? `${money(overdue)} overdue from ${counted(overdue_loans, 'loans')}` : '',
    ]),
    ...opening(
      [
        amounts.some((count) => count > 0) ? `at ${money(assumes.dollars_per_loan)} in each loan` : '',
        { tone: 'label', text: kiva(calendar.join(' ')) },
      ],
      calendar,
    ),
  ]
}

type Returned = NonNullable<RepaymentNews['returned']>

/** `$114.59 came back since 20 Nov` */
function returnedWords({ dollars, loans, since }: Returned, now: number): string {
  const day = date(since).replace(` ${new Date(now).getUTCFullYear()}`, '')
  if (loans === 0) return `nothing came back since ${day}`
  return dollars < 0
    ? `${money(-dollars)} less repaid than on ${day}`
    : `${money(dollars)} came back since ${day}`
}

const fromLoans = ({ loans }: Returned) => (loans === 0 ? '' : `, from ${counted(loans, 'loans')}`)
