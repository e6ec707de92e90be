/** Record types as JSON Schemas. */
import { type RecordName, recordTypes } from '../../api/record-types.ts'
import type { Field, Fields, FieldType } from '../../api/records.ts'
import type { JsonObject } from '../../context.ts'

/** A reference to the schema of records of a type. */
export const schemaOfType = (name: RecordName): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** A schema for each record type, and those that replies have beside. */
export function recordSchemas(): JsonObject {
  const records = Object.entries(recordTypes).map(([name, { fields }]) => [name, objectOf(fields)])
  return { ...Object.fromEntries(records), paging, error }
}

/** Open to fields that nobody knows yet. */
function objectOf(fields: Fields): JsonObject {
  const required = Object.entries(fields).flatMap(([name, { optional }]) => (optional ? [] : [name]))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: true,
  }
}

function fieldSchema({ type, brief, optional, list, unit, fields }: Field): JsonObject {
  const description = unit === undefined ? brief : `${brief}, in ${unit}`
  const one = fields ? objectOf(fields) : valueSchemas[type]
  const whole = list ? { type: 'array', items: one } : one
  return { ...whole, ...(optional && { type: [whole['type'] ?? 'object', 'null'] }), description }
}

const valueSchemas: Readonly<Record<FieldType, JsonObject>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'number' },
  local: { type: 'number' },
  percent: { type: 'number' },
  string: { type: 'string' },
  text: { type: 'string' },
  html: { type: 'string' },
  date: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  object: { type: 'object', additionalProperties: true },
  map: { type: 'object', additionalProperties: true },
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
