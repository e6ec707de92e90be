/**
 * JSON Schemas of params and records, for the sandbox's OpenAPI document, the manifest, and other programs.
 */
import type { JsonObject } from '../core/json.ts'
import type { OpenSet } from './endpoint.ts'
import { knownValues } from './gaps.ts'
import type { Field, Fields, FieldType } from './records/fields.ts'

/** What a param of an endpoint or an action declares about its values. */
interface DeclaredValues {
  readonly kind: 'string' | 'number' | 'flag'
  readonly list?: true
  readonly choices?: readonly string[]
  readonly known?: OpenSet
  readonly default?: string
  readonly min?: number
  readonly max?: number
  readonly measured?: true
}

/** Returns the schema of a param's value: an array if it takes several. */
export function paramSchema(param: DeclaredValues): JsonObject {
  const { kind, list, default: fallback } = param
  const schema = valueSchema(param)
  const typedValue = (text: string) => (kind === 'number' ? Number(text) : text)
  if (list)
    return {
      type: 'array',
      items: schema,
      minItems: 1,
      ...(fallback !== undefined && { default: fallback.split(',').map(typedValue) }),
    }
  return { ...schema, ...(fallback !== undefined && { default: typedValue(fallback) }) }
}

function valueSchema({ kind, choices, known, min = 1, max, measured }: DeclaredValues): JsonObject {
  if (kind === 'flag') return { type: 'boolean' }
  if (kind === 'number') return { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) }
  return {
    type: 'string',
    ...(choices && (measured ? { pattern: `^(?:${choices.join('|')})(?:=|$)` } : { enum: choices })),
    ...(known && { examples: knownValues[known] }),
  }
}

/** Returns the schema of a record. It allows unknown fields. */
export function recordSchema(fields: Fields): JsonObject {
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
  const single = fields ? recordSchema(fields) : typeSchemas[type]
  const whole = list ? { type: 'array', items: single } : single
  return { ...whole, ...(optional && { type: [whole['type'] ?? 'object', 'null'] }), description }
}

const typeSchemas: Readonly<Record<FieldType, JsonObject>> = {
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
