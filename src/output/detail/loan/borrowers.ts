/** The borrowers of a loan. */

import { at } from '../../../api/records/field-values.ts'
import { isObject, type Json } from '../../../ports/json.ts'
import { count, yesNo } from '../../words/format.ts'
import { line } from '../../words/line.ts'
import { type Block, headed, indented, type Layout } from '../layout.ts'
import { tableBlock } from '../small-table.ts'

/** Returns a table of several borrowers, with their number in the heading. */
export function borrowersBlock(layout: Layout, borrowers: readonly Json[]): Block {
  if (borrowers.length < 2) return []
  const columns = ['name', 'gender', 'pictured'].map((header) => ({ header, align: 'left' as const }))
  const cells = borrowers.map(borrowerCells)
  // It is the rule to be in the picture, so only a group with somebody who is not has the column.
  const rows = cells.some(({ 2: pictured }) => pictured === 'no')
    ? cells
    : cells.map((row) => row.slice(0, 2))
  return headed(layout, `Borrowers (${count(borrowers.length)})`, tableBlock(indented(layout), columns, rows))
}

/** `Amina W., female, not pictured` */
export function borrowerWords(borrower: Json): string {
  const [name, gender, pictured] = borrowerCells(borrower)
  return [name, gender, pictured === 'no' ? 'not pictured' : ''].filter(Boolean).join(', ')
}

function borrowerCells(borrower: Json): readonly [name: string, gender: string, pictured: string] {
  if (!isObject(borrower)) return [line(borrower), '', '']
  const [gender, pictured] = [line(at(borrower, 'gender')), at(borrower, 'pictured')]
  const names = ['first_name', 'last_name'].map((key) => line(at(borrower, key)))
  return [names.filter(Boolean).join(' '), genders.get(gender) ?? gender, yesNo(pictured)]
}

const genders: ReadonlyMap<string, string> = new Map([
  ['F', 'female'],
  ['M', 'male'],
])
