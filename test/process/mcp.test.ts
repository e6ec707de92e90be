/** `kiva mcp` as a process, and against a service that fails. Needs `npm run build`. */
import { afterAll, describe, expect, test } from 'vitest'
import { faultNames } from '../../src/commands/actions/sandbox.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { answerOf, callOf, eras, linesOf, resultOf, session } from '../mcp/session.ts'
import { kivaHere } from '../support/here.ts'
import { drivesExecutable, start } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

afterAll(closeServers)

const search = callOf('loans_search')

/** The faults of plain HTTP that data requests meet. */
const faults = faultNames.filter(
  (name) => !['expired-certificate', 'error-code', 'form-tokens', 'awkward-tokens'].includes(name),
)

describe.skipIf(drivesExecutable)('stdout has replies alone', () => {
  test.each(faults)('with the fault %s', async (fault) => {
    const sandbox = await startSandbox(['--http', '--loans', '100', '--fault', fault])
    try {
      const { replies } = await session(eras[1], [search, search], sandbox.options, [])
      for (const reply of replies) {
        const { isError } = resultOf(reply)
        const answer = answerOf(reply)
        if (isError) expect(Object.keys(answer['error'] as JsonObject)).toContain('message')
        else expect(Array.isArray(answer['records'])).toBe(true)
      }
    } finally {
      await sandbox.stop()
    }
  })
})

test.each(eras)('answers while stdin is open, and ends with it (%s)', async (era) => {
  const { child, said, ended } = start(['mcp', '--sandbox'])
  child.stdin?.write(linesOf(era, [{ method: 'tools/list' }, search]))
  const lines = (await said(/"id":2,/)).trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  const began = performance.now()
  child.stdin?.end()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  // 100 ms on an idle machine: scripts/bench.mjs measures that.
  expect(performance.now() - began).toBeLessThan(5000)
})

test('text of several bytes and of many chunks arrives whole', async () => {
  const { child, said, ended } = start(['mcp', '--sandbox'])
  const line = Buffer.from(linesOf(eras[1], [callOf('loans_search', { q: 'ñandú 🌽', fields: 'id' })]))
  for (const byte of line) child.stdin?.write(Buffer.from([byte]))
  expect(JSON.parse(await said(/\n/))).toMatchObject({
    id: 1,
    result: { structuredContent: { records: [] } },
  })
  child.stdin?.end()
  expect((await ended).code).toBe(0)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it with %i, while a call hangs', async (signal, code) => {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const base = await serveHttp(() => reach())
  const { child, ended } = start(['mcp', '--base-url', base, '--auth-url', base])
  child.stdin?.write(linesOf(eras[1], [search]))
  await reached
  child.kill(signal)
  expect(await ended).toMatchObject({ code, stdout: '' })
})

test('calls of a slow service are answered after the end of input', async () => {
  const base = await serveHttp((_, response) => {
    const reply = JSON.stringify({
      paging: { page: 1, total: 1, page_size: 20, pages: 1 },
      loans: [{ id: 84 }],
    })
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(reply), 100)
  })
  const words = ['mcp', '--base-url', base, '--auth-url', base]
  const { code, stdout, stderr } = await start(words, {}, linesOf(eras[1], Array(6).fill(search))).ended
  expect([code, stderr]).toEqual([0, ''])
  const replies = stdout.trimEnd().split('\n')
  expect(replies.map((line) => answerOf(JSON.parse(line)))).toEqual(
    Array(6).fill(expect.objectContaining({ total: 1, records: [{ id: 84 }] })),
  )
})

test('a client that closes stdin and does not read does not keep it alive', async () => {
  // More than a pipe holds, in both directions.
  const lines = linesOf(eras[1], Array(2000).fill({ method: 'tools/list' }))
  const { child } = start(['mcp', '--sandbox'], {}, lines)
  child.stdout?.pause()
  const code = await new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)))
  child.stdout?.resume()
  expect(code).toEqual([0, null])
})

test('a client that dies takes it along', async () => {
  const { child, said, ended } = start(['mcp', '--sandbox'])
  child.stdin?.write(linesOf(eras[0], [search]))
  await said(/"id":1,/)
  child.stdout?.destroy()
  child.stdin?.write(linesOf(eras[0], [search]))
  expect((await ended).code).toBe(0)
})

test('an unknown tool is a wrong command', async () => {
  const { code, stdout } = await kivaHere(['mcp', '--tools', 'nope'])
  expect([code, stdout]).toEqual([2, ''])
})
