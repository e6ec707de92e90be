/** The list of tools, and the command line. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { paramsOf, pathNames } from '../../src/api/endpoint.ts'
import { isObject, type JsonObject } from '../../src/core/json.ts'
import { run } from '../harness.ts'
import { dataEndpoints } from '../oracles/service-table.ts'
import { endpoints } from '../support/endpoints.ts'
import { eras, resultOf, session } from './session.ts'

/** A login with made-up secrets, for the API only. */
const env = {
  KIVA_CLIENT_ID: 'org.example.app',
  KIVA_CLIENT_SECRET: 'not-so-secret',
  KIVA_OAUTH_TOKEN: 'token-of-robin',
  KIVA_OAUTH_TOKEN_SECRET: 'secret-of-robin',
}

const list = async (words: string[], options = {}): Promise<readonly JsonObject[]> => {
  const { replies } = await session(eras[1], [{ method: 'tools/list' }], options, words)
  return resultOf(replies[0])['tools'] as readonly JsonObject[]
}

interface Schema {
  readonly properties: JsonObject
  readonly required?: readonly string[]
}

const inputSchemaOf = (tool: JsonObject | undefined) =>
  (tool?.['inputSchema'] ?? { properties: {} }) as unknown as Schema

const names = (tools: readonly JsonObject[]) => tools.map(({ name }) => name)

const all = endpoints.map(({ name }) => name.replace(' ', '_').replaceAll('-', '_'))

/** The actions that are tools. */
const actions = ['today', 'portfolio_show', 'portfolio_suggest', 'partners_show']

test('the tools are the endpoints, in the order of the catalogue, and some actions; the account needs a login', async () => {
  expect(all).toHaveLength(dataEndpoints.length)
  expect(names(await list([], { env }))).toEqual([...all, ...actions])
  expect(names(await list([]))).toEqual([...all, ...actions].filter((name) => name !== 'my_account'))
})

test('every schema is valid JSON Schema 2020-12, and refuses an unknown input', async () => {
  for (const { name, inputSchema } of await list([], { env })) {
    const ajv = new Ajv2020({ strict: true })
    expect(ajv.validateSchema(inputSchema as object), String(name)).toBe(true)
    const validate = ajv.compile(inputSchema as object)
    expect(validate({ nonsense: 1 })).toBe(false)
  }
})

test('the inputs are the params of the endpoint and the options of an answer', async () => {
  const tools = await list([], { env })
  for (const [at, { endpoint }] of endpoints.entries()) {
    const { properties, required = [], ...schema } = inputSchemaOf(tools[at])
    const inputs = Object.keys(properties)
    expect(schema).toEqual({ type: 'object', additionalProperties: false })
    expect(required).toEqual(pathNames(endpoint))
    const added = inputs.filter((name) => !Object.hasOwn(endpoint.params, name))
    expect(inputs.slice(0, inputs.length - added.length)).toEqual(Object.keys(endpoint.params))
    expect(added).toContain('fields')
    expect(added.includes('page')).toBe(Object.hasOwn(paramsOf(endpoint), 'page'))
  }
  expect(tools.every(({ annotations }) => isObject(annotations) && annotations['readOnlyHint'])).toBe(true)
})

test('closed sets are enums, and the list is short: it costs every chat', async () => {
  const tools = await list([], { env })
  // 12,000 before the actions, and the options of lists, which spare a model many calls.
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(14_500)
  expect(tools[0]).toMatchObject({
    name: 'loans_search',
    description: 'Search loans',
    annotations: { readOnlyHint: true, openWorldHint: true },
    inputSchema: {
      properties: {
        status: { type: 'array', items: { type: 'string', enum: expect.arrayContaining(['in_repayment']) } },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
    },
  })
})

test('--tools offers resources and tools', async () => {
  expect(names(await list(['--tools', 'releases,loans-show', '--tools', 'journal-entries']))).toEqual([
    'loans_show',
    'journal_entries_search',
    'journal_entries_comments',
    'releases_current',
  ])
})

test.each([
  ['--tools lones', 'invalid value "lones" for --tools', 'Did you mean "loans"?'],
  ['--tools qqqqqqqq', 'invalid value "qqqqqqqq" for --tools', 'Give resources, such as loans or lenders'],
])('%s is a wrong command', async (words, message, hint) => {
  const { code, stdout, stderr } = await run(['mcp', ...words.split(' ')], { stdin: '' })
  expect([code, stdout]).toEqual([2, ''])
  const { error } = JSON.parse(stderr)
  expect(error).toMatchObject({ kind: 'usage', message, hint: expect.stringContaining(hint) })
})

test('a terminal gets the settings for a host', async () => {
  // The harness sets it.
  const env = { KIVA_RETRIES: '' }
  const { code, stdout, stderr } = await run(['mcp', '--sandbox', '--tools', 'loans,my_account'], {
    terminal: 80,
    env,
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    mcpServers: {
      kiva: { command: 'kiva', args: ['mcp', '--sandbox', '--tools', 'loans,my_account'] },
    },
  })
  expect(stderr).toContain('MCP host')
})

test.each([
  ['claude-code', 'mcpServers', {}, '.mcp.json'],
  ['claude-desktop', 'mcpServers', {}, 'claude_desktop_config.json'],
  ['cursor', 'mcpServers', {}, '.cursor/mcp.json'],
  ['vscode', 'servers', { type: 'stdio' }, '.vscode/mcp.json'],
])('--config %s prints its settings, in a pipe too', async (host, key, more, file) => {
  const env = { KIVA_RETRIES: '', KIVA_STATE_DIR: '/home/robin/state' }
  const { code, stdout, stderr } = await run(['--sandbox', 'mcp', '--config', host], { env, stdin: '' })
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      [key]: {
        kiva: {
          ...more,
          command: 'kiva',
          args: ['mcp', '--sandbox'],
          env: { KIVA_STATE_DIR: '/home/robin/state' },
        },
      },
    },
  ])
  expect(stderr).toContain(file)
})

test('--config of an unknown application is refused', async () => {
  const { code, stderr } = await run(['mcp', '--config', 'claude'], { stdin: '' })
  expect([code, JSON.parse(stderr).error.message]).toEqual([2, 'invalid value "claude" for --config'])
})

test('the settings for a host carry what the shell and the flags say, since the host has neither', async () => {
  const env = {
    KIVA_BASE_URL: 'https://api.example',
    KIVA_RETRIES: '1',
    KIVA_PROFILE: 'work',
    KIVA_CONFIG_DIR: '/home/robin/kiva',
    KIVA_OUTPUT: 'yaml',
    KIVA_CLIENT_SECRET: 'not-so-secret',
    EDITOR: 'vi',
  }
  const files = new Map([['config', { profiles: { work: {} } }]])
  const words = ['mcp', '--auth-url', 'https://www.example', '--cache', '10m', '--offline']
  const { code, stdout } = await run(words, { terminal: 80, env, files })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).mcpServers.kiva).toEqual({
    command: 'kiva',
    args: ['mcp', '--auth-url', 'https://www.example', '--offline', '--cache', '10m'],
    env: {
      KIVA_BASE_URL: 'https://api.example',
      KIVA_RETRIES: '1',
      KIVA_PROFILE: 'work',
      KIVA_CONFIG_DIR: '/home/robin/kiva',
    },
  })
})
