/** `kiva mirror verify`: compares the store with itself, since all of its tables are made of the whole records. */
import { parseJson } from '../api/wire/json.ts'
import { type Database, prepareOnce, quoteName, type SqlRow } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { rowsOfParts } from './details.ts'
import type { Store } from './store.ts'
import { convert, idOf, loanColumnNames, loanRow, parts } from './tables.ts'

/** What is wrong with the store. */
export interface Fault {
  readonly fault:
    | 'damaged_file'
    | 'no_indexes'
    | 'no_record'
    | 'no_loan'
    | 'damaged_record'
    | 'other_id'
    | 'other_columns'
    | 'other_rows'
    | 'no_words'
    | 'wrong_history'
    | 'no_history'
    | 'wrong_count'
    | 'wrong_marks'
    | 'wrong_partner'
    | 'other_than_sent'
  /** Of the loan, or of the field partner. */
  readonly id: number | null
  readonly message: string
  /** How to make it right: read the loan again, pull once, or take the file from a copy. */
  readonly heal: 'ids' | 'pull' | 'copy'
}

/** Yields each fault, and `undefined` now and then, to look at signals and say how far it is. */
export function* verifyStore(store: Store): Generator<Fault | undefined> {
  const { database } = store
  const lines = database.prepare('PRAGMA integrity_check(10)').all()
  for (const [line] of lines)
    if (line !== 'ok') yield { fault: 'damaged_file', id: null, message: `SQLite: ${line}`, heal: 'copy' }
  yield undefined
  yield* verifyMarks(store)
  yield* verifyHistory(database)
  yield* verifyPartners(database)
  yield* verifyLoans(store)
}

/** Yields the rows of a statement as faults. */
function* faultsOf(
  database: Database,
  text: string,
  faultOf: (row: SqlRow) => Fault,
): Generator<Fault | undefined> {
  for (const row of database.prepare(text).iterate()) yield faultOf(row)
  yield undefined
}

function* verifyMarks({ database, setting }: Store): Generator<Fault | undefined> {
  const wrong = (message: string, heal: Fault['heal']): Fault => ({
    fault: 'wrong_marks',
    id: null,
    message,
    heal,
  })
  const [next, bottom] = [setting('sweep_next'), setting('sweep_bottom')]
  const isPair = Number.isSafeInteger(next) && Number.isSafeInteger(bottom)
  if ((next !== undefined || bottom !== undefined) && (!isPair || Number(bottom) < 1))
    yield wrong(`the first fill stands between ${next ?? 'nothing'} and ${bottom ?? 'nothing'}`, 'copy')
  const [last] = database.prepare('SELECT max(reading) FROM changes').get() ?? []
  if (Number(last ?? 0) > Number(setting('reading') ?? 0))
    yield wrong(
      `the number of the last reading is ${setting('reading') ?? 'missing'}, but changes has ${last}`,
      'copy',
    )
  for (const table of ['absent', 'unproven'])
    yield* faultsOf(
      database,
      `SELECT id, tries FROM ${table} WHERE tries < 1 ${table === 'absent' ? 'OR id IN (SELECT id FROM loans)' : ''}`,
      ([id]) => ({ ...wrong(`loan ${id} is in the table ${table}`, 'ids'), id: Number(id) }),
    )
  yield* faultsOf(
    database,
    'SELECT id FROM wanted WHERE asked_at IS NULL AND id IN (SELECT id FROM loans)',
    ([id]) => ({ ...wrong(`loan ${id} is stored, and still to be read`, 'ids'), id: Number(id) }),
  )
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").get() === undefined) {
    yield {
      fault: 'no_indexes',
      id: null,
      message: 'a first fill was killed: the indexes are missing',
      heal: 'pull',
    }
    return
  }
  yield* faultsOf(
    database,
    `SELECT status, c.loans, coalesce(l.loans, 0) FROM counts c
     LEFT JOIN (SELECT coalesce(status, '') AS status, count(*) AS loans FROM loans GROUP BY 1) AS l USING (status)
     WHERE c.loans <> coalesce(l.loans, 0)
     UNION ALL SELECT coalesce(status, ''), 0, count(*) FROM loans
     WHERE coalesce(status, '') NOT IN (SELECT status FROM counts) GROUP BY 1`,
    ([status, counted, loans]) => ({
      fault: 'wrong_count',
      id: null,
      message: `${loans} loans have the status "${status}", but ${counted} are counted`,
      heal: 'copy',
    }),
  )
}

function* verifyHistory(database: Database): Generator<Fault | undefined> {
  yield* faultsOf(
    database,
    `SELECT loan_id, at FROM (SELECT loan_id, at, until, lag(until) OVER (PARTITION BY loan_id ORDER BY at) AS before FROM changes)
     WHERE at < before OR until < at`,
    ([id, at]) => ({
      fault: 'wrong_history',
      id: Number(id),
      message: `the row of loan ${id} in changes from ${at} overlaps another, or ends before it begins`,
      heal: 'copy',
    }),
  )
  yield* faultsOf(database, 'SELECT id FROM loans WHERE id NOT IN (SELECT loan_id FROM changes)', ([id]) => ({
    fault: 'no_history',
    id: Number(id),
    message: `changes has no row of loan ${id}`,
    heal: 'ids',
  }))
  for (const table of ['changes', ...Object.keys(parts)])
    yield* faultsOf(
      database,
      `SELECT DISTINCT loan_id FROM ${table} WHERE loan_id NOT IN (SELECT id FROM loans)`,
      ([id]) => ({
        fault: 'no_loan',
        id: Number(id),
        message: `${table} has rows of loan ${id}, which is not in loans`,
        heal: 'copy',
      }),
    )
}

function* verifyPartners(database: Database): Generator<Fault | undefined> {
  const rows = database.prepare('SELECT id, name, status, rating, record FROM partners').iterate()
  for (const [id, name = null, status = null, rating = null, text] of rows) {
    let found: Json | undefined
    try {
      found = parseJson(String(text))
    } catch {
      found = undefined
    }
    const partner = isObject(found) ? found : {}
    const made = [
      idOf(partner),
      convert.text(partner['name']),
      convert.text(partner['status']),
      convert.number(partner['rating']),
    ]
    if (isSame(made, [id, name, status, rating])) continue
    yield {
      fault: 'wrong_partner',
      id: Number(id),
      message: `the columns of field partner ${id} are not those of its record`,
      heal: 'copy',
    }
  }
  yield undefined
}

/** Loans between two looks at signals. */
const batch = 500

function* verifyLoans(store: Store): Generator<Fault | undefined> {
  const { database } = store
  const sql = prepareOnce(database)
  yield* faultsOf(database, 'SELECT id FROM records WHERE id NOT IN (SELECT id FROM loans)', ([id]) => ({
    fault: 'no_loan',
    id: Number(id),
    message: `loan ${id} has a record, but no columns`,
    heal: 'copy',
  }))
  yield* faultsOf(
    database,
    'SELECT id FROM loans WHERE id NOT IN (SELECT id FROM words_docsize)',
    ([id]) => ({ fault: 'no_words', id: Number(id), message: `--q cannot find loan ${id}`, heal: 'ids' }),
  )
  const columns = loanColumnNames.map(quoteName).join(', ')
  const next = database.prepare(`SELECT ${columns} FROM loans WHERE id > ? ORDER BY id LIMIT ${batch}`)
  for (let after = -1; ; ) {
    const rows = next.all(after)
    for (const row of rows) {
      after = Number(row[0])
      yield* verifyLoan(store, after, row, sql)
    }
    yield undefined
    if (rows.length < batch) return
  }
}

function* verifyLoan(store: Store, id: number, columns: SqlRow, sql: Database['prepare']): Generator<Fault> {
  const fault = (fault: Fault['fault'], message: string): Fault => ({ fault, id, message, heal: 'ids' })
  let record: JsonObject | undefined
  try {
    record = store.loan(id)?.record
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
    return yield fault('damaged_record', `the record of loan ${id} is damaged`)
  }
  if (record === undefined) return yield fault('no_record', `loan ${id} has no record`)
  const named = idOf(record)
  if (named !== id)
    return yield fault('other_id', `the record of loan ${id} is of loan ${named ?? 'unknown'}`)
  const made = loanRow(record, () => {})
  const differing = loanColumnNames.filter((_, place) => !isSame([made[place]], [columns[place]]))
  if (differing.length > 0)
    yield fault('other_columns', `loan ${id} is not as in its record: ${differing.join(', ')}`)
  const rows = rowsOfParts(record)
  for (const [place, [table, part]] of Object.entries(parts).entries()) {
    const names = ['place', ...Object.keys(part.columns)].join(', ')
    const found = sql(`SELECT ${names} FROM ${table} WHERE loan_id = ? ORDER BY place`).all(id)
    const expected = (rows[place] ?? []).map((row, at) => [at, ...row])
    const isWhole =
      found.length === expected.length && expected.every((row, at) => isSame(row, found[at] ?? []))
    if (!isWhole) yield fault('other_rows', `the rows of loan ${id} in ${table} are not those of its record`)
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, place) => textOf(value) === textOf(other[place]))

/** SQLite has no half of a surrogate pair. */
const textOf = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (value ?? null))
