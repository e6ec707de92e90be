/** What `kiva sql` lists: the tables that a user asks, their columns, and what each holds. The other tables serve the mirror. */
import { fieldAt } from '../api/records/field-paths.ts'
import { records } from '../api/records/fields.ts'
import type { Database } from '../core/database.ts'
import { type Kind, loanColumns, parts } from './tables.ts'

export interface ListedColumn {
  readonly table: string
  readonly column: string
  /** `integer`, `real`, `text`, or null for a column of a view that has any type. */
  readonly type: string | null
  readonly brief: string
}

interface ListedTable {
  readonly brief: string
  /** What columns hold. Others are fields of the records, and are described there. */
  readonly columns: Readonly<Record<string, string>>
}

const loans: ListedTable = {
  brief: 'loans, as they were last read',
  columns: {
    basket_amount: "amount in lenders' baskets",
    paid_amount: 'amount repaid',
    partner_id: 'field partner id; NULL without one',
    gender: 'of most borrowers: female or male',
    latitude: 'degrees north',
    longitude: 'degrees east',
    themes: 'themes, as a JSON list',
    tags: 'tags, as a JSON list',
    languages: 'language codes, as a JSON list',
    borrower_count: 'number of borrowers',
    delinquent: '1 if a repayment is late',
    bonus_credit_eligibility: '1 if bonus credit can be used',
    journal_entries: 'number of journal entries',
    nonpayment: 'who bears it: lender or partner',
    currency_exchange: 'who bears it, shared or none',
    repayment_term: 'length of the loan in months',
    read_at: 'when the loan was last read',
    missing_since: 'since when the API leaves it out',
  },
}

const inPart = { loan_id: 'loan id' }

/** The tables, in the order of the listing. */
export const listedTables: Readonly<Record<string, ListedTable>> = {
  loans,
  changes: {
    brief: 'what loans were before, a row for each state',
    columns: {
      ...inPart,
      at: 'first reading with these values',
      until: 'last reading with these values',
      basket_amount: "amount in lenders' baskets",
      paid_amount: 'amount repaid',
      delinquent: '1 if a repayment was late',
      reading: 'number of the reading; sorts where clocks were wrong',
    },
  },
  partners: {
    brief: 'field partners',
    columns: { rating: 'risk rating, 0 to 5; NULL if not rated', read_at: 'when the list was read' },
  },
  countries: {
    brief: 'countries of the field partners',
    columns: { code: 'ISO country code', region: 'region', name: 'name' },
  },
  lender_loans: { brief: 'loans in the list of @me', columns: { ...inPart, lender_id: 'lender id' } },
  lending_actions: {
    brief: 'loans made by public lenders',
    columns: { ...inPart, id: 'lending action id', date: 'when it was made', lender_id: 'lender id' },
  },
  pulls: {
    brief: 'runs of mirror pull',
    columns: {
      id: 'number of the pull',
      began: 'when it began',
      ended: 'when it ended; NULL if it was killed',
      requests: 'requests, with retries',
      read: 'loans read',
      new: 'loans that were new',
      changed: 'loans that had changed',
      absent: 'loans that were not found',
      errors: 'requests that failed',
      actions: 'lending actions that were new',
      actions_missed: '1 if other lending actions were missed',
      reason: 'why it ended: done, time, requests or an error',
    },
  },
  payments: { brief: 'repayments of loans', columns: inPart },
  scheduled_payments: { brief: 'repayments that are due, by the schedule', columns: inPart },
  borrowers: { brief: 'borrowers of loans', columns: { ...inPart, pictured: '1 if in the picture' } },
  stories: {
    brief: 'descriptions of loans',
    columns: { ...inPart, language: 'two-letter code', text: 'text' },
  },
}

const names = Object.keys(listedTables)

/** Returns the columns of the tables, for a connection that has the views. */
export function listColumns(database: Database): readonly ListedColumn[] {
  return database
    .prepare(
      `SELECT t.name, c.name, iif(c.type = 'INT', 'integer', lower(c.type)) FROM (VALUES ${names.map((_, at) => `(${at}, ?)`).join(', ')}) AS names
         JOIN (SELECT name FROM sqlite_schema UNION SELECT name FROM sqlite_temp_schema) AS t ON t.name = names.column2,
         pragma_table_info(t.name) AS c WHERE c.name NOT IN ('record', 'place') ORDER BY names.column1, c.cid`,
    )
    .all(...names)
    .map(([table, column, type]) => ({
      table: String(table),
      column: String(column),
      type: type ? String(type) : null,
      brief: columnBrief(String(table), String(column)),
    }))
}

/** Returns what a column holds. */
export function columnBrief(table: string, column: string): string {
  const own = listedTables[table]?.columns[column]
  if (own !== undefined) return own
  if (table === 'partners') return fieldAt(records.partner_listing, [column])?.brief ?? ''
  const from = Object.hasOwn(parts, table)
    ? `${places[table] ?? table}.${column}`
    : Object.entries<{ readonly kind: Kind; readonly from?: unknown }>(loanColumns).find(
        ([name]) => name === column,
      )?.[1].from
  return fieldAt(records.loan_detail, String(from ?? column).split('.'))?.brief ?? ''
}

/** Where the record of a loan has a part, unless it is at the part's name. */
const places: Readonly<Record<string, string>> = { scheduled_payments: 'terms.scheduled_payments' }

/** Returns the listing as lines of at most 80 characters. */
export function listingLines(columns: readonly ListedColumn[]): readonly string[] {
  const lines = Object.entries(listedTables).flatMap(([table, { brief }]) => {
    const own = columns.filter((column) => column.table === table)
    const width = Math.max(...own.map(({ column }) => column.length))
    const line = ({ column, type, brief }: ListedColumn) =>
      `  ${column.padEnd(width)}  ${(type ?? '').padEnd(7)}  ${brief}`.trimEnd()
    return [`${table}: ${brief}`, ...own.map(line), '']
  })
  return [
    ...lines,
    "record(id) is the whole record of a loan as JSON, and derived(id, 'group.field')",
    'a field that kiva computes (kiva help derived).',
    '',
    "Dates are text in UTC. date_trunc('month', d) is the first day of a month, also",
    "of a year, quarter, week (Monday); the day or the hour. SQLite has date('now'),",
    "date(d, '-7 days'), julianday(d) and strftime('%Y-%m', d).",
  ]
}
