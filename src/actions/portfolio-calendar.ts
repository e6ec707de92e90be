/** `kiva portfolio calendar`: when a lender's loans are repaid, by month. */
import type { ActionValues, Commands } from '../commands/action.ts'
import type { portfolioCalendar as declared } from '../commands/actions/lending.ts'
import type { Context } from '../core/context.ts'
import type { JsonObject } from '../core/json.ts'
import { type CutCalendar, calendarOf, cutMonths } from '../domain/portfolio/calendar.ts'
import { isRowFormat, readPortfolio, recordOf } from '../lending/read-portfolio.ts'
import { calendarPage } from '../output/page/calendar.ts'
import { writes } from '../output/page/write-page.ts'
import { followSource } from './say-source.ts'

const columns = ['month', 'dollars', 'loans'] as const

/** Prints the calendar as a page or one record, or its months as rows. Throws `KivaError`; stdout is empty then. */
export async function portfolioCalendar(
  context: Context,
  values: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const { print, settings } = context
  const saySource = followSource(context)
  const { months, share = 25 } = values
  const wanted = { partners: false, details: true }
  const { lender, loans, asOf } = await readPortfolio(values.lender, wanted, context, catalogue)
  const calendar = cutMonths(calendarOf(loans, share * 100, asOf), months, asOf)
  if (isRowFormat(settings.output)) return print(rowsOf(calendar), undefined, columns)
  await print(recordOf(lender, asOf, calendar), writes(calendarPage(lender, calendar)))
  await saySource()
}

/** The months, and the sums without a month of their own, if there are any. */
function rowsOf(calendar: CutCalendar): readonly JsonObject[] {
  const { overdue, overdue_loans, months, later, unscheduled } = calendar
  return [
    { month: 'overdue', dollars: overdue, loans: overdue_loans },
    ...months.map((month) => ({ ...month })),
    { month: 'later', dollars: later.dollars, loans: null },
    { month: 'unscheduled', dollars: unscheduled.dollars, loans: unscheduled.ids.length },
  ].filter(({ dollars }) => dollars > 0)
}
