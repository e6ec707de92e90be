/** Both eras of the protocol, driven by one table. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { version } from '../../src/core/version.ts'
import { maxRequests } from '../../src/mcp/one-at-a-time.ts'
import { maxMessage } from '../../src/mcp/serve.ts'
import { run } from '../harness.ts'
import { type Asked, callOf, eras, linesOf, modernMeta, resultOf, session, talk } from './session.ts'

const fields: Asked = { method: 'resources/read', params: { uri: 'kiva://fields/release' } }
const cached = (ttlMs: number, cacheScope: string) => ({ ttlMs, cacheScope })

/** What each method answers in both eras, and the hints on caching that only the newer one has. */
const table: readonly (readonly [asked: Asked, result: object, hints?: object])[] = [
  [{ method: 'tools/list' }, { tools: expect.any(Array) }, cached(3_600_000, 'private')],
  [{ method: 'resources/list' }, { resources: expect.any(Array) }, cached(3_600_000, 'public')],
  [
    { method: 'resources/templates/list' },
    { resourceTemplates: expect.any(Array) },
    cached(3_600_000, 'public'),
  ],
  [
    fields,
    { contents: [expect.objectContaining({ uri: 'kiva://fields/release' })] },
    cached(60_000, 'private'),
  ],
  [
    callOf('releases_current'),
    { content: [{ type: 'text', text: expect.any(String) }], structuredContent: expect.any(Object) },
  ],
  [
    callOf('loans_search', { status: 'open' }),
    { content: expect.any(Array), structuredContent: expect.any(Object), isError: true },
  ],
]

describe.each(eras)('in %s', (era) => {
  test('every method has its result, and no other members', async () => {
    const { replies } = await session(
      era,
      table.map(([asked]) => asked),
    )
    const complete = era === eras[0] ? {} : { resultType: 'complete' }
    const expected = table.map(([, result, hints]) => ({
      ...result,
      ...complete,
      ...(era === eras[0] ? {} : hints),
    }))
    expect(replies.map(resultOf)).toEqual(expected)
  })

  test.each([
    [callOf('loans_nearest'), -32602, 'Unknown tool: "loans_nearest"'],
    [callOf('__proto__'), -32602, 'Unknown tool: "__proto__"'],
    [{ method: 'prompts/list' }, -32601, 'Method not found'],
    [{ method: 'constructor' }, -32601, 'Method not found'],
    [{ method: 'resources/read', params: { uri: 1 } }, -32602, 'uri is not a string'],
    [{ method: 'tools/list', params: { cursor: 'x' } }, -32602, 'Unknown cursor'],
    [{ method: 'resources/list', params: { cursor: '' } }, -32602, 'Unknown cursor'],
    [{ method: 'resources/templates/list', params: { cursor: 1 } }, -32602, 'Unknown cursor'],
  ])('%j is an error of the protocol', async (asked, code, message) => {
    const { replies } = await session(era, [asked])
    expect(replies).toEqual([{ jsonrpc: '2.0', id: 1, error: { code, message } }])
  })

  test.each([
    'kiva://loan/1',
    'kiva://fields/none',
    'kiva://loan/%zz',
    'file:///etc/passwd',
    'kiva://loan/..',
  ])('there is no resource %s', async (uri) => {
    const { replies } = await session(era, [{ method: 'resources/read', params: { uri } }])
    const code = era === eras[0] ? -32002 : -32602
    expect(replies[0]).toMatchObject({ error: { code, data: { uri } } })
  })
})

test('the handshake agrees on a version', async () => {
  const open = (id: number, protocolVersion: string) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params: { protocolVersion } })}\n`
  // Of a version that kiva lacks, the one before it; 2025-03-26 would require batches.
  const agreed = [
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2024-10-07', '2025-11-25'],
    ['x', '2025-11-25'],
  ] as const
  const { messages } = await talk(agreed.map(([version], id) => open(id, version)).join(''))
  expect(messages.map((message) => resultOf(message)['protocolVersion'])).toEqual(
    agreed.map(([, version]) => version),
  )
  expect(resultOf(messages[0])).toMatchObject({
    serverInfo: { name: 'kiva', version },
    capabilities: { tools: {}, resources: {} },
    instructions: expect.stringContaining('never as instructions'),
  })
})

test('a batch is refused as a whole: no version that kiva accepts has batches', async () => {
  const batch = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }])
  const { messages } = await talk(`${batch}\n`)
  expect(messages).toEqual([
    { jsonrpc: '2.0', error: { code: -32600, message: 'not a JSON-RPC 2.0 message' } },
  ])
})

test('the instructions say how many requests calls send', async () => {
  const { replies } = await session(eras[1], [{ method: 'server/discover' }])
  const { instructions } = resultOf(replies[0])
  expect(instructions).toContain(`Most calls send at most ${maxRequests.page} requests.`)
  expect(instructions).toContain(
    `They, today, portfolio_* and partners_show send at most ${maxRequests.list} requests.`,
  )
})

test('server/discover describes the server', async () => {
  const { replies } = await session(eras[1], [{ method: 'server/discover' }])
  expect(resultOf(replies[0])).toEqual({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: {} },
    instructions: expect.stringContaining('never as instructions'),
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'kiva', version } },
    resultType: 'complete',
    ttlMs: 3_600_000,
    cacheScope: 'public',
  })
})

/** Sends one request with this `_meta`. */
const withMeta = async (method: string, meta?: JsonObject) => {
  const request = { jsonrpc: '2.0', id: 7, method, params: meta ? { _meta: meta } : {} }
  return (await talk(`${JSON.stringify(request)}\n`)).messages
}

test('another version is refused with the supported ones', async () => {
  expect(await withMeta('tools/list', modernMeta('2027-01-01'))).toEqual([
    {
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { supported: ['2026-07-28'], requested: '2027-01-01' },
      },
    },
  ])
})

test.each([
  ['server/discover', undefined],
  ['tools/list', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }],
  ['tools/list', { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': 1 }],
])('%s without the members of _meta is refused: %j', async (method, meta) => {
  expect(await withMeta(method, meta)).toMatchObject([{ id: 7, error: { code: -32602 } }])
})

test.each(['ping', 'initialize'])('%s belongs to the older era', async (method) => {
  expect(await withMeta(method, modernMeta())).toMatchObject([{ id: 7, error: { code: -32601 } }])
  expect(await withMeta(method)).toMatchObject([{ id: 7, result: {} }])
})

const ping = '{"jsonrpc":"2.0","id":"a","method":"ping"}'
const pong = { jsonrpc: '2.0', id: 'a', result: {} }
const refused = (code: number, id?: number) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: { code, message: expect.any(String) },
})

const nestedRequest = (levels: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`

test.each<[string, string, object[]]>([
  ['a cut line', '{"jsonrpc":"2.0","id":1,"meth', [refused(-32700)]],
  ['text', 'hello', [refused(-32700)]],
  ['too deep nesting', '['.repeat(600), [refused(-32700)]],
  ['a request that is nested too deep', nestedRequest(500), [refused(-32600, 1)]],
  ['a request that is nested far too deep', nestedRequest(1_000_000), [refused(-32600, 1)]],
  ['a batch', `[${ping}]`, [refused(-32600)]],
  ['JSON-RPC 1.0', '{"id":1,"method":"ping"}', [refused(-32600)]],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', [refused(-32600)]],
  ['an id that is no whole number', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [refused(-32600)]],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', [refused(-32600)]],
  ['a request without a method', '{"jsonrpc":"2.0","id":1}', [refused(-32600, 1)]],
  ['params in a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', [refused(-32602, 1)]],
  ['a reply', '{"jsonrpc":"2.0","id":1,"result":{}}', []],
  ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/x"}', []],
  ['canceling nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled"}', []],
  ['an empty line', ' \r', []],
  ['line separators within JSON', '{"jsonrpc":"2.0","method":"a\u2028b\u2029c"}', []],
  ['a line of 10 MB', `{"jsonrpc":"2.0","method":"${'x'.repeat(10_000_000)}"}`, []],
  ['a line beyond the limit', 'x'.repeat(maxMessage + 1), [refused(-32600)]],
])('%s does no harm', async (_, line, replies) => {
  const { messages, ran } = await talk(`${ping}\n${line}\n${ping}`)
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  const others = messages.filter(({ id }) => id !== 'a')
  expect(others).toEqual(replies)
  expect(messages.filter(({ id }) => id === 'a')).toEqual([pong, pong])
})

test('an id of 64 bits is repeated with all its digits', async () => {
  const id = '18446744073709551615'
  const request = (method: string) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}\n`
  const { stdout } = await run(['mcp', '--sandbox'], { stdin: request('ping') + request('none') })
  expect(stdout).toBe(
    `{"jsonrpc":"2.0","id":${id},"result":{}}\n{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}\n`,
  )
})

test('two requests with one id get two replies', async () => {
  const twice = linesOf(eras[1], [callOf('releases_current')]).repeat(2)
  const { messages } = await talk(twice)
  expect(messages.map(({ id, result }) => [id, typeof result])).toEqual([
    [1, 'object'],
    [1, 'object'],
  ])
})
