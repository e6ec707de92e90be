/** The borrowers of a loan. */

import { at, isEmpty } from '../../../api/records/field-values.ts'
import { isObject, type Json } from '../../../ports/json.ts'
import { count, yesNo } from '../../words/format.ts'
import { line } from '../../words/line.ts'
import { type Block, headed, indented, type Layout } from '../layout.ts'
import { tableBlock } from '../small-table.ts'

/** Returns a table of the borrowers, with their number in the heading. */
export function borrowersBlock(layout: Layout, borrowers: readonly Json[]): Block {
  const heading = borrowers.length === 1 ? 'Borrower' : `Borrowers (${count(borrowers.length)})`
  const columns = ['name', '', 'pictured'].map((header) => ({ header, align: 'left' as const }))
  return headed(layout, heading, tableBlock(indented(layout), columns, borrowers.map(borrowerRow)))
}

function borrowerRow(borrower: Json): readonly string[] {
  if (!isObject(borrower)) return [line(borrower), '', '']
  const [gender, pictured] = [line(at(borrower, 'gender')), at(borrower, 'pictured')]
  const names = ['first_name', 'last_name'].map((key) => line(at(borrower, key)))
  return [
    names.filter(Boolean).join(' '),
    genders[gender] ?? gender,
    isEmpty(pictured) ? '' : yesNo(pictured),
  ]
}

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' }
