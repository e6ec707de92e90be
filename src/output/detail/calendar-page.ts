/** The page of a calendar: what is overdue, then what is due by month, then all sums. */
import type { PrintStyle } from '../../core/context.ts'
import type { JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { CutCalendar } from '../../domain/portfolio/calendar.ts'
import { blockBar, plainBar } from '../bars.ts'
import { clean } from '../gate/text.ts'
import { palette } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import { money, monthWords } from '../words/format.ts'
import { type Block, flow, type Layout, maxPageWidth } from './layout.ts'
import { lenderTitle } from './lender.ts'

/** Returns the page as text without a final newline. */
export function calendarPage(lender: JsonObject, calendar: CutCalendar, style: PrintStyle): string {
  const columns = style.width && Math.min(style.width, maxPageWidth)
  const layout: Layout = { paint: palette(style.color), columns, now: undefined, plain: style.plain }
  const { loans, unknown } = calendar
  const title = lenderTitle(layout, lender)
  if (loans === 0 && unknown.length === 0) return [...title, 'No loans yet.'].join('\n')
  return [title, monthsBlock(layout, calendar), sumBlock(layout, calendar), namesBlock(layout, calendar)]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

function monthsBlock(layout: Layout, calendar: CutCalendar): Block {
  const { overdue, overdue_loans, months, later, unscheduled } = calendar
  const rows: readonly Row[] = [
    { label: 'Overdue', dollars: overdue, loans: overdue_loans, isMonth: false },
    ...months.map(({ month, dollars, loans }) => ({
      label: monthWords(month),
      dollars,
      loans,
      isMonth: true,
    })),
    {
      label: `${counted(later.months, 'later months')}`,
      dollars: later.dollars,
      loans: undefined,
      isMonth: false,
    },
    { label: 'No date', dollars: unscheduled.dollars, loans: unscheduled.ids.length, isMonth: false },
  ].filter(({ dollars }) => dollars > 0)
  if (rows.length === 0) return []
  const cells = rows.map(({ label, dollars, loans }) => [
    label,
    amount(dollars),
    loans === undefined ? '' : withThousands(loans),
  ])
  if (layout.plain)
    return cells.map(([label, dollars, loans]) => `${label}: ${dollars}${loans ? `, loans: ${loans}` : ''}`)
  const all = [['MONTH', 'DUE', 'LOANS'], ...cells]
  const [nameWidth = 0, ...widths] = [0, 1, 2].map((at) => widest(all.map((row) => row[at] ?? '')))
  const columns = layout.columns ?? Number.POSITIVE_INFINITY
  // A narrow page leaves out the number of loans, and shortens the names of rows.
  const shown = widths.slice(0, nameWidth + sumWidth(widths) <= columns ? 2 : 1)
  const room = Math.min(nameWidth, columns - sumWidth(shown))
  const lines = all.map(([name = '', ...numbers]) =>
    [padEnd(shorten(name, room), room), ...shown.map((width, at) => padStart(numbers[at] ?? '', width))].join(
      '  ',
    ),
  )
  const longest = Math.max(...months.map(({ dollars }) => dollars), 0)
  const bar = layout.columns === undefined ? plainBar : blockBar
  const left = columns - widest(lines) - 2
  const barWidth = left < shortestBar ? 0 : Math.min(longestBar, left)
  const drawn = rows.map(({ dollars, isMonth }) =>
    isMonth && barWidth > 0 ? bar(dollars / longest, barWidth) : '',
  )
  return lines.map((line, at) => {
    if (at === 0) return layout.paint('label', line)
    const row = rows[at - 1]
    const painted = row?.label === 'Overdue' ? layout.paint('warning', line) : line
    return `${painted}  ${layout.paint('accent', drawn[at - 1] ?? '')}`.trimEnd()
  })
}

/** The width of columns of numbers, with the gap before each. */
const sumWidth = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + 2, 0)

interface Row {
  readonly label: string
  readonly dollars: number
  readonly loans: number | undefined
  readonly isMonth: boolean
}

/** Shorter bars are left out. */
const [longestBar, shortestBar] = [30, 8]

/** `$2,600.50 repaid + $50 lost + … = $5,200 (208 loans × $25)` */
function sumBlock({ columns }: Layout, calendar: CutCalendar): Block {
  const { repaid, lost, overdue, to_come, raising, loans, assumes } = calendar
  const parts = [
    `${amount(repaid)} repaid`,
    `${amount(lost)} lost`,
    `${amount(overdue)} overdue`,
    `${amount(to_come)} to come`,
    `${amount(raising)} fundraising`,
  ]
  return flow(
    columns,
    [
      ...parts.map((part, at) => (at === 0 ? part : `+ ${part}`)),
      `= ${amount(assumes.dollars_per_loan * loans)} (${counted(loans, 'loans')} × ${amount(assumes.dollars_per_loan)})`,
    ],
    ' ',
  )
}

/** The loans that have no date, and those that are left out. */
function namesBlock({ columns }: Layout, { unscheduled, unknown }: CutCalendar): Block {
  const list = (title: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : flow(columns, [`${title}:`, ...ids.slice(0, maxIds).map(clean), more(ids)], ' ')
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
