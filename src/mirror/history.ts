/**
 * The table `changes`: what loans were. A row has the facts of a loan from its first to its last reading with the same
 * values, `at` and `until`. Rows of a loan that follow each other differ.
 */
import type { SqlRow, SqlValue, Statement } from '../core/database.ts'
import { tracked } from './tables.ts'

interface History {
  /**
   * Notes a reading, earlier or later than others, with the values of the tracked columns in their order. What was read
   * after `now` was read with a wrong clock, and is dropped.
   */
  note(id: number, at: string, values: SqlRow, now: string): void
  /** Notes the first reading of a loan. */
  begin(id: number, at: string, values: SqlRow): void
}

export function openHistory(prepare: (text: string) => Statement): History {
  const rowAt = (condition: string, ...given: readonly SqlValue[]) => {
    const row = prepare(
      `SELECT at, until, ${tracked.join(', ')} FROM changes WHERE loan_id = ? AND ${condition} LIMIT 1`,
    ).get(...given)
    return row && { at: String(row[0]), until: String(row[1]), values: row.slice(2) }
  }
  const insert = (id: number, at: string, until: string, values: SqlRow) =>
    prepare(`INSERT INTO changes VALUES (?, ?, ?${', ?'.repeat(tracked.length)})`).run(
      id,
      at,
      until,
      ...values,
    )
  const move = (column: 'at' | 'until', to: string, id: number, at: string) =>
    prepare(`UPDATE changes SET ${column} = ? WHERE loan_id = ? AND at = ?`).run(to, id, at)
  const drop = (id: number, at: string) =>
    prepare('DELETE FROM changes WHERE loan_id = ? AND at = ?').run(id, at)
  return {
    begin: (id, at, values) => void insert(id, at, at, values),
    note(id, at, values, now) {
      for (let late = rowAt('until > ? ORDER BY at DESC', id, now); late; ) {
        if (late.at > now) drop(id, late.at)
        else move('until', late.at, id, late.at)
        late = rowAt('until > ? ORDER BY at DESC', id, now)
      }
      const before = rowAt('at <= ? ORDER BY at DESC', id, at)
      if (before && isSame(before.values, values)) {
        if (before.until < at) move('until', at, id, before.at)
        return
      }
      // A reading between two with other values divides their row, and one of the same moment replaces its end. When else
      // those values were read is not known.
      if (before && before.until > at) insert(id, before.until, before.until, before.values)
      if (before && before.at === at) drop(id, at)
      else if (before && before.until >= at) move('until', before.at, id, before.at)
      const previous = rowAt('at < ? ORDER BY at DESC', id, at)
      const after = rowAt('at > ? ORDER BY at', id, at)
      const isAfter = after !== undefined && isSame(after.values, values)
      if (previous && isSame(previous.values, values)) {
        move('until', isAfter ? after.until : at, id, previous.at)
        if (isAfter) drop(id, after.at)
      } else if (isAfter) move('at', at, id, after.at)
      else insert(id, at, at, values)
    },
  }
}

const isSame = (one: SqlRow, other: SqlRow) => one.every((value, place) => value === other[place])
