/** The page of `kiva today`: what is new in saved commands, shortlists and the portfolio. */
import { at, number } from '../../api/records/field-values.ts'
import type { Fields } from '../../api/records/fields.ts'
import type { RecordKind } from '../../api/records/record-types.ts'
import type { CommandLine } from '../../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { fundingOf } from '../../domain/funding.ts'
import { isFundraising } from '../../domain/loan-status.ts'
import { clean } from '../gate/text.ts'
import { type Column, cellText } from '../table/column.ts'
import { changeWords } from '../words/change-words.ts'
import { date, dollars, leftInWords, money } from '../words/format.ts'
import { line } from '../words/line.ts'
import { statusAndShortfall } from '../words/loan-words.ts'
import { commandAfterList } from '../words/related.ts'
import {
  type BriefRow,
  dotted,
  type Entry,
  flow,
  headed,
  opening,
  type Page,
  type Part,
  prose,
  type Rows,
  type Section,
  section,
  title,
  type Words,
} from './page.ts'
import { type RepaymentNews, repaymentFlows, sumOfAll } from './today-money.ts'

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
  /** What no earlier look found to be over, such as funded and expired loans, by shortlist. */
  readonly ended: readonly { readonly list: string; readonly ids: readonly string[] }[]
}

/** A loan that ends soon or has changed. */
export interface ListedLoan {
  readonly item: JsonObject
  readonly lists: readonly string[]
  readonly ends_soon: boolean
  /** By field, as in `--changes`. */
  readonly changes?: JsonObject
}

export interface PortfolioNews {
  readonly first_look: boolean
  readonly loans: number
  /** As `--changes` prints them. */
  readonly changes: readonly JsonObject[]
}

/** What the page needs besides the data. */
interface TodayLook {
  /** What each saved command lists, by its name. */
  readonly lists: ReadonlyMap<string, SavedList>
  /** The fields of loans. */
  readonly fields: Fields
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Formats a command with the options of this run. */
  readonly kiva: CommandLine
}

/** The records of a saved command. */
export interface SavedList {
  readonly kind: RecordKind | undefined
  readonly columns: readonly Column[]
}

export function todayPage(today: Today, look: TodayLook): Page {
  const { as_of, first_look, saved, skipped, shortlists, repayments, portfolio, lender } = today
  const hasMine = repayments !== null
  const hasNothing = saved.length === 0 && shortlists === null && !hasMine
  const isFirst = first_look && !hasNothing
  const sections = [
    section(
      title('Today', dotted(date(as_of), first_look ? 'first look' : '', lender ?? '')),
      sumOfAll(
        found(repayments) ?? {},
        found(shortlists)?.loans.filter(({ ends_soon }) => ends_soon).length ?? 0,
        look.now,
      ),
    ),
    ...(hasNothing ? beginSections(look) : []),
    section(headed('Saved commands', savedEntries(saved, skipped, look))),
    section(
      isFirst && saved.length === 0
        ? headed('Saved commands', emptyPart('none yet', look.kiva(begin.saved)))
        : [],
    ),
    section(headed('Shortlists', listedLoans(shortlists, look))),
    section(
      isFirst && shortlists === null
        ? headed('Shortlists', emptyPart('none yet', look.kiva(begin.list)))
        : [],
    ),
    section(headed('Repayments', flowsOf(repayments, lender, look))),
    section(headed('Portfolio', changedLoans(portfolio, look))),
    section(hasMine || hasNothing ? [] : headed('Your repayments and loans', lenderHint(look))),
  ]
  return { sections, foot: [] }
}

/** Returns what a part found; `undefined` if there is no such part, and if it failed. */
const found = <T extends object>(part: T | Failed | null): T | undefined =>
  part === null || 'error' in part ? undefined : part

/** Commands that give the page something to show. */
const begin = {
  saved: 'saved add food -- loans search --sector Food',
  list: 'shortlist add spring 2100001 2100080',
  login: 'login',
  lender: 'config set lender <lender id>',
} as const

/** How to begin, for a user without saved commands, shortlists and a lender. */
const beginSections = ({ kiva }: TodayLook): readonly Section[] => [
  section(prose('kiva today shows the changes since you last looked. Begin with any of these:')),
  section([
    rowsOf(
      ['WHAT', 'COMMAND'],
      [
        ['a list to look at each day', kiva(begin.saved)],
        ['loans to keep an eye on', kiva(begin.list)],
        ['your repayments and loans', kiva(begin.login)],
        ['the same without a login', kiva(begin.lender)],
      ].map((cells) => ({ cells })),
    ),
  ]),
]

/** Says that a part is empty, and which command begins it. */
const emptyPart = (words: string, command: string): readonly Part[] =>
  flow([`${words} · begin with:`, { tone: 'label', text: command }], ' ')

const lenderHint = ({ kiva }: TodayLook): readonly Part[] =>
  flow([`log in with ${kiva(begin.login)}`, `or ${kiva(begin.lender)}`], ', ')

const rowsOf = (columns: readonly string[], rows: readonly BriefRow[], most?: number): Rows => ({
  kind: 'rows',
  columns,
  rows,
  ...(most !== undefined && { most }),
})

function savedEntries(saved: Today['saved'], skipped: Today['skipped'], look: TodayLook): readonly Part[] {
  const news = saved.map((command): Entry => {
    const { name } = command
    if ('error' in command) return { name, words: failureWords(command) }
    const { kind, columns = [] } = look.lists.get(name) ?? {}
    const records = command.first.map((record) => ({
      ...briefRow(record, columns, look),
      opens: (kind && commandAfterList(kind, [record])?.split(' ')) ?? [name],
    }))
    const left = command.new - records.length
    return {
      name,
      opens: [name],
      words: newWords(command),
      rows: rowsOf(headersOf(columns), records),
      ...(left > 0 && { more: `… ${withThousands(left)} more: -o json has their ids` }),
    }
  })
  const others = skipped.map(({ name, why }): Entry => ({ name, words: `skipped: ${why}` }))
  const entries = [...news, ...others]
  return entries.length === 0 ? [] : [{ kind: 'entries', entries }]
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
function briefRow(record: Json, columns: readonly Column[], { now }: TodayLook): BriefRow {
  if (!isObject(record)) return { cells: [clean(line(record))] }
  const text = (column: Column) => clean(cellText(column, record, now))
  const naming = columns.filter(({ rank }) => rank === 0)
  const isLoan = columns.some(({ path }) => path === 'loan_amount')
  const others = columns
    .filter(({ rank, fill }) => rank > 0 && !fill)
    .toSorted((one, other) => one.rank - other.rank)
    .map(text)
    .filter((words) => words !== '')
  const names = naming.map(text)
  return {
    cells: [...names, isLoan ? loanWords(record, now) : others.slice(0, 3).join(' · ')],
  }
}

const headersOf = (columns: readonly Column[]) => [
  ...columns.filter(({ rank }) => rank === 0).map(({ header }) => header),
  'NEWS',
]

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

const loanCommand = (...ids: readonly string[]) => ['loans', 'show', ...ids]

function listedLoans(lists: Today['shortlists'], look: TodayLook): readonly Part[] {
  if (lists === null) return []
  if ('error' in lists) return flow([failureWords(lists)])
  return [...watchedLoans(lists, look), ...lists.ended.flatMap((ended) => endedWords(ended, look))]
}

/** Offers to remove what is over. */
const endedWords = ({ list, ids }: ShortlistNews['ended'][number], { kiva }: TodayLook): readonly Part[] =>
  opening(
    [
      `${counted(ids.length, 'loans')} of ${list} ${ids.length === 1 ? 'is' : 'are'} no longer fundraising`,
      ids.length > mostRows
        ? '-o json has their ids'
        : { tone: 'label', text: kiva(['shortlist', 'remove', list, ...ids].join(' ')) },
    ],
    loanCommand(...ids),
  )

function watchedLoans({ loans, watched, first_look }: ShortlistNews, look: TodayLook): readonly Part[] {
  const sum = `${watched === 0 ? 'no fundraising loans' : counted(watched, 'fundraising loans')}${first_look ? ', first look' : ''}`
  if (watched === 0) return prose(sum)
  if (loans.length === 0)
    return prose(`${sum}: ${first_look ? 'none ends' : 'none has changed or ends'} within 3 days`)
  const rows = loans.map(({ item, lists: names, ends_soon, changes }) => {
    const id = clean(line(at(item, 'id')))
    const news = dotted(
      ends_soon ? clean(leftInWords(at(item, 'planned_expiration_date'), look.now)) : '',
      clean(changeWords({ changes: changes ?? {} }, look.fields)),
      names.map((name) => `@${name}`).join(' '),
    )
    return { cells: [id, clean(line(at(item, 'name'))), news], opens: loanCommand(id) }
  })
  return [rowsOf(['ID', 'NAME', 'NEWS'], rows, mostRows)]
}

function flowsOf(repayments: Today['repayments'], lender: string | null, look: TodayLook): readonly Part[] {
  if (repayments === null) return []
  return 'error' in repayments ? flow([failureWords(repayments)]) : repaymentFlows(repayments, lender, look)
}

function changedLoans(portfolio: Today['portfolio'], { fields }: TodayLook): readonly Part[] {
  if (portfolio === null) return []
  if ('error' in portfolio) return flow([failureWords(portfolio)])
  const { changes, loans, first_look } = portfolio
  if (first_look) return prose(`first look: ${counted(loans, 'loans')} marked`)
  if (changes.length === 0) return prose(`${counted(loans, 'loans')}: nothing has changed`)
  const rows = changes.map((event) => {
    const id = clean(line(at(event, 'item.id')))
    const name = clean(line(at(event, 'item.name')))
    return {
      cells: [
        line(at(event, 'event')),
        id,
        name,
        clean(dotted(addedWords(event), changeWords(event, fields))),
      ],
      opens: loanCommand(id),
    }
  })
  return [rowsOf(['EVENT', 'ID', 'NAME', 'NEWS'], rows, mostRows)]
}

/** Where a loan that is new in the portfolio is, and how much it asks for. */
function addedWords(event: JsonObject): string {
  if (at(event, 'event') !== 'added') return ''
  const amount = number(at(event, 'item.loan_amount'))
  return dotted(line(at(event, 'item.location.country')), amount === undefined ? '' : money(amount))
}

const failureWords = ({ error }: Failed): Words => ({
  tone: 'danger',
  text: `failed: ${clean(error.message)}`,
})
