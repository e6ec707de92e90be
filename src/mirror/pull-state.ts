/** What the store knows of earlier pulls: ids still to be read, and the loans of `@me`. */
import { at } from '../api/records/field-values.ts'
import { jsonText } from '../api/wire/json.ts'
import type { SqlValue } from '../core/database.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { iso } from '../core/time.ts'
import { isDue } from './absence.ts'
import { askingsOf, coverageOf, statusesOf } from './coverage.ts'
import type { Store } from './store.ts'
import { convert, idOf, type pullColumns } from './tables.ts'
import { changingStatuses, type Known, type Sweep } from './wanted.ts'

/** The state of the pulls into one store. Each method throws `KivaError` of kind `config`. */
export interface PullState extends Known {
  /** Notes what this pull has done so far, in its row of `pulls`. */
  notePull(values: Partial<Record<keyof typeof pullColumns, string | number | null>>): void
  /** Keeps lending actions, each once, and returns how many were new, and how many were there before. */
  putActions(actions: readonly Json[]): { readonly added: number; readonly known: number }
  /** Keeps how many loans the search listed, and when. */
  noteListed(total: number): void
  /**
   * When it was read. `undefined` also where it does not fit the store: less than its loans, or more although each id of the
   * first fill was asked for. Then a pull reads it again, since it may be wrong.
   */
  readonly listedRead: string | undefined
  /** Whether each id of the first fill was asked for. */
  readonly isSwept: boolean
  /** Whether the ids of `leftOut` are to be asked for: see {@link askingsOf}. Ids that were never asked for come first. */
  readonly asksAgain: boolean
  /**
   * Yields the ids of no loan here that the service left out not often enough, and that this pull has not asked for: first
   * those that were asked for longest ago.
   */
  leftOut(): Generator<number>
  /** How many ids to ask for: those of `unread`, `sweep` and `stale` that are left, and those that are unproven. */
  left(): number
  /** The number of ids about which no reply has proved anything. */
  readonly unproven: number
  /**
   * Returns some of them that this pull has not asked for, at most `count`: fewer the more often they were asked for, so
   * that an id that the service cannot answer is alone in the end.
   */
  toProve(count: number): readonly number[]
  /** Returns a loan that the service is likely to have, other than these. */
  witness(except: readonly number[]): number | undefined
  /** Whether a loan is stored, or its id is of a list. */
  isNamed(id: number): boolean
  /** Whether a loan is stored, or a pull will ask for it. */
  isKnown(id: number): boolean
  /** Keeps ids of a list that was read to its end, to ask for those that are not stored. */
  noteFound(ids: readonly number[]): void
  noteSweep(sweep: Sweep): void
  /** When the list of field partners was last read to its end, as ISO 8601. */
  readonly partnersRead: string | undefined
  notePartners(readAt: string): void
  /** Returns the ids of the loans of a lender, and when the list was read. */
  lenderLoans(lenderId: string): { readonly ids: ReadonlySet<number>; readonly readAt: string } | undefined
  /** Replaces the list of loans of a lender, who is `@me` from now on. */
  putLender(lenderId: string, lender: JsonObject, loans: readonly number[], readAt: string): void
}

/** Milliseconds since the epoch. The replies of the service may correct both. */
interface Times {
  /** Loans read since then are not stale, unless they were read after `now`: with a wrong clock. */
  readonly began: number
  now(): number
}

export function openPullState(store: Store, times: Times): PullState {
  const { database, transact, setting } = store
  const prepared = (text: string) => database.prepare(text)
  const began = () => iso(times.began)
  const now = () => iso(times.now())
  const named = prepared('SELECT 1 FROM loans WHERE id = ?1 UNION ALL SELECT 1 FROM wanted WHERE id = ?1')
  const isUnproven = prepared('SELECT 1 FROM unproven WHERE id = ?')
  const want = prepared(
    'INSERT OR IGNORE INTO wanted (id) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM loans WHERE id = ?1)',
  )
  const wantId = (id: number) => {
    if (want.run(id) > 0) prepared('DELETE FROM absent WHERE id = ?').run(id)
  }
  const note = (values: Readonly<Record<string, string | number>>) =>
    transact(() => {
      for (const [key, value] of Object.entries(values))
        prepared('INSERT OR REPLACE INTO store VALUES (?, ?)').run(key, value)
    })
  const idsOf = (text: string, ...given: readonly (string | number)[]) =>
    prepared(text)
      .all(...given)
      .map(([id]) => Number(id))
  const count = (text: string, ...given: readonly (string | number)[]) =>
    Number(prepared(text).get(...given)?.[0] ?? 0)
  /** The loans of `@me` come first: its list is complete only with them. */
  const unread = () =>
    prepared(
      `SELECT w.id, asked_at, missing_since, status FROM wanted w LEFT JOIN loans l ON l.id = w.id
       WHERE w.id NOT IN (SELECT id FROM unproven)
       ORDER BY asked_at IS NOT NULL, w.id NOT IN (SELECT loan_id FROM lender_loans), w.id DESC`,
    )
      .all()
      .filter(([, asked, since, status]) => {
        if (asked === null) return true
        const [askedAt, missingSince] = [asked, since ?? asked].map((time) => Date.parse(String(time)))
        const absence = { status: String(status), since: missingSince ?? 0, askedAt: askedAt ?? 0 }
        return isDue(absence, times.now())
      })
      .map(([id]) => Number(id))
  const unproven = () => count('SELECT count(*) FROM unproven')
  const sweep = (): Sweep | undefined => {
    const next = setting('sweep_next')
    return next === undefined ? undefined : { next: Number(next), bottom: Number(setting('sweep_bottom')) }
  }
  /** Yields ids by a time. They are read in pieces: rows are written between them, and then are no longer asked for. */
  function* inPieces(time: string, from: string, values: () => readonly SqlValue[]): Generator<number> {
    for (let after: readonly [string, number] = ['', 0]; ; ) {
      const rows = prepared(
        `SELECT id, ${time} FROM ${from} AND (${time}, id) > (?, ?) ORDER BY ${time}, id LIMIT 5000`,
      ).all(...values(), ...after)
      for (const [id] of rows) yield Number(id)
      const [id, at] = rows.at(-1) ?? []
      if (id === undefined) return
      after = [String(at), Number(id)]
    }
  }
  const coverage = () => coverageOf(store, statusesOf(store))
  const isSwept = () => {
    const { next, bottom } = sweep() ?? { next: 0, bottom: 0 }
    return next < bottom
  }
  const askings = () => {
    if (!isSwept()) return 1
    const { loans, listed } = coverage()
    const unread = count('SELECT count(*) FROM wanted WHERE asked_at IS NULL')
    return askingsOf(store, listed !== null && loans + unread < listed)
  }
  const isStale = `status = ? AND missing_since IS NULL AND (read_at < ? OR read_at > ?)
    AND id NOT IN (SELECT id FROM unproven)`
  let pull: number | undefined
  return {
    notePull: (values) =>
      transact(() => {
        pull ??= count('SELECT coalesce(max(id), 0) + 1 FROM pulls')
        prepared('INSERT OR IGNORE INTO pulls (id, began) VALUES (?, ?)').run(pull, began())
        const names = ['began', ...Object.keys(values)]
        prepared(`UPDATE pulls SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`).run(
          began(),
          ...Object.values(values),
          pull,
        )
      }),
    putActions: (actions) =>
      transact(() => {
        const put = prepared('INSERT OR IGNORE INTO lending_actions VALUES (?, ?, ?, ?)')
        let [added, known] = [0, 0]
        for (const action of actions) {
          const id = idOf(action)
          if (id === undefined) continue
          const { date, text } = convert
          const isNew = put.run(
            id,
            date(at(action, 'date')),
            idOf(at(action, 'loan') ?? null) ?? null,
            text(at(action, 'lender.lender_id')),
          )
          added += isNew
          known += 1 - isNew
        }
        return { added, known }
      }),
    noteListed: (total) => note({ listed: total, listed_at: now() }),
    get listedRead() {
      const { loans, listed, listed_at: found } = coverage()
      const isOdd = listed !== null && (loans > listed || (loans < listed && isSwept()))
      return found === null || isOdd ? undefined : found
    },
    get isSwept() {
      return isSwept()
    },
    get asksAgain() {
      return askings() > 1
    },
    leftOut: () =>
      inPieces('asked_at', `absent WHERE tries < ? AND (asked_at < ? OR asked_at > ?)`, () => [
        askings(),
        began(),
        now(),
      ]),
    get unread() {
      return unread()
    },
    get sweep() {
      return sweep()
    },
    covered: (from, to) =>
      new Set(
        ['loans', 'wanted', 'unproven'].flatMap((table) =>
          idsOf(`SELECT id FROM ${table} WHERE id BETWEEN ? AND ?`, from, to),
        ),
      ),
    stale: (status) => inPieces('read_at', `loans WHERE ${isStale}`, () => [status, began(), now()]),
    left() {
      const range = sweep()
      const swept = range
        ? Math.max(0, range.next - range.bottom + 1) -
          count(
            `SELECT (SELECT count(*) FROM loans WHERE id BETWEEN ?1 AND ?2) +
             (SELECT count(*) FROM (SELECT id FROM wanted UNION SELECT id FROM unproven)
              WHERE id BETWEEN ?1 AND ?2 AND id NOT IN (SELECT id FROM loans))`,
            range.bottom,
            range.next,
          )
        : 0
      const stale = changingStatuses.map((status) =>
        count(`SELECT count(*) FROM loans WHERE ${isStale}`, status, began(), now()),
      )
      return [unread().length, swept, unproven(), ...stale].reduce((sum, number) => sum + number)
    },
    get unproven() {
      return unproven()
    },
    toProve(limit) {
      const rows = prepared(
        'SELECT id, tries FROM unproven WHERE asked_at < ? OR asked_at > ? ORDER BY tries, asked_at, id LIMIT ?',
      ).all(began(), now(), limit)
      const tries = Number(rows[0]?.[1])
      const size = Math.max(1, Math.floor(limit / 2 ** (tries - 1)))
      return rows
        .filter((row) => row[1] === tries)
        .slice(0, size)
        .map(([id]) => Number(id))
    },
    witness: (except) =>
      idsOf(
        `SELECT id FROM loans WHERE missing_since IS NULL AND id NOT IN (SELECT id FROM unproven)
         ORDER BY read_at DESC LIMIT ?`,
        except.length + 1,
      ).find((id) => !except.includes(id)),
    isNamed: (id) => named.get(id) !== undefined,
    isKnown(id) {
      const { next, bottom } = sweep() ?? { next: 0, bottom: 1 }
      return (id >= bottom && id <= next) || named.get(id) !== undefined || isUnproven.get(id) !== undefined
    },
    noteFound: (ids) =>
      transact(() => {
        for (const id of ids) wantId(id)
      }),
    noteSweep: ({ next, bottom }) => note({ sweep_next: next, sweep_bottom: bottom }),
    get partnersRead() {
      const found = setting('partners_read')
      return typeof found === 'string' ? found : undefined
    },
    notePartners: (readAt) => note({ partners_read: readAt }),
    lenderLoans(lenderId) {
      const [readAt] = prepared('SELECT read_at FROM my_lists WHERE id = ?').get(lenderId) ?? []
      if (readAt === undefined) return undefined
      const ids = idsOf('SELECT loan_id FROM lender_loans WHERE lender_id = ?', lenderId)
      return { ids: new Set(ids), readAt: String(readAt) }
    },
    putLender: (lenderId, lender, loans, readAt) =>
      transact(() => {
        prepared('INSERT OR REPLACE INTO my_lists VALUES (?, ?, ?)').run(lenderId, jsonText(lender), readAt)
        prepared('DELETE FROM lender_loans WHERE lender_id = ?').run(lenderId)
        const put = prepared('INSERT OR IGNORE INTO lender_loans VALUES (?, ?)')
        for (const id of loans) {
          put.run(lenderId, id)
          wantId(id)
        }
      }),
  }
}
