/** The columns of changes: the event, what names the record, and what changed. */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { at, isEmpty } from '../../api/records/field-values.ts'
import { type DerivedType, unknownType } from '../../api/records/record-types.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { View } from '../view.ts'
import { changeWords } from '../words/change-words.ts'
import { type Column, idColumn, textColumn, wordColumn } from './column.ts'
import { columnsOf } from './record-columns.ts'

/** Returns how a table shows the changes of records of a type. */
export async function changesView(type: DerivedType): Promise<Partial<View>> {
  const columns = await changeColumns(type)
  return { type: unknownType, detail: false, detailOptions: undefined, columns }
}

async function changeColumns(type: DerivedType): Promise<readonly Column[]> {
  const fields = fieldsOf(type)
  const columns = type.name ? await columnsOf(type.name) : unknown
  return [
    wordColumn('EVENT', 'event', 0),
    ...columns.filter(({ rank }) => rank === 0).map(ofItem),
    { header: 'CHANGE', value: (event) => changeWords(event, fields), align: 'left', rank: 0, minWidth: 30 },
  ]
}

const unknown = [idColumn('ID', 'id', 0), textColumn('NAME', 'name', 0, { role: 'name' })]

/** The columns that every table of a type has name its records. A bare id goes in the first one. */
function ofItem({ header, align, value, write, role, minWidth }: Column, index: number): Column {
  const itemValue = (event: JsonObject) => {
    const item = at(event, 'item')
    return isObject(item) ? value(item) : index === 0 ? item : undefined
  }
  return {
    header,
    align,
    rank: 0,
    value: itemValue,
    when: (events) => events.some((event) => !isEmpty(itemValue(event))),
    ...(write && { write }),
    ...(role && typeof role !== 'function' && { role }),
    ...(minWidth !== undefined && { minWidth: Math.min(minWidth, 12) }),
  }
}
