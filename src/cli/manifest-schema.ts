/** Describes the manifest of `kiva commands` as a JSON Schema. */

import { exitCodes } from '../core/exit-codes.ts'
import type { JsonObject } from '../core/json.ts'
import { manifestVersion } from './manifest.ts'

const text = { type: 'string', minLength: 1 } as const
const texts = { type: 'array', items: text } as const
const flag = { type: 'boolean' } as const

/** Returns the schema of an object with exactly these properties; those in `may` are optional. */
const object = (must: Properties, may: Properties = {}) => ({
  type: 'object',
  properties: { ...must, ...may },
  required: Object.keys(must),
  additionalProperties: false,
})

type Properties = Readonly<Record<string, Schema>>
type Schema = JsonObject

const list = (items: Schema) => ({ type: 'array', items })
const each = (values: Schema) => ({ type: 'object', additionalProperties: values })

const kind = { enum: ['string', 'number', 'flag'] }

const schema = {
  type: 'object',
  description: 'JSON Schema of its value.',
  properties: { type: text },
  required: ['type'],
}

const argument = object(
  { name: text, usage: text, brief: text, kind, list: flag },
  { optional: { const: true, description: 'Can be left out.' }, choices: texts, schema },
)

const option = object(
  { name: { ...text, pattern: '^--[a-z-]+$' }, kind, brief: text, list: flag },
  {
    short: { ...text, pattern: '^-[a-zA-Z]$' },
    value: { ...text, description: 'Placeholder of the value in help.' },
    file: { const: true, description: 'The value is a file path.' },
    choices: { ...texts, description: 'All allowed values.' },
    known: { ...texts, description: 'Known values; others are accepted too.' },
    default: { ...text, description: 'Default value.' },
    env: { ...text, description: 'Environment variable.' },
    schema,
    requires: { ...texts, description: 'At least one of these options is required too.' },
    conflicts: { ...texts, description: 'Options that cannot be used with this one.' },
    formats: { ...texts, description: 'Formats of --output that support it.' },
  },
)

const api = object({
  method: { const: 'GET' },
  path: { ...text, pattern: '^/v1/', description: ':name is a placeholder for an argument.' },
  formats: { ...texts, description: 'Formats of --wire.' },
  signed: { ...flag, description: 'Requires a login.' },
  paged: flag,
  returns: { ...text, description: 'Key in record_types.' },
  single: { ...flag, description: 'One object instead of a list.' },
})

const command = object(
  {
    path: { ...text, description: 'Full command, such as kiva loans show.' },
    brief: text,
    aliases: { ...texts, description: 'Other names of the last word.' },
    arguments: list(argument),
    options: { ...list(option), description: 'Options besides global_options.' },
    examples: texts,
  },
  { about: text, api },
)

const field = object(
  { type: text, brief: text, list: flag, optional: { ...flag, description: 'Can be missing or null.' } },
  { unit: text, fields: { $ref: '#/$defs/fields' } },
)

/** The manifest's schema, in JSON Schema 2020-12. */
export const manifestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Manifest of kiva',
  ...object({
    manifest: { const: manifestVersion },
    name: { const: 'kiva' },
    version: text,
    commands: list(command),
    global_options: { ...list(option), description: 'Options of all commands, except --version.' },
    record_types: each(object({ fields: { $ref: '#/$defs/fields' } })),
    derived_groups: {
      ...each(object({ brief: text, fields: { $ref: '#/$defs/fields' } })),
      description: 'Fields that --with adds, below derived.<group>. An unknown value is null.',
    },
    formats: list(object({ name: text, brief: text, errors: { enum: ['words', 'json'] }, endings: texts })),
    exit_codes: list(
      object({ kind: { enum: Object.keys(exitCodes) }, code: { type: 'integer', minimum: 0 }, when: text }),
    ),
    environment: list(object({ names: texts, brief: text })),
    topics: { ...texts, description: 'Topics of kiva help.' },
  }),
  $defs: { fields: each(field) },
}
