/** `kiva portfolio show`: what a lender's loans are spread over, and how they are repaid. */
import { at } from '../api/records/field-values.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { portfolioShow as declared } from '../commands/actions/lending.ts'
import type { Context } from '../core/context.ts'
import type { JsonObject } from '../core/json.ts'
import { commandLine } from '../core/shell-word.ts'
import { calendarOf } from '../domain/portfolio/calendar.ts'
import { type Portfolio, portfolioOf } from '../domain/portfolio/portfolio.ts'
import { isRowFormat, readPortfolio, recordOf } from '../lending/read-portfolio.ts'
import { portfolioPage } from '../output/page/portfolio.ts'
import { writes } from '../output/page/write-page.ts'
import { followSource } from './say-source.ts'

const columns = ['by', 'key', 'name', 'loans', 'percent'] as const

/** Prints the portfolio as a page or one record, or its groups as rows. Throws `KivaError`; stdout is empty then. */
export async function portfolioShow(
  context: Context,
  values: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const { print, settings } = context
  const saySource = followSource(context)
  const { by = defaultGroups, over = 10, top = 3, share = 25 } = values
  const isRows = isRowFormat(settings.output)
  const wanted = { partners: true, details: !isRows || by.includes('gender') }
  const read = await readPortfolio(values.lender, wanted, context, catalogue)
  const { lender, loans, partners, asOf } = read
  const shareCents = share * 100
  const portfolio = portfolioOf(loans, { by: [...new Set(by)], partners, over, shareCents, now: asOf })
  if (isRows) return print(rowsOf(portfolio), undefined, columns)
  const id = String(at(lender, 'lender_id') ?? read.id)
  const about = {
    id,
    lender,
    portfolio,
    calendar: calendarOf(loans, shareCents, asOf),
    over,
    top,
    links: ['calendar', 'suggest'].map((verb) => commandLine(settings, `portfolio ${verb} ${id}`)),
  }
  await print(recordOf(lender, asOf, portfolio), writes(portfolioPage(about)))
  await saySource()
}

const defaultGroups = ['sector', 'country', 'partner', 'year'] as const

const rowsOf = ({ by }: Portfolio): readonly JsonObject[] =>
  Object.entries(by).flatMap(([name, groups]) => groups.map((group) => ({ by: name, ...group })))
