/** Handles `--fields` without a name, which lists the fields of an endpoint's records. */
import { type AnyEndpoint, typeOf } from '../api/endpoint.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { everyField } from '../api/records/field-paths.ts'
import { fieldKind } from '../api/records/fields.ts'
import { derivedGroupsOf } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import type { Row } from './help/layout.ts'
import type { RecordsInvocation } from './invocation.ts'

/** Returns one record per known field. Throws `KivaError` of kind `usage` if the record type is unknown. */
export function listFields(endpoint: Pick<AnyEndpoint, 'returns'>): RecordsInvocation {
  const type = typeOf(endpoint)
  if (type.name === undefined) {
    throw new KivaError('usage', 'cannot list fields: the record type of this path is unknown', {
      hint: 'To see the fields of one record, use --limit 1 -o json.',
    })
  }
  const fields = everyField(fieldsOf({ ...type, derived: derivedGroupsOf(type) }))
  const records = fields.map(([path, field]) => ({
    field: path,
    type: fieldKind(field),
    meaning: field.brief,
  }))
  const content = records.map(({ field, type, meaning }): Row => [field, `${type} · ${meaning}`])
  return { kind: 'records', records, page: [{ heading: `Fields of ${type.name}`, content }] }
}
