/** The tables of the mirror. The columns of `loans` are declared here once: for the store, and for `kiva sql`. */
import { at, number } from '../api/records/field-values.ts'
import { jsonText } from '../api/wire/json.ts'
import { quoteName, type SqlRow, type SqlValue } from '../core/database.ts'
import { isList, isNested, isObject, type Json, type JsonObject } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'
import { majorityOf } from '../domain/derive-people.ts'
import { isKnown } from '../domain/fact.ts'
import { timeOf } from '../domain/time.ts'

/** Types of SQLite's STRICT tables. A `flag` is 0 or 1; a `date` is ISO 8601 in UTC, as text; `list` is JSON. */
export type Kind = 'integer' | 'dollars' | 'number' | 'text' | 'date' | 'flag' | 'list'

interface Column {
  readonly kind: Kind
  /** Reads the value from a `loan_detail` record. Default: the field of the column's name. */
  readonly from?: string | ((loan: JsonObject) => Json | undefined)
  /** The version of the store that brought the column. It is filled from the records of earlier stores. */
  readonly since?: number
}

const point = (loan: JsonObject, place: 0 | 1) =>
  String(at(loan, 'location.geo.pairs') ?? '')
    .split(/\s+/)
    .map((text) => (text === '' ? undefined : Number(text)))[place]

/** Facts of a loan, from its detailed record. New ones come last, with `since`. */
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
  journal_entries: { kind: 'integer', from: 'journal_totals.entries', since: 2 },
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
  const id = convert.integer(at(record, 'id'))
  return typeof id === 'number' && id > 0 ? id : undefined
}

/** Returns the values of these columns. A value that does not fit its column is null: see {@link toCell}. */
export function loanRow(
  loan: JsonObject,
  onUnfit: (column: string) => void,
  columns: readonly (readonly [name: string, column: Column])[] = allColumns,
): readonly SqlValue[] {
  return columns.map(([name, { kind, from = name }]) => {
    const value = typeof from === 'string' ? at(loan, from) : from(loan)
    return toCell(kind, value, name, onUnfit)
  })
}

/** Converts a value for a column of a kind, or returns null. Calls `onUnfit` if it is a number that the kind cannot hold. */
export function toCell(
  kind: Kind,
  value: Json | undefined,
  column: string,
  onUnfit: (column: string) => void,
): SqlValue {
  const found = convert[kind](value)
  if (found === null && numericKinds.has(kind) && isNumeric(value)) onUnfit(column)
  return found
}

const numericKinds: ReadonlySet<Kind> = new Set(['integer', 'dollars', 'number'])

/** Whether a value is a number of any size, or a text of one. */
function isNumeric(value: Json | undefined): boolean {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number'))
    return value instanceof ExactNumber
  return !Number.isNaN(Number(value))
}

/** Converts a value of a record for a column of its kind. A value that does not fit is null. */
export const convert: Readonly<Record<Kind, (value: Json | undefined) => SqlValue>> = {
  integer: (value) => {
    const found = number(value)
    return Number.isSafeInteger(found) && !(value instanceof ExactNumber) ? (found ?? null) : null
  },
  dollars: double,
  number: double,
  text: (value) =>
    value === undefined || value === null || value === '' || isNested(value) ? null : String(value),
  date: (value) => {
    if (!isText(value)) return null
    if (usual.test(value)) return value
    const time = timeOf(value)
    if (time === undefined) return null
    if (!offset.test(value)) return value
    const utc = new Date(time).toISOString().replace('.000Z', 'Z')
    // The first and the last hours of the calendar's years are of the years -1 and 10000 in UTC.
    return /^\d{4}-/.test(utc) ? utc : null
  },
  flag: (value) => (typeof value === 'boolean' ? Number(value) : null),
  list: (value) => (isList(value) ? jsonText(value) : null),
}

/** Returns the double that is nearest to a number, as SQLite has it; null beyond the range of doubles. */
function double(value: Json | undefined): SqlValue {
  const found = number(value)
  const isTooSmall = found === 0 && value instanceof ExactNumber
  return found === undefined || isTooSmall ? null : found
}

/** A date as the service writes it, on a day that each month has: most dates, and an import has millions of them. */
const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** At the end of a date. Dates of one time zone sort as texts, and begin with their year. */
const offset = /[-+]\d\d:\d\d$/

const sqlTypes: Readonly<Record<Kind, string>> = {
  integer: 'INTEGER',
  dollars: 'REAL',
  number: 'REAL',
  text: 'TEXT',
  date: 'TEXT',
  flag: 'INTEGER',
  list: 'TEXT',
}

/** The version of the store. Raise it with each change of its tables: see `migrate.ts`. */
export const schemaVersion = 3

/** What tells a store from the database of another program: `kiva` in ASCII (https://sqlite.org/pragma.html). */
export const applicationId = 0x6b697661

const allColumns = Object.entries<Column>(loanColumns)

export const loanColumnNames = Object.keys(loanColumns)

/** Returns the columns that a version of the store brought. */
export const columnsSince = (version: number) => allColumns.filter(([, { since = 1 }]) => since === version)

/** Returns the declaration of a column of `loans`. */
export function columnLine([name, { kind }]: readonly [name: string, column: Column]): string {
  const more = name === 'id' ? ' PRIMARY KEY' : name === 'sector' ? ' COLLATE NOCASE' : ''
  return `${quoteName(name)} ${sqlTypes[kind]}${more}`
}

/** A loan whose facts differ in one of these gets a row in `changes`. The service never tells what they were before. */
export const tracked = [
  'status',
  'funded_amount',
  'basket_amount',
  'paid_amount',
  'lender_count',
  'delinquent',
] as const satisfies readonly (keyof typeof loanColumns)[]

/** The columns of `pulls` after its id: a row for each pull. One that was killed has no end. */
export const pullColumns = {
  began: 'date',
  ended: 'date',
  requests: 'integer',
  read: 'integer',
  new: 'integer',
  changed: 'integer',
  absent: 'integer',
  /** Requests without a response, or with status 429 or 5xx, also those whose retry succeeded. */
  errors: 'integer',
  /** Lending actions that were new, and whether others were missed: made since the pull before, and no longer listed. */
  actions: 'integer',
  actions_missed: 'flag',
  /** `done`, `time`, `requests`, or the kind of the error. */
  reason: 'text',
} as const satisfies Readonly<Record<string, Kind>>

/** The columns of `lending_actions`: loans made by public lenders, as `/lending_actions/recent` shows them. */
export const actionColumns = {
  id: 'integer',
  date: 'date',
  loan_id: 'integer',
  lender_id: 'text',
} as const satisfies Readonly<Record<string, Kind>>

/** Returns the declarations of columns, the first of which may be the key. */
const linesOf = (columns: Readonly<Record<string, Kind>>) =>
  Object.entries(columns).map(
    ([name, kind]) => `  ${name} ${sqlTypes[kind]}${name === 'id' ? ' PRIMARY KEY' : ''}`,
  )

interface Part {
  readonly columns: Readonly<Record<string, Kind>>
  /** Returns what the rows are made of. */
  readonly items: (loan: JsonObject) => readonly JsonObject[]
}

/** What is no object is no item: one odd value must not take the others with it. */
const objectsAt = (path: string) => (loan: JsonObject) => {
  const items = at(loan, path)
  return isList(items) ? items.filter(isObject) : []
}

/** The lists within a loan's record that are tables of their own. */
export const parts = {
  payments: {
    items: objectsAt('payments'),
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
    items: objectsAt('terms.scheduled_payments'),
    columns: { due_date: 'date', amount: 'dollars' },
  },
  borrowers: {
    items: objectsAt('borrowers'),
    columns: { first_name: 'text', last_name: 'text', gender: 'text', pictured: 'flag' },
  },
} as const satisfies Readonly<Record<string, Part>>

/** The description, a text per language. The records alone have it: the texts are the largest part of them. */
export const stories = {
  items: (loan) => {
    const texts = at(loan, 'description.texts')
    return isObject(texts) ? Object.entries(texts).map(([language, text]) => ({ language, text })) : []
  },
  columns: { language: 'text', text: 'text' },
} as const satisfies Part

/** Returns the rows of a part of a loan, with values of the columns in their order. A value that does not fit is null. */
export function partRows(
  { columns, items }: Part,
  loan: JsonObject,
  onUnfit: (column: string) => void = () => {},
): readonly SqlRow[] {
  const kinds = Object.entries(columns)
  return items(loan).map((item) => kinds.map(([name, kind]) => toCell(kind, at(item, name), name, onUnfit)))
}

/** The statements that make the tables. */
const tables = `
CREATE TABLE store (key TEXT PRIMARY KEY, value ANY) STRICT;
CREATE TABLE loans (
${columnsSince(1).map(columnLine).join(',\n')},
  read_at TEXT NOT NULL,
  missing_since TEXT${allColumns
    .filter(([, { since }]) => since)
    .map((column) => `, ${columnLine(column)}`)
    .join('')}
) STRICT;
CREATE TABLE records (id INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
-- What loans were: from the first to the last reading with the same values. Readings are numbered in the order in which
-- they came: one number for each transaction.
CREATE TABLE changes (
  loan_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  until TEXT NOT NULL,
${tracked.map((name) => `  ${name} ${sqlTypes[loanColumns[name].kind]}`).join(',\n')},
  reading INTEGER NOT NULL,
  PRIMARY KEY (loan_id, at)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'unicode61');
CREATE TABLE partners (id INTEGER PRIMARY KEY, name TEXT, status TEXT, rating REAL, place INTEGER NOT NULL, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
CREATE TABLE countries (code TEXT PRIMARY KEY, region TEXT, name TEXT) STRICT;
-- The lists within the records, and the place of a row in the list of its loan.
${Object.entries<Part>(parts)
  .map(
    ([name, { columns }]) => `CREATE TABLE ${name} (
  loan_id INTEGER NOT NULL,
${linesOf(columns).join(',\n')},
  place INTEGER NOT NULL,
  PRIMARY KEY (loan_id, place)
) STRICT, WITHOUT ROWID;`,
  )
  .join('\n')}
-- Loans to ask for: of lists, and never read; or left out by the service, and when it last left them out.
CREATE TABLE wanted (id INTEGER PRIMARY KEY, asked_at TEXT) STRICT;
-- Ids about which no response has proved anything, how often they were asked for, and when last.
CREATE TABLE unproven (id INTEGER PRIMARY KEY, tries INTEGER NOT NULL, asked_at TEXT NOT NULL) STRICT;
-- Ids of no loan here that a response left out, although it had others, how often they were asked for, and when last.
CREATE TABLE absent (id INTEGER PRIMARY KEY, tries INTEGER NOT NULL, asked_at TEXT NOT NULL) STRICT;
-- Lenders whose list of loans was read as that of @me.
CREATE TABLE my_lists (id TEXT PRIMARY KEY COLLATE NOCASE, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
CREATE TABLE lender_loans (lender_id TEXT NOT NULL COLLATE NOCASE, loan_id INTEGER NOT NULL, PRIMARY KEY (lender_id, loan_id)) STRICT, WITHOUT ROWID;
CREATE TABLE pulls (
  id INTEGER PRIMARY KEY,
${linesOf(pullColumns).join(',\n')}
) STRICT;
CREATE TABLE lending_actions (
${linesOf(actionColumns).join(',\n')}
) STRICT;
-- How many loans there are of each status, since counting them takes a second for each 5 million.
CREATE TABLE counts (status TEXT PRIMARY KEY, loans INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- A number per table and year, which rises with each row: the lake writes the years again whose number is another.
CREATE TABLE written (part TEXT NOT NULL, year TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (part, year)) STRICT, WITHOUT ROWID;
`

/** The indexes. An empty store is filled without them, and without triggers: they cost less once the rows are there. */
const indexes = `
CREATE INDEX IF NOT EXISTS loans_by_status ON loans (status, posted_date DESC, id);
CREATE INDEX IF NOT EXISTS loans_by_partner ON loans (partner_id);
CREATE INDEX IF NOT EXISTS loans_by_country ON loans (country_code);
CREATE INDEX IF NOT EXISTS loans_by_posted ON loans (posted_date DESC, id);
CREATE INDEX IF NOT EXISTS loans_by_read ON loans (status, read_at);
CREATE INDEX IF NOT EXISTS loans_missing ON loans (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS lending_actions_by_date ON lending_actions (date);
CREATE INDEX IF NOT EXISTS lending_actions_by_loan ON lending_actions (loan_id);
`

/** The tables whose rows the lake has, and the date that decides the year of a row. */
const inLake = {
  loans: 'posted_date',
  changes: 'at',
  partners: undefined,
  pulls: undefined,
  lending_actions: 'date',
} as const

const yearOf = (row: string, date: string | undefined) =>
  date ? `coalesce(substr(${row}.${date}, 1, 4), '')` : "''"

/**
 * A number rises by a random step, so that a store restored from a backup does not reach a number that it had before with
 * other rows.
 */
const raising = 'ON CONFLICT DO UPDATE SET number = number + excluded.number;'
const randomStep = '1 + (random() & 0xfffff)'

/** The rows that an event adds or takes away. */
const rowsOf = { INSERT: ['new'], UPDATE: ['old', 'new'], DELETE: ['old'] } as const

/** Adds loans to the count of the status of a row. */
const counting = (row: string, loans: 1 | -1) =>
  `INSERT INTO counts VALUES (coalesce(${row}.status, ''), ${loans}) ON CONFLICT DO UPDATE SET loans = loans + excluded.loans;`

/** The triggers of `counts` and `written`. */
const triggers = `
CREATE TRIGGER counted_insert AFTER INSERT ON loans BEGIN ${counting('new', 1)} END;
CREATE TRIGGER counted_update AFTER UPDATE ON loans WHEN old.status IS NOT new.status
BEGIN ${counting('old', -1)} ${counting('new', 1)} END;
CREATE TRIGGER counted_delete AFTER DELETE ON loans BEGIN ${counting('old', -1)} END;
${Object.entries(inLake)
  .flatMap(([part, date]) =>
    Object.entries(rowsOf).map(([event, rows]) => {
      const raise = rows.map(
        (row) => `INSERT INTO written VALUES ('${part}', ${yearOf(row, date)}, ${randomStep}) ${raising}`,
      )
      return `CREATE TRIGGER written_${part}_${event.toLowerCase()} AFTER ${event} ON ${part} BEGIN
  ${raise.join('\n  ')}
END;`
    }),
  )
  .join('\n')}`

/** What a store consists of. A killed first fill leaves one without indexes and triggers. */
export const structure = { tables, indexesAndTriggers: `${indexes}${triggers}` } as const

/** The statements that make indexes and triggers, and raise the numbers of rows that came without triggers. */
export const indexesAndTriggers = `${structure.indexesAndTriggers}
DELETE FROM counts;
INSERT INTO counts SELECT coalesce(status, ''), count(*) FROM loans GROUP BY 1;
${Object.entries(inLake)
  .map(
    ([part, date]) =>
      // Without a condition, SQLite reads ON as that of a join.
      `INSERT INTO written SELECT '${part}', ${yearOf(part, date)}, ${randomStep} FROM ${part} WHERE true GROUP BY 2 ${raising}`,
  )
  .join('\n')}
`

/** The statements that write the program and the version into the header of the file. */
export const fileHeader = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion};`

/** The statements that make an empty store. */
export const schema = `${tables}${indexesAndTriggers}${fileHeader}`

/** Views for a connection that has the function `story_rows`. */
export const views = `CREATE TEMP VIEW stories AS SELECT l.id AS loan_id, ${Object.keys(stories.columns)
  .map((column, place) => `CAST(item.value ->> ${place} AS TEXT) AS ${column}`)
  .join(', ')}
  FROM loans l, json_each(story_rows(l.id)) AS item;`
