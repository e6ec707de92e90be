/** The ids of records, one per line, as any command that takes ids reads them. */
import { sentIdOf } from '../../api/records/field-values.ts'
import { KivaError } from '../../core/errors.ts'
import { isList, type Json } from '../../core/json.ts'
import type { Render, View } from '../view.ts'

/**
 * Prints the first id field of each record. Calls `onWithoutId` for a record of a type with ids that has none, such as an
 * anonymous lender. Throws `KivaError` of kind `usage` where records have no ids.
 */
export const renderIds: Render = async function* (records, view) {
  if (view.names && !view.names.includes('id')) throw noIds('Name a column id: SELECT loan_id AS id.')
  for await (const record of records) {
    const id = idOf(record, view)
    if (id !== undefined) yield `${id}\n`
    else if (view.type.idFields || view.names) view.onWithoutId?.()
    else throw noIds()
  }
}

export const noIds = (hint = 'Use -o ndjson.') =>
  new KivaError('usage', '-o ids cannot be used here: the records have no ids', { hint })

const idOf = (record: Json, { names, type: { idFields = ['id'] } }: View): string | undefined =>
  names && isList(record) ? sentIdOf(record[names.indexOf('id')] ?? null, []) : sentIdOf(record, idFields)
