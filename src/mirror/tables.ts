/** The tables of the mirror. The columns of `loans` are declared here once: for the store, and for `kiva sql`. */
import { at, number } from '../api/records/field-values.ts'
import { jsonText } from '../api/wire/json.ts'
import { majorityOf } from '../domain/derive-people.ts'
import { isKnown } from '../domain/fact.ts'
import type { SqlValue } from '../ports/database.ts'
import { isList, isNested, type Json, type JsonObject } from '../ports/json.ts'

/** Types of SQLite's STRICT tables. A `flag` is 0 or 1; a `date` is ISO 8601 in UTC, as text; `list` is JSON. */
export type Kind = 'integer' | 'dollars' | 'number' | 'text' | 'date' | 'flag' | 'list'

interface Column {
  readonly kind: Kind
  /** Reads the value from a `loan_detail` record. Default: the field of the column's name. */
  readonly from?: string | ((loan: JsonObject) => Json | undefined)
}

const point = (loan: JsonObject, place: 0 | 1) =>
  String(at(loan, 'location.geo.pairs') ?? '')
    .split(/\s+/)
    .map((text) => (text === '' ? undefined : Number(text)))[place]

/** Facts of a loan, from its detailed record. */
export const loanColumns = {
  id: { kind: 'integer' },
  name: { kind: 'text' },
  status: { kind: 'text' },
  loan_amount: { kind: 'dollars' },
  funded_amount: { kind: 'dollars' },
  basket_amount: { kind: 'dollars' },
  paid_amount: { kind: 'dollars' },
  lender_count: { kind: 'integer' },
  borrower_count: { kind: 'integer', from: countBorrowers },
  gender: { kind: 'text', from: genderOf },
  activity: { kind: 'text' },
  sector: { kind: 'text' },
  use: { kind: 'text' },
  country_code: { kind: 'text', from: 'location.country_code' },
  country: { kind: 'text', from: 'location.country' },
  town: { kind: 'text', from: 'location.town' },
  latitude: { kind: 'number', from: (loan) => point(loan, 0) },
  longitude: { kind: 'number', from: (loan) => point(loan, 1) },
  partner_id: { kind: 'integer' },
  posted_date: { kind: 'date' },
  planned_expiration_date: { kind: 'date' },
  funded_date: { kind: 'date' },
  paid_date: { kind: 'date' },
  disbursal_date: { kind: 'date', from: 'terms.disbursal_date' },
  disbursal_currency: { kind: 'text', from: 'terms.disbursal_currency' },
  disbursal_amount: { kind: 'number', from: 'terms.disbursal_amount' },
  repayment_interval: { kind: 'text', from: 'terms.repayment_interval' },
  repayment_term: { kind: 'integer', from: 'terms.repayment_term' },
  nonpayment: { kind: 'text', from: 'terms.loss_liability.nonpayment' },
  currency_exchange: { kind: 'text', from: 'terms.loss_liability.currency_exchange' },
  currency_exchange_loss_amount: { kind: 'dollars' },
  delinquent: { kind: 'flag', from: (loan) => at(loan, 'delinquent') ?? false },
  bonus_credit_eligibility: { kind: 'flag' },
  themes: { kind: 'list', from: (loan) => at(loan, 'themes') ?? [at(loan, 'theme')].filter(isText) },
  tags: { kind: 'list', from: (loan) => namesOf(at(loan, 'tags')) },
  languages: { kind: 'list', from: 'description.languages' },
} as const satisfies Readonly<Record<string, Column>>

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

function namesOf(tags: Json | undefined): Json {
  return isList(tags) ? tags.map((tag: Json) => at(tag, 'name') ?? null) : []
}

/** A listing has the number, a detailed record the borrowers. */
function countBorrowers(loan: JsonObject): Json | undefined {
  const borrowers = at(loan, 'borrowers')
  return isList(borrowers) && borrowers.length > 0 ? borrowers.length : at(loan, 'borrower_count')
}

function genderOf(loan: JsonObject): string | undefined {
  const majority = majorityOf(loan)
  return isKnown(majority) ? majority.value : undefined
}

/** Returns the id of a loan or of a field partner. `undefined` unless it is a whole number above 0. */
export function idOf(record: Json): number | undefined {
  const id = number(at(record, 'id'))
  return id !== undefined && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Returns the values of the columns, in their order. A value that does not fit its column is null. */
export function loanRow(loan: JsonObject): readonly SqlValue[] {
  return Object.entries<Column>(loanColumns).map(([name, { kind, from = name }]) => {
    const value = typeof from === 'string' ? at(loan, from) : from(loan)
    return convert[kind](value)
  })
}

/** Converts a value of a record for a column of its kind. A value that does not fit is null. */
export const convert: Readonly<Record<Kind, (value: Json | undefined) => SqlValue>> = {
  integer: (value) => {
    const found = number(value)
    return found !== undefined && Number.isSafeInteger(found) ? found : null
  },
  dollars: (value) => number(value) ?? null,
  number: (value) => number(value) ?? null,
  text: (value) =>
    value === undefined || value === null || value === '' || isNested(value) ? null : String(value),
  date: (value) => (isText(value) && /^\d{4}-\d\d-\d\d/.test(value) ? value : null),
  flag: (value) => (typeof value === 'boolean' ? Number(value) : null),
  list: (value) => (isList(value) ? jsonText(value) : null),
}

const sqlTypes: Readonly<Record<Kind, string>> = {
  integer: 'INTEGER',
  dollars: 'REAL',
  number: 'REAL',
  text: 'TEXT',
  date: 'TEXT',
  flag: 'INTEGER',
  list: 'TEXT',
}

const columnLines = Object.entries<Column>(loanColumns).map(
  ([name, { kind }]) =>
    `  "${name}" ${sqlTypes[kind]}${name === 'id' ? ' PRIMARY KEY' : name === 'sector' ? ' COLLATE NOCASE' : ''}`,
)

/** A loan whose facts differ in one of these gets a row in `changes`. The service never tells what they were before. */
export const tracked = [
  'status',
  'funded_amount',
  'basket_amount',
  'paid_amount',
  'lender_count',
  'delinquent',
] as const satisfies readonly (keyof typeof loanColumns)[]

const trackedOf = (row: string) => tracked.map((name) => `${row}."${name}"`).join(', ')
const keep = `INSERT INTO changes SELECT new.id, new.read_at, ${trackedOf('new')};`

/** The statements that make an empty store. A change of them needs a new `schemaVersion`. */
export const schema = `
CREATE TABLE store (key TEXT PRIMARY KEY, value ANY) STRICT;
CREATE TABLE loans (
${columnLines.join(',\n')},
  read_at TEXT NOT NULL,
  missing_since TEXT
) STRICT;
CREATE INDEX loans_by_status ON loans (status, posted_date DESC, id);
CREATE INDEX loans_by_partner ON loans (partner_id);
CREATE INDEX loans_by_country ON loans (country_code);
CREATE INDEX loans_by_posted ON loans (posted_date DESC, id);
CREATE INDEX loans_by_read ON loans (status, read_at);
CREATE TABLE records (id INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
CREATE TABLE changes (
  loan_id INTEGER NOT NULL,
  at TEXT NOT NULL,
${tracked.map((name) => `  ${name} ${sqlTypes[loanColumns[name].kind]}`).join(',\n')},
  PRIMARY KEY (loan_id, at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER loan_added AFTER INSERT ON loans BEGIN ${keep} END;
CREATE TRIGGER loan_changed AFTER UPDATE ON loans WHEN (${trackedOf('old')}) IS NOT (${trackedOf('new')})
BEGIN DELETE FROM changes WHERE loan_id = new.id AND at = new.read_at; ${keep} END;
CREATE VIRTUAL TABLE words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'unicode61');
CREATE TABLE partners (id INTEGER PRIMARY KEY, name TEXT, status TEXT, rating TEXT, place INTEGER NOT NULL, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
CREATE TABLE countries (code TEXT PRIMARY KEY, region TEXT, name TEXT) STRICT;
-- Loans to ask for: of lists, and never read; or left out by the service, and when it last left them out.
CREATE TABLE wanted (id INTEGER PRIMARY KEY, asked_at TEXT) STRICT;
-- Lenders whose list of loans was read as that of @me.
CREATE TABLE lenders (id TEXT PRIMARY KEY COLLATE NOCASE, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
CREATE TABLE lender_loans (lender_id TEXT NOT NULL COLLATE NOCASE, loan_id INTEGER NOT NULL, PRIMARY KEY (lender_id, loan_id)) STRICT, WITHOUT ROWID;
`

export const schemaVersion = 1

/** Statements that each opening of a store to write repeats: what stores of this version got later. */
export const additions = `
-- Ids about which no response has proved anything, how often they were asked for, and when last.
CREATE TABLE IF NOT EXISTS unproven (id INTEGER PRIMARY KEY, tries INTEGER NOT NULL, asked_at TEXT NOT NULL) STRICT;
`

/** The lists within a loan's record that are tables of their own: where they are, and their columns. */
export const parts = {
  payments: {
    path: 'payments',
    columns: {
      payment_id: 'integer',
      processed_date: 'date',
      settlement_date: 'date',
      amount: 'dollars',
      local_amount: 'number',
      rounded_local_amount: 'number',
      currency_exchange_loss_amount: 'dollars',
      comment: 'text',
    },
  },
  scheduled_payments: {
    path: 'terms.scheduled_payments',
    columns: { due_date: 'date', amount: 'dollars' },
  },
  borrowers: {
    path: 'borrowers',
    columns: { first_name: 'text', last_name: 'text', gender: 'text', pictured: 'flag' },
  },
} as const satisfies Readonly<
  Record<string, { readonly path: string; readonly columns: Readonly<Record<string, Kind>> }>
>

/** The description of a loan, a text per language. */
export const storiesPath = 'description.texts'

const each = (path: string) => `FROM loans l, json_each(json_extract(record(l.id), '$.${path}')) AS item`

/** Views over the whole records, for a connection that has the function `record`. */
export const views = `
${Object.entries(parts)
  .map(([name, { path, columns }]) => {
    const values = Object.keys(columns).map((column) => `item.value ->> '$.${column}' AS ${column}`)
    return `CREATE TEMP VIEW ${name} AS SELECT l.id AS loan_id, ${values.join(', ')} ${each(path)};`
  })
  .join('\n')}
CREATE TEMP VIEW stories AS SELECT l.id AS loan_id, item.key AS language, item.value AS text ${each(storiesPath)};
`
