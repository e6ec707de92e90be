/** Describes the manifest of `kiva commands` as a JSON Schema. */

import { exitCodes } from '../../exit-codes.ts'
import type { JsonObject } from '../../ports/json.ts'
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
  { choices: texts, schema },
)

const option = object(
  { name: { ...text, pattern: '^--[a-z-]+$' }, kind, brief: text, list: flag },
  {
    short: { ...text, pattern: '^-[a-zA-Z]$' },
    value: { ...text, description: 'What stands for the value in help.' },
    file: { const: true, description: 'The value is the name of a file.' },
    choices: { ...texts, description: 'A closed set: another value is refused.' },
    known: { ...texts, description: 'Of an open set: another value is sent all the same.' },
    default: { ...text, description: 'What holds when it is left out.' },
    env: { ...text, description: 'The variable that stands in for it.' },
    schema,
    requires: { ...texts, description: 'One of these options must be given too.' },
    conflicts: { ...texts, description: 'None of these options can be given too.' },
    formats: { ...texts, description: 'The formats of --output that it can be used with.' },
  },
)

const api = object({
  method: { const: 'GET' },
  path: { ...text, pattern: '^/v1/', description: 'A :name stands for the argument of that name.' },
  formats: { ...texts, description: 'Of --wire.' },
  signed: { ...flag, description: 'Needs a login.' },
  paged: flag,
  returns: { ...text, description: 'A key of record_types.' },
  single: { ...flag, description: 'One object in place of a list.' },
})

const command = object(
  {
    path: { ...text, description: 'The words of the command line.' },
    brief: text,
    aliases: { ...texts, description: 'Words that may stand for the last one.' },
    arguments: list(argument),
    options: { ...list(option), description: 'Beside global_options.' },
    examples: texts,
  },
  { about: text, api },
)

const field = object(
  { type: text, brief: text, list: flag, optional: { ...flag, description: 'May be missing or null.' } },
  { unit: text, fields: { $ref: '#/$defs/fields' } },
)

/** The manifest's schema, in JSON Schema 2020-12. */
export const manifestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What kiva can be asked',
  ...object({
    manifest: { const: manifestVersion },
    name: { const: 'kiva' },
    version: text,
    commands: list(command),
    global_options: { ...list(option), description: 'Every command takes them, but --version.' },
    record_types: each(object({ fields: { $ref: '#/$defs/fields' } })),
    formats: list(object({ name: text, brief: text, errors: { enum: ['words', 'json'] }, endings: texts })),
    exit_codes: list(
      object({ kind: { enum: Object.keys(exitCodes) }, code: { type: 'integer', minimum: 0 }, when: text }),
    ),
    environment: list(object({ names: texts, brief: text })),
    topics: { ...texts, description: 'Of kiva help.' },
  }),
  $defs: { fields: each(field) },
}
