/** The columns that a user has chosen for the lists of a kind of records (setting `columns.*`). */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { fieldAt, pathText } from '../../api/records/field-paths.ts'
import type { DerivedType } from '../../api/records/record-types.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Column } from './column.ts'
import { fieldNamed, headingNamed } from './column-named.ts'
import { fieldColumns } from './columns-for.ts'
import { typeColumnsOf } from './derived-columns.ts'

/** The name that stands for all columns that are not named. */
const others = '+'

/**
 * Returns the columns with these names, headings or fields, each once and in their order, and the names that stand for none. `+` as
 * the last name stands for the other columns of the type, which a narrow table drops first. The columns of derived fields that were
 * asked for follow. `first` are records that decide the alignment of fields.
 */
export async function columnSet(
  names: readonly string[],
  type: DerivedType,
  first: readonly JsonObject[] = [],
): Promise<{ readonly columns: readonly Column[]; readonly unknown: readonly string[] }> {
  const all = await typeColumnsOf({ type })
  const own = await typeColumnsOf({ type: { ...type, derived: undefined } })
  const columns: Column[] = []
  const unknown: string[] = []
  const isOpen = names.at(-1) === others
  for (const name of isOpen ? names.slice(0, -1) : names) {
    const path = await fieldNamed(name, type)
    const column = all[headingNamed(name, all)] ?? all.find((one) => one.path === pathText(path))
    const [field] =
      column || !fieldAt(fieldsOf(type), path) ? [] : fieldColumns([path], fieldsOf(type), first)
    const found = column ?? field
    if (!found) unknown.push(name)
    else if (!columns.some(({ header }) => header === found.header))
      columns.push({ ...found, rank: columns.length, when: () => true })
  }
  const left = (from: readonly Column[]) =>
    from.filter(({ header, when }) => !columns.some((one) => one.header === header) && (!when || when(first)))
  const rest = isOpen ? left(all.slice(0, own.length)) : []
  const after = rest.map((column) => ({ ...column, rank: columns.length + column.rank }))
  return { columns: [...columns, ...after, ...left(all.slice(own.length))], unknown }
}
