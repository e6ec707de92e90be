import type { FieldPath } from '../../api/records/field-paths.ts'
import { KivaError } from '../../errors.ts'

/** Returns the path in `name`, the part of `text` that names a field. Throws `KivaError` of kind `usage`. */
export function readPath(option: string, text: string, name: string): FieldPath {
  const path = name.trim().split('.')
  if (path.every((key) => key !== '')) return path
  throw new KivaError('usage', `invalid value "${text}" for ${option}`, {
    hint: 'Use the name or path of one field, such as location.country.',
  })
}
