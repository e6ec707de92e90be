/** Counts the numbers that columns of SQL or of the lake cannot hold: they are NULL there, and a run says so once. */
import type { Context } from '../core/context.ts'
import type { SqlValue } from '../core/database.ts'
import { counted } from '../core/numbers.ts'

export class UnfitNumbers {
  #count = 0
  #first = ''

  /** `id` is that of the loan, or of the field partner in the table `partners`. */
  note(table: string, column: string, id: SqlValue): void {
    this.#count += 1
    const owner = table === 'partners' ? 'field partner' : 'loan'
    this.#first ||= `${table}.${column} of ${owner} ${id}`
  }

  /** Says in one line how many there were, and where the first is. */
  async tell(say: Context['say']): Promise<void> {
    if (this.#count === 0) return
    const fits = this.#count === 1 ? 'does not fit its column and is' : 'do not fit their columns and are'
    await say(
      `${counted(this.#count, 'numbers')} ${fits} NULL there: first ${this.#first}. Whole records keep all digits.`,
    )
  }
}
