/**
 * The columns of each record type, for people. The columns that distinguish records best come first; the
 * least important ones come last and are dropped first. The third argument of a column is its rank: see
 * `Column`.
 */
import { at } from '../../api/records/field-values.ts'
import type { FieldType } from '../../api/records/fields.ts'
import type { RecordName } from '../../api/records/record-types.ts'
import { isList, isObject, type JsonObject } from '../../core/json.ts'
import { fundingOf } from '../../domain/funding.ts'
import { isExpiring, isFundraising, isLate, namesOfStatus } from '../../domain/loan-status.ts'
import { type Progress, progressOf } from '../../domain/progress.ts'
import { ago, bar, left, money, oneDecimal, percent, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import { alarm, stageWords, statusWords, useWords } from '../words/loan-words.ts'
import {
  agoColumn,
  type Column,
  countColumn,
  countryColumn,
  dateColumn,
  idColumn,
  moneyColumn,
  percentColumn,
  textColumn,
  wordColumn,
} from './column.ts'

/** Returns the columns of a record type. */
export async function columnsOf(returns: RecordName): Promise<readonly Column[]> {
  const declared = columns[returns]
  return typeof declared === 'function' ? declared() : declared
}

const name = { role: 'name' } as const

const progressFields = ['funded_amount', 'paid_amount']

/**
 * The progress of loans as a bar: funded, or repaid once the loan is paid out. The last column is for loans at
 * different stages, and says in words which stage is meant.
 */
const loanProgress: readonly Column[] = [
  progressColumn('FUNDED', 'funded'),
  progressColumn('REPAID', 'repaid'),
  {
    header: 'SO FAR',
    reads: progressFields,
    when: (loans) => stageOf(loans) === undefined,
    type: 'string',
    value: (loan) => stageWords(progressOf(loan)),
    align: 'right',
    compares: 'text',
    rank: 1,
    role: 'accent',
  },
]

/** Returns the dollars that a fundraising loan still needs. */
function toGoOf(loan: JsonObject): number | undefined {
  const { toGo } = fundingOf(loan)
  return isFundraising(loan) && toGo !== undefined ? toGo / 100 : undefined
}

/** As tables show them. */
const statusSynonyms = [namesOfStatus('ended_with_loss').map((status) => words(status))]

const loan: readonly Column[] = [
  idColumn('ID', 'id', 0),
  textColumn('NAME', 'name', 0, { ...name, minWidth: 11 }),
  textColumn('COUNTRY', 'location.country', 4, { minWidth: 8 }),
  wordColumn('SECTOR', 'sector', 8),
  textColumn('USE', 'use', 2, { write: useWords, minWidth: 13 }),
  moneyColumn('ASKED', 'loan_amount', 1),
  {
    header: 'TO GO',
    reads: ['loan_amount', 'funded_amount'],
    type: 'money',
    value: toGoOf,
    write: money,
    align: 'right',
    rank: 5,
    when: (records) => records.some(isFundraising),
  },
  ...loanProgress,
  {
    header: 'ENDS',
    reads: ['planned_expiration_date'],
    value: (record) => (isFundraising(record) ? at(record, 'planned_expiration_date') : undefined),
    write: left,
    align: 'right',
    compares: 'left',
    rank: 3,
    role: (record, now) => (isExpiring(record, now) ? 'warning' : undefined),
    when: (records) => records.some(isFundraising),
    offScreen: dateColumn('ENDS', 'planned_expiration_date', 3),
  },
  {
    header: 'STATUS',
    path: 'status',
    value: (record) => (isLate(record) ? 'late' : statusWords(record)),
    align: 'left',
    rank: 3,
    synonyms: statusSynonyms,
    role: alarm,
    when: (records) => !records.every(isFundraising),
    offScreen: {
      header: 'STATUS',
      path: 'status',
      value: statusWords,
      align: 'left',
      rank: 3,
      synonyms: statusSynonyms,
    },
  },
  dateColumn('POSTED', 'posted_date', 9),
]

const lender: readonly Column[] = [
  textColumn('LENDER', 'lender_id', 0),
  textColumn('NAME', 'name', 0, name),
  textColumn('WHEREABOUTS', 'whereabouts', 1),
  countryColumn('COUNTRY', 'country_code', 2),
]

const team: readonly Column[] = [
  idColumn('ID', 'id', 0),
  // Shown whole or dropped: the name says more, and the id is enough to identify the team.
  wordColumn('SHORTNAME', 'shortname', 7),
  textColumn('NAME', 'name', 0, { ...name, minWidth: 24 }),
  textColumn('CATEGORY', 'category', 4),
  countColumn('MEMBERS', 'member_count', 1),
  countColumn('LOANS', 'loan_count', 5),
  moneyColumn('LENT', 'loaned_amount', 2),
  wordColumn('MEMBERSHIP', 'membership_type', 9),
  textColumn('WHEREABOUTS', 'whereabouts', 8),
  dateColumn('SINCE', 'team_since', 10),
]

/**
 * A column for the first of these fields that a loan update has. The update's type is the key of the object
 * with the fields.
 */
function newsColumn(
  header: string,
  type: FieldType,
  fields: readonly string[],
  rank: number,
  options: Partial<Column> = {},
): Column {
  const value = (record: JsonObject) => {
    const news = at(record, line(at(record, 'update_type')))
    return fields.map((field) => at(news, field)).find((found) => (found ?? null) !== null)
  }
  const reads = ['payment', 'journal_entry'].flatMap((type) => fields.map((field) => `${type}.${field}`))
  return { header, reads, type, value, align: 'left', rank, ...options }
}

const columns: Readonly<Record<RecordName, readonly Column[] | (() => Promise<readonly Column[]>)>> = {
  loan_listing: loan,
  loan_detail: loan,
  lender_listing: [
    ...lender,
    dateColumn('JOINED', 'team_join_date', 3, { when: (records) => records.some(hasJoined) }),
  ],
  lender_detail: [
    ...lender,
    textColumn('OCCUPATION', 'occupation', 4),
    countColumn('LOANS', 'loan_count', 1),
    countColumn('INVITED', 'invitee_count', 6),
    dateColumn('MEMBER SINCE', 'member_since', 3),
    textColumn('LENDS BECAUSE', 'loan_because', 5, { minWidth: 20 }),
  ],
  team_detail: team,
  team_listing: team,
  partner_listing: [
    idColumn('ID', 'id', 0),
    textColumn('NAME', 'name', 0, { ...name, minWidth: 28 }),
    {
      header: 'COUNTRIES',
      reads: ['countries.name'],
      value: countries,
      align: 'left',
      rank: 2,
      minWidth: 12,
    },
    wordColumn('STATUS', 'status', 5),
    wordColumn('RATING', 'rating', 3, { align: 'right', write: oneDecimal }),
    percentColumn('LATE', 'delinquency_rate', 6),
    percentColumn('DEFAULT', 'default_rate', 4),
    moneyColumn('RAISED', 'total_amount_raised', 1),
    countColumn('LOANS', 'loans_posted', 7),
  ],
  // Parses HTML; loaded on demand, since no other type needs the parser.
  journal_entry: async () => (await import('./journal-columns.ts')).journalEntry,
  comment: [
    idColumn('ID', 'id', 0),
    textColumn('AUTHOR', 'author', 0, name),
    textColumn('WHEREABOUTS', 'whereabouts', 7),
    agoColumn('DATE', 'date', 2),
    textColumn('COMMENT', 'body', 1, { minWidth: 24 }),
  ],
  loan_updates: [
    newsColumn('DATE', 'date', ['date', 'settlement_date', 'processed_date'], 0, {
      write: ago,
      compares: 'age',
    }),
    wordColumn('UPDATE', 'update_type', 1, { write: words }),
    newsColumn('ID', 'integer', ['id', 'payment_id'], 2, { align: 'right' }),
    newsColumn('AMOUNT', 'money', ['amount'], 1, { write: money, align: 'right' }),
    newsColumn('ABOUT', 'string', ['subject', 'comment'], 0, { minWidth: 20, ...name }),
    newsColumn('AUTHOR', 'string', ['author'], 3, { minWidth: 12 }),
  ],
  lending_action: [
    idColumn('ID', 'id', 5),
    agoColumn('WHEN', 'date', 1),
    textColumn('LENDER', 'lender.lender_id', 2),
    textColumn('FROM', 'lender.name', 0, name),
    textColumn('WHEREABOUTS', 'lender.whereabouts', 6),
    idColumn('LOAN', 'loan.id', 2),
    textColumn('TO', 'loan.name', 0, name),
    textColumn('COUNTRY', 'loan.location.country', 3, { minWidth: 8 }),
    textColumn('USE', 'loan.use', 4, { write: useWords, minWidth: 18 }),
  ],
  method_summary: [
    // Users copy method ids, so the width fits the longest documented one.
    textColumn('METHOD', 'id', 0, { ...name, minWidth: 34 }),
    { header: 'SUMMARY', reads: ['documentation'], value: summary, align: 'left', rank: 1, minWidth: 24 },
    countColumn('ARGUMENTS', 'argument_count', 7),
    wordColumn('LOGIN', 'oauth', 2, { write: (value) => (value === true ? 'needed' : '') }),
    wordColumn('STATUS', 'status', 8),
    textColumn('ADDRESS', 'uri', 9),
  ],
  user_account: [
    idColumn('ID', 'id', 0),
    textColumn('FIRST NAME', 'first_name', 0, name),
    textColumn('LAST NAME', 'last_name', 1, name),
    textColumn('LENDER', 'lender_id', 2),
  ],
  release: [wordColumn('RELEASE', 'id', 0, name), agoColumn('DATE', 'date', 0)],
  image_template: [idColumn('ID', 'id', 0), textColumn('PATTERN', 'pattern', 0, { minWidth: 40 })],
}

const hasJoined = (record: JsonObject) => line(at(record, 'team_join_date')) !== ''

function countries(record: JsonObject): string {
  const list = at(record, 'countries')
  return isList(list) ? list.map((country) => line(at(country, 'name') ?? country)).join(', ') : line(list)
}

/** Returns the English summary, or the one in the first language available. */
function summary(record: JsonObject): string {
  const documentation = at(record, 'documentation')
  const texts = isObject(documentation) ? Object.values(documentation) : []
  return line(at(documentation, 'en.summary') ?? at(texts[0], 'summary') ?? at(documentation, 'summary'))
}

type Stage = Progress['stage']

/** Returns a column for loans at one stage; loans at another stage have no value in it. */
function progressColumn(header: string, stage: Stage): Column {
  const progress = (loan: JsonObject) => {
    const found = progressOf(loan)
    return found.stage === stage ? found : undefined
  }
  const value = (loan: JsonObject) => progress(loan)?.percent
  const when = (loans: readonly JsonObject[]) => stageOf(loans) === stage
  const inWords: Column = {
    header,
    reads: progressFields,
    type: 'percent',
    when,
    value,
    write: percent,
    align: 'right',
    rank: 1,
    role: 'accent',
  }
  return {
    header,
    reads: progressFields,
    type: 'percent',
    when,
    value,
    fill: (loan, columns) => drawProgress(progress(loan), columns),
    align: 'left',
    // The bar repeats the number beside it, so it goes before text columns shrink.
    rank: 7,
    minWidth: 10,
    role: 'accent',
    else: inWords,
    offScreen: inWords,
  }
}

/** Returns the stage that all loans share, or undefined. */
function stageOf(loans: readonly JsonObject[]): Stage | undefined {
  const [first, second] = [...new Set(loans.map((loan) => progressOf(loan).stage))]
  return second === undefined ? first : undefined
}

/** `██████░░░░  61%`: the bar fills the width beside the percentage. */
function drawProgress(progress: Progress | undefined, columns: number): string {
  const { done = 0, whole = 0, percent: told } = progress ?? {}
  return told === undefined ? '' : `${bar(done / whole, columns - 5)} ${percent(told).padStart(4)}`
}
