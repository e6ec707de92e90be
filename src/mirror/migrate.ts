/**
 * Brings a store of an earlier version to this one. All steps are one transaction, so that a run that is killed leaves the
 * store as it was, and others read it meanwhile.
 */
import type { Context } from '../core/context.ts'
import { type Database, type DatabaseFile, prepareOnce, quoteName } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { size } from '../output/words/line.ts'
import { openDetails, rowsOfParts } from './details.ts'
import { openPacking } from './packing.ts'
import { isEmpty, storeName, versionOf } from './store.ts'
import { columnLine, columnsSince, fileHeader, indexesAndTriggers, loanRow, schemaVersion } from './tables.ts'

type NewColumns = ReturnType<typeof columnsSince>

/** What a migration needs: it may take a minute. */
export type MigrationPorts = Pick<Context, 'database' | 'emit' | 'signal' | 'yieldToEvents'>

/**
 * Returns the file of the store, which has this version if it is there. Throws `KivaError` of kind `config` if it cannot be
 * used or brought to this version.
 */
export async function openStoreFile(ports: MigrationPorts): Promise<DatabaseFile> {
  const file = await ports.database(storeName)
  const database = file.open('read')
  if (!database) return file
  try {
    if (isEmpty(database) || versionOf(file, database) === schemaVersion) return file
  } finally {
    database.close()
  }
  await migrate(file, ports)
  return file
}

async function migrate(file: DatabaseFile, ports: MigrationPorts): Promise<void> {
  const release = allowed(file, () => file.hold())
  try {
    const database = allowed(file, () => file.open('write'))
    if (!database) return
    try {
      const version = versionOf(file, database)
      // Another run may have done it.
      if (version === schemaVersion) return
      // The log has the new tables and the changed ones, before the file grows by the new ones.
      const needed = 1.5 * (file.bytes() ?? 0)
      if (file.free() < needed)
        throw new KivaError(
          'config',
          sentence`${foreign(file.path)} was written by an earlier version of kiva`,
          {
            hint: `To bring it to this version takes up to ${size(needed)} more on its disk: free some space.`,
          },
        )
      await change(file, database, version, ports)
    } finally {
      database.close()
    }
  } finally {
    release()
  }
}

/** Opens or locks the file to change it. Throws `KivaError` of kind `config` with the way out. */
function allowed<T>({ path }: DatabaseFile, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (!(cause instanceof KivaError)) throw cause
    throw new KivaError(
      'config',
      sentence`${foreign(path)} was written by an earlier version of kiva, and cannot be changed now: ${cause.sentence}`,
      {
        cause,
        code: cause.code,
        hint: 'Wait for the other run. On read-only storage, copy it to another folder, and set KIVA_DATA_DIR to it.',
      },
    )
  }
}

async function change(
  file: DatabaseFile,
  database: Database,
  from: number,
  ports: MigrationPorts,
): Promise<void> {
  database.execute('BEGIN IMMEDIATE')
  try {
    for (const [name] of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
      database.execute(`DROP TRIGGER ${quoteName(String(name))}`)
    const added: NewColumns[number][] = []
    for (let version = from; version < schemaVersion; version++) {
      database.execute(steps[version] ?? '')
      for (const column of columnsSince(version + 1)) {
        database.execute(`ALTER TABLE loans ADD COLUMN ${columnLine(column)}`)
        added.push(column)
      }
    }
    if (added.length > 0 || from < 3) await fill(file, database, added, from < 3, ports)
    database.execute(indexesAndTriggers)
    database.execute(fileHeader)
    database.execute('COMMIT')
  } catch (problem) {
    try {
      database.execute('ROLLBACK')
    } catch {
      // A full disk has already rolled it back.
    }
    throw problem
  }
}

/**
 * Fills what is made of the whole records: new columns of `loans`, and for a store before version 3, which `lacksDetails`,
 * the tables of their lists and the words.
 */
async function fill(
  { path }: DatabaseFile,
  database: Database,
  columns: NewColumns,
  lacksDetails: boolean,
  { emit, signal, yieldToEvents }: MigrationPorts,
): Promise<void> {
  const packing = openPacking(database, path)
  const [total] = database.prepare('SELECT count(*) FROM records').get() ?? []
  const next = database.prepare(`SELECT id, record FROM records WHERE id > ? ORDER BY id LIMIT ${batch}`)
  const sql = prepareOnce(database)
  const put = `UPDATE loans SET ${columns.map(([name]) => `${quoteName(name)} = ?`).join(', ')} WHERE id = ?`
  const details = openDetails(sql)
  const pages = Math.ceil(Number(total) / batch)
  let after = 0
  for (let page = 1; ; page++) {
    const rows = next.all(after)
    for (const [id, packed] of rows) {
      after = Number(id)
      const record = packing.unpack(packed as Uint8Array, after)
      if (columns.length > 0) sql(put).run(...loanRow(record, () => {}, columns), after)
      if (!lacksDetails) continue
      details.putRows(after, rowsOfParts(record), false)
      details.putWords(after, record, false)
    }
    if (rows.length < batch) return
    await emit({
      kind: 'page',
      pages: page,
      number: page,
      lastPage: pages,
      records: page * batch,
      before: 0,
      nouns: { records: 'loans', pages: 'parts of the mirror' },
    })
    await yieldToEvents()
    signal.throwIfAborted()
  }
}

/** Loans between two looks at signals. */
const batch = 1000

/**
 * The statements that change the tables of a version into those of the next. Triggers are made anew, and indexes if they
 * are missing. New columns of `loans` need no statement: see `since` in `tables.ts`. Stores of version 1 may lack `unproven`
 * and `written`.
 */
const steps: Readonly<Record<number, string>> = {
  1: `
ALTER TABLE changes RENAME TO old_changes;
CREATE TABLE changes (
  loan_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  until TEXT NOT NULL,
  status TEXT,
  funded_amount REAL,
  basket_amount REAL,
  paid_amount REAL,
  lender_count INTEGER,
  delinquent INTEGER,
  PRIMARY KEY (loan_id, at)
) STRICT, WITHOUT ROWID;
-- Of earlier values, the last reading is not known. A wrong clock may have dated the last values later than the loan.
INSERT INTO changes SELECT c.loan_id, c.at,
  CASE WHEN lead(c.at) OVER (PARTITION BY c.loan_id ORDER BY c.at) IS NULL THEN max(c.at, coalesce(l.read_at, c.at)) ELSE c.at END,
  c.status, c.funded_amount, c.basket_amount, c.paid_amount, c.lender_count, c.delinquent
FROM old_changes c LEFT JOIN loans l ON l.id = c.loan_id ORDER BY c.loan_id, c.at;
DROP TABLE old_changes;
ALTER TABLE partners RENAME TO old_partners;
CREATE TABLE partners (id INTEGER PRIMARY KEY, name TEXT, status TEXT, rating REAL, place INTEGER NOT NULL, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
INSERT INTO partners SELECT id, name, status,
  CASE WHEN trim(rating) GLOB '[0-9]*' AND trim(rating) NOT GLOB '*[^0-9.]*' THEN CAST(rating AS REAL) END, place, record, read_at
FROM old_partners;
DROP TABLE old_partners;
CREATE TABLE my_lists (id TEXT PRIMARY KEY COLLATE NOCASE, record TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
INSERT INTO my_lists SELECT id, record, read_at FROM lenders;
DROP TABLE lenders;
CREATE TABLE counts (status TEXT PRIMARY KEY, loans INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS unproven (id INTEGER PRIMARY KEY, tries INTEGER NOT NULL, asked_at TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS written (part TEXT NOT NULL, year TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (part, year)) STRICT, WITHOUT ROWID;
CREATE TABLE pulls (
  id INTEGER PRIMARY KEY,
  began TEXT,
  ended TEXT,
  requests INTEGER,
  read INTEGER,
  new INTEGER,
  changed INTEGER,
  absent INTEGER,
  errors INTEGER,
  actions INTEGER,
  actions_missed INTEGER,
  reason TEXT
) STRICT;
CREATE TABLE lending_actions (
  id INTEGER PRIMARY KEY,
  date TEXT,
  loan_id INTEGER,
  lender_id TEXT
) STRICT;
`,
  2: `
CREATE TABLE payments (
  loan_id INTEGER NOT NULL,
  payment_id INTEGER,
  processed_date TEXT,
  settlement_date TEXT,
  amount REAL,
  local_amount REAL,
  rounded_local_amount REAL,
  currency_exchange_loss_amount REAL,
  comment TEXT,
  place INTEGER NOT NULL,
  PRIMARY KEY (loan_id, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE scheduled_payments (
  loan_id INTEGER NOT NULL,
  due_date TEXT,
  amount REAL,
  place INTEGER NOT NULL,
  PRIMARY KEY (loan_id, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE borrowers (
  loan_id INTEGER NOT NULL,
  first_name TEXT,
  last_name TEXT,
  gender TEXT,
  pictured INTEGER,
  place INTEGER NOT NULL,
  PRIMARY KEY (loan_id, place)
) STRICT, WITHOUT ROWID;
-- Earlier versions folded fewer letters.
INSERT INTO words (words) VALUES ('delete-all');
ALTER TABLE changes RENAME TO old_changes;
CREATE TABLE changes (
  loan_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  until TEXT NOT NULL,
  status TEXT,
  funded_amount REAL,
  basket_amount REAL,
  paid_amount REAL,
  lender_count INTEGER,
  delinquent INTEGER,
  reading INTEGER NOT NULL,
  PRIMARY KEY (loan_id, at)
) STRICT, WITHOUT ROWID;
INSERT INTO changes SELECT *, dense_rank() OVER (ORDER BY at) FROM old_changes ORDER BY loan_id, at;
INSERT INTO store SELECT 'reading', max(reading) FROM changes HAVING max(reading) IS NOT NULL;
DROP TABLE old_changes;
CREATE TABLE absent (id INTEGER PRIMARY KEY, tries INTEGER NOT NULL, asked_at TEXT NOT NULL) STRICT;
-- Which ids the sweep found absent is not known: those between loans above it that nothing else asks for. It began below wild
-- ids, which are far from others.
INSERT INTO absent WITH RECURSIVE gaps(id, next) AS (
  SELECT id + 1, next FROM (SELECT id, lead(id) OVER (ORDER BY id) AS next FROM loans
    WHERE id > (SELECT value FROM store WHERE key = 'sweep_next')) WHERE next - id BETWEEN 2 AND 100000
  UNION ALL SELECT id + 1, next FROM gaps WHERE id + 1 < next)
SELECT id, 1, (SELECT min(read_at) FROM loans) FROM gaps
WHERE id NOT IN (SELECT id FROM wanted UNION ALL SELECT id FROM unproven) ORDER BY id;
`,
}
