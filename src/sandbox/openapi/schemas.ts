/** Record types as JSON Schemas. */
import { records } from '../../api/records/fields.ts'
import type { RecordName } from '../../api/records/record-types.ts'
import { recordSchema } from '../../api/schema.ts'
import type { JsonObject } from '../../ports/json.ts'

/** Returns a reference to the schema of a record type. */
export const schemaOfType = (name: RecordName): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** Returns a schema for each record type, and the schemas of `paging` and `error`. */
export function recordSchemas(): JsonObject {
  const schemas = Object.entries(records).map(([name, fields]) => [name, recordSchema(fields)])
  return { ...Object.fromEntries(schemas), paging, error }
}

const count = { type: 'integer', minimum: 0 }

const paging: JsonObject = {
  type: 'object',
  description: 'Where a page stands among all. Past the end a page is empty.',
  properties: { page: { type: 'integer', minimum: 1 }, total: count, page_size: count, pages: count },
  required: ['page', 'total', 'page_size', 'pages'],
  additionalProperties: true,
}

const error: JsonObject = {
  type: 'object',
  description: 'A refusal. Codes that are not listed anywhere are possible.',
  properties: {
    code: { type: 'string', pattern: '^[a-z]+\\.' },
    message: { type: 'string' },
  },
  required: ['code', 'message'],
  additionalProperties: true,
}
