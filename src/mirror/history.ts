/**
 * The table `changes`: what loans were. A row has the facts of a loan from its first to its last reading with the same
 * values, `at` and `until`, which are dates of clocks, and the number of its first reading, `reading`. Rows of a loan do not
 * overlap. In the order of numbers, then dates, they are in the order in which they were read, also where a clock was wrong.
 */
import type { SqlRow, Statement } from '../core/database.ts'
import { tracked } from './tables.ts'

/** A reading of a loan, with the values of the tracked columns in their order. */
interface Reading {
  /** The number of the reading, higher than those before. */
  readonly number: number
  readonly at: string
  readonly values: SqlRow
}

interface Row {
  readonly at: string
  readonly until: string
  readonly reading: number
  readonly values: SqlRow
}

interface History {
  /**
   * Notes a reading. Rows later than `now` were read with a wrong clock: they stay as they are. A reading earlier than
   * others, of a page that was saved, gets the number of the row before it.
   */
  note(id: number, reading: Reading, now: string): void
  /** Notes the first reading of a loan. */
  begin(id: number, reading: Reading): void
}

export function openHistory(prepare: (text: string) => Statement): History {
  const rowsOf = (id: number): readonly Row[] =>
    prepare(`SELECT at, until, reading, ${tracked.join(', ')} FROM changes WHERE loan_id = ? ORDER BY at`)
      .all(id)
      .map(([at, until, reading, ...values]) => ({
        at: String(at),
        until: String(until),
        reading: Number(reading),
        values,
      }))
  const insert = (id: number, { at, until, reading, values }: Row) =>
    prepare(`INSERT INTO changes VALUES (?, ?, ?${', ?'.repeat(tracked.length)}, ?)`).run(
      id,
      at,
      until,
      ...values,
      reading,
    )
  const move = (column: 'at' | 'until', to: string, id: number, { at }: Row) =>
    prepare(`UPDATE changes SET ${column} = ? WHERE loan_id = ? AND at = ?`).run(to, id, at)
  const drop = (id: number, { at }: Row) =>
    prepare('DELETE FROM changes WHERE loan_id = ? AND at = ?').run(id, at)
  return {
    begin: (id, { number, at, values }) => void insert(id, { at, until: at, reading: number, values }),
    note(id, { number, at, values }, now) {
      const rows = rowsOf(id)
      const before = rows.findLast((row) => row.at <= at)
      const after = rows.find((row) => row.at > at)
      const isPast = (time: string | undefined) => time !== undefined && time > at && time <= now
      const isOld = isPast(after?.at) || isPast(before?.until)
      /** Whether a row with the same values may last until this reading. */
      const goesOn = (row: Row, others: readonly Row[]) =>
        isSame(row.values, values) && (isOld || (row.at <= now && row === lastRead(others)))
      const isKnown = before && isSame(before.values, values) && [before.at, before.until].includes(at)
      if (before && (isKnown || goesOn(before, rows))) {
        if (before.until < at) move('until', at, id, before)
        return
      }
      // A reading between two with other values divides their row, and one of the same moment replaces its end. When else
      // those values were read is not known.
      if (before && before.until > at) insert(id, { ...before, at: before.until })
      if (before?.at === at) drop(id, before)
      else if (before && before.until >= at) move('until', before.at, id, before)
      const rest = rowsOf(id)
      const previous = rest.findLast((row) => row.at < at)
      const next = rest.find((row) => row.at > at)
      const isNext = isOld && next !== undefined && next.at <= now && isSame(next.values, values)
      if (previous && goesOn(previous, rest)) {
        const isOne = isNext && !rest.some((row) => isBetween(row, previous, next))
        move('until', isOne ? next.until : at, id, previous)
        if (isOne) drop(id, next)
      } else if (isNext) move('at', at, id, next)
      else
        insert(id, {
          at,
          until: at,
          reading: isOld ? ((before ?? next)?.reading ?? number) : number,
          values,
        })
    },
  }
}

const isSame = (one: SqlRow, other: SqlRow) => one.every((value, place) => value === other[place])

/** Compares two rows by the order of their readings. */
const compare = (one: Row, other: Row) => one.reading - other.reading || (one.at < other.at ? -1 : 1)

const lastRead = (rows: readonly Row[]) => rows.toSorted(compare).at(-1)

const isBetween = (row: Row, first: Row, last: Row) =>
  row !== first && row !== last && compare(first, row) < 0 && compare(row, last) < 0
