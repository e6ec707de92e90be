/**
 * Every message of the server against a JSON Schema of the protocol's messages, written by hand: the protocol's own
 * schema is not part of this repository.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { callOf, eras, session } from './session.ts'

const text = { type: 'string' }
const objectOf = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
})

const tool = objectOf(
  {
    name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$' },
    description: text,
    inputSchema: objectOf({ type: { const: 'object' }, properties: { type: 'object' } }, 'type'),
    annotations: objectOf({ readOnlyHint: { type: 'boolean' }, openWorldHint: { type: 'boolean' } }),
  },
  'name',
  'inputSchema',
)

/** The result of each method. */
const results = {
  'tools/list': objectOf({ tools: { type: 'array', items: tool } }, 'tools'),
  'tools/call': objectOf(
    {
      content: { type: 'array', items: objectOf({ type: { const: 'text' }, text }, 'type', 'text') },
      structuredContent: { type: 'object' },
      isError: { type: 'boolean' },
    },
    'content',
  ),
  'resources/list': objectOf(
    {
      resources: { type: 'array', items: objectOf({ uri: text, name: text, mimeType: text }, 'uri', 'name') },
    },
    'resources',
  ),
  'resources/templates/list': objectOf(
    {
      resourceTemplates: {
        type: 'array',
        items: objectOf({ uriTemplate: text, name: text }, 'uriTemplate', 'name'),
      },
    },
    'resourceTemplates',
  ),
  'resources/read': objectOf(
    { contents: { type: 'array', items: objectOf({ uri: text, mimeType: text, text }, 'uri', 'text') } },
    'contents',
  ),
}

const id = { type: ['string', 'integer'] }
const version = { const: '2.0' }
const error = objectOf({ code: { type: 'integer' }, message: text, data: {} }, 'code', 'message')
const message = (result: object) => ({
  oneOf: [
    { ...objectOf({ jsonrpc: version, id, result }, 'jsonrpc', 'id', 'result'), additionalProperties: false },
    { ...objectOf({ jsonrpc: version, id, error }, 'jsonrpc', 'id', 'error'), additionalProperties: false },
  ],
})

const asked = [
  { method: 'tools/list' },
  callOf('loans_search', { filter: 'asked:<300', with: ['funding'], limit: 2 }),
  callOf('partners_show', { ids: [101] }),
  callOf('portfolio_show', { lender: 'robin1001', by: ['sector'] }),
  callOf('loans_search', { filter: 'bogus:<3' }),
  callOf('nothing'),
  { method: 'resources/list' },
  { method: 'resources/templates/list' },
  { method: 'resources/read', params: { uri: 'kiva://fields/release' } },
  { method: 'resources/read', params: { uri: 'kiva://nothing' } },
]

test.each(eras)('the messages of %s have the form of the protocol', async (era) => {
  const { replies } = await session(era, asked)
  for (const [at, { method }] of asked.entries()) {
    const ajv = new Ajv2020({ allowUnionTypes: true })
    const validate = ajv.compile(message(results[method as keyof typeof results]))
    expect(validate(replies[at]), `${method}: ${JSON.stringify(validate.errors)}`).toBe(true)
  }
})
