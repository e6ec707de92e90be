import { fieldsOf } from '../../api/records/derived-fields.ts'
import { pathsOfAlias, resolveField } from '../../api/records/field-aliases.ts'
import { type FieldPath, fieldAt } from '../../api/records/field-paths.ts'
import type { DerivedType } from '../../api/records/record-types.ts'
import { foldName } from '../../core/fold-text.ts'
import type { Column } from './column.ts'
import { typeColumnsOf } from './derived-columns.ts'

/**
 * Returns the index of the column that a name stands for: its heading, the path of its field or the last part of the
 * path, or an alias of it. Case, accents, spaces, `-` and `_` do not matter. -1 if there is none.
 */
export function columnNamed(name: string, columns: readonly Column[]): number {
  const wanted = foldName(name)
  const byHeading = headingNamed(name, columns)
  if (byHeading >= 0) return byHeading
  const fields = columns.map(fieldOf)
  const byPath = fields.findIndex((field) => field !== undefined && foldName(field) === wanted)
  if (byPath >= 0) return byPath
  const byEnd = fields.findIndex(
    (field) => field !== undefined && foldName(field.replace(/.*\./, '')) === wanted,
  )
  if (byEnd >= 0) return byEnd
  const alias = pathsOfAlias(name.toLowerCase()).find((path) => fields.includes(path))
  return alias === undefined ? -1 : fields.indexOf(alias)
}

/** Returns the index of the column with this heading, or -1. */
export const headingNamed = (name: string, columns: readonly Column[]): number =>
  columns.findIndex(({ header }) => foldName(header) === foldName(name))

/** Returns the path of the one field that a column shows. */
export const fieldOf = ({ path, reads: [only, second] = [] }: Column): string | undefined =>
  path ?? (second === undefined ? only : undefined)

/**
 * Returns the path of a field of a type, given as a path, as an alias, or as the heading of its column. Returns an
 * unknown name as it is.
 */
export async function fieldNamed(name: string, type: DerivedType): Promise<FieldPath> {
  const fields = fieldsOf(type)
  const path = resolveField(name, fields)
  if (fieldAt(fields, path)) return path
  const paths = (await typeColumnsOf({ type }))
    .filter(({ header }) => foldName(header) === foldName(name))
    .map((column) => fieldOf(column)?.split('.') ?? [])
  return paths.find((candidate) => fieldAt(fields, candidate)) ?? path
}
