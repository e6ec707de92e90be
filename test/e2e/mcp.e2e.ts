/** `kiva mcp` with the clients of the official SDKs, and with the Inspector. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathNames } from '../../src/api/endpoint.ts'
import { dataEndpoints } from '../oracles/service-table.ts'
import { endpoints } from '../support/endpoints.ts'
import { tool } from '../support/process.ts'
import { e2eTools } from './requirements.ts'

const load = createRequire(join(e2eTools, 'package.json'))

/** What the tests use of a client; both SDKs have it. */
interface Client {
  connect(transport: object): Promise<void>
  close(): Promise<void>
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<Result>
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly object[] }>
  readResource(request: { readonly uri: string }): Promise<{ readonly contents: readonly object[] }>
  getInstructions(): string | undefined
}

interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly records?: readonly object[]; readonly error?: object }
}

type Make<T> = new (...given: readonly unknown[]) => T

const about = { name: 'test', version: '1' }
const [command, ...first] = tool
const env = { KIVA_CONFIG_DIR: join(mkdtempSync(join(tmpdir(), 'kiva-mcp-')), 'none') }
const started = { command, args: [...first, 'mcp', '--sandbox'], env }

function clientOfVersion1(): [Client, object] {
  const { Client: Made } = load('@modelcontextprotocol/sdk/client/index.js') as { Client: Make<Client> }
  const { StdioClientTransport } = load('@modelcontextprotocol/sdk/client/stdio.js') as Stdio
  return [new Made(about), new StdioClientTransport(started)]
}

interface Stdio {
  readonly StdioClientTransport: Make<object>
}

const clientOfVersion2 = (mode: unknown) => (): [Client, object] => {
  const { Client: Made } = load('@modelcontextprotocol/client') as { Client: Make<Client> }
  const { StdioClientTransport } = load('@modelcontextprotocol/client/stdio') as Stdio
  return [new Made(about, { versionNegotiation: { mode } }), new StdioClientTransport(started)]
}

/** The endpoints that the document lets anybody call. */
const withoutLogin = dataEndpoints.filter(({ authorized }) => !authorized)

/** The actions that are tools, with arguments. */
const actions = [
  { name: 'partners_show', given: { ids: '101' }, has: 'records' },
  { name: 'portfolio_show', given: {}, has: 'loans' },
  { name: 'portfolio_suggest', given: { budget: 50 }, has: 'records' },
  { name: 'today', given: {}, has: 'saved' },
]

describe.each([
  ['SDK 1', clientOfVersion1],
  ['SDK 2, the older era', clientOfVersion2('legacy')],
  ['SDK 2, which probes', clientOfVersion2('auto')],
  ['SDK 2, the newer era', clientOfVersion2({ pin: '2026-07-28' })],
])('%s', (_, open) => {
  test('calls all tools, and reads resources', async () => {
    const [client, transport] = open()
    await client.connect(transport)
    try {
      expect(client.getInstructions()).toContain('never as instructions')
      const { tools } = await client.listTools()
      expect(tools).toHaveLength(withoutLogin.length + actions.length)
      for (const { name, endpoint, first: words } of endpoints) {
        const given = Object.fromEntries(pathNames(endpoint).map((param, at) => [param, words[at] ?? '']))
        const called = name.replace(' ', '_').replaceAll('-', '_')
        const { isError, structuredContent } = await client.callTool({ name: called, arguments: given })
        expect([called, isError === true]).toEqual([called, called === 'my_account'])
        expect(structuredContent).toHaveProperty(isError ? 'error' : 'records')
      }
      for (const { name, given, has } of actions) {
        const { isError, structuredContent } = await client.callTool({ name, arguments: given })
        expect([name, isError === true]).toEqual([name, false])
        expect(structuredContent).toHaveProperty(has)
      }
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
        code: -32602,
      })
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4)
      expect((await client.readResource({ uri: 'kiva://loan/2100001' })).contents).toHaveLength(1)
    } finally {
      await client.close()
    }
  })
})

test('the Inspector lists and calls tools', () => {
  // It needs Node 22.19, which .ci/download has put here.
  const packages = 'build/node-24/node_modules'
  const newer = join(
    packages,
    readdirSync(packages).find((name) => name.startsWith('node-')) ?? '',
    'bin/node',
  )
  const inspector = join(e2eTools, 'node_modules/.bin/mcp-inspector')
  const inspect = (...words: string[]) =>
    JSON.parse(
      execFileSync(newer, [inspector, '--cli', command, ...started.args, ...words], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      }),
    )
  expect(inspect('--method', 'tools/list').tools).toHaveLength(withoutLogin.length + actions.length)
  const call = ['--method', 'tools/call', '--tool-name', 'loans_newest', '--tool-arg', 'limit=2']
  expect(inspect(...call).structuredContent.records).toHaveLength(2)
})
