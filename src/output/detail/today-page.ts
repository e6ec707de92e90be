/** The page of `kiva today`: what is new in saved commands, shortlists and the portfolio. */
import { at } from '../../api/records/field-values.ts'
import type { Fields } from '../../api/records/fields.ts'
import type { PrintStyle } from '../../core/context.ts'
import type { CommandLine } from '../../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { fundingOf } from '../../domain/funding.ts'
import { isFundraising } from '../../domain/loan-status.ts'
import { clean } from '../gate/text.ts'
import { type Column, cellText } from '../table/column.ts'
import { palette } from '../terminal/palette.ts'
import { padEnd, padStart, shorten, widest } from '../terminal/width.ts'
import { changeWords } from '../words/change-words.ts'
import { date, dollars, leftInWords, money, monthName } from '../words/format.ts'
import { line } from '../words/line.ts'
import { statusAndShortfall } from '../words/loan-words.ts'
import { type Block, dotted, flow, headed, type Layout, maxPageWidth, titleBlock } from './layout.ts'

/** What a look found. It is printed as JSON as it is. */
export interface Today {
  /** When it was read, in UTC. */
  readonly as_of: string
  /** The id of the user, if known. */
  readonly lender: string | null
  /** True if nothing was looked at before. */
  readonly first_look: boolean
  readonly saved: readonly (SavedNews | FailedCommand)[]
  readonly skipped: readonly SkippedCommand[]
  /** `null` without shortlists. */
  readonly shortlists: ShortlistNews | Failed | null
  /** `null` without a lender. */
  readonly repayments: RepaymentNews | Failed | null
  readonly portfolio: PortfolioNews | Failed | null
}

interface SavedCommand {
  readonly name: string
  /** The whole command line. */
  readonly command: string
}

export interface SavedNews extends SavedCommand {
  readonly first_look: boolean
  /** The number of records that the command found. */
  readonly read: number
  /** The number of records that were read to find them, and the length of the list, if the service says so. */
  readonly looked: number
  readonly total: number | null
  /** How the reading ended: `all`, `limit`, `requests`, … */
  readonly ended: string
  /** The number of records that no earlier look found. */
  readonly new: number
  /** The ids of the new records, and the first three in brief. */
  readonly ids: readonly string[]
  readonly first: readonly Json[]
}

export interface Failed {
  readonly error: { readonly kind: string; readonly message: string }
}

interface FailedCommand extends SavedCommand, Failed {}

export interface SkippedCommand extends SavedCommand {
  readonly why: string
}

export interface ShortlistNews {
  readonly first_look: boolean
  /** Loans of the shortlists that are fundraising, or were at the last look. */
  readonly watched: number
  readonly loans: readonly ListedLoan[]
}

/** A loan that ends soon or has changed. */
export interface ListedLoan {
  readonly item: JsonObject
  readonly lists: readonly string[]
  readonly ends_soon: boolean
  /** By field, as in `--changes`. */
  readonly changes?: JsonObject
}

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
  readonly returned: { readonly dollars: number; readonly loans: number; readonly since: string } | null
  /** How much the lost part grew since then. */
  readonly lost: { readonly dollars: number; readonly loans: number } | null
  readonly overdue: number
  readonly overdue_loans: number
  readonly assumes: { readonly dollars_per_loan: number }
}

export interface PortfolioNews {
  readonly first_look: boolean
  readonly loans: number
  /** As `--changes` prints them. */
  readonly changes: readonly JsonObject[]
}

/** What the page needs besides the data. */
interface TodayLook {
  /** The columns of the records of each saved command, by its name. */
  readonly columns: ReadonlyMap<string, readonly Column[]>
  /** The fields of loans. */
  readonly fields: Fields
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Formats a command with the options of this run. */
  readonly kiva: CommandLine
}

/** Returns the page as text without a final newline. */
export function todayPage(today: Today, look: TodayLook, style: PrintStyle): string {
  const columns = style.width && Math.min(style.width, maxPageWidth)
  const layout: Layout = { paint: palette(style.color), columns, now: look.now, plain: style.plain }
  const { as_of, first_look, saved, skipped, shortlists, repayments, lender } = today
  const hasMine = repayments !== null
  const hasNothing = saved.length === 0 && shortlists === null && !hasMine
  const isFirst = first_look && !hasNothing
  const blocks = [
    titleBlock(layout, 'Today', dotted(date(as_of), first_look ? 'first look' : '', lender ?? '')),
    hasNothing ? beginBlock(layout, look) : [],
    headed(layout, 'Saved commands', savedBlock(layout, saved, skipped, look)),
    isFirst && saved.length === 0
      ? headed(layout, 'Saved commands', emptyPart(layout, 'none yet', look.kiva(begin.saved)))
      : [],
    headed(layout, 'Shortlists', listsBlock(layout, shortlists, look)),
    isFirst && shortlists === null
      ? headed(layout, 'Shortlists', emptyPart(layout, 'none yet', look.kiva(begin.list)))
      : [],
    ...(hasMine ? mineBlocks(layout, today, look) : []),
    hasMine || hasNothing ? [] : headed(layout, 'Your repayments and loans', lenderHint(layout, look)),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

/** Commands that give the page something to show. */
const begin = {
  saved: 'saved add food -- loans search --sector Food',
  list: 'shortlist add spring 2100001 2100080',
  login: 'login',
  lender: 'config set lender <lender id>',
} as const

/** How to begin, for a user without saved commands, shortlists and a lender. */
function beginBlock(layout: Layout, { kiva }: TodayLook): Block {
  return [
    'kiva today shows the changes since you last looked. Begin with any of these:',
    '',
    ...alignedRows(layout, [
      ['a list to look at each day', kiva(begin.saved)],
      ['loans to keep an eye on', kiva(begin.list)],
      ['your repayments and loans', kiva(begin.login)],
      ['the same without a login', kiva(begin.lender)],
    ]),
  ]
}

/** Says that a part is empty, and which command begins it. */
const emptyPart = ({ columns, paint }: Layout, words: string, command: string): Block =>
  flow(columns && columns - 2, [`${words} · begin with:`, paint('label', command)], ' ')

const lenderHint = (layout: Layout, { kiva }: TodayLook): Block =>
  flow(
    layout.columns && layout.columns - 2,
    [`log in with ${kiva(begin.login)}`, `or ${kiva(begin.lender)}`],
    ', ',
  )

function savedBlock(
  layout: Layout,
  saved: Today['saved'],
  skipped: Today['skipped'],
  look: TodayLook,
): Block {
  const names = [...saved, ...skipped].map(({ name }) => name)
  const indent = layout.plain ? 0 : widest(names) + 2
  const named = (name: string, words: string) =>
    layout.plain ? `${name}: ${words}` : shortened(layout, padEnd(name, indent) + words, 2)
  const inner = { ...layout, columns: layout.columns && layout.columns - indent - 2 }
  const news = saved.flatMap((command) => {
    if ('error' in command) return [named(command.name, failureWords(layout, command))]
    const records = command.first.map((record) =>
      recordCells(record, look.columns.get(command.name) ?? [], look),
    )
    const left = command.new - records.length
    const more = left > 0 ? [`… ${withThousands(left)} more: -o json has their ids`] : []
    return [
      named(command.name, newWords(command)),
      ...[...alignedRows(inner, records), ...more].map((text) => ' '.repeat(indent) + text),
    ]
  })
  return [...news, ...skipped.map(({ name, why }) => named(name, `skipped: ${why}`))]
}

function newWords(news: SavedNews): string {
  const { first_look, read, ended, total, new: fresh } = news
  const first = firstWords(news)
  if (first_look) return `first look: ${counted(read, 'records')} marked${first.replace('of', 'in')}`
  if (fresh === 0) return `nothing new${first}`
  // The rest of a list that begins with the newest is known.
  const all = ended === 'known' ? (total ?? read) : read
  return `${withThousands(fresh)} new${first || ` of ${withThousands(all)}`}`
}

/** Whether the list goes on behind the records that were read. */
export const isCutShort = ({ ended }: Pick<SavedNews, 'ended'>) => ended === 'pages' || ended === 'requests'

/** Says that only the first records of the list were looked at: ` of the first 100 of 640: add --all`. */
function firstWords(news: SavedNews): string {
  if (!isCutShort(news)) return ''
  const { looked, total } = news
  return ` of the first ${withThousands(looked)}${total === null ? '' : ` of ${withThousands(total)}`}: add --all`
}

/** Id, name, and a few facts. */
function recordCells(record: Json, columns: readonly Column[], { now }: TodayLook): readonly string[] {
  if (!isObject(record)) return [clean(line(record))]
  const text = (column: Column) => clean(cellText(column, record, now))
  const naming = columns.filter(({ rank }) => rank === 0)
  const isLoan = columns.some(({ path }) => path === 'loan_amount')
  const others = columns
    .filter(({ rank, fill }) => rank > 0 && !fill)
    .toSorted((one, other) => one.rank - other.rank)
    .map(text)
    .filter((words) => words !== '')
  return [...naming.map(text), isLoan ? loanWords(record, now) : others.slice(0, 3).join(' · ')]
}

/** `Kenya · $125 to go · 12 days left` */
function loanWords(loan: JsonObject, now: number): string {
  const where = clean(line(at(loan, 'location.country')))
  if (!isFundraising(loan)) return dotted(where, clean(statusAndShortfall(loan)))
  const { toGo } = fundingOf(loan)
  return dotted(
    where,
    toGo === undefined ? '' : `${dollars(toGo)} to go`,
    clean(leftInWords(at(loan, 'planned_expiration_date'), now)),
  )
}

/** The most rows of a part. JSON has all. */
const mostRows = 10

function listsBlock(layout: Layout, lists: Today['shortlists'], look: TodayLook): Block {
  if (lists === null) return []
  if ('error' in lists) return [failureWords(layout, lists)]
  const { loans, watched, first_look } = lists
  const rows = loans.map(({ item, lists: names, ends_soon, changes }) => [
    clean(line(at(item, 'id'))),
    clean(line(at(item, 'name'))),
    dotted(
      ends_soon ? clean(leftInWords(at(item, 'planned_expiration_date'), look.now)) : '',
      clean(changeWords({ changes: changes ?? {} }, look.fields)),
      names.map((name) => `@${name}`).join(' '),
    ),
  ])
  const sum = `${watched === 0 ? 'no fundraising loans' : counted(watched, 'fundraising loans')}${first_look ? ', first look' : ''}`
  if (watched === 0) return [sum]
  return rows.length === 0
    ? [`${sum}: ${first_look ? 'none ends' : 'none has changed or ends'} within 3 days`]
    : firstRows(indentedLayout(layout), rows)
}

function mineBlocks(
  layout: Layout,
  { repayments, portfolio, lender }: Today,
  look: TodayLook,
): readonly Block[] {
  return [
    headed(layout, 'Repayments', repaymentBlock(layout, repayments, lender, look)),
    headed(layout, 'Portfolio', portfolioBlock(layout, portfolio, look)),
  ]
}

function repaymentBlock(
  layout: Layout,
  repayments: Today['repayments'],
  lender: string | null,
  { now, kiva }: TodayLook,
): Block {
  if (repayments === null) return []
  if ('error' in repayments) return [failureWords(layout, repayments)]
  const { month, dollars: due, loans, next, returned, lost, overdue, overdue_loans, assumes } = repayments
  const room = layout.columns && layout.columns - 2
  const amounts = [loans, overdue_loans, next?.loans ?? 0, returned?.loans ?? 0, lost?.loans ?? 0]
  return [
    ...flow(room, [
      returned ? returnedWords(returned, now) : 'first look: the next one says what came back',
      lost && lost.loans > 0
        ? `about ${money(Math.abs(lost.dollars))} ${lost.dollars < 0 ? 'less ' : ''}lost with ${counted(lost.loans, 'loans')}`
        : '',
      `${loans === 0 ? 'nothing' : money(due)} due in ${monthName(month)}${loans === 0 ? '' : ` from ${counted(loans, 'loans')}`}`,
      next ? `next: ${money(next.dollars)} in ${monthName(next.month, month)}` : '',
      overdue > 0 ? `${money(overdue)} overdue from ${counted(overdue_loans, 'loans')}` : '',
    ]),
    ...flow(room, [
      amounts.some((count) => count > 0) ? `at ${money(assumes.dollars_per_loan)} in each loan` : '',
      layout.paint('label', kiva(`portfolio calendar ${lender ?? ''}`)),
    ]),
  ]
}

/** `about $114.59 came back since 20 Nov, from 31 loans` */
function returnedWords(
  { dollars, loans, since }: NonNullable<RepaymentNews['returned']>,
  now: number,
): string {
  const day = date(since).replace(` ${new Date(now).getUTCFullYear()}`, '')
  if (loans === 0) return `nothing came back since ${day}`
  return dollars < 0
    ? `about ${money(-dollars)} less repaid than on ${day}, from ${counted(loans, 'loans')}`
    : `about ${money(dollars)} came back since ${day}, from ${counted(loans, 'loans')}`
}

function portfolioBlock(layout: Layout, portfolio: Today['portfolio'], { fields }: TodayLook): Block {
  if (portfolio === null) return []
  if ('error' in portfolio) return [failureWords(layout, portfolio)]
  const { changes, loans, first_look } = portfolio
  if (first_look) return [`first look: ${counted(loans, 'loans')} marked`]
  if (changes.length === 0) return [`${counted(loans, 'loans')}: nothing has changed`]
  const rows = changes.map((event) => [
    line(at(event, 'event')),
    clean(line(at(event, 'item.id'))),
    clean(line(at(event, 'item.name'))),
    clean(changeWords(event, fields)),
  ])
  return firstRows(indentedLayout(layout), rows)
}

function firstRows(layout: Layout, rows: readonly (readonly string[])[]): Block {
  const shown = rows.length <= mostRows ? rows : rows.slice(0, mostRows - 1)
  const left = rows.length - shown.length
  return [
    ...alignedRows(layout, shown),
    ...(left > 0 ? [`… ${withThousands(left)} more: -o json has all`] : []),
  ]
}

const failureWords = ({ paint }: Layout, { error }: Failed) =>
  paint('danger', `failed: ${clean(error.message)}`)

const indentedLayout = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns && layout.columns - 2,
})

const shortened = ({ columns }: Layout, text: string, indent: number): string =>
  columns === undefined ? text : shorten(text, columns - indent)

/** The widest cell that is not the last one of its row, and the narrowest name. */
const widestCell = 28
const narrowestName = 12

/**
 * Draws cells in columns; the last one takes the rest of the line, and names after an id give way to it. Ids are aligned at
 * the right.
 */
function alignedRows(layout: Layout, rows: readonly (readonly string[])[]): Block {
  if (layout.plain) return rows.map((cells) => cells.filter((cell) => cell !== '').join(', '))
  const widths: number[] = []
  for (const cells of rows)
    for (const [at, cell] of cells.slice(0, -1).entries())
      widths[at] = Math.max(widths[at] ?? 0, Math.min(widestCell, widest([cell])))
  const all = widths.reduce((sum, width) => sum + width + 2, widest(rows.map((cells) => cells.at(-1) ?? '')))
  const name = widths.slice(1).at(-1) ?? 0
  const over = layout.columns === undefined ? 0 : Math.max(0, all - layout.columns)
  if (name > narrowestName) widths[widths.length - 1] = Math.max(narrowestName, name - over)
  return rows.map((cells) => {
    const text = cells.slice(0, -1).map((cell, at) => {
      const room = widths[at] ?? 0
      return `${(/^\d+$/.test(cell) ? padStart : padEnd)(shorten(cell, room), room)}  `
    })
    return shortened(layout, `${text.join('')}${cells.at(-1) ?? ''}`.trimEnd(), 0)
  })
}
