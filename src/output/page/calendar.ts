/** The page of a calendar: what is overdue, then what is due by month, then all sums. */
import type { JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { CutCalendar } from '../../domain/portfolio/calendar.ts'
import { clean } from '../gate/text.ts'
import { money, monthWords } from '../words/format.ts'
import { lenderTitle } from './lender.ts'
import { type BarRow, flow, type Page, type Part, section } from './page.ts'

export function calendarPage(lender: JsonObject, calendar: CutCalendar): Page {
  const { loans, unknown } = calendar
  const head = lenderTitle(lender)
  const sections =
    loans === 0 && unknown.length === 0
      ? [section(head, flow(['No loans yet.']))]
      : [section(head), section(months(calendar)), section(sums(calendar)), section(names(calendar))]
  return { sections, foot: [] }
}

/** Bars are for comparing months, so the other rows have none. */
function months(calendar: CutCalendar): readonly Part[] {
  const { overdue, overdue_loans, months, later, unscheduled } = calendar
  const longest = Math.max(...months.map(({ dollars }) => dollars), 0)
  const row = (label: string, dollars: number, loans?: number, rest?: Partial<BarRow>): readonly BarRow[] =>
    dollars > 0
      ? [
          {
            label,
            numbers: [amount(dollars), loans === undefined ? '' : withThousands(loans)],
            share: undefined,
            ...rest,
          },
        ]
      : []
  const rows = [
    ...row('Overdue', overdue, overdue_loans, { tone: 'warning' }),
    ...months.flatMap(({ month, dollars, loans }) =>
      row(monthWords(month), dollars, loans, { share: dollars / longest }),
    ),
    ...row(counted(later.months, 'later months'), later.dollars),
    ...row('No date', unscheduled.dollars, unscheduled.ids.length),
  ]
  return rows.length === 0
    ? []
    : [{ kind: 'bars', headers: ['MONTH', 'TO COME', 'LOANS'], rows }, ...monthsNote(calendar)]
}

/** Says which month it is: borrowers pay in one month, lenders get it in the next, and it is due after that. */
function monthsNote({ months, due_dates_only: only }: CutCalendar): readonly Part[] {
  if (months.length === 0) return []
  const due = only === 0 ? '' : `; of ${counted(only, 'loans')} the months of the due dates`
  return flow([`months in which payments reach lenders${due}`], ' ', 'label')
}

/** `$2,600.50 repaid + $50 lost + … = $5,200 (208 loans × $25)` */
function sums(calendar: CutCalendar): readonly Part[] {
  const { repaid, lost, overdue, to_come, raising, loans, assumes } = calendar
  const parts = [
    `${amount(repaid)} repaid`,
    `${amount(lost)} lost`,
    `${amount(overdue)} overdue`,
    `${amount(to_come)} to come`,
    `${amount(raising)} fundraising`,
  ]
  return flow(
    [
      ...parts.map((part, at) => (at === 0 ? part : `+ ${part}`)),
      `= ${amount(assumes.dollars_per_loan * loans)} (${counted(loans, 'loans')} × ${amount(assumes.dollars_per_loan)})`,
    ],
    ' ',
  )
}

/** The loans that have no date, and those that are left out. */
function names({ unscheduled, unknown }: CutCalendar): readonly Part[] {
  const list = (what: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : flow([`${what}:`, ...ids.slice(0, maxIds).map(clean), more(ids)], ' ')
  return [...list('No repayment schedule', unscheduled.ids), ...list('Left out, without amounts', unknown)]
}

const maxIds = 10

const more = (ids: readonly string[]) =>
  ids.length > maxIds ? `and ${counted(ids.length - maxIds, 'others')} (-o json lists them)` : ''

/** `$12.50`, `$1,250.00`: always with cents, so that columns align and sums can be checked. */
const amount = (dollars: number): string => {
  const text = money(dollars)
  return text.includes('.') ? text : `${text}.00`
}
