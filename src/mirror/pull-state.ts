/** What the store knows of earlier pulls: ids still to be read, and the loans of `@me`. */
import { jsonText } from '../api/wire/json.ts'
import type { JsonObject } from '../core/json.ts'
import type { Store } from './store.ts'
import { changingStatuses, type Known, type Sweep } from './wanted.ts'

/** The state of the pulls into one store. Each method throws `KivaError` of kind `config`. */
export interface PullState extends Known {
  /** The part of `unread` and `sweep` that is left, and the loans that `stale` yields: how many ids to ask for. */
  left(): number
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

/** ISO 8601: loans read since `began` are not stale, and what was left out before `retryBefore` is asked for again. */
interface Times {
  readonly began: string
  readonly retryBefore: string
}

export function openPullState(store: Store, { began, retryBefore }: Times): PullState {
  const { database, transact } = store
  const prepared = (text: string) => database.prepare(text)
  const known = prepared('SELECT 1 FROM loans WHERE id = ?1 UNION ALL SELECT 1 FROM wanted WHERE id = ?1')
  const want = prepared(
    'INSERT OR IGNORE INTO wanted (id) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM loans WHERE id = ?1)',
  )
  const setting = (key: string) => prepared('SELECT value FROM store WHERE key = ?').get(key)?.[0]
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
    idsOf(
      `SELECT id FROM wanted WHERE asked_at IS NULL OR asked_at < ?
       ORDER BY asked_at IS NOT NULL, id NOT IN (SELECT loan_id FROM lender_loans), id DESC`,
      retryBefore,
    )
  const sweep = (): Sweep | undefined => {
    const next = setting('sweep_next')
    return next === undefined ? undefined : { next: Number(next), bottom: Number(setting('sweep_bottom')) }
  }
  const isStale = 'status = ? AND missing_since IS NULL AND read_at < ?'
  return {
    get unread() {
      return unread()
    },
    get sweep() {
      return sweep()
    },
    stored: (from, to) => new Set(idsOf('SELECT id FROM loans WHERE id BETWEEN ? AND ?', from, to)),
    *stale(status) {
      // Read in pieces: loans are written between them, and then are no longer stale.
      for (let after: readonly [string, number] = ['', 0]; ; ) {
        const rows = prepared(
          `SELECT id, read_at FROM loans WHERE ${isStale} AND (read_at, id) > (?, ?) ORDER BY read_at, id LIMIT 5000`,
        ).all(status, began, ...after)
        for (const [id] of rows) yield Number(id)
        const [id, readAt] = rows.at(-1) ?? []
        if (id === undefined) return
        after = [String(readAt), Number(id)]
      }
    },
    left() {
      const range = sweep()
      const swept = range
        ? Math.max(0, range.next - range.bottom + 1) -
          count('SELECT count(*) FROM loans WHERE id BETWEEN ? AND ?', range.bottom, range.next)
        : 0
      const stale = changingStatuses.map((status) =>
        count(`SELECT count(*) FROM loans WHERE ${isStale}`, status, began),
      )
      return [unread().length, swept, ...stale].reduce((sum, number) => sum + number)
    },
    isKnown(id) {
      const { next, bottom } = sweep() ?? { next: 0, bottom: 1 }
      return (id >= bottom && id <= next) || known.get(id) !== undefined
    },
    noteFound: (ids) =>
      transact(() => {
        for (const id of ids) want.run(id)
      }),
    noteSweep: ({ next, bottom }) => note({ sweep_next: next, sweep_bottom: bottom }),
    get partnersRead() {
      const found = setting('partners_read')
      return typeof found === 'string' ? found : undefined
    },
    notePartners: (readAt) => note({ partners_read: readAt }),
    lenderLoans(lenderId) {
      const [readAt] = prepared('SELECT read_at FROM lenders WHERE id = ?').get(lenderId) ?? []
      if (readAt === undefined) return undefined
      const ids = idsOf('SELECT loan_id FROM lender_loans WHERE lender_id = ?', lenderId)
      return { ids: new Set(ids), readAt: String(readAt) }
    },
    putLender: (lenderId, lender, loans, readAt) =>
      transact(() => {
        prepared('INSERT OR REPLACE INTO lenders VALUES (?, ?, ?)').run(lenderId, jsonText(lender), readAt)
        prepared('DELETE FROM lender_loans WHERE lender_id = ?').run(lenderId)
        const put = prepared('INSERT OR IGNORE INTO lender_loans VALUES (?, ?)')
        for (const id of loans) {
          put.run(lenderId, id)
          want.run(id)
        }
      }),
  }
}
