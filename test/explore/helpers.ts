/** Rows of loans for tests: records of the sandbox, or made-up ones. */
import { recordTypes } from '../../src/api/records/record-types.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { Rows } from '../../src/explore/rows/rows.ts'
import { Selection, type SelectionOptions } from '../../src/explore/rows/selection.ts'
import { columnsOf } from '../../src/output/table/record-columns.ts'
import { type Filter, type FilterRows, parseFilter, testsOf } from '../../src/records/row-filter.ts'

export const now = Date.parse('2026-03-14T15:09:26Z')
export const loanColumns = await columnsOf('loan_listing')
export const columnOf = (header: string): number =>
  loanColumns.findIndex((column) => column.header === header)

export function rowsOf(records: readonly Json[], at = now): Rows {
  const rows = new Rows(recordTypes.loan_listing, loanColumns, () => at)
  rows.append(records)
  return rows
}

export const filterOf = (text: string): Filter => parseFilter(text, loanColumns)

export const matches = (filter: Filter, rows: FilterRows, index: number): boolean =>
  testsOf(filter, rows).every((test) => test(index))

export const options = (change: Partial<SelectionOptions> = {}): SelectionOptions => ({
  filter: filterOf(''),
  facets: new Map(),
  sort: undefined,
  keys: undefined,
  ...change,
})

/** Returns the selected indexes. */
export function selected(rows: Rows, change: Partial<SelectionOptions> = {}): readonly number[] {
  const selection = new Selection(rows, options(change))
  selection.advance(() => true)
  return selection.indexes
}

export const loan = (id: number, fields: JsonObject = {}): JsonObject => ({
  id,
  name: `Name ${id}`,
  status: 'fundraising',
  loan_amount: 1000,
  funded_amount: 250,
  ...fields,
})
