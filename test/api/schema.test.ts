/** The JSON Schemas of params and records. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { paramsOf } from '../../src/api/endpoint.ts'
import { type Fields, records } from '../../src/api/records/fields.ts'
import { paramSchema, recordSchema } from '../../src/api/schema.ts'
import { actions, commands } from '../../src/commands/index.ts'
import type { JsonObject } from '../../src/core/json.ts'

const ajv = new Ajv2020({ strict: true, allErrors: true })
ajv.addFormat('date-time', true)
const accepts = (schema: JsonObject, value: unknown) => ajv.validate(schema, value)

const declared = [
  ...Object.values(commands.catalogue).flatMap(({ endpoints }) => Object.values(endpoints).map(paramsOf)),
  ...actions.map(({ params }) => params),
].flatMap((params): [string, Parameters<typeof paramSchema>[0]][] => Object.entries(params))

test.each(declared)('%s has a valid schema that accepts its default', (_, param) => {
  const schema = paramSchema(param)
  expect(() => ajv.compile(schema)).not.toThrow()
  if (schema['default'] !== undefined) expect(accepts(schema, schema['default'])).toBe(true)
})

describe('a schema', () => {
  it.each([
    [{ kind: 'number' }, { type: 'integer', minimum: 1 }],
    [
      { kind: 'number', min: 0, max: 9, default: '3' },
      { type: 'integer', minimum: 0, maximum: 9, default: 3 },
    ],
    [{ kind: 'flag' }, { type: 'boolean' }],
    [
      { kind: 'string', choices: ['a', 'b'], default: 'a' },
      { type: 'string', enum: ['a', 'b'], default: 'a' },
    ],
    [
      { kind: 'number', list: true, default: '7' },
      { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, default: [7] },
    ],
    [
      { kind: 'string', known: 'gender' },
      { type: 'string', examples: ['female', 'male'] },
    ],
  ] as const)('of %j is %j', (param, schema) => {
    expect(paramSchema(param)).toEqual(schema)
  })

  it('of choices with a measure accepts a choice alone and with a number', () => {
    const schema = paramSchema({ kind: 'string', choices: ['slow', 'rate-limit'], measured: true })
    expect(['slow', 'slow=3', 'rate-limit=0.5'].map((text) => accepts(schema, text))).toEqual([
      true,
      true,
      true,
    ])
    expect(['slower', 'xslow', ''].map((text) => accepts(schema, text))).toEqual([false, false, false])
  })
})

test.each<[string, Fields]>(Object.entries(records))(
  '%s has a valid schema whose optional fields accept null',
  (_, fields) => {
    const schema = recordSchema(fields)
    expect(() => ajv.compile(schema)).not.toThrow()
    const optional = Object.entries(fields).filter(([, field]) => field.optional)
    const properties = schema['properties'] as Readonly<Record<string, JsonObject>>
    for (const [name] of optional) expect(accepts(properties[name] ?? {}, null)).toBe(true)
  },
)
