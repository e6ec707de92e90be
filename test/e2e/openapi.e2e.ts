/** `/openapi.json` in other tools: Redocly lints it, and Prism validates the replies of the sandbox. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { examplePath } from '../sandbox/open.ts'
import { folderForAll } from '../support/folder.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { e2eTools } from './requirements.ts'

const tool = (name: string) => join(e2eTools, 'node_modules/.bin', name)
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const folder = folderForAll()
const file = join(folder, 'openapi.json')
let sandbox: RunningSandbox
let description: string
beforeAll(async () => {
  sandbox = await startSandbox(['--http'])
  description = await (await fetch(`${sandbox.base_url}/openapi.json`)).text()
  await writeFile(file, description)
})
afterAll(() => sandbox.stop())

test('Redocly reports no problems', () => {
  const said = execFileSync(tool('redocly'), ['lint', file, '--format', 'json'], { cwd: folder, env })
  expect(JSON.parse(String(said)).problems).toEqual([])
})

/** Starts Prism in front of the sandbox. It replies with an error if an exchange violates `described`. */
async function startPrism(
  described: string,
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const args = ['proxy', described, sandbox.base_url, '--errors', '--host', '127.0.0.1', '--port', '0']
  const child = spawn(tool('prism'), args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  for await (const line of createInterface(child.stdout)) {
    const url = line.match(/listening on (http:\S+?)\x1b?(?:\[|$|\s)/)?.[1]
    if (url !== undefined) {
      child.stdout.resume()
      return { url, child }
    }
  }
  throw new Error('Prism has ended before it listened')
}

const endpoints = Object.values(catalogue).flatMap((resource): readonly Endpoint[] =>
  Object.values(resource.endpoints),
)

describe('Prism', () => {
  let prism: Awaited<ReturnType<typeof startPrism>>
  beforeAll(async () => {
    prism = await startPrism(file)
  })
  afterAll(async () => {
    prism.child.kill()
    await once(prism.child, 'exit')
  })

  // An invalid signature, over plain HTTP: protected endpoints refuse it, as described.
  const signed = { headers: { authorization: 'OAuth oauth_token="x"' } }

  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    'accepts %s',
    async (_, endpoint) => {
      for (const format of ['json', 'xml', 'html']) {
        const reply = await fetch(
          `${prism.url}${examplePath(endpoint)}.${format}`,
          endpoint.auth ? signed : {},
        )
        expect([await reply.text(), reply.status]).toEqual([
          expect.not.stringContaining('stoplight.io'),
          endpoint.auth ? 403 : 200,
        ])
      }
    },
  )

  test('accepts the 404 for an unknown id', async () => {
    const reply = await fetch(`${prism.url}/v1/loans/99.json`)
    expect([reply.status, await reply.json()]).toEqual([
      404,
      { code: 'org.kiva.InvalidIdentifier', message: 'loan 99 not found' },
    ])
  })
})

test('Prism reports a reply that violates the description', async () => {
  const wrong = join(folder, 'wrong.json')
  await writeFile(wrong, description.replaceAll('"type": "number"', '"type": "boolean"'))
  const { url, child } = await startPrism(wrong)
  const reply = await fetch(`${url}/v1/loans/newest.json`)
  expect([reply.status, await reply.text()]).toEqual([500, expect.stringContaining('VIOLATIONS')])
  child.kill()
  await once(child, 'exit')
})
